"""The guided first game of Pyramido: explanations at the decisions where they first matter."""

from __future__ import annotations

from benben.core.game import LessonStep
from benben.games.pyramido.box.components import COLOUR_OF, COLOURS, STAGES, TURNS
from benben.games.pyramido.picture.element_ids import domino_id, marker_id, new_blocks, sheet_id, side_id, stacks_behind
from benben.games.pyramido.rules.layers import new_block
from benben.games.pyramido.rules.state import CARD, LAY, MARK, NO_DOMINO, REFILL, Board, cards_in_hand
from benben.games.pyramido.words import _

_SEVERAL = 3  # number of markers from which the Minos bonus is explained


def _quarry(s: Board, seat: int) -> tuple[str, ...]:
    return tuple(domino_id(domino) for domino in s.quarry if domino != NO_DOMINO)


def _new_blocks(s: Board, seat: int) -> tuple[str, ...]:
    """The new blocks and their markers."""
    markers = dict.fromkeys(marker_id(seat, int(COLOUR_OF[new_block(s, half)])) for half in range(2))
    return (*new_blocks(s), *markers)


def _cards(s: Board, seat: int) -> tuple[str, ...]:
    sides = [side_id(seat, 2 * card + side) for card in cards_in_hand(s, seat) for side in range(2)]
    return (*sides, "no-card")


def _markers(s: Board, seat: int) -> tuple[str, ...]:
    """The markers on the pyramid."""
    return tuple(marker_id(seat, colour) for colour in range(COLOURS) if s.mark[seat, s.stage, colour])


def _pyramid(s: Board, seat: int) -> tuple[str, ...]:
    return (f"pyramid-{seat}",)


LESSON = (
    LessonStep(
        "lay",
        lambda s, seat: s.phase == LAY and s.stage == 0 and s.turns[seat] == 0,
        _(
            "This is the quarry: three dominoes for all players. Take one; the first lies down by itself. The white "
            "discs on it are jewels, and jewels are points."
        ),
        _quarry,
        "PDO-4",
    ),
    LessonStep(
        "mark",
        lambda s, seat: s.phase == MARK,
        _(
            "You have one marker of each colour. Only the area with the marker scores. Put it where you want to "
            "collect this colour: it stays there until the layer is scored."
        ),
        _new_blocks,
        "PDO-8",
    ),
    LessonStep(
        "card",
        lambda s, seat: s.phase == CARD,
        _(
            "You have only three cards for the whole game. A card covers a new block with a colour and a jewel of "
            "your choice. There is no hurry: choose “No card” to keep them."
        ),
        _cards,
        "PDO-9",
    ),
    LessonStep(
        "refill",
        lambda s, seat: s.phase == REFILL,
        _(
            "You refill the empty place from one of the two stacks behind it. The next player chooses first, so do "
            "not offer a domino that is too good."
        ),
        lambda s, seat: stacks_behind(s),
        "PDO-10",
    ),
    LessonStep(
        "areas",
        lambda s, seat: s.phase == LAY and s.stage == 0 and s.turns[seat] >= 1,
        _(
            "Blocks of one colour that touch are an area. Each jewel in an area with your marker is one point; areas "
            "without a marker score nothing. So put equal colours side by side."
        ),
        _pyramid,
        "PDO-14",
    ),
    LessonStep(
        "rectangle",
        lambda s, seat: s.phase == LAY and s.stage == 0 and s.turns[seat] >= 2,
        _(
            "Your first layer becomes a rectangle of five by four blocks. Leave no single holes: a domino needs two "
            "empty cells side by side, and you lose if you cannot fill a layer."
        ),
        _pyramid,
        "PDO-5",
    ),
    LessonStep(
        "minos",
        lambda s, seat: s.phase == LAY and len(_markers(s, seat)) >= _SEVERAL,
        _(
            "Your marked area with the fewest jewels scores twice: the Minos bonus. If it has no jewel, the bonus is "
            "0, so improve your smallest area too."
        ),
        _markers,
        "PDO-15",
    ),
    LessonStep(
        "scoring",
        lambda s, seat: s.phase == LAY and s.stage == 0 and s.turns[seat] == TURNS[0] - 1,
        _(
            "This is the last domino of your first layer. Then the jewels in your marked areas are counted and "
            "written down here, and you get all your markers back."
        ),
        lambda s, seat: tuple(sheet_id(seat, stage) for stage in range(STAGES)),
        "PDO-14",
    ),
    LessonStep(
        "next-layer",
        lambda s, seat: s.phase == LAY and s.stage == 1,
        _(
            "The next layer is smaller and lies half a block further in. Only jewels that are visible from above "
            "count: cover what you do not need, and keep your jewels visible."
        ),
        _pyramid,
        "PDO-6",
    ),
)
