"""PDO-8 and PDO-9: one marker a turn if possible, one card if wished."""

import pytest

from benben.core.errors import IllegalMove
from benben.core.position import Position
from benben.games.pyramido.box.components import BLUE, BROWN, COLOUR_OF, GREEN, RED, WORDS, card_number
from benben.games.pyramido.rules.layers import block_at
from benben.games.pyramido.rules.state import CARD, LAY, MARK, REFILL
from tests.games.pyramido.drawn import dealt, deck, marked, moves, play_turn, position, state

BLUE_BROWN, BLUE_BROWN_TOO, BROWN_BROWN, RED_BROWN, GREEN_BLUE = 1, 2, 0, 16, 47


def after(*dominoes: int) -> Position:
    """Seat 0 lays these in one row downwards, first marker first, no cards; then its next turn begins."""
    others = [85, 86, 78, 67, 68][: len(dominoes)]
    now = position(dealt(deck([d for pair in zip(dominoes, others, strict=True) for d in pair])))
    for row, _domino in enumerate(dominoes[:-1], 5):
        for _seat in range(2):
            now = now.play(f"1 d{row}-e{row}")
            if state(now).phase == MARK:
                now = now.play(f"mark d{row}")
            now = now.play("no card").play("stack 1")
    return now


def refused(now: Position, move: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as error:
        now.play(move)
    return error.value.code, error.value.rule


def told(now: Position) -> str:
    return " ".join(str(line.message) for line in now.tell())


@pytest.mark.rule("PDO-8")
def test_two_colours_in_hand_are_a_choice() -> None:
    now = after(BLUE_BROWN).play("1 d5-e5")
    assert moves(now) == {"mark d5", "mark e5"}
    assert marked(state(now.play("mark d5")), 0) == {BLUE: 0}
    assert marked(state(now.play("mark e5")), 0) == {BROWN: 1}
    assert refused(now, "no card") == ("pyramido.mark-now", "PDO-8")  # mandatory
    assert refused(now, "stack 1") == ("pyramido.mark-now", "PDO-8")
    assert refused(now, "mark red d5") == ("pyramido.wrong-colour", "PDO-8")
    assert refused(now, "mark d6") == ("pyramido.not-new", "PDO-8")
    assert now.parse("mark blue d5") == now.parse("mark d5")


@pytest.mark.rule("PDO-8")
def test_a_domino_of_one_colour_offers_both_blocks() -> None:
    now = after(BROWN_BROWN).play("1 d5-e5")
    assert moves(now) == {"mark d5", "mark e5"}
    assert marked(state(now.play("mark d5")), 0) == {BROWN: 0}
    assert marked(state(now.play("mark e5")), 0) == {BROWN: 1}


@pytest.mark.rule("PDO-8")
def test_one_colour_in_hand_is_no_choice() -> None:
    now = after(BLUE_BROWN, GREEN_BLUE).play("1 d6-e6")  # the blue marker is on d5
    assert marked(state(now), 0) == {BLUE: 0, GREEN: 5}
    assert state(now).phase == CARD
    assert "The marker for green must go on d6." in told(now)
    assert refused(now, "mark e6") == ("pyramido.marker-used", "PDO-8")
    assert refused(now, "mark d6") == ("pyramido.already-marked", "PDO-8")


@pytest.mark.rule("PDO-8")
def test_no_colour_in_hand_is_skipped() -> None:
    now = after(BLUE_BROWN, RED_BROWN, BLUE_BROWN_TOO)
    s = state(now)
    s.mark[0, 0, BROWN] = 2  # as if e5 had been marked, too
    now = position(s).play("1 d7-e7")
    assert marked(state(now), 0) == {BLUE: 0, BROWN: 1, RED: 5}
    assert state(now).phase == CARD
    assert "No marker: the markers of these colours are already placed." in told(now)


@pytest.mark.rule("PDO-8")
def test_a_block_without_jewels_can_be_marked() -> None:
    now = after(BLUE_BROWN_TOO).play("1 d5-e5").play("mark e5")  # all its jewels are on the blue block
    assert marked(state(now), 0) == {BROWN: 1}


@pytest.mark.rule("PDO-8")
def test_only_one_marker_goes_on_a_domino() -> None:
    now = after(BLUE_BROWN).play("1 d5-e5").play("mark d5")
    assert refused(now, "mark e5") == ("pyramido.one-marker", "PDO-8")


@pytest.mark.rule("PDO-8")
def test_a_marker_stays_until_the_stage_is_scored() -> None:
    now = after(BLUE_BROWN, GREEN_BLUE, RED_BROWN)
    assert marked(state(now), 0)[BLUE] == 0
    now = play_turn(now, "d4-e4")  # upwards: its cell is the same, in a frame that has moved by a row
    assert marked(state(now), 0)[BLUE] == 5


@pytest.mark.rule("PDO-9")
def test_a_card_goes_on_a_block_without_a_marker() -> None:
    now = after(BLUE_BROWN).play("1 d5-e5").play("mark d5")
    sides = {f"{colour} e5 {quarter}" for colour in WORDS for quarter in ("nw", "ne", "sw", "se")}
    assert moves(now) == sides | {"no card"}
    assert refused(now, "red d5 nw") == ("pyramido.block-marked", "PDO-9")
    assert refused(now, "red e6 nw") == ("pyramido.not-new", "PDO-9")
    s = state(now.play("red e5 sw"))
    assert block_at(s, 0, s.new[1]) == card_number(RED, 2)  # colour and jewels of the block are hidden
    assert s.cards[0] == 0b011


@pytest.mark.rule("PDO-9")
def test_without_a_marker_both_blocks_may_be_resurfaced() -> None:
    s = state(after(BLUE_BROWN))
    s.mark[0, 0, BLUE] = s.mark[0, 0, BROWN] = 25  # somewhere else
    now = position(s).play("1 d5-e5")
    assert len(now.legal_moves) == 1 + 2 * 24
    assert {"red d5 nw", "red e5 nw", "no card"} <= moves(now)


@pytest.mark.rule("PDO-9")
def test_the_card_takes_the_marker_of_its_colour() -> None:
    """The only way to place two markers in a turn."""
    now = after(BLUE_BROWN).play("1 d5-e5").play("mark d5").play("red e5 nw")
    assert marked(state(now), 0) == {BLUE: 0, RED: 1}
    assert state(now).phase == REFILL
    assert "The marker for red must go on e5." in told(now)


@pytest.mark.rule("PDO-9")
def test_the_card_stays_bare_if_its_marker_is_placed() -> None:
    now = after(BLUE_BROWN).play("1 d5-e5").play("mark d5").play("blue e5 nw")
    assert marked(state(now), 0) == {BLUE: 0}
    assert "No marker for the card" in told(now)


@pytest.mark.rule("PDO-9")
def test_one_card_a_turn_and_each_once() -> None:
    now = after(BLUE_BROWN, RED_BROWN).play("1 d6-e6").play("mark d6").play("green e6 nw")
    assert refused(now, "blue e6 nw") == ("pyramido.one-card", "PDO-9")
    now = play_turn(now.play("stack 1"), "d6-e6").play("1 d7-e7")
    now = now.play("mark d7") if state(now).phase == MARK else now
    cell = next(str(move).split()[1] for move in now.legal_moves if str(move) != "no card")
    assert refused(now, f"green {cell} nw") == ("pyramido.card-used", "PDO-9")
    assert refused(now, f"red {cell} nw") == ("pyramido.card-used", "PDO-9")


@pytest.mark.rule("PDO-9")
def test_without_cards_the_step_is_left_out() -> None:
    s = state(after(BLUE_BROWN))
    s.cards[0] = 0
    now = position(s).play("1 d5-e5").play("mark d5")
    assert state(now).phase == REFILL
    assert "Sun has no cards left." in told(now)


@pytest.mark.rule("PDO-9")
def test_no_card_keeps_them_all() -> None:
    now = after(BLUE_BROWN).play("1 d5-e5").play("mark d5").play("no card")
    s = state(now)
    assert (s.cards[0], s.phase) == (0b111, REFILL)
    assert COLOUR_OF[block_at(s, 0, s.new[1])] == BROWN
    assert state(now.play("stack 1")).phase == LAY
