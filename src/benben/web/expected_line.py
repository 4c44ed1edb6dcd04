"""The moves that the coach expects, in words."""

from __future__ import annotations

from collections.abc import Sequence

from benben.core.errors import BenbenError
from benben.core.position import Position
from benben.core.text import Message

MOST = 5  # moves told


def expected(view: Position, line: Sequence[str], names: Sequence[Message | str], language: str) -> list[str]:
    """What follows the first move of a line that begins in this view: each move with its player. `names`: by seat.

    A line ends before anything hidden decides it (`bots/ask.py`), so every imagined world tells it alike; the world is
    the one in which the line was written down.
    """
    world, told = view.imagine(0), []
    for number, move in enumerate(line[: MOST + 1]):
        if world.actor is None or not move:
            break
        if number:
            told.append(f"{_said(names[world.actor], language)}: {in_words(world, move, language)}")
        try:
            world = world.play(move)
        except BenbenError:
            break
    return told


def in_words(position: Position, move: str, language: str) -> str:
    """What a move is, said before it is made; its notation where the game says nothing."""
    intent = position.intent(move)
    return intent.say(language) if intent is not None else move


def _said(name: Message | str, language: str) -> str:
    return name.say(language) if isinstance(name, Message) else name
