"""Common parts of the layouts of all games: their text, refusals, buttons to touch, and the object that a page asks.

A layout is a text of steps, separated by semicolons or line breaks. Its last line may begin with `hold`: what has been
touched of a step that is not complete. The last line before that begins with `player N`.

A game has a subclass of `Layout` in `words/laid_out.py`, which reads the text, and `LAYING` in `picture/laying.py`:

    LAYING = Laying(title="Pyramids", style=STYLE, size=(390, 578), read_steps=LaidOut, …)
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from benben.core.drawing.panels import Zone, button, label, rect
from benben.core.errors import MalformedMove
from benben.core.game import Line, Look, Size
from benben.core.svg import Pen, document, group, pen, words
from benben.core.text import Message, texts

_ = texts(__package__)

LONGEST = 8_000  # characters

BACK = _("Back")

Held = tuple[str, ...]  # what has been touched of a step that is not complete
Entries = dict[str, list[int | None]]  # of a score sheet: by row, then by column


class Layout(ABC):
    """The layout that a text describes. Impossible steps raise IllegalMove, unreadable ones MalformedMove."""

    seat: int = 0  # whose steps are being entered
    sheet: str = ""  # the score sheet that `entries` are for; empty: the game's first

    @abstractmethod
    def add(self, step: str) -> None:
        """One step more."""

    @abstractmethod
    def text(self) -> str:
        """The text of all steps; the current player's come last."""

    @abstractmethod
    def without_last(self) -> Layout:
        """Without the last step that was entered."""

    @property
    @abstractmethod
    def names(self) -> tuple[Message, ...]:
        """Of the players who can be laid out."""

    @abstractmethod
    def tally(self) -> list[Line]:
        """The origin of the points; the elements of a line are in the picture of its seat."""

    @abstractmethod
    def entries(self) -> Entries:
        """The same for the score sheet."""


class LayoutByPlayer(Layout):
    """A layout in which each player has steps of their own, whatever the order of the players."""

    def __init__(self, text: str, most: int) -> None:
        """`most` players. A subclass prepares its state before it calls this."""
        self.steps: list[list[str]] = [[] for _seat in range(most)]
        for step in steps_of(text):
            self.add(step)

    @abstractmethod
    def do(self, step: str) -> None:
        """A step of the current player."""

    @property
    def own(self) -> list[str]:
        """The steps of the current player."""
        return self.steps[self.seat]

    @property
    def players(self) -> int:
        """Up to the last one with steps, and at least two."""
        return max(2, *(seat + 1 for seat, steps in enumerate(self.steps) if steps or seat == 0))

    def add(self, step: str) -> None:
        word, _space, number = step.partition(" ")
        if word != "player":
            self.do(step)
            self.own.append(step)
        elif number.isdecimal() and 1 <= int(number) <= len(self.steps):
            self.seat = int(number) - 1
        else:
            raise no_step(step)

    def text(self) -> str:
        order = [seat for seat, steps in enumerate(self.steps) if steps and seat != self.seat] + [self.seat]
        return "\n".join("; ".join([f"player {seat + 1}", *self.steps[seat]]) for seat in order)

    def without_last(self) -> Layout:
        return self.with_own(self.own[:-1])

    def with_own(self, steps: Sequence[str]) -> Layout:
        """With other steps of the current player. All are read again: a step taken back undoes all that it changed."""
        self.own[:] = steps
        return type(self)(self.text())  # type: ignore[call-arg]  # subclasses take the text alone


L = TypeVar("L", bound=Layout)


@dataclass(frozen=True)
class Laying(Generic[L]):
    """Laying out a match by touching: `LAYING` in `picture/laying.py` of a game."""

    title: str
    style: str
    size: Size
    read_steps: Callable[[str], L]
    held: re.Pattern[str]  # what may come after `hold`
    on_touch: Callable[[L, Held, str, str], str]  # the text after a touch on the element `KIND-WHAT`
    draw: Callable[[L, Held, Pen], list[str]]  # what can be touched has the class `can`
    ask: Callable[[L, Held], Message]  # what to touch now
    describe: Callable[[L, str], str] | None = None  # the picture in words, in a language

    def read(self, text: str) -> tuple[L, Held]:
        """The layout that a text describes, and the elements of its next step that have been touched."""
        head, held = split_held(text)
        if held and not self.held.fullmatch(" ".join(held)):
            raise no_step(" ".join(held))
        return self.read_steps(head), held

    def touch(self, text: str, element: str) -> str:
        """The text after this element of the picture was touched."""
        laid, held = self.read(text)
        kind, _dash, what = element.partition("-")
        if kind == "player":
            laid.add(f"player {what}")
            return laid.text()
        if kind == "back":
            return laid.text() if held else laid.without_last().text()
        return self.on_touch(laid, held, kind, what)

    def picture(self, text: str, look: Look) -> str:
        """The picture of the layout, and of all that can be touched next."""
        laid, held = self.read(text)
        said = self.ask(laid, held).say(look.locale)
        return document(
            self.draw(laid, held, pen(look)),
            game=self.title.lower().replace(" ", "_"),
            width=self.size[0],
            height=self.size[1],
            title=f"{self.title}. {said}",
            description=self.describe(laid, look.locale) if self.describe else said,
            style=self.style,
            look=look,
        )

    def prompt(self, text: str) -> Message:
        """The elements to touch now, in words."""
        return self.ask(*self.read(text))

    def tally(self, text: str) -> list[Line]:
        """The origin of the points of a text."""
        return self.read(text)[0].tally()

    def entries(self, text: str) -> Entries:
        """The entries of a text for the score sheet."""
        return self.read(text)[0].entries()


# The text


def split_held(text: str) -> tuple[str, Held]:
    """The steps, and the words after `hold`."""
    head, _hold, held = text.partition("\nhold ")
    return head, tuple(held.split())


def with_held(laid: Layout, *held: str) -> str:
    """The text of a layout and of what has been touched of the next step."""
    return laid.text() + (f"\nhold {' '.join(held)}" if held else "")


def steps_of(text: str) -> Iterator[str]:
    """The steps of a text, in order."""
    if len(text) > LONGEST:
        raise MalformedMove(_("The text is too long."))
    for step in re.split(r"[;\n]", text):
        if step.strip():
            yield " ".join(step.split())


def no_step(step: str) -> MalformedMove:
    """For a step that cannot be read."""
    return MalformedMove(_("“{step}” is no step of a layout.", step=step[:40]))


def nothing_there() -> MalformedMove:
    """For a touch that means nothing."""
    return MalformedMove(_("Nothing happens there."))


# What can be touched


def choice(name: str, zone: Zone, content: list[str], said: Message, look: Pen, *, mark: str = "") -> str:
    """A button. `mark`: `main` for the chosen one of several, `idle` for one that would be refused."""
    made = button(name, zone, content, said, look, main=mark == "main")
    return made.replace('class="button', f'class="can {"idle " if mark == "idle" else ""}button', 1)


def back(zone: Zone, look: Pen, size: float = 17) -> str:
    """The button that takes the last touch or step back."""
    return choice("back", zone, [label(words(look, BACK), zone, size)], BACK, look)


def target(name: str, content: list[str], said: Message | str, look: Pen, class_: str = "") -> str:
    """Something to touch that is drawn as part of the board."""
    spoken = said if isinstance(said, str) else words(look, said)
    return group(content, id=look.prefix + name, class_=f"{class_} can".strip(), aria_label=spoken)


def place(name: str, zone: Zone, said: Message, look: Pen, round_: float = 8, class_: str = "shape") -> str:
    """A rectangle to touch over what is drawn below it."""
    return target(name, [rect(zone, round_, class_=class_)], said, look)
