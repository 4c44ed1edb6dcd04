"""Materials: what pieces are made of. Colours are stones, each with its grain, its light and the ink of its sign.

One light falls from the upper left: a gradient from the light to the dark shade, a light edge above and left, a dark
edge below and right. A block is drawn once, as a symbol in a square of `SIZE`, and used wherever it lies.
"""

from __future__ import annotations

from benben.core.drawing.palette import MATERIALS
from benben.core.svg import Pen, group, number, symbol_id, tag, url

SIZE = 100  # the side of a block where it is drawn; it is scaled where it is used

# The signs of the colours, in a circle of radius 15 around the origin: filled, or drawn with a line of this width.
SIGNS: dict[str, tuple[str, float]] = {
    "white": ("M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0", 5),  # a ring
    "blue": ("M-14-5q4.7-9 9.3 0t9.3 0t9.3 0M-14 8q4.7-9 9.3 0t9.3 0t9.3 0", 4.6),  # water
    "red": ("M-10.5 0a10.5 10.5 0 1 0 21 0a10.5 10.5 0 1 0-21 0z", 0),  # the sun
    "green": ("M0-16C12-6 12 7 0 16C-12 7-12-6 0-16z", 0),  # a leaf of reed
    "yellow": ("M0-16L4-4L16 0L4 4L0 16L-4 4L-16 0L-4-4z", 0),  # a star
    "purple": ("M0-14L11 0L0 14L-11 0z", 0),  # a gem
    "grey": ("M-10-10H10V10H-10z", 0),  # a hewn block
    "brown": ("M-13 8H13M-8-2H8M-3-12H3", 4.6),  # steps
    "aqua": ("M-13 2Q0-14 13 2Q0 14-13 2z", 0),  # a fish
}


def gradients(names: tuple[str, ...], look: Pen) -> list[str]:
    """The shades of materials, to fill shapes with: `filled`."""
    return [
        tag(
            "linearGradient",
            tag("stop", offset=0, class_=f"a-{name}"),
            tag("stop", offset=0.45, class_=f"b-{name}"),
            tag("stop", offset=1, class_=f"c-{name}"),
            id=symbol_id(look, f"m-{name}"),
            x1=0,
            y1=0,
            x2=1,
            y2=1,
        )
        for name in names
    ]


def filled(name: str, look: Pen) -> str:
    """The value of `fill` for a shape of this material."""
    return url(look, f"m-{name}")


def definitions(parts: list[str]) -> str:
    """The definitions that `use` and `fill` refer to. A group of its own, so that a page gets it once."""
    return group([tag("defs", *parts)], class_="defs")


def use(name: str, x: float, y: float, scale: float, look: Pen, **attributes: object) -> str:
    """A symbol at its place."""
    return tag("use", href=f"#{symbol_id(look, name)}", transform=at(x, y, scale), **attributes)


def at(x: float, y: float, scale: float | None = None) -> str:
    """The transform that puts something there."""
    move = f"translate({x:.2f} {y:.2f})"
    return move if scale is None else f"{move} scale({scale:.4g})"


def sign(name: str, x: float, y: float, size: float, class_: str) -> str:
    """The sign of a colour around (x, y); `size`: the diameter of its circle."""
    d, line = SIGNS[name]
    kind = f"{class_} m-cut" if line else class_
    return tag("path", d=d, transform=at(x, y, size / 32), class_=kind, stroke_width=line or None)


def engraved(name: str, x: float, y: float, size: float) -> str:
    """A sign cut into its own material: its far edge catches the light."""
    raised = "m-relief-dark" if name in ("blue", "red", "green", "brown", "purple", "grey", "aqua") else "m-relief"
    return sign(name, x + size * 0.03, y + size * 0.04, size, raised) + sign(name, x, y, size, f"ink-{name}")


def block(
    symbol: str,
    name: str,
    wide: float,
    high: float,
    content: list[str],
    look: Pen,
    bevel: float = 7,
    grain: tuple[str, float] | None = None,
) -> list[str]:
    """A symbol: a block of a material with its upper left corner at (0, 0), and what is on it.

    `grain` replaces that of the material by a strong dark one.
    """
    m, clip = MATERIALS[name], f"{symbol}-edge"
    body = {"x": 1, "y": 1, "width": wide - 2, "height": high - 2, "rx": 8}
    right, foot = number(float(wide - bevel)), number(float(high - bevel))
    w, h, b = number(float(wide)), number(float(high)), number(float(bevel))
    surface, strong = [], " m-strong" if grain else ""
    for kind, (drawn, line) in (("grain", ("", 0) if grain else m.grain), ("grain2", grain or m.grain_dark)):
        path = {"d": drawn, "stroke_width": line, "class_": f"m-grain {kind}-{name}{strong}"}
        if drawn:
            surface.append(tag("path", **path))
        if drawn and high > wide:
            surface.append(tag("path", **path, transform=at(0, wide)))
    surface.append(tag("path", d=f"M0 {h}V0H{w}L{right} {b}H{b}V{foot}z", class_="m-glow"))
    surface.append(tag("path", d=f"M{w} 0V{h}H0L{b} {foot}H{right}V{b}z", class_=f"m-dusk dark-{name}"))
    return [
        tag("clipPath", tag("rect", **body), id=symbol_id(look, clip)),
        group(
            [
                tag("rect", **body, fill=filled(name, look)),
                group(surface, clip_path=url(look, clip)),
                *content,
                tag("rect", **body, class_=f"m-rim of-{name}"),
            ],
            id=symbol_id(look, symbol),
        ),
    ]
