"""A sheet to count the pieces of one's own box: what the page `/box/GAME` shows.

A game whose pieces can be counted has `SHEET` in `picture/box_sheet.py`: for each list of its box file the kinds of
pieces, in groups as one would sort them on a table, their words, and their drawing in a square of 100 by 100 around the
origin.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benben.core.drawing.materials import definitions
from benben.core.kit.box_files import BoxContents, Pieces
from benben.core.svg import Pen, tag
from benben.core.text import Message


@dataclass(frozen=True)
class Group:
    """Kinds of pieces that are counted together."""

    title: Message
    kinds: tuple[str, ...]  # as entries of the box file


@dataclass(frozen=True)
class Counted:
    """One list of the box file."""

    pieces: Pieces
    title: Message
    groups: tuple[Group, ...]
    say: Callable[[str], Message]  # a kind in words
    draw: Callable[[str, Pen], str]


@dataclass(frozen=True)
class BoxSheet:
    """All lists of a box, the definitions that their drawings need, and how to sort the pieces."""

    lists: tuple[Counted, ...]
    help: Message
    ours: BoxContents
    symbols: Callable[[Pen], list[str]]

    def definitions(self, look: Pen) -> str:
        """A picture of no size with what all drawings refer to."""
        return tag("svg", definitions(self.symbols(look)), width=0, height=0, aria_hidden="true", class_="box-symbols")


def drawing(counted: Counted, kind: str, look: Pen) -> str:
    """A kind as a small picture."""
    return tag("svg", counted.draw(kind, look), viewBox="-50 -50 100 100", aria_hidden="true")
