"""PDO-2 and PDO-3: markers and cards, the opening."""

from collections import Counter

import pytest

from benben.games.pyramido import GAME
from benben.games.pyramido.box.components import DOMINOES, JEWELS_OF, QUARTERS, WORDS, card_number
from benben.games.pyramido.rules.layers import block_at
from benben.games.pyramido.words.text_board import markers_in_hand
from benben.testing import Table
from tests.games.pyramido.drawn import dealt, deck, moves, play_turn, position, state


@pytest.mark.rule("PDO-2")
def test_six_markers_and_three_cards() -> None:
    s = dealt(players=4)
    for seat in range(4):
        assert s.cards[seat] == 0b111
        assert len(markers_in_hand(s, seat)) == 6


@pytest.mark.rule("PDO-2")
@pytest.mark.parametrize("colours", [("brown", "blue"), ("yellow", "aqua"), ("red", "green")])
def test_a_card_has_two_sides_with_one_jewel_each(colours: tuple[str, str]) -> None:
    now = position(dealt(deck([0, 1, 2]))).play("1 d5-e5").play("mark d5")
    sides = {f"{colour} e5 {quarter}" for colour in colours for quarter in QUARTERS}
    assert sides <= moves(now)
    for side in sides:
        colour, _cell, quarter = side.split()
        number = block_at(state(now.play(side)), 0, state(now).new[1])
        assert number == card_number(WORDS.index(colour), QUARTERS.index(quarter))
        assert JEWELS_OF[number].bit_count() == 1
    later = play_turn(now.play(f"{colours[0]} e5 nw").play("stack 1"), "d5-e5", "mark d5").play("1 d6-e6")
    later = later if "no card" in moves(later) else later.play("mark d6")
    assert {str(move).split()[0] for move in later.legal_moves} == {"no", *WORDS} - set(colours)


@pytest.mark.rule("PDO-3")
@pytest.mark.parametrize("players", GAME.players)
def test_three_in_the_quarry_and_four_open_stacks(players: int) -> None:
    s = state(Table(GAME, players).start(1))
    assert list(s.height) == [22, 22, 22, 21]
    stacks = [s.stack[pile, level] for pile in range(4) for level in range(s.height[pile])]
    assert sorted([*s.quarry, *stacks]) == list(range(DOMINOES))


@pytest.mark.rule("PDO-3")
def test_the_start_player_is_drawn() -> None:
    table = Table(GAME, 4)
    starters = Counter(table.start(seed).actor for seed in range(80))
    assert set(starters) == {0, 1, 2, 3}
    assert max(starters.values()) < 40
