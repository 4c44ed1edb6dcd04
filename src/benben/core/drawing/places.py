"""Places: the ground that a picture stands on. By night it is the same place.

The ground goes on beyond the edges of the picture, so that it fills a stage of any shape.
"""

from __future__ import annotations

from benben.core.cache import remembered
from benben.core.svg import Pen, symbol_id, tag, url

BEYOND = 1600.0  # how far the ground goes on


def vertical(name: str, first: str, last: str, look: Pen) -> str:
    """A gradient from above to below."""
    stops = [tag("stop", offset=0, class_=first), tag("stop", offset=1, class_=last)]
    return tag("linearGradient", *stops, id=symbol_id(look, name), x1=0, y1=0, x2=0, y2=1)


def _round(name: str, stops: tuple[tuple[float, str], ...], look: Pen) -> str:
    drawn = [tag("stop", offset=offset, class_=shade) for offset, shade in stops]
    return tag("radialGradient", *drawn, id=symbol_id(look, name))


def shades(look: Pen) -> list[str]:
    """The gradients of sky, sun, earth, a lit chamber, sand, and a tablet of stone."""
    return [
        vertical("tablet", "tablet-a", "tablet-b", look),
        vertical("sky", "sky-a", "sky-b", look),
        vertical("earth", "earth-a", "earth-b", look),
        vertical("sand", "sand-a", "sand-b", look),
        _round("chamber", ((0, "chamber-a"), (1, "chamber-b")), look),
        _round("sun", ((0, "sun-a"), (0.25, "sun-b"), (1, "sun-c")), look),
    ]


@remembered
def plateau(wide: float, high: float, ground: float, sun: tuple[float, float], look: Pen) -> str:
    """Sky, dunes, a plateau whose surface is at `ground`, and the earth below it, cut open."""
    left, whole = -BEYOND, wide + 2 * BEYOND
    stars = "".join(f"M{x * wide * 1.6 - wide * 0.3:.0f} {y * ground * 0.9:.0f}h.1" for x, y in scattered(80))
    far = f"M{left:.0f} {ground - 40:.0f}" + "".join(
        f"q{wide * 0.16:.0f} {-30 + 14 * (k % 3)} {wide * 0.33:.0f} {-6 + 6 * (k % 3)}" for k in range(_hills(wide))
    )
    near = f"M{left:.0f} {ground - 16:.0f}" + "".join(
        f"q{wide * 0.2:.0f} {-18 + 8 * (k % 2)} {wide * 0.4:.0f} {-5 + 10 * (k % 2)}" for k in range(_hills(wide))
    )
    strata = "".join(
        f"M{x * wide * 2 - wide * 0.5:.0f} {ground + 22 + y * max(30, high - ground):.0f}h{14 + 36 * (x + y) % 36:.0f}"
        for x, y in scattered(70)
    )
    x, y = sun
    return "".join(
        (
            tag("rect", x=left, y=-BEYOND, width=whole, height=BEYOND + 1, class_="sky-above"),
            tag("rect", x=left, y=0, width=whole, height=ground, fill=url(look, "sky")),
            tag("path", d=stars, class_="stars"),
            tag("circle", cx=x, cy=y, r=ground * 0.36, fill=url(look, "sun")),
            tag("circle", cx=x, cy=y, r=ground * 0.045, class_="orb"),
            tag("path", d=f"{far}V{ground:.0f}H{left:.0f}z", class_="dune-far"),
            *_far_pyramid(wide * 0.9, ground - 26, ground * 0.1),
            *_far_pyramid(wide * 0.965, ground - 20, ground * 0.06),
            tag("path", d=f"{near}V{ground:.0f}H{left:.0f}z", class_="dune-near"),
            tag("rect", x=left, y=ground - 5, width=whole, height=14, class_="plateau"),
            tag("rect", x=left, y=ground + 7, width=whole, height=high - ground, fill=url(look, "earth")),
            tag("rect", x=left, y=high, width=whole, height=BEYOND, class_="earth-below"),
            tag("path", d=strata, class_="strata"),
        )
    )


def scattered(count: int) -> list[tuple[float, float]]:
    """Points of a unit square, evenly spread without a pattern that shows (the R2 sequence)."""
    return [(k * 0.7548776662 % 1, k * 0.5698402910 % 1) for k in range(1, count + 1)]


def _hills(wide: float) -> int:
    return int((wide + 2 * BEYOND) / (wide * 0.33)) + 2


def _far_pyramid(x: float, foot: float, half: float) -> tuple[str, str]:
    return (
        tag(
            "path",
            d=f"M{x - half:.0f} {foot:.0f}L{x:.0f} {foot - half * 1.1:.0f}L{x + half * 0.35:.0f} {foot:.0f}z",
            class_="far-light",
        ),
        tag(
            "path",
            d=f"M{x + half * 0.35:.0f} {foot:.0f}L{x:.0f} {foot - half * 1.1:.0f}L{x + half:.0f} {foot:.0f}z",
            class_="far-dark",
        ),
    )


@remembered
def desert(wide: float, high: float, look: Pen) -> str:
    """Sand seen from above, rippled by the wind."""
    ripples = "".join(
        f"M{x * wide * 1.8 - wide * 0.4:.0f} {y * high * 1.2 - high * 0.1:.0f}q14-7 28 0t22-2" for x, y in scattered(64)
    )
    left = {"x": -BEYOND, "y": -BEYOND, "width": wide + 2 * BEYOND, "height": high + 2 * BEYOND}
    return "".join(
        (
            tag("rect", **left, fill=url(look, "sand")),
            tag(
                "circle",
                cx=wide * 0.36,
                cy=high * 0.4,
                r=max(wide, high) * 0.75,
                fill=url(look, "sun"),
                opacity=0.5,
            ),
            tag("path", d=ripples, class_="ripples"),
        )
    )
