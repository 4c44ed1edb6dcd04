"""Laying out a pyramid by touching: the engine's points, few touches, and refusals with their rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import benben
from benben.core.errors import IllegalMove, MalformedMove
from benben.core.game import Look
from benben.core.kit.laying import with_held
from benben.games.pyramido.box.components import (
    COLOUR_OF,
    DOMINOES,
    FIRST_CARD,
    QUARTERS,
    STAGES,
    WORDS,
    block_number,
    domino_of,
)
from benben.games.pyramido.picture.laying import LAYING
from benben.games.pyramido.rules.layers import FIRST_CELL
from benben.games.pyramido.rules.state import Board, cards_left
from benben.games.pyramido.words.laid_out import Cell, LaidOut, cell_text
from benben.games.pyramido.words.names import domino_with_jewels
from tests.games.pyramido import rulebook
from tests.golden.make import FOLDER

RECORDS = sorted((FOLDER / "pyramido").glob("*-all-stages.benben"))
FINISHED = {record.stem: record for record in RECORDS} | {"rulebook": None}
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))  # from the left block to the right one, by quarter turns
SECONDS_A_TOUCH = 0.65


def board(record: Path | None) -> Board:
    """The end of a recorded match, or of the rulebook's example."""
    s = (rulebook.played()[-1] if record is None else benben.read(str(record))).state
    assert isinstance(s, Board)
    return s


def partner(number: int, cell: Cell) -> Cell:
    """Where the other half of a domino lies."""
    half, turn = (number - 1) >> 2 & 1, (number - 1) & 3
    row, column = STEPS[turn]
    return (cell[0] + row, cell[1] + column) if half == 0 else (cell[0] - row, cell[1] - column)


def touches(s: Board, seat: int) -> Iterator[str]:
    """What somebody touches who copies this pyramid, in reading order."""
    rows, columns = int(s.rows[seat]), int(s.columns[seat])
    yield f"size-{rows}x{columns}"
    for stage in range(STAGES):
        side = 5 - stage
        cells = {
            (row, column): int(s.block[seat, int(FIRST_CELL[stage]) + row * side + column])
            for row in range(rows - stage)
            for column in range(columns - stage)
        }
        done: set[Cell] = set()
        for cell in cells:
            if cell not in done:
                yield from _piece(cells, cell, done)
        for colour in range(len(WORDS)):
            if s.mark[seat, stage, colour]:
                row, column = divmod(int(s.mark[seat, stage, colour]) - 1, side)
                yield f"on-{cell_text((row, column))}"


def _piece(cells: dict[Cell, int], cell: Cell, done: set[Cell]) -> Iterator[str]:
    """A domino, and the card on one of its blocks; or a card that fills a cell."""
    pair = (cell, *_other(cells, cell))
    done |= set(pair)
    shown = [one for one in pair if cells[one] < FIRST_CARD]
    if shown:
        number = cells[shown[0]]
        domino, half = int(domino_of(number)), (number - 1) >> 2 & 1
        left, right = pair if (shown[0] == pair[0]) == (half == 0) else (pair[1], pair[0])
        for one in pair:
            yield f"colour-{WORDS[COLOUR_OF[block_number(domino, 0 if one == left else 1, 0)]]}"
        yield f"lay-{domino}_{cell_text(left)}-{cell_text(right)}"
    for one in pair:
        if cells[one] >= FIRST_CARD:
            colour, quarter = divmod(cells[one] - FIRST_CARD, 4)
            yield f"card-{WORDS[colour]}"
            yield f"jewel-{QUARTERS[quarter]}"
            yield f"on-{cell_text(one)}"


def _other(cells: dict[Cell, int], cell: Cell) -> Iterator[Cell]:
    if cells[cell] < FIRST_CARD:
        yield partner(cells[cell], cell)
        return
    for row, column in STEPS:
        other = (cell[0] + row, cell[1] + column)
        if cells.get(other, FIRST_CARD) < FIRST_CARD and partner(cells[other], other) == cell:
            yield other


@pytest.mark.parametrize("record", FINISHED.values(), ids=FINISHED)
def test_a_pyramid_laid_out_by_touching_has_the_engines_points(record: Path | None) -> None:
    s, text, points = board(record), "", {}
    for seat in range(s.players):
        text = LAYING.touch(text, f"player-{seat + 1}")
        count = 1
        for element in touches(s, seat):
            shown = LAYING.picture(text, Look(style=False))
            assert f'id="{element}"' in shown, element
            text = LAYING.touch(text, element)
            count += 1
        assert count * SECONDS_A_TOUCH < 60, f"{count} touches"
        points[seat] = [0] * STAGES
    for line in LAYING.tally(text):
        points[line.seat][int(str(line.message)[6]) - 1] += line.points or 0
    assert points == {seat: [int(s.points[seat, stage]) for stage in range(STAGES)] for seat in range(s.players)}
    entries = LAYING.entries(text)
    assert entries["cards"] == [int(cards_left(s, seat)) for seat in range(s.players)]
    shown = LAYING.picture(text, Look(style=False))
    for line in LAYING.tally(text):
        if line.seat == s.players - 1:
            quarters = [cell for cell in line.cells if not cell.startswith("marker")]
            assert quarters or "Stage 4" not in str(line.message), "what later layers cover cannot be lit"
            assert all(f'id="{cell}"' in shown for cell in quarters)


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_two_dominoes_have_the_same_words(language: str) -> None:
    """Somebody who hears the page has to find the one on the table."""
    said = {domino_with_jewels(domino).say(language) for domino in range(DOMINOES)}
    assert len(said) == DOMINOES


def test_the_text_is_a_notation_that_can_be_read_again() -> None:
    text = "player 1; 4x5; 0 a1-b1; mark a1\nhold red"
    laid, held = LAYING.read(text)
    assert (with_held(laid, *held), held) == (text, ("red",))
    assert LAYING.touch(text, "back") == "player 1; 4x5; 0 a1-b1; mark a1"
    assert LAYING.touch("player 1; 4x5; 0 a1-b1; mark a1", "on-a1") == "player 1; 4x5; 0 a1-b1"
    assert LAYING.touch("player 1; 4x5; 0 a1-b1", "back") == "player 1; 4x5"
    assert LAYING.touch("", "player-2") == "player 2"


def test_the_first_colour_of_the_next_layer_goes_on_or_the_button_does() -> None:
    text, on = "", "stage\nhold red"
    for element in touches(board(None), 0):
        before, text = text, LAYING.touch(text, element)
        if text.count("stage"):
            break
    assert text.startswith(f"{before}; stage\nhold ")
    assert LAYING.touch(before, "colour-red") == f"{before}; {on}"
    assert LAYING.touch(before, "next") == f"{before}; stage"
    assert LAYING.touch(LAYING.touch(LAYING.touch(before, "colour-red"), "back"), "back") == before
    with pytest.raises(IllegalMove, match="always gets a marker"):
        LAYING.touch("; ".join(step for step in before.split("; ") if not step.startswith("mark")), "colour-red")


def layout(steps: str) -> str:
    """The code and the rule by which these steps are refused."""
    with pytest.raises(IllegalMove) as refused:
        LaidOut(steps)
    return f"{refused.value.code.partition('-')[2]} {refused.value.rule}"


def same_colour() -> tuple[int, int]:
    """Two dominoes whose left blocks have one colour."""
    first = int(COLOUR_OF[block_number(0, 0, 0)])
    return 0, next(domino for domino in range(1, 90) if COLOUR_OF[block_number(domino, 0, 0)] == first)


def test_what_cannot_be_is_refused_with_its_rule() -> None:
    one, other = same_colour()
    assert layout("0 a1-b1") == "no-size PDO-5"
    assert layout("5x5") == "size PDO-5"
    assert layout("4x5; 0 a1-b1; 0 c1-d1") == "twice PDO-1"
    assert layout("4x5; 0 a1-b1; player 2; 5x4; 0 a1-a2") == "twice PDO-1"
    assert layout("4x5; 0 a1-b1; 1 b1-c1") == "occupied PDO-7"
    assert layout("4x5; 0 a5-b5") == "outside PDO-5"
    assert layout(f"4x5; {one} a1-b1; {other} c1-d1; mark a1; mark c1") == "marker-used PDO-8"
    assert layout("4x5; mark a1") == "no-block PDO-8"
    assert layout("4x5; 0 a1-b1; red a1 nw; green b1 nw") == "card-used PDO-2"
    assert layout("4x5; 0 a1-b1; red a1 nw; blue b1 nw") == "second-card PDO-9"
    assert layout("4x5; 0 a1-b1; mark a1; red a1 nw") == "covered PDO-9"
    assert layout("4x5; 0 a1-b1; stage") == "not-full PDO-6"
    two = next(d for d in range(90) if COLOUR_OF[block_number(d, 0, 0)] != COLOUR_OF[block_number(d, 1, 0)])
    assert layout(f"4x5; {two} a1-b1; mark a1; mark b1") == "two-markers PDO-9"
    for nonsense in ("hello", "95 a1-b1", "3 a1-c1", "x" * 10_000):
        with pytest.raises(MalformedMove):
            LaidOut(f"4x5; {nonsense}")
    with pytest.raises(MalformedMove):
        LAYING.touch("player 1; 4x5", "nothing")
    with pytest.raises(IllegalMove, match="First choose the quarter"):
        LAYING.touch("player 1; 4x5; 0 a1-b1\nhold card red", "on-a1")
