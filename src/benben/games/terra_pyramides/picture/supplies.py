"""What all players of Terra Pyramides take from: the stacks, and what is left in the box; and how far a task is."""

from __future__ import annotations

from collections.abc import Callable

from benben.core.cache import remembered, remembered_part
from benben.core.drawing.materials import at
from benben.core.drawing.panels import Zone, rect, tiles
from benben.core.svg import Pen, element, group, lit, tag, text, words
from benben.core.text import Message
from benben.games.terra_pyramides.box.components import (
    OPEN_STACKS,
    STACKS_A_HALF,
    STONE_KINDS,
    TASK_NEEDS,
    TILES,
    UNKNOWN,
    WHITE,
)
from benben.games.terra_pyramides.picture.layout import LEAST_TEXT, Plan
from benben.games.terra_pyramides.picture.pieces import emblem, level_shape, slab, tile
from benben.games.terra_pyramides.rules.score import progress
from benben.games.terra_pyramides.rules.state import Board
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES, tile_words
from benben.games.terra_pyramides.words.text_board import shown_tiles


def stacks(s: Board, around: Plan, look: Pen) -> list[str]:
    parts = [_emblems(around)] if s.symbols else []
    for stack, count in enumerate(s.height):
        shown = shown_tiles(s, stack) if s.open and stack in OPEN_STACKS else []
        parts.append(_stack(stack, count, shown[0] if shown else None, around, look))
    return parts


@remembered
def _emblems(around: Plan) -> str:
    """TER-26: the half of the map that a stack belongs to."""
    parts = []
    for side in range(2):
        zone = around.stack(side * STACKS_A_HALF)
        parts.append(emblem(side, zone.right - 12, zone.middle[1], 5))
    return "".join(parts)


@remembered
def _stack(stack: int, count: int, shown: int | None, around: Plan, look: Pen) -> str:
    """`shown`: the top tile where it lies face up."""
    zone, name = around.stack(stack), f"stack-{stack + 1}"
    size = min(zone.high * 0.68, zone.wide - 16)
    parts = [rect(zone, 7, class_="shape slot")]
    for layer in range(count):
        top = layer == count - 1
        x, y = zone.x + 3 + size / 2 + 0.5 * (STACKS_A_HALF - layer), zone.foot - size / 2 - 4 - size * 0.055 * layer
        parts.append(tile(shown if top and shown is not None else UNKNOWN, x, y, size, look))
    right, small = zone.right - 3, min(14.0, zone.high * 0.26)
    parts.append(text(stack + 1, right, zone.y + small, font_size=small, class_="soft", text_anchor="end"))
    if count:
        parts.append(text(f"×{count}", right, zone.foot - 5, font_size=small, class_="count", text_anchor="end"))
    said = _("Stack {stack}, tiles: {n}", stack=stack + 1, n=count)
    if shown is not None:
        said = _("Stack {stack}, tiles: {n}; on top: {tile}", stack=stack + 1, n=count, tile=tile_words(shown))
    return element(name, parts, look, said, after=None if count else "empty")


def supplies(s: Board, around: Plan, look: Pen) -> str:
    return _supplies(s, int(progress(s)) if s.task else 0, around, look)


@remembered_part("players", "turns", "task", "first_left", "level_left", "deck_left")
def _supplies(s: Board, progress: int, around: Plan, look: Pen) -> str:
    """What is left of foundations and levels, the turn, and how far the task is; on a phone in one line."""
    zone = around.supplies
    rounds = 28 if s.task else (28 if s.players == 2 else TILES - 4) // s.players
    turn = min(s.turns // (1 if s.task else s.players) + 1, rounds)
    said = words(look, _("Turn {turn} of {rounds}", turn=turn, rounds=rounds))
    flat = zone.high < 44 or zone.wide < 280
    before, top = (max(zone.wide * 0.13, 42.0), 0.0) if flat else (0.0, min(zone.high * 0.36, 24.0))
    parts = [rect(zone, 9, class_="panel")]
    if flat:
        parts.append(text(f"{turn}/{rounds}", zone.x + 6, zone.middle[1] + 5, font_size=13, class_="count"))
    else:
        parts.append(text(said, zone.x + 12, zone.y + 16, font_size=13, class_="soft"))
    left = [*s.first_left[1:STONE_KINDS], *s.level_left, s.deck_left]
    things = Zone(zone.x + before, zone.y + top, zone.wide - before - 4, zone.high - top)
    parts += [_left_over(number, count, things, look) for number, count in enumerate(left)]
    if s.task and not flat:
        parts.append(task_bar(s.task, progress, Zone(zone.right - 210, zone.y + 3, 200, 14), look))
    elif s.task:
        parts.append(task_bar(s.task, progress, Zone(zone.right - 150, zone.foot - 15, 146, 13), look))
    return group(parts, id=f"{look.prefix}supplies", class_=lit(look, "supplies"), aria_label=said)


@remembered
def _left_over(number: int, count: int, things: Zone, look: Pen) -> str:
    """One kind of piece and how many are left of it, in its place among all."""
    zone, size = _place_of(number, things)
    x, y = zone.x + size * 0.7, zone.middle[1]
    number_size = min(16.0, max(size * 0.66, LEAST_TEXT))
    parts = [
        tag("title", words(look, _supply_name(number, count))),
        rect(Zone(zone.x + size * 0.1, zone.y, zone.wide, zone.high), 4, class_="shape"),
        group([_SUPPLY[number](look)], transform=at(x, y, size / 80), class_=None if count else "empty"),
        text(count, x + size * 0.62, y + size * 0.24, font_size=number_size, class_="count"),
    ]
    return group(parts, class_="icon")


def _place_of(number: int, things: Zone) -> tuple[Zone, float]:
    """The place of one kind of piece among all, and the size of its picture."""
    if things.wide > 27 * len(_SUPPLY) and things.high < things.wide * 0.2:  # one row
        shares = [0.09] * (STONE_KINDS - 1) + [0.115] * (_LEVELS + 1)  # there are ten and more of the last kinds
        left, size = things.x + things.wide * sum(shares[:number]), min(things.high * 0.8, things.wide * 0.045)
        return Zone(left, things.y, things.wide * shares[number], things.high), size
    zone = tiles(things, -(-len(_SUPPLY) // 2), 2, gap=0)[number]
    return zone, min(zone.high * 0.8, zone.wide * 0.46)


def _first_level(colour: int) -> Callable[[Pen], str]:
    return lambda look: level_shape(colour, 1, 0, 0, look)


def _pile(levels: int) -> Callable[[Pen], str]:
    return lambda look: "".join(level_shape(WHITE, level, 0, 0, look) for level in range(1, levels + 1))


_LEVELS = 3  # levels 2 to 4 are common to all colours
_SUPPLY: tuple[Callable[[Pen], str], ...] = (  # about 80 wide
    *(_first_level(colour) for colour in range(1, STONE_KINDS)),
    *(_pile(number + 2) for number in range(_LEVELS)),
    lambda look: slab(0, 0) + text("?", 0, 21, class_="unknown-worth", text_anchor="middle"),
)


def _supply_name(number: int, count: int) -> Message:
    if number < STONE_KINDS - 1:
        return _("First levels left, {colour}: {n}", colour=COLOUR_NAMES[number + 1], n=count)
    if number < STONE_KINDS - 1 + _LEVELS:
        return _("Pieces left for level {level}: {n}", level=number - STONE_KINDS + 3, n=count)
    return _("Foundations left: {n}", n=count)


def task_bar(task: int, have: int, zone: Zone, look: Pen) -> str:
    """A bar that fills as the task is done, with its figures."""
    need = TASK_NEEDS[task]
    long = zone.wide - 74
    bar = Zone(zone.x, zone.y + 1, long, zone.high - 2)
    done = Zone(bar.x, bar.y, max(12.0, long * min(1.0, have / need)), bar.high)
    parts = [
        rect(bar, 6, class_="bar"),
        rect(done, 6, class_="done") if have else "",
        text(f"{have} / {need}", zone.right, zone.y + 12, font_size=14, class_="count", text_anchor="end"),
    ]
    return group(parts, id=f"{look.prefix}task", class_=lit(look, "task"))
