"""Cards as SVG: blocks of stone, each material with its sign. One sign a stone: who counts signs counts stones.

A card is drawn on its field of 2x2 cells. Stones, seals and backs are symbols.
"""

from __future__ import annotations

from benben.core.cache import remembered
from benben.core.drawing.materials import SIZE, at, block, engraved, filled, gradients, sign, use
from benben.core.drawing.panels import Zone, cast
from benben.core.svg import Pen, classes, group, lit, points, symbol_id, tag, words
from benben.games.pyramids.box.components import DECK, NO_GLYPH, OBELISK, PYRAMID, TOMB, Card
from benben.games.pyramids.picture.element_ids import card_id, glyph_id, stone_id
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import card_name

SEAL = 1.5  # how far down the seal with a glyph is, in cells: clear of the signs
MATERIALS = ("blue", "white", "red", "green", "yellow")  # by colour
PLAIN_BELOW = 13.0  # smaller stones have no grain

STYLE = """
.pyramids .mortar { fill: #33230f; }
.pyr-seal { fill: #fff6de; stroke: #b98516; } .pyr-seal-lit { fill: #ffc94d; stroke: #2d2416; }
.pyr-carved { fill: #2d2416; } .pyr-carved-line { fill: none; stroke: #2d2416; stroke-linejoin: round; }
.pyramids .carved { fill: var(--ink); }
.pyramids .carved-line { fill: none; stroke: var(--ink); stroke-linejoin: round; }
.pyr-back { fill: #b08a4e; stroke: #5a3d17; stroke-width: 4; }
.pyr-back-line { fill: none; stroke: #f3e2b8; stroke-linecap: round; stroke-width: 9; }
.pyr-back-fill { fill: #f3e2b8; }
.pyr-back-edge { fill: none; stroke: #f3e2b899; stroke-width: 4; }
.pyramids .lighting .stone:not(.lit), .pyramids .lighting .glyph:not(.lit) { opacity: .3; }
.pyramids .laid:has(:is(.stone, .glyph).lit) :is(.stone, .glyph):not(.lit) { opacity: .3; }
.pyramids .halo { fill: none; stroke: var(--amber); }
.pyramids .card.dim { opacity: .62; }
"""


@remembered
def symbols(look: Pen) -> list[str]:
    """What cards are made of: small and tall stones, plain ones for small pictures, seals, the back of a card."""
    parts = gradients(MATERIALS, look)
    for name in MATERIALS:
        for high, size in ((1, 50), (2, 66)):
            content = [engraved(name, 50, 50 * high, size)]
            parts += block(f"{name}-{high}", name, SIZE, SIZE * high, content, look)
        parts += block(f"{name}-2g", name, SIZE, SIZE * 2, [engraved(name, 50, 62, 58)], look)
        for high in (1, 2):
            body = tag("rect", x=2, y=2, width=96, height=100 * high - 4, rx=9, fill=filled(name, look))
            inked = sign(name, 50, 50 * high, 62, f"ink-{name}")
            rim = tag("rect", x=2, y=2, width=96, height=100 * high - 4, rx=9, class_=f"m-rim of-{name}")
            parts.append(group([body, inked, rim], id=symbol_id(look, f"{name}-{high}s")))
    for glyph in (PYRAMID, OBELISK, TOMB):
        for word in ("", "-lit"):
            disc = tag("circle", r=40, stroke_width=8, class_=f"pyr-seal{word}")
            seal = [disc, carving(glyph, 0, 0, 44, "pyr-carved")]
            parts.append(group(seal, id=symbol_id(look, f"seal-{glyph}{word}")))
    parts.append(_back(look))
    return parts


def _back(look: Pen) -> str:
    eye = "M34 96Q100 26 166 96Q100 156 34 96M100 128V168M118 124Q136 160 160 150M30 66Q100-2 170 66"
    return group(
        [
            tag("rect", x=2, y=2, width=196, height=196, rx=14, class_="pyr-back"),
            tag("rect", x=14, y=14, width=172, height=172, rx=8, class_="pyr-back-edge"),
            tag("path", d=eye, class_="pyr-back-line"),
            tag("circle", cx=100, cy=92, r=20, class_="pyr-back-fill"),
        ],
        id=symbol_id(look, "back"),
    )


@remembered
def face(card: int, cell: float, ids: str | None, shining: frozenset[str], look: Pen) -> str:
    """A card whose field has its upper left corner at (0, 0). `ids`: the prefix of its parts' ids; None: no ids."""
    return _face(DECK[card - 1], card, cell, ids, shining, look)


def printed(drawn: Card, cell: float, look: Pen) -> str:
    """A card that need not be in the deck, drawn likewise."""
    return _face(drawn, 0, cell, None, frozenset(), look)


def _face(drawn: Card, card: int, cell: float, ids: str | None, shining: frozenset[str], look: Pen) -> str:
    wide = 2 * cell
    parts = [tag("rect", x=0, y=0, width=wide, height=wide, rx=cell * 0.1, class_="mortar")]
    scale, stone = cell / SIZE, 0
    for column, colours in enumerate(drawn.columns):
        tall = len(colours) == 1
        kind = "s" if cell < PLAIN_BELOW else "g" if tall and drawn.glyph != NO_GLYPH else ""
        for k, colour in enumerate(colours):
            name = stone_id(card, stone)
            symbol = f"{MATERIALS[colour]}-{2 if tall else 1}{kind}"
            shines = "lit" if name in shining else None
            named = {"id": None if ids is None else ids + name, "class_": classes("stone", shines)}
            parts.append(use(symbol, column * cell, k * cell, scale, look, **named))
            if shines:
                frame = Zone(column * cell, k * cell, cell, wide if tall else cell).inner(cell * 0.06)
                place = {"x": frame.x, "y": frame.y, "width": frame.wide, "height": frame.high, "rx": cell * 0.08}
                parts.append(tag("rect", **place, class_="halo", stroke_width=cell * 0.12))
            stone += 1
    if drawn.glyph != NO_GLYPH:
        name = glyph_id(card)
        shines = "lit" if name in shining else None
        named = {"id": None if ids is None else ids + name, "class_": classes("glyph", shines)}
        seal = f"seal-{drawn.glyph}{'-lit' if shines else ''}"
        parts.append(use(seal, cell, cell * SEAL, scale, look, **named))
    return "".join(parts)


@remembered
def carving(edifice: int, x: float, y: float, size: float, class_: str = "carved") -> str:
    """The glyph of an edifice: a pyramid, an obelisk, the door of a tomb."""
    r = size / 2
    if edifice == PYRAMID:
        corners = points((x, y - r), (x + r * 1.1, y + r * 0.8), (x - r * 1.1, y + r * 0.8))
        return tag("polygon", points=corners, class_=class_)
    if edifice == OBELISK:
        shaft = points(
            (x, y - r * 1.2), (x + r * 0.36, y - r * 0.75), (x + r * 0.46, y + r * 0.9), (x + r * 0.75, y + r * 1.1),
            (x - r * 0.75, y + r * 1.1), (x - r * 0.46, y + r * 0.9), (x - r * 0.36, y - r * 0.75),
        )  # fmt: skip
        return tag("polygon", points=shaft, class_=class_)
    left, right, top, foot = x - r * 0.8, x + r * 0.8, y - r * 0.1, y + r
    door = f"M{left:.2f} {foot:.2f} V{top:.2f} A{r * 0.8:.2f} {r * 0.8:.2f} 0 0 1 {right:.2f} {top:.2f} V{foot:.2f}Z"
    slit = points((x, y - r * 0.25), (x, y + r * 0.65))
    return tag("path", d=door, stroke_width=size * 0.16, class_=f"{class_}-line") + tag(
        "polyline", points=slit, stroke_width=size * 0.2, class_=f"{class_}-line"
    )


def back(cell: float, look: Pen) -> str:
    """A card face down, with an eye."""
    return tag("use", href=f"#{symbol_id(look, 'back')}", transform=f"scale({cell / SIZE:.4g})")


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
    lies: bool = False,
) -> str:
    """A card at its place; `source`: the element it came from with the last move; `lies`: it casts a shadow."""
    name = card_id(card)
    said = said or words(look, card_name(card))
    drawn = face(card, cell, look.prefix, _shining(card, look.lit) if look.lit else frozenset(), look)
    return group(
        [_shadow(cell) if lies else "", shape(cell), drawn],
        id=look.prefix + name,
        transform=at(x, y),
        class_=classes("card", lit(look, name), "dim" if dim else None),
        data_from=look.prefix + source if source else None,
        aria_label=said,
        data_sound="papyrus",
    )


def shape(cell: float) -> str:
    """What is touched and framed."""
    return tag("rect", width=2 * cell, height=2 * cell, rx=cell * 0.1, class_="shape")


def _shadow(cell: float) -> str:
    return cast(Zone(0, 0, 2 * cell, 2 * cell), max(1.5, cell * 0.07), cell * 0.1)


def _shining(card: int, lit: frozenset[str]) -> frozenset[str]:
    """The parts of a card that are lit up."""
    return lit.intersection((glyph_id(card), *(stone_id(card, stone) for stone in range(3))))


def draw_back(name: str, x: float, y: float, cell: float, look: Pen, source: str | None = None) -> str:
    return group(
        [_shadow(cell), back(cell, look)],
        id=look.prefix + name,
        transform=at(x, y),
        class_="card",
        data_from=look.prefix + source if source else None,
        aria_label=words(look, _("A card face down")),
        data_sound="papyrus",
    )
