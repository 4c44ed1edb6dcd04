"""Laying out stacks and homes by touching: the engine's points, few touches, and refusals with their rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import benben
from benben.core.errors import IllegalMove, MalformedMove
from benben.core.game import Look
from benben.games.pyramidis.box.components import FIELDS, LETTERS, PIECES
from benben.games.pyramidis.picture.laying import LAYING
from benben.games.pyramidis.picture.pieces import CLASSES
from benben.games.pyramidis.rules.score import score, steps_to_go
from benben.games.pyramidis.rules.state import Board
from benben.games.pyramidis.words.laid_out import LaidOut
from benben.games.pyramidis.words.text_board import colours_of, stacks_of
from tests.golden.make import FOLDER

RECORDS = sorted((FOLDER / "pyramidis").glob("*.benben"))
SECONDS_A_TOUCH = 0.6


def final(record: Path) -> Board:
    s = benben.read(str(record)).state
    assert isinstance(s, Board)
    return s


def touches(s: Board) -> Iterator[str]:
    """What somebody touches who copies this board: stack by stack, bottom to top, then the homes."""
    yield "colours-" + "".join(LETTERS[colour] for colour in colours_of(s))
    chosen = colours_of(s)[0]
    for stack in stacks_of(s):
        for colour in stack.pieces:
            if colour != chosen:
                yield f"player-{colour + 1}"
                chosen = colour
            yield f"on-{FIELDS[stack.field]}"
    for colour in colours_of(s):
        for _home in range(s.home[colour]):
            yield f"to-{CLASSES[colour]}"


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_a_board_laid_out_by_touching_has_the_engines_points(record: Path) -> None:
    s, text, count = final(record), LAYING.touch("", "player-1"), 0
    for element in touches(s):
        shown = LAYING.picture(text, Look(style=False))
        assert f'id="{element}"' in shown, element
        text = LAYING.touch(text, element)
        count += 1
    assert count * SECONDS_A_TOUCH < 60, f"{count} touches"
    laid = LaidOut(text)
    assert [stack.pieces for stack in stacks_of(laid.s)] == [stack.pieces for stack in stacks_of(s)]
    colours = colours_of(s)
    points = [0] * s.players
    score(s, points)
    assert [(line.seat, line.points) for line in LAYING.tally(text)] == list(zip(colours, points, strict=True))
    entries = LAYING.entries(text)
    assert entries["home"] == points
    assert entries["steps"] == [steps_to_go(s, colour) for colour in colours]
    shown = LAYING.picture(text, Look(style=False))
    assert all(f'id="{cell}"' in shown for line in LAYING.tally(text) for cell in line.cells)


def test_the_golden_records_hold_boards_of_two_and_of_four() -> None:
    assert {final(record).players for record in RECORDS} == {2, 4}


def test_the_text_is_a_notation_that_can_be_read_again() -> None:
    text = "ry\nplayer 1; a4; a4\nplayer 3; a4; home\nplayer 1"
    assert LaidOut(text).text() == text
    assert LAYING.touch(text, "back") == "ry\nplayer 1; a4; a4\nplayer 3; a4"
    taking = LAYING.touch(text, "take")
    assert taking == f"{text}\nhold take"
    assert LAYING.touch(taking, "on-a4") == "ry\nplayer 1; a4; a4\nplayer 3; home\nplayer 1", "the top one"
    assert LAYING.touch(taking, "to-yellow") == "ry\nplayer 1; a4; a4\nplayer 3; a4\nplayer 1"
    assert LAYING.touch(taking, "take") == text
    assert LAYING.touch(taking, "back") == text
    assert LAYING.touch(text, "on-a5") == text + "; home", "a pyramid on its goal is home"
    assert LAYING.touch("player 2", "colours-ry") == "ry\nplayer 1"
    assert LAYING.touch("ry\nplayer 1", "back") == "player 1"


def test_points_come_with_the_last_pyramid_of_a_colour() -> None:
    text = "ry\nplayer 1; " + "; ".join(["home"] * 6 + ["b4"])
    assert LAYING.tally(text) == []
    (line,) = LAYING.tally(f"{text}; b4")
    assert (line.seat, line.points) == (0, 6), "one sowing can bring more than five home (PDS-13, PDS-15)"
    assert LAYING.entries(f"{text}; b4") == {"home": [6, None], "won": [1, None], "steps": [28, None]}


def refused(steps: str) -> str:
    """The code and the rule by which these steps are refused."""
    with pytest.raises(IllegalMove) as error:
        LaidOut(steps)
    return f"{error.value.code.partition('-')[2]} {error.value.rule}"


def test_what_cannot_be_is_refused_with_its_rule() -> None:
    assert refused("a4") == "no-colours PDS-5"
    assert refused("ry; player 2") == "colour PDS-5"
    assert refused("ry; " + "; ".join(["home"] * (PIECES + 1))) == "ninth PDS-5"
    assert refused("ry; " + "; ".join(["a4"] * PIECES + ["home"])) == "ninth PDS-5"
    assert refused("ry; d1") == "off-course PDS-2"
    assert refused("ry; a5") == "goal PDS-14"
    assert refused("ry; " + "; ".join(["c4"] * 6)) == "high PDS-10"
    assert refused("ry; a4; a4; a4; a4; a4; player 3; a4") == "tower PDS-9"
    assert refused("ry; player 3; a4; player 1; a4; a4; a4; a4; a4") == "tower PDS-9"
    LaidOut("rgyb; d1; c4; player 3; a5"), LaidOut("ry; " + "; ".join(["a4"] * PIECES))  # these can be
    for nonsense in ("hello", "ry; gb", "ry; i9", "player 5", "a4; " * 3_000):
        with pytest.raises(MalformedMove):
            LaidOut(nonsense)
    for text, element in (("player 1", "take"), ("ry", "nothing"), ("ry; a4\nhold take", "on-b4"), ("ry\nhold x", "")):
        with pytest.raises(MalformedMove):
            LAYING.touch(text, element)
