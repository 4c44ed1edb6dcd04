"""Events: what `play` does beyond the move itself, told by the rules so that narration need not guess.

    PASSED = Event("passed", "colour")      # declared beside `play`

    @kernel
    def pass_turn(s):
        ...
        PASSED(s.turn)                      # told where it happens

    for event, values in events_of(play, before, move)[0]:  # in words/narration.py
        ...

Telling costs nothing in compiled code, where no event leaves a trace. In plain Python an event is noted only while
`events_of` listens.
"""

from __future__ import annotations

from contextvars import ContextVar
from typing import TypeVar

from benben.core.kernels import Kernel
from benben.core.state import State

S = TypeVar("S", bound=State)

_heard: ContextVar[list[Happening] | None] = ContextVar("heard", default=None)


class Event:
    """A kind of event, with the names of its values: a few ints."""

    def __init__(self, name: str, *values: str) -> None:
        self.name = name
        self.values = values

    def __call__(self, *values: int) -> None:
        """It happens."""
        assert len(values) == len(self.values), f"{self.name} has the values {self.values}"
        heard = _heard.get()
        if heard is not None:
            heard.append((self, tuple(map(int, values))))

    def __repr__(self) -> str:
        return f"<Event {self.name}>"


Happening = tuple[Event, tuple[int, ...]]


def events_of(play: Kernel, s: S, move: int) -> tuple[list[Happening], S]:
    """Play a move in plain Python on a copy of a state: the events in order, and the state after them.

    A view may be played too if nothing that the move reveals decides how play goes on; else fill in from the view after
    the move what it has revealed, before you call this.
    """
    after = s.copy()
    heard: list[Happening] = []
    token = _heard.set(heard)
    try:
        play(after, move)
    finally:
        _heard.reset(token)
    return heard, after
