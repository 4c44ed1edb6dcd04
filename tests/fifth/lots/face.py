"""What people see of Lots."""

from collections.abc import Mapping

from benben.core.errors import MalformedMove, Reason
from benben.core.game import Ask, LessonStep, Line, Look
from benben.core.svg import document, group, tag, words
from benben.core.svg import text as svg_text
from benben.core.text import Message, texts
from tests.fifth.lots.rules import UNKNOWN, Lots

_ = texts(__package__)

WORDS = ("keep", "swap")


def write(s: Lots, move: int) -> str:
    return WORDS[move]


def read(s: Lots, text: str) -> int:
    if text not in WORDS:
        raise MalformedMove(_("Say keep or swap."))
    return WORDS.index(text)


def why(s: Lots, move: int) -> Reason:
    raise AssertionError("both moves are always legal")


def path(s: Lots, move: int) -> tuple[str, ...]:
    return (WORDS[move],)


def aim(s: Lots, path: tuple[str, ...]) -> int:
    return read(s, path[0] if len(path) == 1 else "")


def text(s: Lots, look: Look) -> str:
    return " ".join("?" if s.hand[seat] == UNKNOWN else str(s.hand[seat]) for seat in range(s.players))


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
        for word, said in zip(WORDS, (_("Keep your lot"), _("Swap your lot")), strict=True)
    ]
    return document(
        [*lots, *buttons], game="lots", width=120, height=60, title="Lots", description=shown, style="", look=look
    )


def ghost(s: Lots, move: int, look: Look) -> str:
    return group([svg_text(WORDS[move], 0, 0)], class_="ghost")


def tell(before: Lots, move: int, after: Lots) -> list[Line]:
    return [
        Line(_("Seat {seat}: {word}.", seat=before.turn + 1, word=WORDS[move]), (f"lot-{before.turn}",), before.turn)
    ]


def tally(s: Lots) -> list[Line]:
    return [
        Line(_("The lot {lot}.", lot=s.hand[seat]), (f"lot-{seat}",), seat, max(0, s.hand[seat]))
        for seat in range(s.players)
    ]


def seats(players: int, options: Mapping[str, str]) -> tuple[Message, ...]:
    return tuple(_("Seat {seat}", seat=seat + 1) for seat in range(players))


def ask(s: Lots) -> Ask:
    last = s.turn == s.players - 1
    return Ask(_("Keep your lot, or swap it for the top of the pile."), _("Then all lots are shown.") if last else None)


LESSON = (
    LessonStep(
        "lot",
        lambda s, seat: True,
        _("This is your lot. If it is below five, a swap is more likely to help than to hurt."),
        lambda s, seat: (f"lot-{seat}",),
        "LOT-1",
    ),
)
