"""Play in the terminal: people at one screen, and bots."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from benben.bots.ask import NamedBot
from benben.core import record
from benben.core.errors import BadRecord, BenbenError, IllegalMove
from benben.core.position import Position
from benben.core.text import Message, texts

_ = texts(__package__)


def play(position: Position, bots: Mapping[int, str], hints: str, save: Path | None, language: str) -> int:
    """Play a match to the end or until somebody quits. `bots` names the bot of a seat, `hints` the one to ask."""
    talk = _Talk(language, bots, hints)
    talk.say(_("{game}. Type a move, ? for all moves, hint, undo, save FILE, or quit.", game=position.game.title))
    shown: Position | None = None
    while position.actor is not None:
        if position.actor in bots:
            position = talk.bot_move(position)
        else:
            if position is not shown:
                if shown is None or position.actor != shown.actor:
                    talk.hand_over(position)
                talk.show(position.view(position.actor))
                shown = position
            typed = talk.ask(position)
            if typed is None:
                talk.say(_("Goodbye."))
                return 0
            position = _answer(position, typed, talk)
        if save:
            save.write_text(record.write(position), encoding="utf-8")
    talk.result(position)
    return 0


def _answer(position: Position, typed: str, talk: _Talk) -> Position:
    """Execute a typed line; return the resulting position."""
    if typed == "?":
        print("  " + "  ".join(str(move) for move in position.legal_moves))
        return position
    if typed == "hint":
        talk.hint(position)
        return position
    if typed == "undo":
        return talk.undo(position)
    if typed.startswith("save "):
        file = Path(typed.removeprefix("save ").strip())
        file.write_text(record.write(position), encoding="utf-8")
        talk.say(_("Written to {file}.", file=file))
        return position
    try:
        after = position.play(typed)
    except BenbenError as error:
        print(f"  {explained(error, talk.language)}")
        return position
    talk.tell(after, position.actor)
    return after


class _Talk:
    """Input and output on the terminal."""

    def __init__(self, language: str, bots: Mapping[int, str], hints: str) -> None:
        self.language = language
        self.bots = bots
        self.hints = hints
        self.colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ

    def say(self, message: Message) -> None:
        print(message.say(self.language))

    def seat(self, position: Position, seat: int) -> str:
        return position.game.face.seats(position.players, position.options)[seat].say(self.language)

    def show(self, position: Position) -> None:
        print()
        print(position.text(self.language, colour=self.colour))

    def tell(self, position: Position, seat: int | None) -> None:
        """What the last move did, as this seat saw it."""
        for line in position.view(seat).tell():
            print(f"  {line.message.say(self.language)}")

    def people(self, position: Position) -> list[int]:
        return [seat for seat in range(position.players) if seat not in self.bots]

    def bot_move(self, position: Position) -> Position:
        """The bot to act plays. Several people at the screen are told what a spectator sees."""
        assert position.actor is not None
        seed = len(position.line())
        after = position.play(NamedBot(self.bots[position.actor]).think(position.view(position.actor), seed).move)
        people = self.people(position)
        self.tell(after, people[0] if len(people) == 1 else None)
        return after

    def hint(self, position: Position) -> None:
        """What a bot would do here, from the view of the seat to act."""
        assert position.actor is not None
        try:
            opinion = NamedBot(self.hints).think(position.view(position.actor))
        except BenbenError as error:
            print(f"  {explained(error, self.language)}")
            return
        if opinion.chances:
            chance = f"{opinion.chances[position.actor]:.0%}"
            said = _("{level} would play {move}: a chance of {chance} to win.", level=self.hints, move=opinion.move,
                     chance=chance)  # fmt: skip
        else:
            said = _("{level} would play {move}.", level=self.hints, move=opinion.move)
        print(f"  {said.say(self.language)}")

    def hand_over(self, position: Position) -> None:
        """In games with hidden information, wait and clear the screen before the next person's view appears."""
        assert position.actor is not None
        if position.game.open or len(self.people(position)) == 1 or not sys.stdin.isatty():
            return
        input(
            _(
                "{name}, it is your turn. Others please look away; press Enter.",
                name=self.seat(position, position.actor),
            ).say(self.language)
        )
        print("\x1b[2J\x1b[H", end="")

    def ask(self, position: Position) -> str | None:
        """A typed line, or None to quit."""
        assert position.actor is not None
        try:
            typed = input(f"{self.seat(position, position.actor)}> ").strip()
        except EOFError:
            return None
        return None if typed in ("quit", "exit", "q") else typed

    def undo(self, position: Position) -> Position:
        """Take back the last move of a person, and the moves of bots since."""
        before = position
        while before.before is not None and before.last_move is not None:
            move, before = before.last_move, before.before
            if before.reveals(move):
                self.say(_("That move revealed hidden information, so it cannot be taken back."))
                return position
            if before.actor not in self.bots:
                return before
        self.say(_("There is nothing to take back."))
        return position

    def result(self, position: Position) -> None:
        """The last position, where the points come from, and the winners."""
        self.show(position)
        for line in position.tally():
            points = f" ({line.points})" if line.points is not None else ""
            print(f"  {self.seat(position, line.seat)}: {line.message.say(self.language)}{points}")
        names = ", ".join(self.seat(position, seat) for seat in position.winners)
        self.say(_("{names} won.", names=names) if names else _("Nobody won."))
        if position.setup.seed:
            print(f"  seed {position.setup.seed.hex()}")


def explained(error: BenbenError, language: str) -> str:
    """The error message, with its rule id or line number."""
    said = error.say(language)
    if isinstance(error, IllegalMove):
        return f"{said} ({error.rule})"
    if isinstance(error, BadRecord):
        return _("line {line}: {error}", line=error.line, error=said).say(language)
    return said
