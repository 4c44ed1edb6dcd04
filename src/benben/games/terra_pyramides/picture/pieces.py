"""The pieces of Terra Pyramides as SVG: tiles, stones, workers, gold, foundations and pyramids.

Every colour has a sign of its own (blue water, a grey block, a red sun, a green reed, a yellow star, a purple gem, a
white ring) and every player a mark (disc, square, triangle, cross), so that nothing depends on colour.
"""

from __future__ import annotations

from benben.core.cache import remembered
from benben.core.svg import classes, fills, group, points, tag, text
from benben.games.terra_pyramides.box.components import COLOURS, EYE, POINTS, STONE, TOP_LEVEL, UNKNOWN, WORKER

CELL = 84.0
TILE = 70.0  # the side of a tile

STYLE = (
    fills(COLOURS)
    + """
.terra_pyramides .seat-1 { fill: var(--aqua); } .terra_pyramides .seat-2 { fill: var(--brown); }
.terra_pyramides .seat-3 { fill: #34323c; } .terra_pyramides .seat-4 { fill: #d4678f; }
.terra_pyramides .mark { fill: #fffaf0; stroke: none; }
.terra_pyramides .pawn { stroke: #fff6e0; stroke-width: 2; stroke-linejoin: round; }
.terra_pyramides .figure { fill: var(--ink-soft); stroke: none; }
.terra_pyramides .tile { fill: #fbf3e0; stroke: #a98f5f; stroke-width: 2; }
.terra_pyramides .tile-back { fill: var(--stone-deep); stroke: var(--stone); stroke-width: 2; }
.terra_pyramides .back-line { fill: none; stroke: var(--stone); stroke-width: 2.5; stroke-linejoin: round; }
.terra_pyramides .on-tile .figure { fill: #5a4a30; }
.terra_pyramides .stair { fill: #a98f5f; }
.terra_pyramides .block { stroke: #0000008c; stroke-width: 1.5; stroke-linejoin: round; }
.terra_pyramides .sign { fill: #fffaf0; stroke: none; }
.terra_pyramides .sign-line { fill: none; stroke: #fffaf0; stroke-width: 2.6; stroke-linejoin: round; }
.terra_pyramides .of-yellow .sign, .terra_pyramides .of-white .sign { fill: #3a2a08; }
.terra_pyramides .of-yellow .sign-line, .terra_pyramides .of-white .sign-line { stroke: #3a2a08; }
.terra_pyramides .eye { fill: none; stroke: #6b4d06; stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
.terra_pyramides .eye-white { fill: #fffdf4; stroke: #6b4d06; stroke-width: 2.5; }
.terra_pyramides .pupil { fill: #6b4d06; }
.terra_pyramides .coin { fill: #e5b543; stroke: #7d5a0c; stroke-width: 2; }
.terra_pyramides .coin-line { fill: none; stroke: #7d5a0c; stroke-width: 2; }
.terra_pyramides .slab { fill: #d9cdb4; stroke: #7d6b48; stroke-width: 2.5; stroke-linejoin: round; }
.terra_pyramides .slab-line { fill: none; stroke: #7d6b48; stroke-width: 1.5; opacity: .6; }
.terra_pyramides .worth { font-size: 33px; font-weight: 700; fill: #3c311c; }
.terra_pyramides .points-flag { fill: #fbf3e0; stroke: #7d6b48; stroke-width: 1.5; }
.terra_pyramides .points { font-size: 19px; font-weight: 700; fill: #3c311c; }
.terra_pyramides .question { font-size: 34px; font-weight: 700; fill: var(--stone); }
"""
)

_STAR = [(0, -1, 1.2), (1, -1, 0.3), (1, 0, 1.2), (1, 1, 0.3), (0, 1, 1.2), (-1, 1, 0.3), (-1, 0, 1.2), (-1, -1, 0.3)]


def sign(colour: int, x: float, y: float, size: float) -> str:
    """The sign of a colour."""
    r = size / 2
    match COLOURS[colour]:
        case "blue":
            wave = ((x + r * 1.15 * (k / 2 - 1), y + (r * 0.5 if k % 2 == 0 else -r * 0.5)) for k in range(5))
            return tag("polyline", points=points(*wave), class_="sign-line")
        case "grey":
            return tag("rect", x=x - r * 0.75, y=y - r * 0.75, width=r * 1.5, height=r * 1.5, class_="sign")
        case "red":
            return tag("circle", cx=x, cy=y, r=r * 0.9, class_="sign")
        case "green":
            return tag("rect", x=x - r * 0.36, y=y - r, width=r * 0.72, height=r * 2, rx=r * 0.3, class_="sign")
        case "yellow":
            corners = [(x + dx * r * k, y + dy * r * k) for dx, dy, k in _STAR]
            return tag("polygon", points=points(*corners), class_="sign")
        case "purple":
            corners = [(x, y - r * 1.1), (x + r * 0.85, y), (x, y + r * 1.1), (x - r * 0.85, y)]
            return tag("polygon", points=points(*corners), class_="sign")
    return tag("circle", cx=x, cy=y, r=r * 0.7, class_="sign-line")


@remembered
def stone(colour: int, x: float, y: float, size: float) -> str:
    """A block around (x, y), lit from above."""
    half, lid = size / 2, size * 0.22
    top = [
        (x - half, y - half),
        (x - half + lid, y - half - lid),
        (x + half + lid, y - half - lid),
        (x + half, y - half),
    ]
    side = [
        (x + half, y - half),
        (x + half + lid, y - half - lid),
        (x + half + lid, y + half - lid),
        (x + half, y + half),
    ]
    name = COLOURS[colour]
    return group(
        [
            tag("rect", x=x - half, y=y - half, width=size, height=size, class_=f"block fill-{name}"),
            tag("polygon", points=points(*top), class_=f"block fill-{name}"),
            tag("polygon", points=points(*top), class_="light"),
            tag("polygon", points=points(*side), class_=f"block fill-{name}"),
            tag("polygon", points=points(*side), class_="shade"),
            sign(colour, x, y, size * 0.56),
        ],
        class_=f"of-{name}",
    )


@remembered
def figure(x: float, y: float, size: float, class_: str) -> str:
    """A worker standing on (x, y), `size` high."""
    r, half = size * 0.2, size * 0.32
    body = (
        f"M {x - half:.1f} {y:.1f} Q {x - half * 0.9:.1f} {y - size * 0.5:.1f} {x:.1f} {y - size * 0.56:.1f} "
        f"Q {x + half * 0.9:.1f} {y - size * 0.5:.1f} {x + half:.1f} {y:.1f} Z"
    )
    return tag("path", d=body, class_=class_) + tag("circle", cx=x, cy=y - size + r, r=r, class_=class_)


@remembered
def pawn(who: int, x: float, y: float, size: float) -> str:
    """A player's worker, with the player's mark."""
    return figure(x, y, size, f"pawn seat-{who + 1}") + mark(who, x, y - size * 0.22, size * 0.26)


def mark(who: int, x: float, y: float, size: float) -> str:
    r = size / 2
    if who == 0:
        return tag("circle", cx=x, cy=y, r=r, class_="mark")
    if who == 1:
        return tag("rect", x=x - r, y=y - r, width=size, height=size, class_="mark")
    if who == 2:
        return tag("polygon", points=points((x - r * 1.1, y + r), (x, y - r), (x + r * 1.1, y + r)), class_="mark")
    k = r * 0.36
    cross = [(k, -r), (k, -k), (r, -k), (r, k), (k, k), (k, r), (-k, r), (-k, k), (-r, k), (-r, -k), (-k, -k), (-k, -r)]
    return tag("polygon", points=points(*((x + dx, y + dy) for dx, dy in cross)), class_="mark")


@remembered
def eye(x: float, y: float, size: float) -> str:
    """The eye of Horus: brow, eye, and the two lines below it."""
    a = size / 2
    almond = f"M {x - a:.1f} {y:.1f} q {a:.1f} {-a * 0.95:.1f} {2 * a:.1f} 0 q {-a:.1f} {a * 0.8:.1f} {-2 * a:.1f} 0 Z"
    brow = f"M {x - a:.1f} {y - a * 0.5:.1f} q {a:.1f} {-a * 0.85:.1f} {2 * a:.1f} {a * 0.05:.1f}"
    tear = f"M {x - a * 0.1:.1f} {y + a * 0.42:.1f} l {-a * 0.05:.1f} {a * 0.58:.1f}"
    curl = f"M {x + a * 0.2:.1f} {y + a * 0.4:.1f} q {a * 0.35:.1f} {a * 0.65:.1f} {a * 0.75:.1f} {a * 0.35:.1f}"
    return (
        tag("path", d=f"{brow} {tear} {curl}", class_="eye")
        + tag("path", d=almond, class_="eye-white")
        + tag("circle", cx=x, cy=y - a * 0.05, r=a * 0.3, class_="pupil")
    )


@remembered
def coin(x: float, y: float, size: float) -> str:
    r = size / 2
    ankh = (
        f"M {x:.1f} {y - r * 0.08:.1f} L {x:.1f} {y + r * 0.6:.1f} M {x - r * 0.36:.1f} {y + r * 0.14:.1f} "
        f"L {x + r * 0.36:.1f} {y + r * 0.14:.1f}"
    )
    return (
        tag("circle", cx=x, cy=y, r=r, class_="coin")
        + tag("path", d=ankh, class_="coin-line")
        + tag("ellipse", cx=x, cy=y - r * 0.34, rx=r * 0.2, ry=r * 0.26, class_="coin-line")
    )


@remembered
def tile(code: int, x: float, y: float, size: float = TILE, towards: tuple[int, int] | None = None) -> str:
    """A tile around (x, y): its symbols, and its stairs on the side `towards` its site; unknown, it shows its back."""
    half = size / 2
    if code == UNKNOWN:
        return tile_back(x, y, size)
    parts = [tag("rect", x=x - half, y=y - half, width=size, height=size, rx=size * 0.1, class_="tile")]
    cx, cy = x, y
    if towards:
        dx, dy = towards
        parts += _stairs(x, y, size, dx, dy)
        cx, cy = x - dx * size * 0.09, y - dy * size * 0.09
    symbols = [
        name for name, shown in (("stone", code & STONE), ("worker", code & WORKER), ("eye", code & EYE)) if shown
    ]
    wide = size * (0.5 if len(symbols) == 1 else 0.36)
    for number, name in enumerate(symbols):
        sx = cx + (number - (len(symbols) - 1) / 2) * size * 0.42
        if name == "stone":
            parts.append(stone(code & STONE, sx - wide * 0.08, cy + wide * 0.1, wide * 0.82))
        elif name == "worker":
            parts.append(figure(sx, cy + wide * 0.62, wide * 1.24, "figure"))
        else:
            parts.append(eye(sx, cy, wide * 1.05))
    return group(parts, class_="on-tile")


def tile_back(x: float, y: float, size: float) -> str:
    half, inner = size / 2, size * 0.3
    pyramid = points(
        (x - inner, y + inner * 0.7), (x, y - inner * 0.8), (x + inner, y + inner * 0.7), (x - inner, y + inner * 0.7)
    )
    return tag("rect", x=x - half, y=y - half, width=size, height=size, rx=size * 0.1, class_="tile-back") + tag(
        "polyline", points=pyramid, class_="back-line"
    )


def _stairs(x: float, y: float, size: float, dx: int, dy: int) -> list[str]:
    """Three steps at the edge, the widest outside."""
    steps = []
    for k, share in enumerate((0.62, 0.48, 0.34)):
        wide, deep = size * share, size * 0.055
        away = size / 2 - size * 0.075 * (k + 0.65)
        across, along = (deep, wide) if dx else (wide, deep)
        left, top = x + dx * away - across / 2, y + dy * away - along / 2
        steps.append(tag("rect", x=left, y=top, width=across, height=along, class_="stair"))
    return steps


@remembered
def foundation(value: int, x: float, y: float, high_up: bool = False) -> str:
    """A slab with its value; `high_up` leaves room for workers below."""
    half = CELL * 0.43
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    inner = [(x + (cx - x) * 0.8, y + (cy - y) * 0.8) for cx, cy in corners]
    return "".join(
        (
            tag("polygon", points=points(*corners), class_="slab"),
            tag("polygon", points=points(*inner), class_="slab-line"),
            text(
                "?" if value == UNKNOWN else value,
                x,
                y - 11 if high_up else y + 11,
                class_="worth",
                text_anchor="middle",
            ),
        )
    )


_LEVEL_WIDTHS = (72.0, 60.0, 48.0, 36.0, 26.0)
_LEVEL_HEIGHTS = (13.0, 12.0, 11.0, 10.0, 14.0)


@remembered
def level_shape(colour: int, level: int, x: float, y: float) -> str:
    """One level (from 1) of a pyramid whose foot is the line through (x, y)."""
    foot = y - sum(_LEVEL_HEIGHTS[: level - 1])
    half, high = _LEVEL_WIDTHS[level - 1] / 2, _LEVEL_HEIGHTS[level - 1]
    name = COLOURS[colour]
    if level == TOP_LEVEL:
        body, shade = (
            [(x - half, foot), (x, foot - high), (x + half, foot)],
            [(x + 3, foot), (x, foot - high), (x + half, foot)],
        )
    else:
        body = [(x - half, foot), (x - half + 4, foot - high), (x + half - 4, foot - high), (x + half, foot)]
        shade = [(x + half * 0.45, foot), (x + half * 0.4, foot - high), (x + half - 4, foot - high), (x + half, foot)]
    signs = [] if level == TOP_LEVEL else [sign(colour, x + k * half * 0.5, foot - high / 2, 8.5) for k in (-1, 0, 1)]
    return group(
        [
            tag("polygon", points=points(*body), class_=f"block fill-{name}"),
            tag("polygon", points=points(*shade), class_="shade"),
            *signs,
        ],
        class_=f"of-{name}",
    )


@remembered
def small_level(colour: int, x: float, y: float) -> str:
    """A first level in miniature."""
    name = COLOURS[colour]
    body = tag(
        "polygon",
        points=points((x - 17, y), (x - 11, y - 26), (x + 11, y - 26), (x + 17, y)),
        class_=f"block fill-{name}",
    )
    return group([body, sign(colour, x, y - 13, 15)], class_=f"of-{name}")


@remembered
def points_flag(level: int, x: float, y: float) -> str:
    """What a pyramid is worth, in the corner of its place."""
    return tag("rect", x=x, y=y, width=28, height=22, rx=5, class_="points-flag") + text(
        POINTS[level], x + 14, y + 17, class_="points", text_anchor="middle"
    )


def ring(x: float, y: float, wide: float, high: float, class_: str = "ring") -> str:
    return tag("rect", x=x, y=y, width=wide, height=high, rx=10, class_=classes(class_))
