"""The error types. Every error has a stable `code` for programs and a translated message for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benben.core.text import Message


@dataclass(frozen=True)
class Reason:
    """Why a move is illegal."""

    code: str  # stable, for programs: "pyramidis.not-yours"
    rule: str  # the id of the rule that forbids it: "PDS-6"
    message: Message
    cells: tuple[str, ...] = ()  # element ids of the picture to highlight


class BenbenError(Exception):
    """Base class of all errors that this package raises deliberately."""

    code = "error"

    def __init__(self, message: Message | str) -> None:
        super().__init__(str(message))
        self.message = message

    def say(self, locale: str) -> str:
        """The message in the given language."""
        return self.message if isinstance(self.message, str) else self.message.say(locale)


class MalformedMove(BenbenError, ValueError):
    """The input is not a move of this game."""

    code = "malformed-move"


class IllegalMove(BenbenError, ValueError):
    """A well-formed move that the rules forbid here."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.message)
        self.reason = reason
        self.code = reason.code
        self.rule = reason.rule
        self.cells = reason.cells

    def __str__(self) -> str:
        return f"{self.reason.message} ({self.rule})"


class GameOver(BenbenError):
    """A move was made after the end of the match."""

    code = "game-over"


class VeiledPosition(BenbenError):
    """A move was made on a view. Play the true position, or an imagined one."""

    code = "veiled-position"


class BadOptions(BenbenError, ValueError):
    """Unknown game, number of players, option or option value."""

    code = "bad-options"


class BadRecord(BenbenError, ValueError):
    """A match record that cannot be parsed or fails verification."""

    code = "bad-record"

    def __init__(self, message: Message | str, line: int) -> None:
        super().__init__(message)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


def listed(words: Sequence[object]) -> str:
    """`a, b, c` for messages."""
    return ", ".join(str(word) for word in words)
