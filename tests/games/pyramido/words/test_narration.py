"""Narration of moves, stages and the end."""

from benben.games.pyramido.rules.moves import REFILL_FROM
from benben.games.pyramido.rules.play import play
from benben.games.pyramido.rules.state import NO_DOMINO, OVER, REFILL
from benben.games.pyramido.words.narration import tell
from tests.games.pyramido import rulebook
from tests.games.pyramido.drawn import board


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


def test_a_tie_is_told_with_what_broke_it() -> None:
    layers = ["bb bb bb bb bb\n" * 8, "bb bb bb bb\n" * 6, "bb bb bb\n" * 4, "bb* bb\nbb bb\n"]
    before = board(layers, layers, turn=0, cards=(3, 1))
    before.phase, before.turns[0], before.quarry[0] = REFILL, 0, NO_DOMINO
    after = before.copy()
    play(after, REFILL_FROM(0))
    assert after.phase == OVER
    last = tell(before, REFILL_FROM(0), after)[-1]
    assert str(last.message) == "Sun wins the tie at 0 points with more cards in hand."
