"""The pictures on the rules page."""

from __future__ import annotations

from benben.core.drawing.panels import Zone
from benben.core.drawing.rule_pictures import RulePicture, Zones, played, sampled
from benben.core.game import Look
from benben.games.pyramidis.box.components import INDEX
from benben.games.pyramidis.picture.drawing import with_stack
from benben.games.pyramidis.picture.layout import plan
from benben.games.pyramidis.rules.state import Board
from benben.games.pyramidis.words import _
from benben.games.pyramidis.words.text_board import stacks_of


def _fields(*names: str) -> Zones:
    """Fields with what stands on them."""

    def zones(s: Board, look: Look) -> list[Zone]:
        around, stacks = plan(s, look), stacks_of(s)
        indices = [INDEX[name] for name in names]
        return [with_stack(stacks[index], around.fields[index], around) for index in indices]

    return zones


RULE_PICTURES = (
    RulePicture(
        "PDS-3",
        _("Squares are starts, circles are goals. Full arrows run clockwise, open ones the other way."),
        played(players=4),
        _fields("d1", "e8", "a4", "h5"),
    ),
    RulePicture(
        "PDS-6",
        _("Red is on top of three stacks and may move any of them. Yellow may move the others."),
        sampled(18),
        _fields("a4", "h4", "a5", "h5"),
        lit=("a4", "c4", "f4"),
    ),
    RulePicture(
        "PDS-8",
        _("Red takes three from the start field and drops one on each of the next three fields."),
        sampled(18),
        _fields("a4", "c4", "d4"),
        ghost="a4:3",
        margin=46,
    ),
    RulePicture(
        "PDS-9",
        _("There is a tower in the way: red jumps over it, and the last of four pyramids lands behind it."),
        sampled(16),
        _fields("a4", "f4"),
        ghost="a4:4",
    ),
    RulePicture(
        "PDS-13",
        _(
            "Red moves the tower on c5. Its bottom pyramid, a yellow one, lands on b5. Now red reaches the red circle: "
            "the three red pyramids are home, and the last yellow one goes on."
        ),
        sampled(62),
        _fields("a4", "c5"),
        ghost="c5",
        margin=24,
    ),
    RulePicture(
        "PDS-14",
        _("Yellow moves the tower on d4. The red pyramid that lands on the red circle is home at once."),
        sampled(55),
        _fields("a4", "d4", "d5"),
        ghost="d4",
        seat=1,
    ),
)
