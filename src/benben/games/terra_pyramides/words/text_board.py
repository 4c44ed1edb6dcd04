"""The board as text: for terminals, for screen readers, and to draw positions in tests.

    .   a free field             r+^    a tile: its stone, + worker, * eye, and where its stairs lead (^ > v <)
    o   an oasis                 r+^!   a worker stands on it and waits to be moved
    #   an empty building site   3      a foundation of value 3; 3A2 with two workers of player A
                                 3b2A1  a blue pyramid of level 2 on it, with one worker of player A

Stones: w white, b blue, k grey, r red, g green, y yellow, p purple.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from benben.core.cache import remembered, remembered_part
from benben.core.game import Look
from benben.core.kit.seats import result, winning_seats
from benben.core.terminal import paint_letters
from benben.core.text import Message
from benben.games.terra_pyramides.box.board import STACKS, Cell, name_of
from benben.games.terra_pyramides.box.components import (
    BOARD,
    EYE,
    FIELD_INDEX,
    FIELDS,
    FOUNDATION_LIST,
    NO_TILE,
    OPEN_STACKS,
    POINTS,
    SEAT_LETTERS,
    SITE_INDEX,
    SITES,
    STACK_SIZE,
    STONE,
    STONE_KINDS,
    TABLES,
    TASK_NEEDS,
    TILE_LIST,
    TO_BUILD,
    UNKNOWN,
    WORKER,
)
from benben.games.terra_pyramides.rules.deal import clear_board, fill_supplies
from benben.games.terra_pyramides.rules.score import progress, winners
from benben.games.terra_pyramides.rules.state import OVER, ROW, TEAM, Board, occupy_field, update_site
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES, SEAT_NAMES, board_name, tile_words
from benben.games.terra_pyramides.words.prompts import PROMPTS
from benben.games.terra_pyramides.words.row_yields import joined, row_name, rows_through, yield_words, yields

STONE_LETTERS = "wbkrgyp"
_PAINTS = dict(zip(STONE_LETTERS, ("white", "blue", "grey", "red", "green", "yellow", "purple"), strict=True))
_WIDTH = 7
_TOWARDS = {(0, -1): "^", (1, 0): ">", (0, 1): "v", (-1, 0): "<"}


def draw(s: Board, look: Look) -> str:
    lines = [_HEADER, _grid(s, look.colour)]
    lines += [board_line(s, who).say(look.locale) for who in boards(s)]
    stacks = "  ".join(f"{stack + 1}: {stack_text(s, stack)}" for stack in range(STACKS))
    lines.append(_("Stacks  {stacks}", stacks=stacks).say(look.locale))
    if s.task:
        lines.append(task_line(s).say(look.locale))
    if s.phase == ROW:
        for axis, row in rows_through(s.laid - 1).items():
            lines.append(f"row {axis} ({row_name(row)}): {yield_words(yields(s, row)).say(look.locale)}")
    lines.append(status(s).say(look.locale))
    return "\n".join(lines)


_HEADER = "    " + "".join(chr(ord("a") + column).ljust(_WIDTH) for column in range(BOARD.columns)).rstrip()


@remembered_part("tile", "stairs", "foundation", "level", "colour", "owner", "workers", "waiting", "row")
def _grid(s: Board, painted: bool) -> str:
    lines = []
    for row in range(BOARD.rows):
        cells = [cell_text(s, (column, row)).ljust(_WIDTH) for column in range(BOARD.columns)]
        line = "".join(paint_letters(cell, _PAINTS, painted and cell[0] != "o") for cell in cells)
        lines.append(f"{row + 1:>2}  {line}".rstrip())
    return "\n".join(lines)


def cell_text(s: Board, cell: Cell) -> str:
    name = name_of(cell)
    if name in SITE_INDEX:
        return site_text(s, SITE_INDEX[name])
    if name not in FIELD_INDEX:
        return "o"
    field = FIELD_INDEX[name]
    if s.tile[field] == NO_TILE:
        return "."
    towards = _towards(cell, SITES[s.stairs[field]])
    return tile_text(s.tile[field]) + towards + ("!" if waits_on(s, field) else "")


@remembered
def _towards(cell: Cell, site: str) -> str:
    """Where the stairs of a tile lead."""
    return next(sign for step, sign in _TOWARDS.items() if name_of((cell[0] + step[0], cell[1] + step[1])) == site)


def site_text(s: Board, site: int) -> str:
    if s.foundation[site] == 0:
        return "#"
    pyramid = f"{STONE_LETTERS[s.colour[site]]}{s.level[site]}" if s.level[site] else ""
    workers = f"{SEAT_LETTERS[s.owner[site] - 1]}{s.workers[site]}" if s.owner[site] else ""
    return f"{s.foundation[site]}{pyramid}{workers}"


def tile_text(tile: int) -> str:
    if tile == UNKNOWN:
        return "?"
    stone = STONE_LETTERS[tile & STONE] if tile & STONE else ""
    return stone + ("+" if tile & WORKER else "") + ("*" if tile & EYE else "")


def stack_text(s: Board, stack: int) -> str:
    """How many tiles, and those that lie face up or are being looked at, the top one first."""
    shown = " ".join(map(tile_text, shown_tiles(s, stack)))
    return f"{s.height[stack]} ({shown})" if shown else f"{s.height[stack]}"


def shown_tiles(s: Board, stack: int) -> list[int]:
    """The tiles of a stack that the viewer sees: all while looking through it, the top of an open one (TER-27)."""
    is_open, height = s.open and stack in OPEN_STACKS, s.height[stack]
    if s.looking == stack + 1:
        tiles = [s.stack[stack, place] for place in reversed(range(height))]
        if UNKNOWN not in tiles:
            return tiles
    return [s.stack[stack, height - 1]] if is_open and height else []


def waits_on(s: Board, field: int) -> bool:
    """Does a worker stand on this field's tile?"""
    return field in waiting_on(s)


def waiting_on(s: Board) -> list[int]:
    """The fields on whose tiles a worker stands, in order."""
    waiting = s.waiting
    if not waiting:
        return []
    return sorted(field for place, field in enumerate(TABLES.row_field[s.row - 1].tolist()) if waiting >> place & 1)


def boards(s: Board) -> list[int]:
    """The players' boards in use: one a seat, or the team's."""
    return [TEAM] if s.task else list(range(s.players))


def board_line(s: Board, who: int) -> Message:
    stones = "".join(STONE_LETTERS[kind] * s.stone[who, kind] for kind in range(STONE_KINDS)) or "-"
    hand = tile_text(s.hand[who]) if s.hand[who] else "-"
    return _(
        "{letter} {name}: gold {gold}, stones {stones}, workers {supply}, tile {hand}",
        letter=SEAT_LETTERS[who],
        name=board_name(s, who),
        gold=s.gold[who],
        stones=stones,
        supply=s.supply[who],
        hand=f"{hand} ({s.source[who]})" if s.source[who] else hand,
    )


def task_line(s: Board) -> Message:
    """How far the task is (TER-29 to TER-31)."""
    have, need = progress(s), TASK_NEEDS[s.task]
    if s.task == 1:
        return _("Task 1: {have} of {need} pyramids of 60.", have=have, need=need)
    if s.task == 2:
        return _("Task 2: {have} points; more than {most} are needed.", have=have, most=need - 1)
    return _("Task 3: pyramids of 35 in {have} of {need} colours.", have=have, need=need)


def status(s: Board) -> Message:
    """Whose turn it is and what to do, or how it ended."""
    if s.phase != OVER:
        return PROMPTS.status(s)
    won = winning_seats(winners, s)
    if s.task:
        return _("The task is solved.") if won else _("The task is lost.")
    return result(won, SEAT_NAMES)


# The other way round


def parse_tile(letters: str) -> int:
    tile = 0
    for letter in letters:
        tile |= {"+": WORKER, "*": EYE}.get(letter) or STONE_LETTERS.index(letter)
    return tile


def parse(
    drawing: str,
    *,
    players: int = 2,
    task: int = 0,
    symbols: bool = False,
    open_stacks: bool = False,
    turn: int = 0,
    turns: int = 8,
    gold: Sequence[int] = (),
    stones: Sequence[str] = (),
    supply: Sequence[int] = (),
    hands: Sequence[str] = (),
    sources: Sequence[int] = (),
    stacks: Sequence[str] = (),
) -> Board:
    """A state at the start of a turn, from a drawing like that of `draw` without its letters and numbers at the edge.

    A tile without a sign for its stairs has them towards its first site. Stacks are given top first, `r+ * +`; those
    left out, hands and the foundations are filled from what is not on the board. Who has no `supply` given has the
    workers that are not on the board.
    """
    s = Board.blank()
    s.players, s.task, s.turn, s.turns = players, task, turn, turns
    s.symbols, s.open = int(symbols), int(open_stacks)
    lines = [line.split() for line in drawing.strip().splitlines()]
    if [len(line) for line in lines] != [BOARD.columns] * BOARD.rows:
        raise ValueError(f"a board has {BOARD.rows} lines of {BOARD.columns} cells")
    clear_board(s)
    fill_supplies(s)
    for who in boards(s):
        s.gold[who] = gold[who] if who < len(gold) else 0
        for letter in stones[who] if who < len(stones) else "":
            s.stone[who, STONE_LETTERS.index(letter)] += 1
    for row, line in enumerate(lines):
        for column, token in enumerate(line):
            _parse_cell(s, (column, row), token)
    for who in range(len(supply)):
        s.supply[who] = supply[who]
    _fill_supplies(s, hands, sources, stacks)
    return s


def _parse_cell(s: Board, cell: Cell, token: str) -> None:
    name = name_of(cell)
    if name in FIELD_INDEX:
        field = FIELD_INDEX[name]
        if token == ".":
            return
        occupy_field(s, field)
        s.tile[field] = parse_tile(token.rstrip("^>v<"))
        s.stairs[field] = TABLES.lay_sites(field)[0]
        for step, sign in _TOWARDS.items():
            if sign == token[-1]:
                s.stairs[field] = SITE_INDEX[name_of((cell[0] + step[0], cell[1] + step[1]))]
    elif name in SITE_INDEX and token != "#":
        _parse_site(s, SITE_INDEX[name], token)
    elif token != ("#" if name in SITE_INDEX else "o"):
        raise ValueError(f"{token} cannot stand on {name}")


def _parse_site(s: Board, site: int, token: str) -> None:
    s.foundation[site] = int(token[0])
    rest = token[1:]
    if rest and rest[0] in STONE_LETTERS:
        s.colour[site], s.level[site] = STONE_LETTERS.index(rest[0]), int(rest[1])
        rest = rest[2:]
        s.first_left[s.colour[site]] -= 1
        for level in range(1, min(s.level[site], 4)):
            s.level_left[level - 1] -= 1
    if rest:
        who = SEAT_LETTERS.index(rest[0])
        s.owner[site], s.workers[site] = who + 1, int(rest[1])
        s.supply[who] -= s.workers[site]
        if s.level[site] == 5:
            s.tips[who] -= 1
    update_site(s, max(s.owner[site] - 1, TEAM), site)


def _fill_supplies(s: Board, hands: Sequence[str], sources: Sequence[int], stacks: Sequence[str]) -> None:
    unseen = list(TILE_LIST)
    for tile in s.tile:
        if tile:
            unseen.remove(tile)
    given = {stack: [parse_tile(letters) for letters in tiles.split()][::-1] for stack, tiles in enumerate(stacks)}
    for who in boards(s)[: len(hands)]:
        s.hand[who] = parse_tile(hands[who])
    for tile in [*(tile for tiles in given.values() for tile in tiles), *(tile for tile in s.hand if tile)]:
        unseen.remove(tile)
    for who in boards(s):
        if who >= len(hands):
            s.hand[who] = unseen.pop(0)
        if s.hand[who]:
            s.source[who] = sources[who] if who < len(sources) else 3
    for stack in range(STACKS):
        tiles = given[stack] if stack in given else [unseen.pop(0) for _n in range(min(STACK_SIZE - 1, len(unseen)))]
        s.height[stack] = len(tiles)
        for place, tile in enumerate(tiles):
            s.stack[stack, place] = tile
    values = list(FOUNDATION_LIST)
    for value in s.foundation:
        if value:
            values.remove(value)
    s.deck_left = len(values)
    for place, value in enumerate(values):
        s.deck[place] = value


class Place(NamedTuple):
    """A building site and what stands there, as plain values: the fields of the state."""

    name: str
    foundation: int
    level: int
    colour: int
    owner: int
    workers: int


def places_of(s: Board) -> list[Place]:
    fields = zip(SITES, s.foundation, s.level, s.colour, s.owner, s.workers, strict=True)
    return [Place(*values) for values in fields]


# The picture in words, for screen readers


def describe(s: Board, earned: dict[int, int], locale: str) -> str:
    """Tiles, places, and what each player has."""
    sentences = [*_board_in_words(s, locale), *(_player_in_words(s, who, earned[who], locale) for who in boards(s))]
    return " ".join([*sentences, task_line(s).say(locale)] if s.task else sentences)


@remembered_part("tile", "foundation", "level", "colour", "owner", "workers", "task")
def _board_in_words(s: Board, locale: str) -> list[str]:
    tiles = [tile_in_words(name, code, locale) for name, code in zip(FIELDS, s.tile, strict=True) if code]
    places = [place_in_words(place, bool(s.task), locale) for place in places_of(s) if place.foundation]
    return tiles + places


@remembered_part("task", rows=("stone", "gold", "supply"))
def _player_in_words(s: Board, who: int, points: int, locale: str) -> str:
    stones = [
        _("{n} × {colour}", n=count, colour=COLOUR_NAMES[kind]) for kind, count in enumerate(s.stone[who]) if count
    ]
    message = _(
        "{name}: {points} points, {gold} gold, {supply} workers in supply, stones: {stones}.",
        name=board_name(s, who),
        points=points,
        gold=s.gold[who],
        supply=s.supply[who],
        stones=joined(stones) if stones else "-",
    )
    return message.say(locale)


@remembered
def tile_in_words(name: str, code: int, locale: str) -> str:
    return _("{field}: {tile}.", field=name, tile=tile_words(code)).say(locale)


@remembered
def next_level_in_words(place: Place) -> Message | None:
    """TER-15, TER-16: what the next level of a site costs and brings; None if there is none."""
    level = place.level + 1
    if not place.foundation or level >= len(POINTS):
        return None
    if level == 1:
        text = _("A first level needs {workers} workers and any stone, and is worth {points}.")
        return text.fill(workers=TO_BUILD, points=POINTS[level])
    text = _("Level {level} needs {workers} workers and {stones} stones, {colour} or white; then it is worth {points}.")
    colour = COLOUR_NAMES[place.colour]
    return text.fill(level=level, workers=TO_BUILD, stones=level, colour=colour, points=POINTS[level])


def place_in_words(place: Place, team: bool, locale: str) -> str:
    name, value, level, colour, owner, workers = place
    if owner == 0:
        return _("{site}: free foundation of {value}.", site=name, value=value).say(locale)
    who = _("Together") if team else SEAT_NAMES[owner - 1]
    message = _("{site}: foundation of {value}, {owner}, workers: {n}.", site=name, value=value, owner=who, n=workers)
    if level:
        message = _(
            "{site}: {colour} pyramid of level {level}, {owner}, workers: {n}.",
            site=name,
            colour=COLOUR_NAMES[colour],
            level=level,
            owner=who,
            n=workers,
        )
    return message.say(locale)
