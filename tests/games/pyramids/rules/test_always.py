"""What holds in every match, whatever is played."""

from hypothesis import given, settings
from hypothesis import strategies as st

from benben.games.pyramids import GAME
from benben.games.pyramids.box.components import CARDS
from benben.games.pyramids.rules import moves
from benben.games.pyramids.rules.hands import hand_size
from benben.games.pyramids.rules.state import MOST_HELD, OVER
from benben.testing import Table
from tests.games.pyramids.drawn import position, state


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 5), st.integers(0, 1000), st.lists(st.integers(0, 11), min_size=30, max_size=30))
def test_no_card_is_lost_or_doubled(players: int, seed: int, choices: list[int]) -> None:
    now = Table(GAME, players).start(seed)
    played = 0
    while not now.is_over:
        numbers = now.legal_moves.numbers
        assert len(numbers) >= 2, "what has one choice only is not asked"
        now = now.play(numbers[choices[played % len(choices)] % len(numbers)])
        played += 1
        s = state(now)
        cards = [card for card in s.deck if card] + [card for card in range(1, CARDS + 1) if s.discarded[card]]
        for seat in range(players):
            cards += [card for card in (*s.quarry[seat], *s.pyramid[seat], *s.obelisk[seat], *s.held[seat]) if card]
            assert hand_size(s, seat) <= moves.HAND
            assert s.sure[seat] <= s.holds[seat] <= MOST_HELD
            assert s.filled[seat] == sum(1 << place for place, card in enumerate(s.pyramid[seat]) if card)
        assert len(cards) == len(set(cards)) == 21 * players
    assert state(now).phase == OVER
    assert played <= GAME.longest


def test_unused_cells_are_blank() -> None:
    """The same situation is the same bytes: nothing is left behind where no card is."""
    for players in (2, 5):
        for now in Table(GAME, players).match(3):
            s = state(now)
            for seat in range(5):
                n = s.holds[seat] if seat < players else 0
                assert all(card == 0 for card in list(s.held[seat])[n:])
                assert all(card == 0 for card in list(s.obelisk[seat])[s.levels[seat] :])
                assert s.kept[seat] <= max(n - s.fresh[seat], 0)


def test_filled_places_are_those_of_the_cards() -> None:
    """Also in views, imagined worlds and drawn positions: see `test_no_card_is_lost_or_doubled` for `play`."""
    now = Table(GAME, 3).match(5)[60]
    drawn = position("Thebes\n2: r gb\n1: b ry | y b tomb\nMemphis")
    for seen in (now, now.view(0), now.view(0).imagine(1), drawn):
        s = state(seen)
        for seat in range(s.players):
            assert s.filled[seat] == sum(1 << place for place, card in enumerate(s.pyramid[seat]) if card)
