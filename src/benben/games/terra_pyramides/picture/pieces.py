"""The pieces of Terra Pyramides as SVG: tiles, stones, workers, gold, foundations and pyramids.

Every colour has a sign of its own (water, a hewn block, the sun, a leaf of reed, a star, a gem, a ring) and every
player a mark (disc, square, triangle, cross), so that nothing depends on colour. Pyramids are seen from above, lit from
the upper left.
"""

from __future__ import annotations

from benben.core.cache import remembered
from benben.core.drawing.materials import at, engraved, filled, gradients, use
from benben.core.drawing.panels import Zone, cast, rect
from benben.core.svg import Pen, group, points, symbol_id, tag, text
from benben.games.terra_pyramides.box.components import COLOURS, EYE, POINTS, STONE, TOP_LEVEL, UNKNOWN, WORKER
from benben.games.terra_pyramides.picture.layout import CELL

TILE = 72.0  # the side of a tile

STYLE = """
.ter-seat-1 { fill: #2fa79c; } .ter-seat-2 { fill: #8a5a3a; } .ter-seat-3 { fill: #3a3844; }
.ter-seat-4 { fill: #d4678f; }
.ter-plain { fill: #6d5c3f; }
.ter-pawn { stroke: #fff6e0; stroke-width: 4; stroke-linejoin: round; }
.ter-mark { fill: #fffaf0; }
.ter-shine { fill: none; stroke: #fff; stroke-width: 5; stroke-linecap: round; opacity: .55; }
.ter-dusk { fill: #000; opacity: .22; } .ter-cast { fill: #3b2508; opacity: .3; }
.ter-tile { fill: #fbf2dc; stroke: #a68a55; stroke-width: 2; }
.ter-tile-light { fill: none; stroke: #fff; stroke-width: 4; stroke-linejoin: round; opacity: .9; }
.ter-tile-dark { fill: none; stroke: #c3a76c; stroke-width: 4; stroke-linejoin: round; opacity: .8; }
.ter-back { fill: #a37c43; stroke: #5d421d; stroke-width: 3; }
.ter-back-light { fill: #d9bd86; } .ter-back-dark { fill: #7b5a2c; }
.terra_pyramides .stair { fill: #b3965e; }
.ter-edge { stroke: #00000080; stroke-width: 2.5; stroke-linejoin: round; }
.ter-eye { fill: none; stroke: #6b4d06; stroke-width: 9; stroke-linecap: round; stroke-linejoin: round; }
.ter-eye-white { fill: #fffdf4; stroke: #6b4d06; stroke-width: 7; } .ter-pupil { fill: #6b4d06; }
.ter-coin { stroke: #7d5a0c; stroke-width: 5; }
.ter-coin-line { fill: none; stroke: #6b4a06; stroke-width: 8; stroke-linecap: round; }
.ter-rim { fill: none; stroke: #fff6cf; stroke-width: 4; opacity: .8; }
.terra_pyramides .slab { fill: #d9cbab; stroke: #85703f; stroke-width: 2; stroke-linejoin: round; }
.terra_pyramides .slab-light { fill: none; stroke: #fff8e2; stroke-width: 3; opacity: .9; }
.terra_pyramides .slab-dark { fill: none; stroke: #9c8550; stroke-width: 3; opacity: .9; }
.terra_pyramides .worth { font-size: 34px; font-weight: 700; fill: #3c311c; }
.terra_pyramides .unknown-worth { font-size: 62px; font-weight: 700; fill: #3c311c; }
.terra_pyramides .points-flag { fill: #fffaf0; stroke: #6d5c3f; stroke-width: 1.5; }
.terra_pyramides .points { font-size: 25px; font-weight: 700; fill: #2d2416; }
"""

_MARKS = (
    tag("circle", cx=50, cy=74, r=13, class_="ter-mark"),
    tag("rect", x=38, y=62, width=24, height=24, class_="ter-mark"),
    tag("path", d="M35 86L50 60L65 86z", class_="ter-mark"),
    tag("path", d="M45 60H55V69H64V79H55V88H45V79H36V69H45z", class_="ter-mark"),
)


@remembered
def symbols(look: Pen) -> list[str]:
    """Stones, workers, tiles, gold and eyes, each in a square of 100."""
    parts = gradients(COLOURS, look)
    parts += [_cube(name, look) for name in COLOURS]
    parts += [_figure(f"pawn-{who + 1}", f"ter-pawn ter-seat-{who + 1}", mark, look) for who, mark in enumerate(_MARKS)]
    parts.append(_figure("worker", "ter-plain", "", look))
    almond = "M6 50q44-44 88 0q-44 36-88 0z"
    brow, tear = "M6 26q44-38 88 4", "M46 70l-3 26M60 68q14 30 36 16"
    parts.append(
        group(
            [
                tag("path", d=brow + tear, class_="ter-eye"),
                tag("path", d=almond, class_="ter-eye-white"),
                tag("circle", cx=50, cy=47, r=14, class_="ter-pupil"),
            ],
            id=symbol_id(look, "eye"),
        )
    )
    ankh = "M50 48V80M30 56H70M50 48C30 36 40 18 50 18C60 18 70 36 50 48"
    parts.append(
        group(
            [
                tag("circle", cx=53, cy=55, r=45, class_="ter-cast"),
                tag("circle", cx=50, cy=50, r=45, class_="ter-coin", fill=filled("yellow", look)),
                tag("circle", cx=50, cy=50, r=37, class_="ter-rim"),
                tag("path", d=ankh, class_="ter-coin-line"),
            ],
            id=symbol_id(look, "coin"),
        )
    )
    face = {"x": 1, "y": 1, "width": 98, "height": 98, "rx": 9}
    parts.append(
        group(
            [
                tag("rect", **face, class_="ter-tile"),
                tag("path", d="M5 92V10Q5 5 10 5H92", class_="ter-tile-light"),
                tag("path", d="M95 8V90Q95 95 90 95H8", class_="ter-tile-dark"),
            ],
            id=symbol_id(look, "tile"),
        )
    )
    parts.append(
        group(
            [
                tag("rect", **face, class_="ter-back"),
                tag("path", d="M18 72L48 26L58 72z", class_="ter-back-light"),
                tag("path", d="M58 72L48 26L84 72z", class_="ter-back-dark"),
            ],
            id=symbol_id(look, "back"),
        )
    )
    return parts


def _cube(name: str, look: Pen) -> str:
    """A block of stone: its front with the sign, its top towards the light."""
    return group(
        [
            tag("path", d="M4 26L24 6H96L76 26z", class_=f"ter-edge light-{name}"),
            tag("path", d="M76 26L96 6V76L76 96z", class_=f"ter-edge dark-{name}"),
            tag("rect", x=4, y=26, width=72, height=70, class_="ter-edge", fill=filled(name, look)),
            engraved(name, 40, 61, 46),
        ],
        id=symbol_id(look, f"cube-{name}"),
    )


def _figure(name: str, class_: str, mark: str, look: Pen) -> str:
    body = "M18 98Q20 46 50 44Q80 46 82 98z"
    return group(
        [
            tag("ellipse", cx=60, cy=97, rx=40, ry=9, class_="ter-cast"),
            tag("path", d=body, class_=class_),
            tag("path", d="M56 44Q80 46 82 98H62Q68 62 56 44z", class_="ter-dusk"),
            tag("circle", cx=50, cy=24, r=21, class_=class_),
            tag("path", d="M40 20q4-9 12-9", class_="ter-shine"),
            mark,
        ],
        id=symbol_id(look, name),
    )


def stone(colour: int, x: float, y: float, size: float, look: Pen) -> str:
    """A block around (x, y)."""
    return use(f"cube-{COLOURS[colour]}", x - size / 2, y - size / 2, size / 100, look)


def worker(x: float, y: float, size: float, look: Pen) -> str:
    """Anybody's worker standing on (x, y), `size` high."""
    return use("worker", x - size / 2, y - size, size / 100, look)


def pawn(who: int, x: float, y: float, size: float, look: Pen) -> str:
    """A player's worker, with the player's mark."""
    return use(f"pawn-{who + 1}", x - size / 2, y - size, size / 100, look)


def eye(x: float, y: float, size: float, look: Pen) -> str:
    """The eye of Horus."""
    return use("eye", x - size / 2, y - size / 2, size / 100, look)


def coin(x: float, y: float, size: float, look: Pen) -> str:
    return use("coin", x - size / 2, y - size / 2, size / 100, look, class_="coin")


@remembered
def tile(code: int, x: float, y: float, size: float, look: Pen, towards: tuple[int, int] | None = None) -> str:
    """A tile around (x, y): its symbols, and its stairs on the side `towards` its site; unknown, it shows its back."""
    half = size / 2
    shadow = cast(Zone(x - half, y - half, size, size), size * 0.04, size * 0.09)
    if code == UNKNOWN:
        return shadow + use("back", x - half, y - half, size / 100, look, class_="tile-back")
    parts = [shadow, use("tile", x - half, y - half, size / 100, look)]
    cx, cy = x, y
    if towards:
        dx, dy = towards
        parts.append(_stairs(x, y, size, dx, dy))
        cx, cy = x - dx * size * 0.09, y - dy * size * 0.09
    signs = [name for name, shown in (("stone", code & STONE), ("worker", code & WORKER), ("eye", code & EYE)) if shown]
    wide = size * (0.56 if len(signs) == 1 else 0.4)
    for number, name in enumerate(signs):
        sx = cx + (number - (len(signs) - 1) / 2) * size * 0.42
        if name == "stone":
            parts.append(stone(code & STONE, sx, cy, wide * 0.94, look))
        elif name == "worker":
            parts.append(worker(sx, cy + wide * 0.56, wide * 1.1, look))
        else:
            parts.append(eye(sx, cy, wide * 0.96, look))
    return "".join(parts)


def _stairs(x: float, y: float, size: float, dx: int, dy: int) -> str:
    """Three steps at the edge, the widest outside."""
    steps = []
    for k, share in enumerate((0.62, 0.48, 0.34)):
        wide, deep = size * share, size * 0.055
        away = size / 2 - size * 0.075 * (k + 0.65)
        across, along = (deep, wide) if dx else (wide, deep)
        left, top = x + dx * away - across / 2, y + dy * away - along / 2
        steps.append(f"M{left:.1f} {top:.1f}h{across:.1f}v{along:.1f}h{-across:.1f}z")
    return tag("path", d="".join(steps), class_="stair")


@remembered
def foundation(value: int, x: float, y: float, high_up: bool = False) -> str:
    """A carved slab with its value; `high_up` leaves room for workers below."""
    worth = {"class_": "worth", "text_anchor": "middle"}
    return slab(x, y) + text("?" if value == UNKNOWN else value, x, y - 4 if high_up else y + 12, **worth)


@remembered
def slab(x: float, y: float) -> str:
    """A foundation without its value."""
    half = CELL * 0.43
    inner = half - 7
    return "".join(
        (
            cast(Zone(x - half, y - half, 2 * half, 2 * half), 3, 3),
            rect(Zone(x - half, y - half, 2 * half, 2 * half), 3, class_="slab"),
            tag("path", d=f"M{x - inner:.1f} {y + inner:.1f}V{y - inner:.1f}H{x + inner:.1f}", class_="slab-dark"),
            tag("path", d=f"M{x + inner:.1f} {y - inner:.1f}V{y + inner:.1f}H{x - inner:.1f}", class_="slab-light"),
        )
    )


_SIDES = (76.0, 62.0, 48.0, 35.0, 24.0)  # of the levels, seen from above


@remembered
def level_shape(colour: int, level: int, x: float, y: float, look: Pen) -> str:
    """One level (from 1) of a pyramid around (x, y), seen from above: four slopes and a top with the sign."""
    name, a = COLOURS[colour], _SIDES[level - 1] / 2
    b = 0.0 if level == TOP_LEVEL else a - 5.0
    corner = {  # of the foot and of the top
        (dx, dy, r): (x + dx * r, y + dy * r) for dx in (-1, 1) for dy in (-1, 1) for r in (a, b)
    }

    def slope(first: tuple[int, int], last: tuple[int, int], class_: str) -> str:
        ends = ((*first, a), (*last, a), (*last, b), (*first, b))
        return tag("polygon", points=points(*(corner[end] for end in ends)), class_=class_)

    north_west, north_east, south_west, south_east = (-1, -1), (1, -1), (-1, 1), (1, 1)
    parts = [
        cast(Zone(x - a, y - a, 2 * a, 2 * a), 3, 1),
        slope(north_west, north_east, f"light-{name}"),
        slope(north_west, south_west, f"face-{name}"),
        slope(south_west, south_east, f"dark-{name}"),
        slope(north_east, south_east, f"dark-{name}"),
    ]
    if level < TOP_LEVEL:
        parts.append(tag("rect", x=x - b, y=y - b, width=2 * b, height=2 * b, fill=filled(name, look)))
        parts.append(engraved(name, x, y, b * 1.15))
    return "".join(parts)


@remembered
def small_level(colour: int, x: float, y: float, size: float, look: Pen) -> str:
    """A first level in miniature around (x, y)."""
    return group([level_shape(colour, 1, 0, 0, look)], transform=at(x, y, size / _SIDES[0]))


@remembered
def points_flag(level: int, x: float, y: float) -> str:
    """What a pyramid is worth, in the corner of its place."""
    wide = 38 if POINTS[level] > 9 else 24
    return rect(Zone(x, y, wide, 26), 5, class_="points-flag") + text(
        POINTS[level], x + wide / 2, y + 21.8, class_="points", text_anchor="middle"
    )


def ring(zone: Zone, class_: str = "edge") -> str:
    return rect(zone, 8, class_=class_)


_SPHINX = [
    (-1.5, 0.9), (-1.5, 0.2), (-1.1, -0.1), (0, -0.15), (0.15, -1), (0.5, -1.25), (0.9, -1), (0.95, -0.35), (0.7, -0.1),
    (0.8, 0.45), (1.6, 0.5), (1.6, 0.9),
]  # fmt: skip


@remembered
def emblem(side: int, x: float, y: float, r: float) -> str:
    """The sphinx (TER-26: left half), or the scarab (right half)."""
    if side == 0:
        return tag("polygon", points=points(*((x + dx * r, y + dy * r) for dx, dy in _SPHINX)), class_="emblem")
    legs = " ".join(
        f"M {x + side_ * r * 0.6:.1f} {y + dy * r:.1f} L {x + side_ * r * 1.4:.1f} {y + dy * r * 1.5:.1f}"
        for side_ in (-1, 1)
        for dy in (-0.5, 0.1, 0.6)
    )
    shell = f"M {x:.1f} {y - r * 0.3:.1f} v {r * 1.3:.1f} M {x - r * 0.65:.1f} {y - r * 0.3:.1f} h {r * 1.3:.1f}"
    return tag("ellipse", cx=x, cy=y, rx=r * 0.72, ry=r, class_="emblem") + tag(
        "path", d=f"{legs} {shell}", class_="emblem"
    )
