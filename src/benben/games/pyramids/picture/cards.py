"""Cards as SVG: blocks of stone, each colour with its sign. One sign a stone: who counts signs counts stones.

A card is drawn on its field of 2x2 cells. The decorated cornice above it is what the next level covers (PYR-16,
PYR-17).
"""

from __future__ import annotations

from benben.core.cache import remembered
from benben.core.svg import Pen, classes, group, lit, points, tag
from benben.games.pyramids.box.components import BLUE, DECK, GREEN, NO_GLYPH, OBELISK, PYRAMID, RED, YELLOW
from benben.games.pyramids.picture.element_ids import card_id, glyph_id, stone_id

CORNICE = 0.42  # its height in cells
SEAL = 1.45  # how far down the seal with a glyph is, in cells: clear of the signs
COLOUR_CLASSES = ("blue", "white", "red", "green", "yellow")

STYLE = """
.pyramids .cornice { fill: var(--sand); stroke: var(--stone-deep); stroke-width: 1.5; stroke-linejoin: round; }
.pyramids .reeds { stroke: var(--stone-deep); stroke-width: 1.5; stroke-linecap: round; }
.pyramids .block { fill: var(--stone-deep); }
.pyramids .body { stroke: #00000080; stroke-width: 1.2; }
.pyramids .edge { fill: none; stroke: var(--light); stroke-linecap: round; stroke-linejoin: round; }
.pyramids .sign { fill: #fffaf0; }
.pyramids .sign-line { fill: none; stroke: #fffaf0; stroke-linecap: round; stroke-linejoin: round; }
.pyramids .of-yellow .sign, .pyramids .of-white .sign { fill: #4a3510; }
.pyramids .of-white .sign-line { stroke: #4a3510; }
.pyramids .lighting .stone:not(.lit), .pyramids .lighting .glyph:not(.lit) { opacity: .3; }
.pyramids .halo { fill: none; stroke: var(--ink); stroke-width: 3.5; }
.pyramids .seal { fill: var(--stone); stroke: var(--gold); }
.pyramids .carved { fill: var(--ink); }
.pyramids .carved-line { fill: none; stroke: var(--ink); stroke-linejoin: round; }
.pyramids .glyph.lit > .seal { fill: var(--gold); stroke: var(--ink); }
.pyramids .card.dim { opacity: .6; }
.pyramids .back { fill: var(--stone-edge); stroke: var(--stone-deep); stroke-width: 1.5; }
.pyramids .eye { fill: none; stroke: var(--stone); stroke-linecap: round; }
.pyramids .pupil { fill: var(--stone); }
"""


@remembered
def face(card: int, cell: float, ids: str | None = "", shining: frozenset[str] = frozenset()) -> str:
    """A card whose field has its upper left corner at (0, 0). `ids`: the prefix of its parts' ids; None: no ids."""
    wide = 2 * cell
    cornice = points(
        (cell * 0.1, 0), (-cell * 0.02, -cell * CORNICE), (wide + cell * 0.02, -cell * CORNICE), (wide - cell * 0.1, 0)
    )
    parts = [tag("polygon", points=cornice, class_="cornice")]
    if cell >= 20:
        for k in range(1, 8):
            x = wide * k / 8
            parts.append(tag("line", x1=x, y1=-cell * 0.08, x2=x, y2=-cell * (CORNICE - 0.1), class_="reeds"))
    parts.append(tag("rect", x=0, y=0, width=wide, height=wide, rx=cell * 0.08, class_="block"))
    stone = 0
    for column, colours in enumerate(DECK.cards[card - 1].columns):
        high = wide / len(colours)
        for k, colour in enumerate(colours):
            parts.append(_stone(card, stone, colour, column * cell, k * high, cell, high, ids, shining))
            stone += 1
    glyph = DECK.cards[card - 1].glyph
    if glyph != NO_GLYPH:
        name = glyph_id(card)
        parts.append(
            group(
                [
                    tag("circle", cx=cell, cy=cell * SEAL, r=cell * 0.42, stroke_width=cell * 0.07, class_="seal"),
                    carving(glyph, cell, cell * SEAL, cell * 0.5),
                ],
                id=None if ids is None else ids + name,
                class_=classes("glyph", "lit" if name in shining else None),
            )
        )
    return "".join(parts)


def _stone(
    card: int,
    stone: int,
    colour: int,
    x: float,
    y: float,
    cell: float,
    high: float,
    ids: str | None,
    shining: frozenset[str],
) -> str:
    gap, name = cell * 0.045, stone_id(card, stone)
    frame = {"x": x + gap, "y": y + gap, "width": cell - 2 * gap, "height": high - 2 * gap, "rx": cell * 0.12}
    parts = [tag("rect", **frame, class_=f"body fill-{COLOUR_CLASSES[colour]}")]
    if cell >= 16:
        a, b, c = x + cell * 0.14, y + cell * 0.14, x + cell * 0.84
        edge = points((a, y + high - cell * 0.2), (a, b), (c, b))
        parts.append(tag("polyline", points=edge, stroke_width=cell * 0.06, class_="edge"))
    middle = 0.58 * cell if DECK.cards[card - 1].glyph != NO_GLYPH and high > cell else high / 2
    parts.append(sign(colour, x + cell / 2, y + middle, cell * (0.46 if high == cell else 0.6)))
    is_lit = name in shining
    if is_lit:
        parts.append(tag("rect", **frame, class_="halo"))
    return group(
        parts,
        id=None if ids is None else ids + name,
        class_=classes("stone", f"of-{COLOUR_CLASSES[colour]}", "lit" if is_lit else None),
    )


def sign(colour: int, x: float, y: float, size: float) -> str:
    """Water for blue, a ring for white, the sun for red, a reed for green, a star for yellow."""
    r = size / 2
    if colour == BLUE:
        waves = [
            points(*((x + r * (k / 2 - 1), y + dy * r + (r * 0.26 if k % 2 == 0 else -r * 0.26)) for k in range(5)))
            for dy in (-0.42, 0.42)
        ]
        return "".join(tag("polyline", points=wave, stroke_width=size * 0.14, class_="sign-line") for wave in waves)
    if colour == RED:
        return tag("circle", cx=x, cy=y, r=r * 0.78, class_="sign")
    if colour == GREEN:
        top, foot = f"{x:.2f} {y - r:.2f}", f"{x:.2f} {y + r:.2f}"
        leaf = f"M{top} Q{x + r:.2f} {y:.2f} {foot} Q{x - r:.2f} {y:.2f} {top}Z"
        return tag("path", d=leaf, class_="sign")
    if colour == YELLOW:
        star = points(*((x + dx * r * k, y + dy * r * k) for dx, dy, k in _STAR))
        return tag("polygon", points=star, class_="sign")
    return tag("circle", cx=x, cy=y, r=r * 0.62, stroke_width=size * 0.15, class_="sign-line")


_STAR = [(0, -1, 1.1), (1, -1, 0.3), (1, 0, 1.1), (1, 1, 0.3), (0, 1, 1.1), (-1, 1, 0.3), (-1, 0, 1.1), (-1, -1, 0.3)]


@remembered
def carving(edifice: int, x: float, y: float, size: float) -> str:
    """The glyph of an edifice: a pyramid, an obelisk, the door of a tomb."""
    r = size / 2
    if edifice == PYRAMID:
        corners = points((x, y - r), (x + r * 1.1, y + r * 0.8), (x - r * 1.1, y + r * 0.8))
        return tag("polygon", points=corners, class_="carved")
    if edifice == OBELISK:
        shaft = points(
            (x, y - r * 1.2), (x + r * 0.36, y - r * 0.75), (x + r * 0.46, y + r * 0.9), (x + r * 0.75, y + r * 1.1),
            (x - r * 0.75, y + r * 1.1), (x - r * 0.46, y + r * 0.9), (x - r * 0.36, y - r * 0.75),
        )  # fmt: skip
        return tag("polygon", points=shaft, class_="carved")
    left, right, top, foot = x - r * 0.8, x + r * 0.8, y - r * 0.1, y + r
    door = f"M{left:.2f} {foot:.2f} V{top:.2f} A{r * 0.8:.2f} {r * 0.8:.2f} 0 0 1 {right:.2f} {top:.2f} V{foot:.2f}Z"
    slit = points((x, y - r * 0.25), (x, y + r * 0.65))
    return tag("path", d=door, stroke_width=size * 0.16, class_="carved-line") + tag(
        "polyline", points=slit, stroke_width=size * 0.2, class_="carved-line"
    )


@remembered
def back(cell: float) -> str:
    """A card face down: its field and cornice in one, with an eye."""
    wide, top = 2 * cell, -cell * CORNICE
    eye = (
        f"M{cell * 0.35:.2f} {cell * 0.8:.2f} Q{cell:.2f} {cell * 0.1:.2f} {cell * 1.65:.2f} {cell * 0.8:.2f} "
        f"Q{cell:.2f} {cell * 1.4:.2f} {cell * 0.35:.2f} {cell * 0.8:.2f} "
        f"M{cell:.2f} {cell * 1.15:.2f} V{cell * 1.6:.2f}"
    )
    return (
        tag("rect", x=0, y=top, width=wide, height=wide - top, rx=cell * 0.16, class_="back")
        + tag("path", d=eye, stroke_width=cell * 0.12, class_="eye")
        + tag("circle", cx=cell, cy=cell * 0.78, r=cell * 0.2, class_="pupil")
    )


@remembered
def draw_card(
    card: int,
    x: float,
    y: float,
    cell: float,
    look: Pen,
    source: str | None = None,
    dim: bool = False,
    said: str | None = None,
) -> str:
    """A card at its place; `source`: the element it came from with the last move."""
    name = card_id(card)
    return group(
        [face(card, cell, look.prefix, _shining(card, look.lit) if look.lit else frozenset())],
        id=look.prefix + name,
        transform=at(x, y),
        class_=classes("card", lit(look, name), "dim" if dim else None),
        data_from=look.prefix + source if source else None,
        aria_label=said,
    )


def _shining(card: int, lit: frozenset[str]) -> frozenset[str]:
    """The parts of a card that are lit up."""
    return lit.intersection((glyph_id(card), *(stone_id(card, stone) for stone in range(3))))


def draw_back(name: str, x: float, y: float, cell: float, look: Pen, source: str | None = None) -> str:
    return group(
        [back(cell)],
        id=look.prefix + name,
        transform=at(x, y),
        class_="card",
        data_from=look.prefix + source if source else None,
    )


def at(x: float, y: float) -> str:
    return f"translate({x:.2f} {y:.2f})"
