"""PDO-12: when no domino fits."""

import pytest

from benben.core.errors import IllegalMove
from benben.core.kit.seats import winning_seats
from benben.core.position import Position
from benben.games.pyramido.box.components import BLUE, RED, WORDS, card_number
from benben.games.pyramido.rules.layers import block_at, place_at
from benben.games.pyramido.rules.play import begin_turn
from benben.games.pyramido.rules.score import winners
from benben.games.pyramido.rules.state import FILL, LAY, OVER, Board
from tests.games.pyramido.drawn import board, dealt, deck, marked, moves, play_turn, position, state

TWO_HOLES = """
    .. nn nn nn nn
    .. nn nn nn nn
    nn nn nn nn nn
    nn nn nn nn nn
    nn nn nn nn nn
    nn nn nn nn nn
    nn nn nn nn ..
    nn nn nn nn ..
"""
FOUR_HOLES = TWO_HOLES.replace("nn nn nn nn ..", ".. nn nn nn ..", 2).replace(".. nn nn nn nn", ".. nn nn nn ..", 2)
ROOM = TWO_HOLES.replace(".. nn nn nn nn", ".. .. nn nn nn").replace("nn nn nn nn ..", "nn nn nn nn nn")


def begin(*pyramids: list[str], turn: int = 0, cards: tuple[int, ...] = (7, 7, 7, 7)) -> Board:
    """The turn of a seat begins."""
    s = board(*pyramids, turn=turn, cards=cards)
    begin_turn(s)
    return s


def refused(now: Position, move: str) -> str:
    with pytest.raises(IllegalMove) as error:
        now.play(move)
    assert error.value.rule == "PDO-12"
    return error.value.code


@pytest.mark.rule("PDO-12")
def test_two_cards_fill_two_holes() -> None:
    now = position(begin([TWO_HOLES], [ROOM]))
    assert state(now).phase == FILL
    assert moves(now) == {f"fill a1 {colour} {quarter}" for colour in WORDS for quarter in ("nw", "ne", "sw", "se")}
    assert refused(now, "1 a1-a2") == "pyramido.fill-now"
    assert refused(now, "fill e4 red nw") == "pyramido.fill-first"
    assert refused(now, "no card") == "pyramido.fill-now"
    now = now.play("fill a1 red ne")
    assert state(now).turn == 0
    assert {move.split()[1] for move in moves(now)} == {"e4"}
    assert not any(" red " in move or " green " in move for move in moves(now))  # another card
    quarry, heights = list(state(now).quarry), list(state(now).height)
    now = now.play("fill e4 blue sw")
    s = state(now)
    assert marked(s, 0) == {}  # no markers
    assert (list(s.quarry), list(s.height)) == (quarry, heights)  # nothing is taken or refilled
    assert (s.turn, s.phase, s.cards[0], s.turns[0]) == (1, LAY, 0b010, 10)
    assert block_at(s, 0, place_at(0, 0)) == card_number(RED, 1)
    assert block_at(s, 0, place_at(3, 4)) == card_number(BLUE, 2)


@pytest.mark.rule("PDO-12")
@pytest.mark.parametrize(("holes", "cards"), [(TWO_HOLES, 0b100), (TWO_HOLES, 0), (FOUR_HOLES, 0b111)])
def test_more_holes_than_cards_is_the_end(holes: str, cards: int) -> None:
    s = begin([holes], [ROOM], [ROOM], cards=(cards, 7, 7))
    assert s.lost == 0b001
    assert (s.turn, s.phase) == (1, LAY)


@pytest.mark.rule("PDO-12")
def test_the_last_one_left_wins_at_once() -> None:
    s = begin([FOUR_HOLES], [ROOM])
    s.points[0, 0] = 0
    assert s.phase == OVER
    assert winning_seats(winners, s) == [1]
    three = begin([FOUR_HOLES], [FOUR_HOLES], [ROOM])
    assert three.lost == 0b011
    assert winning_seats(winners, three) == [2]


@pytest.mark.rule("PDO-12")
def test_judged_at_the_beginning_of_the_own_turn() -> None:
    """Seat 1 is stuck as well, but it is seat 0 that lays."""
    s = begin([ROOM], [FOUR_HOLES])
    assert (s.turn, s.phase, s.lost) == (0, LAY, 0)


@pytest.mark.rule("PDO-12")
def test_a_loser_keeps_the_stages_already_scored_and_wins_nothing() -> None:
    base = "nn nn nn nn nn\n" * 8
    holes = "..  nn nn nn\n" * 2 + "nn nn nn nn\n" * 2 + "nn nn nn ..\n" * 2
    s = board([base, holes], [base, holes], [base, holes], cards=(0, 7, 7))
    s.points[0, 0], s.points[1, 0], s.points[2, 0] = 30, 10, 8
    begin_turn(s)
    assert s.lost == 0b001
    now = position(s)
    for seat in (1, 2):
        assert state(now).turn == seat
        now = now.play("fill a1 red nw").play("fill d3 blue nw")
    assert state(now).stage == 2  # the others went on: stage 2 is scored
    assert now.score[0] == 30
    assert state(now).points[0, 1] == 0
    assert state(now).starter in (1, 2)  # PDO-17, without the loser
    for _turn in range(3):
        assert state(now).turn != 0
        now = play_turn(now, next(str(move)[2:] for move in now.legal_moves))
    end = state(now)
    end.phase = OVER
    assert 0 not in winning_seats(winners, end)


@pytest.mark.rule("PDO-12")
def test_a_layer_that_dominoes_cannot_complete_in_real_play() -> None:
    """Sun leaves the corners c5 and g8 empty: the tenth turn is spent on two cards, and the stage is scored as ever."""
    suns = ["d5-e5", "f5-g5", "d6-e6", "f6-g6", "c6-c7", "d7-e7", "f7-g7", "c8-d8", "e8-f8"]
    moons = ["d5-e5", "d6-e6", "d7-e7", "d8-e8", "d9-e9", "f5-g5", "f6-g6", "f7-g7", "f8-g8"]
    now = position(dealt(deck(list(range(40)))))
    for sun, moon in zip(suns, moons, strict=True):
        now = play_turn(play_turn(now, sun), moon)
    assert state(now).phase == FILL
    assert "must fill two cells with cards" in str(now.tell()[-1].message)
    now = now.play("fill c5 green nw").play("fill g8 aqua se")
    assert str(now.last_move) == "fill g8 aqua se"
    now = play_turn(now, "f9-g9")
    assert state(now).stage == 1
    assert state(now).points[0, 0] > 0
    assert "b1-c1" in {str(move)[2:] for move in now.legal_moves}
