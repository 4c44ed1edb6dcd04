"""The guided first game of Pyramido: three turns, the end of the first layer, and the beginning of the second."""

from __future__ import annotations

import numpy as np

from benben.core.lesson import Goal, Lesson, Step, moves
from benben.games.pyramido.box.components import BROWN, CARDS, COLOUR_OF, RED, STAGES, YELLOW, block_number
from benben.games.pyramido.picture.element_ids import card_id, domino_id, marker_id, new_blocks, sheet_id, side_id
from benben.games.pyramido.rules.layers import block_at
from benben.games.pyramido.rules.score import VIEW, look_down
from benben.games.pyramido.rules.state import LAY, NO_DOMINO, Board, cards_in_hand
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import place_of
from benben.games.pyramido.words.points import area_elements, areas


def _colour_on(s: Board, seat: int, cell: str) -> int:
    """The colour of the block on a cell of the learner's layer; -1 if it is empty."""
    place = place_of(s, seat, cell)
    assert place is not None
    return int(COLOUR_OF[block_at(s, seat, place)]) if s.occupied[seat] >> place & 1 else -1


def _lies(s: Board, seat: int, **colours: int) -> bool:
    """Whether these colours lie on these cells."""
    return all(_colour_on(s, seat, cell) == colour for cell, colour in colours.items())


def _jewels(s: Board, seat: int, colour: int) -> int:
    """The jewels in the learner's marked area of a colour."""
    return sum(area.jewels for area in areas(s, seat, s.stage) if area.colour == colour)


def _grows(before: Board, after: Board, seat: int, *colours: int) -> bool:
    """Whether each of these marked areas has more jewels than before."""
    return all(_jewels(after, seat, colour) > _jewels(before, seat, colour) for colour in colours)


def _visible_jewels(s: Board, seat: int) -> int:
    view, jewels = np.zeros((2, VIEW), np.int64)
    look_down(s, seat, STAGES, view, jewels)
    return int(jewels.sum())


def _quarry(s: Board, seat: int) -> tuple[str, ...]:
    return tuple(domino_id(domino) for domino in s.quarry if domino != NO_DOMINO)


def _offers(s: Board, colour: int) -> bool:
    """Whether a domino in the quarry has a block of this colour."""
    dominoes = [domino for domino in s.quarry if domino != NO_DOMINO]
    return any(COLOUR_OF[block_number(domino, half, 0)] == colour for domino in dominoes for half in range(2))


def _area(s: Board, seat: int, colour: int) -> tuple[str, ...]:
    """The elements of a marked area."""
    return next(area_elements(s, seat, s.stage, area) for area in areas(s, seat, s.stage) if area.colour == colour)


def _cards(s: Board, seat: int) -> tuple[str, ...]:
    return tuple(side_id(seat, 2 * card + side) for card in cards_in_hand(s, seat) for side in range(2))


def _laid_card(s: Board, seat: int) -> tuple[str, ...]:
    return tuple(card_id(seat, card) for card in range(CARDS) if card not in cards_in_hand(s, seat))


_FIRST = _("This one: a red block with two jewels and a brown block. Touch it.")

LESSON = Lesson(
    seed=9,
    welcome=_(
        "You build a pyramid of dominoes in four layers. The white discs are jewels, and jewels are points. This is "
        "the quarry: three dominoes for both players, and more behind them."
    ),
    cells=_quarry,
    goals=(
        Goal(
            "first",
            _("Take the domino with the two red jewels."),
            (Step((_FIRST,), lambda before, after, seat: _lies(after, seat, d5=RED, e5=BROWN)),),
            _("Your first domino lies down by itself. The next ones you will lay where you like."),
            lambda s, seat: new_blocks(s),
            "PDO-5",
        ),
        Goal(
            "mark",
            _("Mark the red block."),
            (
                Step(
                    (_("You have a marker of each colour. Touch the red one with the eye: it goes on the red block."),),
                    lambda before, after, seat: after.mark[seat, 0, RED] > 0,
                ),
            ),
            _(
                "Only areas with a marker score, one area of each colour. The marker stays there until the layer is "
                "finished: from now on you collect red here."
            ),
            lambda s, seat: (marker_id(seat, RED), *new_blocks(s)),
            "PDO-8",
        ),
        Goal(
            "refill",
            _("Keep your cards for later, and refill the quarry with the other red domino."),
            (
                Step(
                    (_("You could cover a block with a card now. Not yet: touch “No card”."),),
                    lambda before, after, seat: after.cards[seat] == before.cards[seat] and after.turn == seat,
                ),
                Step(
                    (_("You refill the empty place from one of the two stacks behind it. Touch the red domino."),),
                    lambda before, after, seat: _offers(after, RED),
                ),
            ),
            _(
                "Your turn is over, and the other player chooses first. Let us see whether the red domino is left for "
                "you."
            ),
            _quarry,
            "PDO-10",
            moves("2 d5-e5; mark d5; no card; stack 3"),
        ),
        Goal(
            "area",
            _("Lay the red domino under the first one, red under red."),
            (
                Step(
                    (
                        _("It is still there. Touch it."),
                        _("Touch the empty cell under your red block."),
                        _("Turn it with R, or with the button, until red lies under red."),
                    ),
                    lambda before, after, seat: _lies(after, seat, d6=RED, e6=BROWN),
                ),
            ),
            _(
                "Blocks of one colour that touch are an area. Your red area has three jewels now. Brown touches brown "
                "too, and the program has put the brown marker there, because no other was possible."
            ),
            lambda s, seat: _area(s, seat, RED),
            "PDO-13",
            moves("no card; stack 2; 3 d6-e6; no card; stack 4"),
        ),
        Goal(
            "turn",
            _("Lay the yellow and blue domino upright on the left, yellow on top, and mark yellow."),
            (
                Step(
                    (
                        _("Touch the yellow and blue domino in the quarry."),
                        _("Touch the cell to the left of your upper red block."),
                        _("Turn it with R, or with the button, until it stands upright with yellow on top."),
                    ),
                    lambda before, after, seat: (
                        _colour_on(after, seat, "c5") == YELLOW and _colour_on(after, seat, "c6") >= 0
                    ),
                ),
                Step(
                    (_("Touch the yellow marker: it goes on the yellow block."),),
                    lambda before, after, seat: after.mark[seat, 0, YELLOW] > 0,
                ),
            ),
            _(
                "All your dominoes must fit into a rectangle of five by four blocks. Leave no single holes: a domino "
                "needs two empty cells side by side, and if you cannot fill a layer, you lose."
            ),
            lambda s, seat: new_blocks(s),
            "PDO-5",
        ),
        Goal(
            "card",
            _("Cover the blue block with a red card."),
            (
                Step(
                    (
                        _("The blue block does not help you. Touch the red side of your third card."),
                        _("Touch a quarter of the blue block: the jewel comes there."),
                    ),
                    lambda before, after, seat: _grows(before, after, seat, RED),
                ),
            ),
            _(
                "The card is a red block with a jewel: your red area has four jewels now. You have only three cards "
                "for the whole game, and each also helps if no domino fits."
            ),
            lambda s, seat: (*_laid_card(s, seat), *_cards(s, seat)),
            "PDO-9",
            moves("stack 2"),
            moves(
                "3 f5-g5; mark g5; blue f5 nw; stack 3; 3 g6-f6; no card; stack 4; 2 d7-e7; no card; stack 3; 3 g5-f5; "
                "no card; stack 3; 3 d8-d9; mark d9; aqua d8 sw; stack 4; 2 f7-g7; no card; stack 2; 1 g7-g6; "
                "green g6 ne; stack 1; 2 c7-c8; no card; stack 2; 2 f7-f6; stack 3; 1 e7-e8; no card; stack 2; "
                "3 e9-e8; stack 3; 3 f8-g8; no card; stack 4; 1 g8-g9; stack 2"
            ),
        ),
        Goal(
            "layer",
            _("Finish your first layer so that red and brown both grow."),
            (
                Step(
                    (
                        _("Only two cells are empty. Touch the red and brown domino."),
                        _("Touch the upper empty cell: red touches red there."),
                        _("Turn it with R, or with the button, until red is on top and brown below."),
                    ),
                    lambda before, after, seat: _grows(before, after, seat, RED, BROWN),
                ),
            ),
            _(
                "The layer is full. When the other player has laid the last domino too, every jewel in your marked "
                "areas is a point, and the area with the fewest jewels counts twice. Then you get all your markers "
                "back."
            ),
            lambda s, seat: tuple(sheet_id(seat, stage) for stage in range(STAGES)),
            "PDO-15",
            moves("no card; stack 4; 3 f8-f9; stack 4; 1 c1-c2; mark c1; stack 2"),
        ),
        Goal(
            "next-layer",
            _("Begin your second layer without hiding a jewel."),
            (
                Step(
                    (
                        _("Touch any domino: the new layer is smaller and lies on the first one."),
                        _("Touch a cell. Look for two cells with no jewel under them."),
                        _("Turn it until no jewel of the first layer is covered."),
                    ),
                    lambda before, after, seat: (
                        before.phase == LAY and _visible_jewels(after, seat) == _visible_jewels(before, seat) + 2
                    ),
                ),
            ),
            _(
                "Jewels of all layers count, as long as they can be seen from above. So cover what you do not need, "
                "and keep your jewels in sight. Four layers, then the player with the most points wins."
            ),
            lambda s, seat: new_blocks(s),
            "PDO-13",
        ),
    ),
)
