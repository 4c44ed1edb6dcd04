"""PYR-18: what others can know of a hand and a tomb, held against every history that fits what they saw."""

import random
from collections import Counter
from itertools import pairwise

import pytest

import benben
from benben.core.contract import NOBODY
from benben.games.pyramids import GAME
from benben.games.pyramids.box.components import CARDS
from benben.games.pyramids.rules import hands
from benben.games.pyramids.rules.moves import BUILD, BURY, TAKE_PAIR, TAKE_TILE
from benben.games.pyramids.rules.secrets import A_CARD_BURIED
from benben.games.pyramids.rules.state import OVER, UNKNOWN, Necropolis
from benben.testing import Table
from tests.games.pyramids.drawn import state, tomb

FIRST = -7  # stands for the card dealt to a player at the start, whichever it is

World = tuple[frozenset[int], frozenset[int]]  # hand and tomb


class Onlooker:
    """Follows one player through a match, and keeps every pair of hand and tomb that may be, step by step.

    Knows nothing of how the rules store them: a card is taken openly, shown openly, or laid down hidden.
    """

    def __init__(self) -> None:
        self.worlds: set[World] = {(frozenset({FIRST}), frozenset())}
        self.taken: set[int] = set()

    def take(self, cards: set[int]) -> None:
        self.taken |= cards
        self.worlds = {(hand | cards, tomb) for hand, tomb in self.worlds}

    def show(self, card: int) -> None:
        card = card if card in self.taken else FIRST
        self.worlds = {(hand - {card}, tomb) for hand, tomb in self.worlds if card in hand}

    def bury(self) -> None:
        self.worlds = {(hand - {card}, tomb | {card}) for hand, tomb in self.worlds for card in hand}


def follow(before: benben.Position, after: benben.Position, onlookers: list[Onlooker]) -> None:
    """Tell the onlookers what is to be seen of a move, and of what followed without a choice."""
    old, new = state(before), state(after)
    seat, move = old.turn, int(after.last_move or 0)
    if move in BURY:
        onlookers[seat].bury()
    for other in range(old.players):
        built = open_cards(new, other) - open_cards(old, other)
        for card in built:
            onlookers[other].show(card)
    for card in range(1, CARDS + 1):
        if new.discarded[card] and not old.discarded[card] and new.phase != OVER:
            onlookers[seat].show(card)
    if old.round == new.round:
        for pair in range(old.players):
            if old.quarry[pair, 0] and not new.quarry[pair, 0]:
                taker = seat if move in TAKE_PAIR else new.turn
                onlookers[taker].take(set(old.quarry[pair]))


def open_cards(s: Necropolis, seat: int) -> set[int]:
    return {card for card in (*s.pyramid[seat], *s.obelisk[seat]) if card}


def world_of(s: Necropolis, seat: int) -> World:
    first = s.held[seat, 0] if s.secret[seat] else None
    hand, tomb = (
        frozenset(FIRST if card == first else card for card in cards)
        for cards in (hands.hand(s, seat), hands.tomb(s, seat))
    )
    return hand, tomb


def every_world(view: Necropolis, seat: int) -> set[World]:
    """What a view leaves open about another player, the first card aside."""
    if view.kept[seat] != UNKNOWN:
        return {world_of(view, seat)}
    worlds = set()
    for kept in range(view.sure[seat] + 1, view.holds[seat] - view.fresh[seat] + 1):
        s = view.copy()
        s.kept[seat] = kept
        worlds.add(world_of(s, seat))
    return worlds


@pytest.mark.rule("PYR-18")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(1, 9))
def test_views_leave_open_exactly_what_the_public_events_leave_open(players: int, seed: int) -> None:
    match = Table(GAME, players).match(seed)
    onlookers = [Onlooker() for _seat in range(players)]
    for before, after in pairwise(match[:-1]):
        follow(before, after, onlookers)
        view = state(after.view())
        for seat, onlooker in enumerate(onlookers):
            assert every_world(view, seat) == onlooker.worlds
            assert world_of(state(after), seat) in onlooker.worlds


def burying_match(players: int, seed: int) -> list[benben.Position]:
    """A match in which cards go into tombs whenever they may: as much as possible is hidden."""
    chance = random.Random(seed)
    positions = [Table(GAME, players).start(seed)]
    while not positions[-1].is_over:
        numbers = positions[-1].legal_moves.numbers
        buries = [move for move in numbers if move in BURY]
        likes = [move for move in numbers if move in (TAKE_TILE(2), TAKE_TILE(4))]
        likes += [move for move in numbers if move in BUILD and BUILD.slot(move) > 0]  # not the card kept
        positions.append(positions[-1].play(chance.choice(buries or likes or numbers)))
    return positions


@pytest.mark.rule("PYR-18")
@pytest.mark.parametrize("players", [2, 4])
def test_imagined_worlds_are_all_that_may_be_and_no_other(players: int) -> None:
    """Many worlds of every view: each fits the events, none is left out, and none is much likelier than another."""
    widest = 0
    for seed in (1, 2):
        match = burying_match(players, seed)
        onlookers = [Onlooker() for _seat in range(players)]
        for number, (before, after) in enumerate(pairwise(match[:-1])):
            follow(before, after, onlookers)
            if number % 4:
                continue
            for viewer in (*range(players), None):
                view = after.view(viewer)
                worlds = [state(view.imagine(k)) for k in range(60)]
                for seat in range(players):
                    if seat == viewer:
                        assert {world_of(s, seat) for s in worlds} == {world_of(state(after), seat)}
                        continue
                    counts = Counter(world_of(s, seat) for s in worlds)
                    assert set(counts) <= onlookers[seat].worlds
                    widest = max(widest, len(onlookers[seat].worlds))
                    if len(onlookers[seat].worlds) <= 4:
                        assert set(counts) == onlookers[seat].worlds
                        assert max(counts.values()) <= 60 / len(counts) + 27  # far beyond five standard deviations
    assert widest >= 4, "the test should meet real doubt"


@pytest.mark.rule("PYR-18")
@pytest.mark.parametrize("players", [2, 5])
def test_hidden_cards_are_cards_that_nobody_has_shown(players: int) -> None:
    """The first cards and the deck are dealt from what the viewer has not seen, and nothing is dealt twice."""
    for seed in (3, 4):
        shown: set[int] = set()
        for now in Table(GAME, players).match(seed)[:-1]:
            shown |= {card for pair in state(now).quarry for card in pair if card}
            shown |= {card for seat in range(players) for card in open_cards(state(now), seat)}
            shown |= {card for card in range(1, CARDS + 1) if state(now).discarded[card]}
            for viewer in (0, None):
                world = state(now.view(viewer).imagine(seed))
                own = {world.held[0, 0]} if viewer == 0 and world.secret[0] else set()
                hidden = [world.held[seat, 0] for seat in range(players) if world.secret[seat] and seat != viewer]
                hidden += [card for card in world.deck if card]
                assert not set(hidden) & (shown | own)
                assert len(hidden) == len(set(hidden))
                assert UNKNOWN not in hidden


@pytest.mark.rule("PYR-18")
def test_first_cards_are_imagined_alike() -> None:
    view = Table(GAME, 2).start(1).view(0)
    counts = Counter(state(view.imagine(k)).held[1, 0] for k in range(4000))
    assert len(counts) == CARDS - 1 - 4, "any card but the own one and the two pairs"
    assert max(counts.values()) < 4000 / 100 * 2


@pytest.mark.rule("PYR-18")
def test_others_see_how_many_cards_lie_in_a_tomb_and_the_owner_sees_which() -> None:
    for now in burying_match(3, 5)[:-1]:
        for seat in range(3):
            own, other = tomb(now.view(seat), seat), tomb(now.view((seat + 1) % 3), seat)
            assert own == tomb(now, seat)
            assert len(other) == len(own)
            assert set(other) <= {*own, "?"}, "what is shown of it must be true"


@pytest.mark.rule("PYR-18")
def test_a_burial_is_seen_as_such_and_no_more() -> None:
    found = 0
    for now in burying_match(4, 6)[1:]:
        assert now.before is not None
        assert now.last_move is not None
        if not str(now.last_move).startswith("tomb"):
            continue
        seat = now.before.actor
        for viewer in (*range(4), None):
            move = now.view(viewer).last_move
            assert move is not None
            if viewer == seat:
                assert move == now.last_move
            else:
                assert (move.number, move.notation) == (A_CARD_BURIED, "tomb ?")
                assert str(now.view(viewer).tell()[0].message).endswith("puts a card into the tomb.")
                found += 1
    assert found


def test_a_view_holds_no_hidden_card() -> None:
    """Not in any field: the deck, first cards and what was kept are blank."""
    for now in Table(GAME, 4).match(8)[:-1:3]:
        s = state(now)
        for viewer in (*range(4), NOBODY):
            view = state(now.view(None if viewer == NOBODY else viewer))
            assert set(view.deck) <= {0, UNKNOWN}
            for seat in range(4):
                if seat != viewer and s.secret[seat]:
                    assert view.held[seat, 0] == UNKNOWN
                if seat != viewer:
                    clear = len(every_world(view, seat)) == 1
                    assert view.kept[seat] == (s.kept[seat] if clear else UNKNOWN), "what can be told is told"


def test_a_move_reveals_what_others_did_not_know() -> None:
    """Such a move shows somebody a card that no view had, and only such a move does."""
    for players in (2, 3, 5):
        for before, after in pairwise(Table(GAME, players).match(9)):
            assert after.last_move is not None
            news = any(
                named(state(after.view(seat))) - named(state(before.view(seat))) for seat in (*range(players), None)
            ) or any(
                len(every_world(state(before.view()), seat)) > len(every_world(state(after.view()), seat))
                for seat in range(players)
                if not after.is_over
            )
            assert before.reveals(after.last_move) >= news


@pytest.mark.rule("PYR-25")
def test_the_last_move_opens_the_tombs() -> None:
    for seed in range(1, 9):
        last = Table(GAME, 3).match(seed)[-2]
        for move in last.legal_moves:
            if last.play(move).is_over:
                assert last.reveals(move), move


def named(s: Necropolis) -> set[int]:
    """All cards that a state names."""
    cards = {card for card in s.deck if card > 0} | {card for card in range(1, CARDS + 1) if s.discarded[card]}
    for seat in range(s.players):
        cards |= open_cards(s, seat) | {card for card in (*s.quarry[seat], *s.held[seat]) if card > 0}
    return cards
