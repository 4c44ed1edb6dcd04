"""A match on a real table: following it asks for all that the eyes see and for nothing else, and loses nothing."""

from collections.abc import Sequence
from contextlib import suppress

import pytest

import benben
from benben.core import record
from benben.core.contract import NOBODY
from benben.core.errors import BenbenError, IllegalMove, MalformedMove
from benben.core.position import Position
from benben.core.real_table import RealTable
from benben.core.shuffle import deal_cards
from benben.testing.matches import Table, setups

TABLES = [  # every number of players, and every option with the fewest and the most of them
    table
    for name in benben.names()
    for table in setups(benben.find(name))
    if not table.options or table.players in (min(table.game.players), max(table.game.players))
]


class Owner:
    """Somebody at a table, who enters what the eyes see of a match."""

    def __init__(self, first: Position, eyes: int) -> None:
        self.position, self.eyes = first, eyes
        game, players, options = first.game, first.players, first.options
        assert first.setup.seed is not None
        shuffles = game.shuffles(players, options)
        cards = iter(deal_cards(first.setup.seed, shuffles))
        self.cards = {name: [next(cards) for _place in range(size)] for name, size in shuffles.items()}
        self.table = RealTable.begin(game, players, eyes, **options)
        self._answer()

    def _view(self, position: Position) -> Position:
        return position.view(None if self.eyes == NOBODY else self.eyes)

    def play(self, move: int) -> None:
        self.position = self.position.play(move)
        self.table = self.table.enter(str(self._view(self.position).last_move))
        self._answer()

    def _answer(self) -> None:
        """Say what came up, until nothing is asked any more."""
        answered = self._answered(self.table)
        assert answered is not None, f"after {self.position.moves}"
        self.table = answered

    def _answered(self, table: RealTable) -> RealTable | None:
        """Somebody at the table sees which piece it is. Here it is most often the one that was dealt there, but where
        a hidden choice was followed in another way than it was made, the one with which all looks right."""
        true, question = self._view(self.position).state.record.tobytes(), table.question
        if not table.is_asking:
            return table if table.view.state.record.tobytes() == true else None
        seen = [view.state.record.tobytes() for view in question.seen]
        if true in seen:
            return self._answered(table.enter(f"seen {seen.index(true)}"))
        assert question.place is not None
        name, place = question.place
        for piece in (self.cards[name][place], *question.pieces):
            with suppress(MalformedMove):  # it came up before
                if (answered := self._answered(table.enter(f"piece {piece}"))) is not None:
                    return answered
        return None

    @property
    def draws(self) -> int:
        return sum(entry.startswith("piece ") for entry in self.table.entries)

    def agrees(self) -> bool:
        return self.table.view.state.record.tobytes() == self._view(self.position).state.record.tobytes()


def followed(match: Sequence[Position], eyes: int, moves: int | None = None) -> Owner:
    """After this number of moves of a match, or all."""
    match[0].game.warm()
    owner = Owner(match[0], eyes)
    assert owner.agrees()
    for position in match[1:] if moves is None else match[1 : moves + 1]:
        assert position.last_move
        owner.play(position.last_move.number)
        assert owner.agrees(), f"after {owner.position.moves}"
    return owner


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_eyes_see_a_whole_match_and_are_asked_for_what_they_see(table: Table) -> None:
    """And the record replays it, and names the pieces that were entered, no other ones."""
    for eyes in (0,) if table.options else (NOBODY, 0):
        owner = followed(table.match(3), eyes)
        text = record.write(owner.table.position)
        assert owner.position.is_over
        assert owner.table.position.winners == owner.position.winners
        assert owner.table.view.score == owner.position.score
        written, replayed = record.read(text), benben.verify(text)
        assert replayed == owner.table.position
        assert len(replayed.moves) == len(owner.position.moves)
        named = [piece for key, pieces in written.header.items() if key.startswith("deal ") for piece in pieces.split()]
        assert len(named) - named.count("-") == owner.draws
        assert "seed" not in written.header
        assert "commitment" not in written.header


def test_a_hidden_choice_is_found_out_when_something_shows_it() -> None:
    """Pyramids: others do not see which of two cards goes into a tomb, until the other one is built or discarded."""
    table = next(table for table in TABLES if str(table) == "pyramids-2")
    owner = followed(table.match(1), 0, 12)
    assert "tomb ?" in owner.table.entries
    assert any(entry.startswith("seen") for entry in owner.table.entries), "both were known, so it is asked which"
    assert owner.table.position.view(0) == owner.position.view(0)


def pyramids(eyes: int, *entries: str) -> RealTable:
    table = RealTable.begin(benben.find("pyramids"), 2, eyes)
    for entry in entries:
        table = table.enter(entry)
    return table


OPENING = [f"piece {n}" for n in (40, 41, 42, 43, 44, 0, 0)]  # the own card, two pairs, who begins, the god that is out


def test_only_what_the_eyes_can_see_is_asked_for() -> None:
    places = []
    for n in range(len(OPENING)):
        question = pyramids(0, *OPENING[:n]).question
        assert question.place is not None
        assert not any(f"piece {piece}" in OPENING[:n] for piece in question.pieces if n < 5)
        places.append(question.place)
    assert places == [("cards", 0), *(("cards", 2 + k) for k in range(4)), ("start", 0), ("tile", 0)]
    table = pyramids(0, *OPENING)
    assert not table.is_asking
    assert list(table.choices()) == ["anubis", "khepri", "sekhmet"]
    assert table.view.state.record["held"][0, 1, 0] == -1, "the card of the other player stays hidden"


def test_a_bot_is_asked_only_where_the_eyes_know_what_its_player_sees() -> None:
    table = pyramids(0, *OPENING)
    assert table.position.actor == 0
    view = table.actors_view()
    assert view is not None
    assert view.seat == 0
    assert table.enter("anubis").actors_view() is None, "what the other player holds was never entered"
    assert pyramids(NOBODY, *OPENING[1:]).actors_view() is None


def test_entries_that_cannot_be_are_refused() -> None:
    table = pyramids(0, *OPENING)
    for entry, error in (("horus", IllegalMove), ("pair 1", IllegalMove), ("nonsense", MalformedMove)):
        with pytest.raises(error):
            table.enter(entry)
    for entries in (("piece 40", "piece 40"), ("piece 105",), ("khepri",), ("seen 0",), (*OPENING, "piece 50")):
        with pytest.raises(MalformedMove):
            pyramids(0, *entries)
    with pytest.raises(MalformedMove):
        pyramids(2)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("deal cards: 1 1", "named twice"),
        ("deal cards: 105", "numbered from 0"),
        ("deal cards: x", "not a number"),
        ("deal tiles: 1", "Nothing called"),
        ("eyes: 3", "no seat 3"),
        (f"deal cards: 1\nseed: {'0' * 64}", "not both"),
    ],
)
def test_a_record_with_a_deal_that_cannot_be_is_refused(line: str, why: str) -> None:
    with pytest.raises(BenbenError, match=why):
        record.replay(record.read(f"benben 1\ngame: pyramids\nplayers: 2\n{line}\n"), benben.find)
