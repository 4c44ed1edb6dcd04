"""Laying out a pyramid from a real table by touching: the picture, and what a touch does to the text.

A domino takes three touches: the colour on the first empty cell, the colour beside or below it, and the domino among
those that exist. A block gets its marker, or loses it, by one touch. On a full layer the first colour of the
next one goes on.
"""

from __future__ import annotations

import re

from benben.core.drawing.materials import definitions, use
from benben.core.drawing.panels import Zone, cast, label, rect, tiles
from benben.core.errors import IllegalMove, Reason
from benben.core.kit.laying import Held, Laying, Layout, back, choice, nothing_there, target, with_held
from benben.core.svg import Pen, group, words
from benben.core.text import Message
from benben.games.pyramido.box.components import (
    COLOUR_OF,
    COLOURS,
    DOMINOES,
    QUARTERS,
    STAGES,
    TURNS_OF,
    WORDS,
    block_number,
    card_number,
    card_of,
)
from benben.games.pyramido.picture.drawing import STYLE
from benben.games.pyramido.picture.element_ids import seen_quarters
from benben.games.pyramido.picture.pieces import block, symbols, token
from benben.games.pyramido.rules.layers import layer
from benben.games.pyramido.rules.score import EDGE, WIDE
from benben.games.pyramido.words import _
from benben.games.pyramido.words.laid_out import Cell, LaidOut, Pyramid, cell_text
from benben.games.pyramido.words.names import QUARTER_NAMES, colour_in_words, domino_with_jewels

WIDTH, HEIGHT = 390.0, 566.0
SITE = Zone(10, 8, 370, 312)
BAR = Zone(8, 328, 374, 44)
PALETTE = Zone(8, 378, 374, 186)  # three rows: of seven dominoes, which are never more than 21, or of six colours
ROWS = 3

# What is being entered: one or two colours of a domino, a card, a card with its jewel.
_COLOUR = "|".join(WORDS)
HELD = re.compile(rf"(?:{_COLOUR})(?: (?:{_COLOUR}))?|card (?:{_COLOUR})(?: (?:{'|'.join(QUARTERS)}))?")


# Dominoes that fit


def ways(laid: LaidOut) -> list[tuple[Cell, Cell]]:
    """Where the next domino may lie: from the first empty cell to the right or down."""
    empty = laid.now.empty()
    if not empty:
        return []
    row, column = empty[0]
    return [((row, column), cell) for cell in ((row, column + 1), (row + 1, column)) if cell in empty]


def candidates(laid: LaidOut, first: int, second: int) -> list[tuple[int, Cell, Cell]]:
    """Every domino with these colours on the two cells: its number, and the cells of its left and right block."""
    found = []
    for one, other in ways(laid):
        for domino in range(DOMINOES):
            colours = tuple(int(COLOUR_OF[block_number(domino, half, 0)]) for half in range(2))
            if colours == (first, second):
                found.append((domino, one, other))
            if colours == (second, first) and not (first == second and TURNS_OF[domino] == 2):
                found.append((domino, other, one))
    return found


# Touches


def on_touch(laid: LaidOut, held: Held, kind: str, what: str) -> str:
    if kind == "colour" and what in WORDS and len(held) < 2 and (laid.now.empty() or _goes_on(laid)):
        if _goes_on(laid):
            laid.add("stage")
        return with_held(laid, *held, what)
    if kind == "card" and what in WORDS:
        return with_held(laid, "card", what)
    if kind == "jewel" and what in QUARTERS and held[:1] == ("card",):
        return with_held(laid, "card", held[1], what)
    if kind == "on":
        return _touch_cell(laid, held, what).text()
    steps = {"size": what, "next": "stage", "lay": what.replace("_", " ")}
    if kind not in steps:
        raise nothing_there()
    laid.add(steps[kind])
    return laid.text()


def _goes_on(laid: LaidOut) -> bool:
    """Does the next domino lie in the next layer?"""
    return laid.now.is_full and laid.now.stage < STAGES - 1


def _touch_cell(laid: LaidOut, held: Held, cell: str) -> Layout:
    """Lay the card in hand, take a marker back, or put one."""
    if held[:1] == ("card",):
        if len(held) < 3:
            raise IllegalMove(Reason("pyramido.layout-jewel", "PDO-2", _("First choose the quarter with the jewel.")))
        laid.add(f"{held[1]} {cell} {held[2]}")
        return laid
    step, steps = f"mark {cell}", laid.own
    since = max((k + 1 for k, done in enumerate(steps) if done == "stage"), default=0)
    if step in steps[since:]:
        at = steps.index(step, since)
        return laid.with_own(steps[:at] + steps[at + 1 :])
    laid.add(step)
    return laid


# The picture


def draw(laid: LaidOut, held: Held, look: Pen) -> list[str]:
    return [
        definitions(symbols(look)),
        rect(SITE, 12, class_="levelled"),
        *(_site(laid, held, look) if laid.now.rows else _sizes(look)),
        *(_palette(laid, held, look) if laid.now.rows else []),
        *_bar(laid, held, look),
    ]


def ask(laid: LaidOut, held: Held) -> Message:
    """What to touch."""
    now = laid.now
    if not now.rows:
        return _("Which way does the first layer lie?")
    if held[:1] == ("card",):
        return _("Touch the jewel’s quarter.") if len(held) < 3 else _("Touch the block under the card.")
    if len(held) == 2:
        return _("Touch the domino.")
    if held:
        return _("Touch the colour beside or below it.")
    if not now.is_full:
        return _("Touch the colour on the marked cell. A touch on a block puts its marker.")
    if _goes_on(laid):
        return _("The layer is full. Touch the blocks with markers, then the first colour of the next layer.")
    return _("The layer is full. Touch the blocks with markers.")


def _unit(now: Pyramid) -> tuple[float, float, float]:
    """The side of a block, and the upper left corner of the pyramid."""
    unit = min(SITE.wide / now.columns, SITE.high / now.rows) - 1
    return unit, SITE.x + (SITE.wide - unit * now.columns) / 2, SITE.y + (SITE.high - unit * now.rows) / 2


def _site(laid: LaidOut, held: Held, look: Pen) -> list[str]:
    return [*_layers(laid, look), *_quarters(laid, look), *_empty(laid, held[:1] == ("card",), look)]


def _layers(laid: LaidOut, look: Pen) -> list[str]:
    """All blocks; those of the current layer can be touched."""
    now = laid.now
    unit, left, top = _unit(now)
    parts = []
    for stage in range(now.stage + 1):
        side, edge = 5 - stage, stage / 2 * unit
        if stage and (stage < now.stage or now.is_full):
            whole = Zone(left + edge, top + edge, (now.columns - stage) * unit, (now.rows - stage) * unit)
            parts.append(cast(whole, 5, 4))
        for cell, number in layer(laid.s, laid.seat, stage):
            zone = Zone(left + edge + cell % side * unit, top + edge + cell // side * unit, unit, unit)
            if stage < now.stage:
                parts.append(block(number, zone.x, zone.y, unit, look))
            else:
                parts.append(_block(laid, cell, number, zone, look))
    return parts


def _block(laid: LaidOut, cell: int, number: int, zone: Zone, look: Pen) -> str:
    side, colour = 5 - laid.now.stage, int(COLOUR_OF[number])
    name = cell_text((cell // side, cell % side))
    drawn = [rect(zone, 6, class_="shape"), block(number, zone.x, zone.y, zone.wide, look)]
    if laid.s.mark[laid.seat, laid.now.stage, colour] == 1 + cell:
        drawn.append(token(colour, *zone.middle, zone.wide * 0.3, look))
    said = _("{cell}: {colour}", cell=name, colour=colour_in_words(colour))
    return target(f"on-{name}", drawn, said, look)


def _quarters(laid: LaidOut, look: Pen) -> list[str]:
    """The quarters that are seen, to be lit by a line of the points."""
    unit, left, top = _unit(laid.now)
    half = unit / 2
    parts = []
    for at, element in seen_quarters(laid.s, laid.seat, STAGES).items():
        zone = Zone(left + (at % WIDE - EDGE) * half, top + (at // WIDE - EDGE) * half, half, half)
        parts.append(rect(zone, 0, class_="quarter", id=look.prefix + element, pointer_events="none"))
    return parts


def _empty(laid: LaidOut, takes_card: bool, look: Pen) -> list[str]:
    """The empty cells of the layer. The first one is lit; a card may go on any."""
    now = laid.now
    unit, left, top = _unit(now)
    parts = []
    for k, (row, column) in enumerate(now.empty()):
        zone = Zone(left + (column + now.stage / 2) * unit, top + (row + now.stage / 2) * unit, unit, unit).inner(2)
        if takes_card:
            name = cell_text((row, column))
            parts.append(target(f"on-{name}", [rect(zone, 8)], _("Cell {cell}", cell=name), look, "cell"))
        else:
            parts.append(group([rect(zone, 8)], class_="cell lit" if k == 0 else "cell"))
    return parts


def _sizes(look: Pen) -> list[str]:
    parts = []
    for k, (rows, columns) in enumerate(((4, 5), (5, 4))):
        zone = Zone(SITE.x + 12 + k * 178, SITE.y + 70, 168, 168)
        unit = 30
        x, y = zone.x + (zone.wide - columns * unit) / 2, zone.y + (zone.high - rows * unit) / 2
        cells = [
            rect(Zone(x + column * unit + 1, y + row * unit + 1, unit - 2, unit - 2), 3, class_="slot")
            for row in range(rows)
            for column in range(columns)
        ]
        said = _("{rows} rows of {columns} blocks", rows=rows, columns=columns)
        parts.append(choice(f"size-{rows}x{columns}", zone, cells, said, look))
    return parts


def _tile(k: int, columns: int = COLOURS) -> Zone:
    return tiles(PALETTE, columns, ROWS)[k]


def _palette(laid: LaidOut, held: Held, look: Pen) -> list[str]:
    if held[:1] == ("card",):
        return _card_choice(held, look)
    if len(held) == 2:
        return [
            _domino(laid, k, *one, look)
            for k, one in enumerate(candidates(laid, *(WORDS.index(word) for word in held)))
        ]
    parts = []
    if laid.now.empty() or _goes_on(laid):
        parts += [_colour(colour, look) for colour in range(COLOURS)]
    if not held:
        parts += [_card(laid, colour, look) for colour in range(COLOURS)]
    return parts


def _colour(colour: int, look: Pen) -> str:
    zone = _tile(colour)
    x, y = zone.middle
    drawing = [use(f"stone-{WORDS[colour]}", x - 25, y - 25, 0.5, look), token(colour, x, y, 15, look)]
    return choice(f"colour-{WORDS[colour]}", zone, drawing, colour_in_words(colour), look)


def _card(laid: LaidOut, colour: int, look: Pen) -> str:
    zone = _tile(COLOURS + colour)
    drawing = [block(card_number(colour, 0), zone.x + 11, zone.y + 10, 38, look)]
    said = _("Card: {colour}", colour=colour_in_words(colour))
    used = laid.now.cards_used >> card_of(colour) & 1
    return choice(f"card-{WORDS[colour]}", zone, drawing, said, look, mark="idle" if used else "")


def _card_choice(held: Held, look: Pen) -> list[str]:
    colour = WORDS.index(held[1])
    parts = []
    for k, quarter in enumerate(QUARTERS):
        zone = _tile(k)
        drawing = [block(card_number(colour, k), zone.x + 5, zone.y + 4, 50, look)]
        parts.append(
            choice(
                f"jewel-{quarter}",
                zone,
                drawing,
                _("Jewel: {quarter}", quarter=QUARTER_NAMES[k]),
                look,
                mark="idle" if len(held) == 3 and held[2] != quarter else "",
            )
        )
    return parts


def _domino(laid: LaidOut, k: int, domino: int, left: Cell, right: Cell, look: Pen) -> str:
    zone = _tile(k, 7)
    rows, columns = right[0] - left[0], right[1] - left[1]
    turn = {(0, 1): 0, (1, 0): 1, (0, -1): 2, (-1, 0): 3}[rows, columns]
    unit = 23.0
    x, y = zone.middle
    drawing = [
        block(
            block_number(domino, half, turn),
            x - unit / 2 + (half - 0.5) * columns * unit,
            y - unit / 2 + (half - 0.5) * rows * unit,
            unit,
            look,
        )
        for half in range(2)
    ]
    name = f"lay-{domino}_{cell_text(left)}-{cell_text(right)}"
    return choice(name, zone, drawing, domino_with_jewels(domino), look, mark="idle" if domino in laid.owner else "")


def _bar(laid: LaidOut, held: Held, look: Pen) -> list[str]:
    half = BAR.wide / 2
    following = Zone(BAR.x + half, BAR.y, half, BAR.high)
    parts = []
    if laid.own or held:
        parts.append(back(Zone(BAR.x, BAR.y, half - 4, BAR.high), look))
    if _goes_on(laid) and not held:
        said = _("Stage {stage}", stage=laid.now.stage + 2)
        parts.append(choice("next", following, [label(f"{words(look, said)} →", following, 17)], said, look))
    return parts


LAYING = Laying(
    title="Pyramido",
    style=STYLE,
    size=(WIDTH, HEIGHT),
    read_steps=LaidOut,
    held=HELD,
    on_touch=on_touch,
    draw=draw,
    ask=ask,
)
