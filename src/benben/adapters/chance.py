"""Chance as explicit draws: a match whose hidden cards are decided only when a seat gets to see them.

benben deals all cards at the start, so a search over true positions would look into the future. Here the same kernels
play, but a card that no seat has seen is undecided. A `World` holds a record in which the undecided places are filled
in a fixed order, without meaning. After each move it looks which undecided places a seat can see now, or whose card
has made a difference: each of them is a draw, uniform over the undecided cards. The draw is written into the record
from before the move, and the move is made again. So every history is determined by its moves and draws alone.

Where the cards are in the record is found by trying: `Deals` deals with every card at every place of every shuffle, and
compares the bytes. A place stays where it is while it is hidden; that is so in all games here, and
tests/adapters/test_chance.py checks it.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from benben.adapters.observation import engine_of
from benben.core.game import Game
from benben.core.position import Setup
from benben.core.state import Records, copied

Bytes = NDArray[np.uint8]


class Deals:
    """For a game at a table: where the record holds the card at each place of the shuffles, and in which form."""

    def __init__(self, game: Game, players: int, options: tuple[tuple[str, str], ...]) -> None:
        self.game, self.players, self.options = game, players, options
        self.setup = Setup(game, players, dict(options), seed=None)
        self.engine = game.warm()
        self.shuffles = tuple(game.shuffles(players, dict(options)).items())
        self.names: list[str] = []  # of each place: "cards 3"
        self.shuffle_of: list[int] = []
        self.start: list[int] = []  # by shuffle: its first place
        for number, (name, size) in enumerate(self.shuffles):
            self.start.append(len(self.names))
            self.names += [f"{name} {place}" for place in range(size)]
            self.shuffle_of += [number] * size
        self.where: list[NDArray[np.int64]] = []  # by place: the bytes of the record that its card determines
        self.forms: list[Bytes] = []  # by place and card: these bytes
        for place in range(len(self.names)):
            self._try_all(place)
        # For kernels, all places have the same number of bytes: the last one is repeated.
        longest = max((where.size for where in self.where), default=0)
        self.bytes_of = np.zeros((len(self.names), longest), np.int64)
        self.padded_forms: list[Bytes] = []
        for place, where in enumerate(self.where):
            parts = np.minimum(np.arange(longest), max(0, where.size - 1))
            self.bytes_of[place] = where[parts] if where.size else 0
            self.padded_forms.append(self.forms[place][:, parts] if where.size else self.forms[place])

    def __deepcopy__(self, memo: object) -> Deals:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return deals_of, (self.game, self.players, self.options)

    def _try_all(self, place: int) -> None:
        """Deal every card at this place. The rest need not be a permutation: a deal only copies cards."""
        cards = self.sorted_cards()
        rows = []
        for card in range(self.shuffles[self.shuffle_of[place]][1]):
            cards[place] = card
            rows.append(raw(self.dealt(cards)))
        forms = np.array(rows)
        where = np.flatnonzero((forms != forms[0]).any(axis=0))
        self.where.append(where)
        self.forms.append(forms[:, where])

    def sorted_cards(self) -> NDArray[np.int16]:
        return np.array([card for _name, size in self.shuffles for card in range(size)], np.int16)

    def dealt(self, cards: NDArray[np.int16]) -> Records:
        return self.game.dealt(self.players, dict(self.options), cards.tolist())


@cache
def deals_of(game: Game, players: int, options: tuple[tuple[str, str], ...]) -> Deals:
    return Deals(game, players, options)


def raw(records: Records) -> Bytes:
    """The memory of one record."""
    return records.view(np.uint8)


class World:
    """A match in play. Either a place is `due` for a draw, or a seat is to act, or the match is over."""

    def __init__(self, deals: Deals) -> None:
        """Before the first draw."""
        self.deals = deals
        self.hidden = [place for place, where in enumerate(deals.where) if where.size]
        self.left = [list(range(size)) for _name, size in deals.shuffles]  # undecided cards, by shuffle
        self.cards: NDArray[np.int16] | None = deals.sorted_cards()  # until the deal is complete
        self.before: Records | None = None  # the record before the move that is not complete yet …
        self.move = -1  # … and that move
        self.due: int | None = None  # the place to draw for
        self.records = self._settled()

    @classmethod
    def of(cls, deals: Deals, records: Records) -> World:
        """A world in which everything is decided."""
        world = cls.__new__(cls)
        world.deals, world.hidden, world.left = deals, [], []
        world.cards, world.before, world.move, world.due = None, None, -1, None
        world.records = records
        return world

    def __deepcopy__(self, memo: object) -> World:
        twin = World.__new__(World)
        twin.__dict__ = dict(self.__dict__)  # records are never changed in place once they are here
        twin.hidden, twin.left = self.hidden[:], [cards[:] for cards in self.left]
        twin.cards = None if self.cards is None else self.cards.copy()
        return twin

    @property
    def is_dealt(self) -> bool:
        """True if there is a position to look at."""
        return self.cards is None

    def outcomes(self) -> list[tuple[int, float]]:
        """The cards that may be drawn for the place that is due, equal ones as one, with their chances."""
        assert self.due is not None
        left, forms = self.left[self.deals.shuffle_of[self.due]], self.deals.forms[self.due]
        counts: dict[bytes, list[int]] = {}
        for card in left:
            counts.setdefault(forms[card].tobytes(), []).append(card)
        return sorted((same[0], len(same) / len(left)) for same in counts.values())

    def draw(self, card: int) -> None:
        """Decide the place that is due."""
        assert self.due is not None
        place = self.due
        self.left[self.deals.shuffle_of[place]].remove(card)
        self.hidden.remove(place)
        undecided = [iter(cards) for cards in self.left]
        filled = [(place, card)] + [(other, next(undecided[self.deals.shuffle_of[other]])) for other in self.hidden]
        if self.cards is not None:
            for each, its_card in filled:
                self.cards[each] = its_card
        else:
            assert self.before is not None
            self.before = copied(self.before)
            memory = raw(self.before)
            for each, its_card in filled:
                memory[self.deals.where[each]] = self.deals.forms[each][its_card]
        self.records = self._settled()

    def play(self, move: int) -> None:
        """Make a legal move of the seat to act."""
        self.before, self.move = self.records, move
        self.records = self._settled()

    def _settled(self) -> Records:
        """The record after the deal or the move, if nothing has to be drawn first; else the one before."""
        if self.cards is not None:
            after = self.deals.dealt(self.cards)
        else:
            assert self.before is not None
            after = copied(self.before)
            self.deals.engine.play_one(after, 0, self.move)
        self.due = self._next_due(after)
        if self.due is None:
            self.cards, self.before, self.move = None, None, -1
            return after
        return after if self.before is None else self.before

    def _next_due(self, after: Records) -> int | None:
        """The first undecided place that a seat can see, or else that has made a difference."""
        if not self.hidden:
            return None
        game, truth = self.deals.game, raw(after)
        views = np.array([raw(veiled(game, after, seat)) for seat in range(self.deals.players)])
        known = (views == truth).any(axis=0)
        visible = known[self.deals.bytes_of[self.hidden]].all(axis=1)
        if visible.any():
            return self.hidden[int(visible.argmax())]
        if self.before is None or not self.deals.engine.reveals_of(self.before, 0, self.move):
            return None
        return self._next_felt(self.before, views)

    def _next_felt(self, before: Records, views: Bytes) -> int | None:
        """An undecided place whose card matters although nobody sees it, such as a choice that was none."""
        game, places, others = self.deals.game, [], []
        memory = raw(before)
        for place in self.hidden:
            forms = self.deals.padded_forms[place]
            now = memory[self.deals.bytes_of[place]]
            left = self.left[self.deals.shuffle_of[place]]
            if (other := next((card for card in left if (forms[card] != now).any()), None)) is not None:
                places.append(place)
                others.append(forms[other])
        if not places:
            return None
        tried = game.new_records(2)
        found = engine_of(game)["first_felt"](
            before, self.move, self.deals.players, self.deals.bytes_of[places], np.array(others), tried,
            tried.view(np.uint8).reshape(2, -1), game.new_records(1), views,
        )  # fmt: skip
        return None if found < 0 else places[found]


def veiled(game: Game, records: Records, seat: int) -> Records:
    """The part of a record that a seat may know."""
    if game.open:
        return records
    out = game.new_records(1)
    game.warm().veil_one(records, 0, seat, out, 0)
    return out
