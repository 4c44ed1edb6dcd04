"""Language models: a match as text, in the style of Kaggle's game arena.

    from benben.adapters.language import play

    transcript = play("pyramidis", [ask_model, input_at_the_keyboard], seed=1)
    transcript.save(Path("transcript"))  # transcript.md, a picture of every decision, the record

A player is any function that takes a prompt and returns an answer, both text: a call of a model's API, a person, a
script. The prompt has the rules page, what happened since the player's last decision, the board as the player's seat
sees it, and the legal moves. The last line of the answer that begins with `move:` counts. An answer without a legal
move gets the reason, with the rule, and another attempt; after the last attempt a random legal move is played and
counted against the player (`Transcript.failures`).

These games are in no training set that we know of: their rules pages were written for this project, the notations are
ours, and there are no published matches. A model has to read the rules and think; it cannot recall openings.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benben.core import record
from benben.core.errors import BadOptions, BenbenError, IllegalMove
from benben.core.position import Move, Position, start
from benben.core.rule_pages import rule_page
from benben.core.text import texts
from benben.games import find

_ = texts(__package__)

Answer = Callable[[str], str]  #: a player: prompt in, answer out

ATTEMPTS = 3
_MOVE = re.compile(r"^\W*move\W*:\s*(.+?)\s*$", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True)
class AnswerAttempt:
    """One answer of a player, and what was wrong with it; an empty complaint if it was a legal move."""

    prompt: str
    answer: str
    complaint: str


@dataclass(frozen=True)
class Decision:
    """A decision of one seat: its attempts, the move that was played, and the picture that the seat saw."""

    seat: int
    attempts: tuple[AnswerAttempt, ...]
    move: Move
    failed: bool  # no attempt was legal: the move is random
    picture: str  # SVG


@dataclass
class Transcript:
    """A whole match, decision by decision."""

    names: tuple[str, ...]
    decisions: list[Decision] = field(default_factory=list)
    position: Position | None = None  #: the last position: the whole truth

    def failures(self, seat: int) -> int:
        """The number of decisions in which no answer of this seat was legal."""
        return sum(decision.failed for decision in self.decisions if decision.seat == seat)

    def text(self) -> str:
        """The match as Markdown, with links to the pictures that `save` writes."""
        assert self.position is not None
        lines = [f"# {self.position.game.title}: {', '.join(self.names)}"]
        for number, decision in enumerate(self.decisions, 1):
            lines += ["", f"## {number}. {self.names[decision.seat]}", "", f"![position]({_picture_name(number)})"]
            for attempt in decision.attempts:
                lines += ["", "```", attempt.prompt, "```", "", *(f"> {line}" for line in attempt.answer.splitlines())]
                if attempt.complaint:
                    lines += ["", attempt.complaint]
            lines += ["", f"Played: {decision.move}" + (" (at random)" if decision.failed else "")]
        lines += ["", f"Result: {record.result_of(self.position)}"]
        return "\n".join(lines) + "\n"

    def save(self, folder: Path) -> None:
        """Write transcript.md, the pictures, and the record of the match."""
        assert self.position is not None
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "transcript.md").write_text(self.text(), "utf-8")
        (folder / f"match{record.SUFFIX}").write_text(record.write(self.position, self.names), "utf-8")
        for number, decision in enumerate(self.decisions, 1):
            (folder / _picture_name(number)).write_text(decision.picture, "utf-8")


def _picture_name(number: int) -> str:
    return f"{number:03}.svg"


def play(
    game: str,
    players: Sequence[Answer],
    *,
    names: Sequence[str] = (),
    seed: int | None = None,
    attempts: int = ATTEMPTS,
    locale: str = "en",
    **options: object,
) -> Transcript:
    """Play a match between functions, one for each seat."""
    declared = find(game)
    declared.warm()
    position = start(declared, len(players), seed, **options)
    titles = declared.face.seats(len(players), position.options)
    transcript = Transcript(tuple(names) or tuple(title.say(locale) for title in titles))
    if len(transcript.names) != len(players):
        raise BadOptions(_("There are {players} players, but {names} names.", players=len(players), names=len(names)))
    chance, told = random.Random(seed), [0] * len(players)
    while (seat := position.actor) is not None:
        line = position.line()
        story = _story([each.view(seat) for each in line[told[seat] + 1 :]], locale)
        told[seat] = len(line)
        decision = _decide(position.view(seat), players[seat], story, attempts, locale, chance)
        transcript.decisions.append(decision)
        position = position.play(decision.move)
    transcript.position = position
    return transcript


def _decide(
    view: Position, player: Answer, story: Sequence[str], attempts: int, locale: str, chance: random.Random
) -> Decision:
    """Ask a player until it names a legal move. Everything it gets is made from its view."""
    assert view.seat is not None
    made: list[AnswerAttempt] = []
    asked = prompt(view, story, locale)
    for _attempt in range(attempts):
        answer = player(asked)
        move, complaint = understood(view, answer, locale)
        made.append(AnswerAttempt(asked, answer, complaint))
        if move is not None:
            return Decision(view.seat, tuple(made), move, False, view.svg(locale=locale))
        asked = f"{complaint}\n\n{prompt(view, story, locale)}"
    return Decision(view.seat, tuple(made), chance.choice(list(view.legal_moves)), True, view.svg(locale=locale))


def prompt(view: Position, story: Sequence[str] = (), locale: str = "en") -> str:
    """The prompt for a player: rules, story, board, task, legal moves."""
    assert view.seat is not None
    title = view.game.face.seats(view.players, view.options)[view.seat].say(locale)
    asked = view.ask()
    parts = [
        rules_page(view.game.name, locale),
        f"You are {title}, seat {view.seat + 1} of {view.players}.",
        *(["Since your last decision:\n" + "\n".join(f"- {line}" for line in story)] if story else []),
        "The board as you see it:\n" + view.text(locale),
        *([asked.now.say(locale)] if asked else []),
        "Your legal moves: " + ", ".join(map(str, view.legal_moves)),
        "Think as long as you like. End with one line: move: <one of your legal moves>",
    ]
    return "\n\n".join(parts)


def understood(view: Position, answer: str, locale: str = "en") -> tuple[Move | None, str]:
    """The legal move that an answer names, or None and what is wrong, with the rule."""
    found = _MOVE.findall(answer)
    if not found:
        return None, "Your answer has no line “move: …”."
    try:
        return view.legal_moves[found[-1].strip("`*<>“”\"' ")], ""
    except IllegalMove as error:
        return None, f"{error.say(locale)} ({error.rule})"
    except BenbenError as error:
        return None, error.say(locale)


def _story(views: Sequence[Position], locale: str) -> list[str]:
    """The story since the last decision, as the seat saw it."""
    return [line.message.say(locale) for view in views for line in view.tell()]


def rules_page(game: str, locale: str = "en") -> str:
    """The rules page of a game."""
    page = rule_page(game, locale)
    if page is None:
        raise FileNotFoundError(f"no rules page of {game} in {locale}")
    return page.read_text("utf-8").strip()
