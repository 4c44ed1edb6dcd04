"""The guided first game of Pyramids: three rounds."""

from __future__ import annotations

from benben.core.kit.bits import count_bits
from benben.core.lesson import Goal, Lesson, Step, moves
from benben.games.pyramids.box.components import BONUS, BONUS_FROM, COLOURS, GLYPH_POINTS, STONES, TOMB_MAJORITY
from benben.games.pyramids.picture.element_ids import card_id, hand_id, obelisk_id, pyramid_id, tile_id, tomb_id
from benben.games.pyramids.rules.hands import hand, tomb_size
from benben.games.pyramids.rules.pyramid_spots import BASE
from benben.games.pyramids.rules.score import feet_of, glyphs, largest_group
from benben.games.pyramids.rules.state import KEEP, Necropolis
from benben.games.pyramids.words import _

_SEKHMET = 4
_YELLOW = 4


def _group(s: Necropolis, seat: int) -> int:
    """The stones in the learner's largest group of any colour."""
    return max(count_bits(largest_group(s, seat, colour) & feet_of(s, seat, colour)) for colour in range(COLOURS))


def _chooses_first(s: Necropolis, seat: int) -> bool:
    return all(s.tile[seat] < s.tile[other] for other in range(s.players) if other != seat)


def _in_hand(s: Necropolis, seat: int, colour: int) -> int:
    return sum(int(STONES[card, colour]) for card in hand(s, seat))


def _above(s: Necropolis, seat: int) -> int:
    """The number of cards above the base."""
    return count_bits(s.filled[seat] & ~BASE)


def _hand(s: Necropolis, seat: int) -> tuple[str, ...]:
    return tuple(card_id(card) for card in hand(s, seat))


LESSON = Lesson(
    seed=3,
    welcome=_(
        "You build a necropolis, a city of the dead: a pyramid, an obelisk and a tomb. Ten rounds, and in each you get "
        "two cards with coloured stones. This is your first card."
    ),
    cells=lambda s, seat: (hand_id(seat),),
    goals=(
        Goal(
            "tile",
            _("Take Sekhmet, who lets you build all three."),
            (
                Step(
                    (
                        _(
                            "The symbols show what a god lets you build. Sekhmet has the pyramid, the tomb and the "
                            "obelisk."
                        ),
                    ),
                    lambda before, after, seat: after.tile[seat] == _SEKHMET,
                ),
            ),
            _(
                "You may build a lot in this round. But Sekhmet has the number 4, and low numbers choose their cards "
                "first: you get the cards that are left."
            ),
            lambda s, seat: (tile_id(_SEKHMET),),
            "PYR-10",
            moves("anubis; pair 2; c base; tomb a"),
        ),
        Goal(
            "pyramid",
            _("Build the card with the pyramid seal into your pyramid."),
            (
                Step(
                    (_("You have three cards now. Touch the yellow and white one with the pyramid seal."),),
                    lambda before, after, seat: glyphs(after, seat) > glyphs(before, seat),
                ),
            ),
            _(
                "One card must go into your pyramid in every round. A seal brings {points} points if its card is built "
                "where the seal says.",
                points=GLYPH_POINTS,
            ),
            lambda s, seat: (pyramid_id(seat),),
            "PYR-24",
        ),
        Goal(
            "obelisk",
            _("Build the white card into your obelisk."),
            (
                Step(
                    (_("Touch the card with two white stones and the obelisk seal."),),
                    lambda before, after, seat: after.levels[seat] == 1 and STONES[after.obelisk[seat, 0], 1] == 2,
                ),
            ),
            _(
                "The obelisk grows card by card. Only its most frequent colour scores: 1, 3, 6, 10 or 15 points for "
                "one to five cards. So collect one colour here. Yours is white now."
            ),
            lambda s, seat: (obelisk_id(seat),),
            "PYR-22",
        ),
        Goal(
            "tomb",
            _("Put the last card into your tomb."),
            (
                Step(
                    (_("Touch the red and green card."),),
                    lambda before, after, seat: tomb_size(after, seat) == 1,
                ),
            ),
            _(
                "The tomb is your secret. At the end the player with the most stones of a colour in the tomb gets "
                "{points} points for that colour. So it is a good place for cards that fit nowhere else.",
                points=TOMB_MAJORITY,
            ),
            lambda s, seat: (tomb_id(seat),),
            "PYR-23",
            moves("sekhmet"),
        ),
        Goal(
            "choose",
            _("Choose first: take Horus, and then the two cards with yellow stones."),
            (
                Step(
                    (_("The other player has Sekhmet. Horus lets you build only the pyramid, but you choose first."),),
                    lambda before, after, seat: _chooses_first(after, seat) and after.tile[seat] == 1,
                ),
                Step(
                    (_("Your pyramid has yellow and white. Touch the pair with the two yellow stones."),),
                    lambda before, after, seat: _in_hand(after, seat, _YELLOW) == 2,
                ),
            ),
            _("Early choice or more building: that is the question in every round."),
            _hand,
            "PYR-10",
        ),
        Goal(
            "group",
            _("Build a card so that two stones of one colour touch."),
            (
                Step(
                    (
                        _(
                            "White to the right of white, or yellow to the left of yellow: touch the card that you "
                            "want."
                        ),
                        _("Now touch the end where the colours meet."),
                    ),
                    lambda before, after, seat: _group(after, seat) == 2,
                ),
            ),
            _(
                "Stones of one colour that touch are a group. The largest group of each colour scores 1 point a stone, "
                "and the very largest scores again. If all five have a group of {least}, you get {points} more.",
                least=BONUS_FROM,
                points=BONUS,
            ),
            lambda s, seat: (pyramid_id(seat),),
            "PYR-19",
            moves("a right; obelisk b; tomb a; horus; anubis; pair 2"),
        ),
        Goal(
            "level",
            _("Begin the second level of your pyramid."),
            (
                Step(
                    (
                        _(
                            "A new round: you have Horus again, and two more cards. Touch the card that you want to "
                            "build."
                        ),
                        _("Touch the place on top of your two cards."),
                    ),
                    lambda before, after, seat: _above(after, seat) == 1,
                ),
            ),
            _(
                "A card of a higher level stands on two cards, half on each. So its stones can join groups of both. "
                "Four cards below, then three, two and one: after ten rounds the pyramid is complete."
            ),
            lambda s, seat: (pyramid_id(seat),),
            "PYR-16",
            moves("b 2.1; tomb a"),
        ),
        Goal(
            "keep",
            _("Keep one card for the next round."),
            (
                Step(
                    (_("You have two cards left, but you may keep only one. Touch the one that fits better."),),
                    lambda before, after, seat: before.phase == KEEP,
                ),
            ),
            _("That was a whole round: a god, two cards, building, keeping. After ten of them the points are counted."),
            _hand,
            "PYR-13",
        ),
    ),
)
