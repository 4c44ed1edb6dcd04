"""What people see of Lots."""

from collections.abc import Mapping

import numpy as np

from benben.core.errors import Reason
from benben.core.game import Ask, Line, Look
from benben.core.kit.events import events_of
from benben.core.kit.notation import Notation
from benben.core.kit.seats import MOST_SEATS, result, winning_seats
from benben.core.kit.touch import Touch
from benben.core.lesson import Goal, Lesson, Step
from benben.core.svg import document, group, tag, words
from benben.core.svg import text as svg_text
from benben.core.text import Message, texts
from tests.fifth.lots.rules import FAMILIES, KEEP, OPENED, SWAP, UNKNOWN, Lots, legal, play, score, winners

_ = texts(__package__)

NOTATION = Notation(FAMILIES, {KEEP: "keep", SWAP: "swap"}, otherwise=lambda text: _("Say keep or swap."))
write, read = NOTATION.write, NOTATION.read

TOUCH = Touch(FAMILIES, legal, {KEEP: lambda s: ("keep",), SWAP: lambda s: ("swap",)}, hint=_("Touch keep or swap."))
path, aim = TOUCH.path, TOUCH.aim


def why(s: Lots, move: int) -> Reason:
    raise AssertionError("both moves are always legal")


def text(s: Lots, look: Look) -> str:
    lots = [max(s.hand[seat], s.shown[seat]) for seat in range(s.players)]
    return " ".join("?" if lot == UNKNOWN else str(lot) for lot in lots)


def picture(s: Lots, look: Look) -> str:
    shown = text(s, look)
    lots = [
        group(
            [svg_text(lot, 20 + 30 * k, 40)],
            id=f"{look.prefix}lot-{k}",
            data_enlarge=words(look, _("Seat {seat}", seat=k + 1)),
        )
        for k, lot in enumerate(shown.split())
    ]
    buttons = [
        tag("rect", id=look.prefix + word, width=40, height=20, aria_label=words(look, said))
        for word, said in (("keep", _("Keep your lot")), ("swap", _("Swap your lot")))
    ]
    return document(
        [*lots, *buttons], game="lots", width=120, height=60, title="Lots", description=shown, style="", look=look
    )


def ghost(s: Lots, move: int, look: Look) -> str:
    return group([svg_text(write(s, move), 0, 0)], class_="ghost")


def tell(before: Lots, move: int, after: Lots) -> list[Line]:
    message = _("Seat {seat}: {word}.", seat=before.turn + 1, word=write(before, move))
    lines = [Line(message, (f"lot-{before.turn}",), before.turn)]
    for event, _values in events_of(play, before, move)[0]:
        if event is OPENED:
            lots = tuple(f"lot-{seat}" for seat in range(after.players))
            lines.append(Line(result(winning_seats(winners, after), seats(after.players, {})), lots))
    return lines


def tally(s: Lots) -> list[Line]:
    points = np.zeros(MOST_SEATS, np.int64)
    score(s, points)
    return [
        Line(_("The lot {lot}.", lot=lot), (f"lot-{seat}",), seat, lot)
        for seat, lot in enumerate(points[: s.players].tolist())
    ]


def seats(players: int, options: Mapping[str, str]) -> tuple[Message, ...]:
    return tuple(_("Seat {seat}", seat=seat + 1) for seat in range(players))


def ask(s: Lots) -> Ask:
    last = s.turn == s.players - 1
    return Ask(_("Keep your lot, or swap it for the top of the pile."), _("Then all lots are shown.") if last else None)


def _is_kept(before: Lots, after: Lots, seat: int) -> bool:
    return after.drawn == before.drawn


LESSON = Lesson(
    seed=0,
    welcome=_("Everybody has a lot. The highest one wins."),
    cells=lambda s, seat: (f"lot-{seat}",),
    goals=(
        Goal(
            "keep",
            _("Keep your lot: it is high."),
            (Step((_("Touch “Keep”."),), _is_kept),),
            _("A swap helps only with a low lot."),
            lambda s, seat: (f"lot-{seat}",),
            "LOT-1",
        ),
    ),
)
