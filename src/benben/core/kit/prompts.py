"""One table of the decisions of a turn: what to do, who does what, and what to say to a move of another decision.

    PROMPTS = Prompts(
        "pyramido",
        {
            REFILL: Prompt(
                now=_("Refill the quarry from one of the two stacks."),
                then=_after_turn,                                       # a function of the state where it depends on it
                status=lambda s: _("{seat} refills the quarry.", seat=SEATS[s.turn]),
                code="refill-now", rule="PDO-10", cells=_stacks,
            ),
            ...
        },
    )
    ask = PROMPTS.ask

The keys are the values of the state's field `phase`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from benben.core.errors import Reason
from benben.core.game import Ask
from benben.core.text import Message, texts

_ = texts(__package__)

Said = Message | Callable[[Any], Message]


@dataclass(frozen=True)
class Prompt:
    """The texts of one decision."""

    now: Said  # to the seat to act; only public facts, without the seat's name
    status: Said  # about the seat to act
    code: str = ""  # of the refusal of a move that belongs to another decision …
    rule: str = ""  # … and its rule; both are needed where `wrong_step` is asked
    then: Message | Callable[[Any], Message | None] | None = None  # what follows
    wrong: Said | None = None  # the sentence of that refusal; without it, `now` is said
    cells: Callable[[Any], tuple[str, ...]] = lambda s: ()  # what the refusal highlights
    short: Said | None = None  # `now` in a few words: at most 32 letters, one line on a phone


class Prompts:
    """The decisions of a game by phase."""

    def __init__(self, game: str, prompts: Mapping[int, Prompt]) -> None:
        self.game = game
        self.prompts = prompts

    def ask(self, s: Any) -> Ask:
        """The prompt for the seat to act."""
        prompt = self.prompts[s.phase]
        then = prompt.then(s) if callable(prompt.then) else prompt.then
        return Ask(_said(prompt.now, s), then, _said(prompt.short, s) if prompt.short else None)

    def status(self, s: Any) -> Message:
        """The line for all others."""
        return _said(self.prompts[s.phase].status, s)

    def wrong_step(self, s: Any) -> Reason:
        """Why a move is refused that belongs to another decision than the pending one."""
        prompt = self.prompts[s.phase]
        wrong = prompt.wrong or _("You cannot do that now. {task}", task=_said(prompt.now, s))
        return Reason(f"{self.game}.{prompt.code}", prompt.rule, _said(wrong, s), prompt.cells(s))

    def reason(self, code: str, rule: str, message: Message, *cells: str) -> Reason:
        """Why a move of the pending decision is refused."""
        return Reason(f"{self.game}.{code}", rule, message, cells)

    def only_in(self, *phases: int, why: Callable[..., Reason]) -> Callable[..., Reason]:
        """The reason in these phases; in the others the move belongs to another decision."""
        return lambda s, *fields: why(s, *fields) if s.phase in phases else self.wrong_step(s)


def _said(text: Said, s: Any) -> Message:
    return text(s) if callable(text) else text
