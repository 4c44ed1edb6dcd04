"""Edifices of Pyramids as they lie on a real table, as text: which card lies where.

    player 1; 17 right; 3 right; 40 left; 8 2.1; 22 obelisk; 61 tomb
    player 2; 5 right

A step is a card, by its number in the list of cards, and a spot of the pyramid as in the notation of moves, `obelisk`
or `tomb`. The text is checked step by step; what cannot be is refused with its rule. Nothing here scores: `tally` does,
on the state that the text describes.
"""

from __future__ import annotations

import re

from benben.core.errors import IllegalMove, Reason
from benben.core.game import Line
from benben.core.kit.laying import Entries, LayoutByPlayer, no_step
from benben.core.text import Message
from benben.games.pyramids.box import components
from benben.games.pyramids.box.components import CARDS, COLOURS, DECK, GLYPHS, MOST_PLAYERS, ROUNDS
from benben.games.pyramids.rules import score
from benben.games.pyramids.rules.hands import tomb
from benben.games.pyramids.rules.play import build
from benben.games.pyramids.rules.pyramid_spots import PLACES, SPOTS, open_spots
from benben.games.pyramids.rules.state import OVER, TILE, Necropolis
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import SEATS, card_name, spot_name
from benben.games.pyramids.words.points import stones_of_group, tally
from benben.games.pyramids.words.score_sheet import GROUPS, TOMBS

SPOT_NAMES = tuple(spot_name(spot) for spot in range(SPOTS))
OBELISK, TOMB = "obelisk", "tomb"
MOST_CARDS = 2 * ROUNDS + 1  # of a player in a match
_STEP = re.compile(r"(?P<card>\d{1,3}) (?P<place>left|right|[2-4]\.[1-3]|obelisk|tomb)")


class LaidOut(LayoutByPlayer):
    """The edifices of a text, and the state that they make."""

    names = SEATS

    def __init__(self, text: str) -> None:
        self.s = Necropolis.blank()
        self.s.phase = TILE
        self.owner: dict[int, int] = {}  # of each card laid
        super().__init__(text, MOST_PLAYERS)
        self.s.players = self.players

    def do(self, step: str) -> None:
        found = _STEP.fullmatch(step)
        if found is None or not _exists(int(found["card"]), found["place"]):
            raise no_step(step)
        self._lay(int(found["card"]), found["place"])

    # The steps

    def _lay(self, card: int, place: str) -> None:
        s, seat = self.s, self.seat
        self.check_card(card)
        if place == OBELISK:
            if s.levels[seat] == ROUNDS:
                raise IllegalMove(
                    _refusal("obelisk-full", "PYR-11", _("In ten rounds you build at most ten cards there."))
                )
            s.obelisk[seat, s.levels[seat]] = card
            s.levels[seat] += 1
        elif place == TOMB:
            if s.holds[seat] == ROUNDS:
                raise IllegalMove(
                    _refusal("tomb-full", "PYR-11", _("In ten rounds you build at most ten cards there."))
                )
            s.held[seat, s.holds[seat]] = card
            s.holds[seat] += 1
        else:
            if SPOT_NAMES.index(place) not in open_spots(s.filled[seat]):
                why = _("A card goes beside a card of a level that is not full, or on two neighbours.")
                raise IllegalMove(_refusal("spot", "PYR-15", why))
            build(s, seat, card, SPOT_NAMES.index(place))
        self.owner[card] = seat

    def check_card(self, card: int) -> None:
        if card in self.owner:
            why = _(
                "The card {card} lies already with {seat}. No two cards are equal.",
                card=card_name(card),
                seat=SEATS[self.owner[card]],
            )
            raise IllegalMove(_refusal("twice", "PYR-3", why))
        if len(self.own) == MOST_CARDS:
            why = _("One card at the start and two in each of ten rounds: nobody has more than {n}.", n=MOST_CARDS)
            raise IllegalMove(_refusal("cards", "PYR-10", why))

    # Points

    def is_full(self, seat: int) -> bool:
        """A whole pyramid: one card a round."""
        return int(self.s.filled[seat]) == (1 << PLACES) - 1

    @property
    def compares_tombs(self) -> bool:
        """Tombs are compared once every player's pyramid is whole."""
        return all(self.is_full(seat) for seat in range(self.players))

    def tally(self) -> list[Line]:
        self.s.players = self.players
        self.s.phase = OVER if self.compares_tombs else TILE
        return [line for line in tally(self.s) if line.points]

    def entries(self) -> Entries:
        """For the score sheet: everything of players with a whole pyramid."""
        rows = (*GROUPS, "levels", *TOMBS, *(f"glyph-{glyph}" for glyph in GLYPHS))
        found: Entries = {row: [None] * self.players for row in rows}
        for seat in range(self.players):
            if self.is_full(seat):
                for row, value in zip(rows, self._entries_of(seat), strict=True):
                    found[row][seat] = value
        return found

    def _entries_of(self, seat: int) -> list[int]:
        s = self.s
        edifices = {
            components.PYRAMID: list(s.pyramid[seat]),
            components.OBELISK: list(s.obelisk[seat])[: s.levels[seat]],
            components.TOMB: tomb(s, seat),
        }
        return [
            *(len(stones_of_group(s, seat, colour)) for colour in range(COLOURS)),
            int(score.highest(s, seat)),
            *(int(score.tomb_stones(s, seat, colour)) for colour in range(COLOURS)),
            *(sum(DECK[card - 1].glyph == edifice for card in edifices[edifice]) for edifice in range(3)),
        ]


def _exists(card: int, place: str) -> bool:
    return 1 <= card <= CARDS and place in (*SPOT_NAMES, OBELISK, TOMB)


def _refusal(code: str, rule: str, message: Message) -> Reason:
    return Reason(f"pyramids.layout-{code}", rule, message)
