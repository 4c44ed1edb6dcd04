"""Notation, reasons, stories and tallies."""

import pytest

from benben.core.errors import IllegalMove, MalformedMove
from benben.games.pyramido import GAME, rules
from benben.games.pyramido.state import OVER
from benben.games.pyramido.telling import tell
from benben.testing import Table
from tests.games.pyramido import rulebook
from tests.games.pyramido.drawn import board, dealt, deck, play_turn, position
from tests.games.pyramido.players import sensible_match


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("1 D5-E5", "1 d5-e5"),
        ("  1   d5 - e5 ", "1 d5-e5"),
        ("1d5-e5", "1 d5-e5"),
    ],
)
def test_moves_are_read_liberally_and_written_one_way(said: str, written: str) -> None:
    now = position(dealt(deck([1, 2, 3])))
    assert str(now.play(said).last_move) == written


def test_every_step_of_a_turn_has_its_words() -> None:
    now = position(dealt(deck([1, 2, 3])))
    for said in ("1 d5-e5", "Mark D5", "card Red e5 NW", "Stack 1"):
        now = now.play(said)
    assert now.moves == ("1 d5-e5", "mark d5", "red e5 nw", "stack 1")


@pytest.mark.parametrize("text", ["d5-e5", "1", "mark", "mark k5", "stack", "stack x", "pink e5 nw", "red e5", "fill"])
def test_what_is_no_move_gets_an_example(text: str) -> None:
    with pytest.raises(MalformedMove, match="2 d5-e5"):
        position(dealt()).play(text)


@pytest.mark.parametrize(
    ("text", "code", "rule"),
    [
        ("4 d5-e5", "pyramido.three-places", "PDO-3"),
        ("stack 5", "pyramido.four-stacks", "PDO-3"),
        ("stack 1", "pyramido.lay-now", "PDO-4"),
        ("mark d5", "pyramido.lay-now", "PDO-4"),
        ("red d5 nw", "pyramido.lay-now", "PDO-4"),
        ("no card", "pyramido.lay-now", "PDO-4"),
        ("fill d5 red nw", "pyramido.lay-now", "PDO-4"),
    ],
)
def test_the_step_that_is_due_is_named(text: str, code: str, rule: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        position(dealt()).play(text)
    assert (refused.value.code, refused.value.rule) == (code, rule)


def test_a_half_turned_twin_is_named() -> None:
    """By number only: as text both ways are read as one."""
    now = play_turn(play_turn(position(dealt(deck([2, 3, 0]))), "d5-e5"), "d5-e5")
    twin = now.parse("1 d6-e6") + 2 * 56
    with pytest.raises(IllegalMove, match="type 1 d6-e6") as refused:
        now.play(twin)
    assert refused.value.code == "pyramido.half-turn"


def test_reasons_never_run_out() -> None:
    """Every number that is not legal has a reason, at every step of a whole match."""
    for now in sensible_match(Table(GAME, 2).start(5), 5)[:-1:3]:
        legal = set(now.legal_moves.numbers)
        for move in range(0, GAME.moves, 5):
            if move not in legal:
                assert now.why_not(move).code.startswith("pyramido.")
                assert now.notation(move)


def test_the_story_of_a_stage() -> None:
    """Areas with their jewels, the bonus, the sums, and who begins."""
    match = rulebook.played()
    lines = match[40].tell()
    said = [str(line.message) for line in lines]
    assert "Moon: 24 points in stage 1." in said
    assert sum(line.points or 0 for line in lines if line.seat == 1) == 24
    assert [line.rule for line in lines if line.points == 3 and line.seat == 1].count("PDO-15") == 1
    assert said[-1] == "River has the fewest points and begins stage 2."
    assert str(match[-1].tell()[-1].message) == "Moon wins with 98 points."


def test_the_tally_lists_stages_areas_and_what_markers_would_bring_now() -> None:
    now = rulebook.played()[64]
    carl = [line for line in now.tally() if line.seat == 1]
    assert [str(line.message) for line in carl if "points" in str(line.message)] == [
        "Stage 1: 24 points.",
        "Stage 2: 23 points.",
    ]
    assert [line.points for line in carl if str(line.message).startswith("Stage 2, ")] == [6, 5, 4, 4, 4]
    later = play_turn(now, "a1-b1")
    preview = [line for line in later.tally() if line.seat == 3 and str(line.message).startswith("Stage 3")]
    assert preview
    assert all(line.points is None for line in preview)
    assert later.score == now.score


def test_the_quarters_of_an_area_can_be_lit() -> None:
    now = rulebook.played()[70]
    area = next(line for line in now.tally() if line.seat == 0 and str(line.message).startswith("Stage 3, yellow"))
    quarters = [cell for cell in area.cells if cell.endswith(("-nw", "-ne", "-sw", "-se"))]
    assert f"quarters {len(quarters)}." in str(area.message)
    assert now.svg(lit=quarters).count('class="quarter lit"') == len(quarters)


def test_a_tie_is_told_with_what_broke_it() -> None:
    layers = ["bb bb bb bb bb\n" * 8, "bb bb bb bb\n" * 6, "bb bb bb\n" * 4, "bb* bb\nbb bb\n"]
    before = board(layers, layers, turn=0, cards=(3, 1))
    after = before.copy()
    rules.begin_turn(after)
    assert after.phase == OVER
    assert (
        str(tell(before, rules.REFILLS, after)[-1].message) == "Sun wins the tie at 0 points with more cards in hand."
    )


def test_the_board_as_text() -> None:
    text = str(position(dealt(deck([1, 2, 3]))).play("1 d5-e5").play("mark d5").play("red e5 nw"))
    assert text.splitlines()[0] == "Stage 1: Sun refills the quarry."
    assert "stack 1  BbBb nnnn  (22)" in text
    pyramid = text[text.index("Sun:", 40) : text.index("Moon:")].rstrip()
    assert pyramid.splitlines() == [
        "Sun: points 0, cards 2, markers in hand nyag",
        "  layer 1",
        "      d   e",
        "    5 Bb* Rr*",
        "      bb  rr+",
    ]
