"""What can go wrong, told apart. Every error has a stable `code` for programs and a message for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benben.core.text import Message


@dataclass(frozen=True)
class Reason:
    """Why a move is refused."""

    code: str  # stable, for programs: "pyramidis.not-yours"
    rule: str  # the id of the rule that forbids it: "PDS-6"
    message: Message
    cells: tuple[str, ...] = ()  # element ids of the picture that are at fault


class BenbenError(Exception):
    """The base of everything this package raises on purpose."""

    code = "error"

    def __init__(self, message: Message | str) -> None:
        super().__init__(str(message))
        self.message = message

    def say(self, locale: str) -> str:
        """The sentence in the reader's language."""
        return self.message if isinstance(self.message, str) else self.message.say(locale)


class MalformedMove(BenbenError, ValueError):
    """The text is not a move of this game at all."""

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
    """A move after the end."""

    code = "game-over"


class VeiledPosition(BenbenError):
    """A view knows too little to be played on: play the true position, or imagine one."""

    code = "veiled-position"


class BadOptions(BenbenError, ValueError):
    """No such game, number of players, option or value."""

    code = "bad-options"


class BadRecord(BenbenError, ValueError):
    """A match record that cannot be read, or that does not hold what it claims."""

    code = "bad-record"

    def __init__(self, message: Message | str, line: int) -> None:
        super().__init__(message)
        self.line = line

    def __str__(self) -> str:
        return f"line {self.line}: {self.message}"


def listed(words: Sequence[object]) -> str:
    """`a, b, c` for messages."""
    return ", ".join(str(word) for word in words)
