"""The declaration of a game: one object that names its seats, options, shuffles, kernels and its face for people."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, fields
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benben.core import generic
from benben.core.contract import NOBODY
from benben.core.errors import BadOptions, Reason, listed
from benben.core.kernels import Kernel, can_compile, kernel, specialise
from benben.core.rng import below, new_rng
from benben.core.state import Records, State
from benben.core.text import Message, texts

_ = texts(__package__)

Options = Mapping[str, str]


@dataclass(frozen=True)
class Option:
    """A choice made before the first move. `values[0]` is the default; a switch has the values no and yes."""

    name: str
    title: Message
    help: Message  # one line for people who do not know the game yet
    values: tuple[str, ...] = ("no", "yes")
    labels: tuple[Message, ...] = ()  # the values for people, in the same order; empty where they speak for themselves

    def label(self, value: str) -> Message | str:
        """A value for people."""
        if self.labels:
            return self.labels[self.values.index(value)]
        return {"no": _("no"), "yes": _("yes")}.get(value, value)


@kernel
def _imagine_nothing(s: Any, rng: Any) -> None:
    return


@kernel
def _seen_by_all(s: Any, seat: int, move: int) -> int:
    return move


@kernel
def _reveals_nothing(s: Any, move: int) -> bool:
    return False


@dataclass(frozen=True)
class Rules:
    """A game's kernels. `contract` says what each must do."""

    deal: Kernel
    actor: Kernel
    legal: Kernel
    play: Kernel
    score: Kernel
    winners: Kernel
    veil: Kernel | None  # None: nothing is ever hidden (said with `Rules.without_secrets`)
    imagine: Kernel
    seen: Kernel
    reveals: Kernel

    @classmethod
    def without_secrets(
        cls, *, deal: Kernel, actor: Kernel, legal: Kernel, play: Kernel, score: Kernel, winners: Kernel
    ) -> Rules:
        """The rules of a game in which everybody sees everything, the order of every stack included."""
        return cls(
            deal, actor, legal, play, score, winners,
            veil=None, imagine=_imagine_nothing, seen=_seen_by_all, reveals=_reveals_nothing,
        )  # fmt: skip


@kernel
def _weigh_alike(s: Any, moves: Any, n: int, out: Any) -> None:
    for k in range(n):
        out[k] = 1.0


@kernel
def _prefer_any(s: Any, moves: Any, n: int, rng: Any) -> int:
    return int(moves[below(rng, n)])


@kernel
def _never_quiet(s: Any) -> int:
    return 0


@dataclass(frozen=True)
class Level:
    """How strong a bot plays, in fixed terms: the same on fast and slow machines but for the cap."""

    name: str  # for programs: "club"
    title: Message  # for people
    noise: float = 0.0  # how far, in chances to win, a move may look worse and still be played now and then
    effort: int = 0  # positions looked at before a decision; 0: only one decision ahead
    seconds: float | None = None  # the cap; with no effort given, all of it is used


@dataclass(frozen=True)
class Advice:
    """What the bots know of a game beyond its rules: kernels (see `contract`), and how to search with them."""

    evaluate: Kernel
    weigh: Kernel = _weigh_alike
    prefer: Kernel = _prefer_any
    quiet: Kernel = _never_quiet  # where search stops, short of the horizon
    judge_quiet: Kernel | None = None  # what it asks there; without one, `evaluate`
    horizon: int = 0  # how many moves a simulated game goes on beyond the tree before it is evaluated
    exploration: float = 0.5
    widening: float = 1e9  # a position seen v times has at most 1 + widening * sqrt(v) of its moves in the tree
    levels: tuple[Level, ...] = ()  # the weakest first


@dataclass(frozen=True)
class Look:
    """How a picture is to be drawn: for whom, after which move, with what lit up."""

    seat: int = NOBODY  # drawn from this seat's side; the state given is already veiled for it
    before: State | None = None  # the state before the last move, as this seat saw it …
    move: int | None = None  # … and that move, as this seat saw it
    lit: Collection[str] = ()  # ids of elements to light up
    locale: str = "en"
    prefix: str = ""  # before every id, where a page holds several pictures
    style: bool = True  # carries its own style sheet (a page has its own)
    colour: bool = False  # text boards: with the colours of a terminal
    wide: bool = False  # there is more room beside the board than below it


@dataclass(frozen=True)
class Line:
    """One thing to tell people: what happened, or where points come from; `cells` are the elements to light up."""

    message: Message
    cells: tuple[str, ...] = ()
    seat: int = NOBODY
    points: int | None = None
    rule: str = ""


@dataclass(frozen=True)
class Ask:
    """What the seat to act is asked to do now, and what comes after it: "Choose a row", "then move your workers"."""

    now: Message
    then: Message | None = None


@dataclass(frozen=True)
class Step:
    """One explanation of a guided first game, given once, at the first decision that it fits."""

    name: str
    when: Callable[[Any, int], bool]  # (state as the learner sees it, the learner's seat): does it fit this decision?
    text: Message
    cells: Callable[[Any, int], tuple[str, ...]] = lambda s, seat: ()  # the elements to light up
    rule: str = ""


@dataclass(frozen=True)
class Face:
    """What people see of a game. Every function gets a state in plain Python, veiled where the reader is a seat."""

    write: Callable[[Any, int], str]  # a move (or a stand-in from `seen`) as text
    read: Callable[[Any, str], int]  # and back, legal or not; MalformedMove if it is no move
    why: Callable[[Any, int], Reason]  # why a well-formed move is not legal here
    text: Callable[[Any, Look], str]  # the board as text, for terminals and screen readers
    picture: Callable[[Any, Look], str]  # the board as SVG; ids are stable from move to move
    path: Callable[[Any, int], tuple[str, ...]]  # the ids of the elements to touch, one after the other, for a move
    aim: Callable[[Any, tuple[str, ...]], int]  # the move that a path means, legal or not; MalformedMove if none
    ghost: Callable[[Any, int, Look], str]  # what the move would do, as SVG to lay over the picture
    tell: Callable[[Any, int, Any], list[Line]]  # what happened: (before, move, after)
    tally: Callable[[Any], list[Line]]  # where each seat's points come from; their sum is the score
    seats: Callable[[int, Options], tuple[Message, ...]]  # what each seat is called: its colour
    ask: Callable[[Any], Ask]  # what the seat to act is to do
    lesson: tuple[Step, ...] = ()  # a guided first game, in the order of first need


@dataclass(frozen=True)
class Engine:
    """A game's kernels and all generic code, specialised for it; compiled, or plain Python."""

    compiled: bool
    functions: Mapping[str, Kernel]

    def __getattr__(self, name: str) -> Kernel:
        try:
            return self.functions[name]
        except KeyError:
            raise AttributeError(name) from None


@dataclass(frozen=True, eq=False)
class Game:
    """All that the rest of the program knows about a game."""

    name: str  # as in Python and in addresses: "pyramidis"
    title: str  # as on the box
    summary: Message  # one line for the start page
    version: int  # of the rules as implemented: raised when any match would go differently
    rule_ids: tuple[str, ...]
    players: tuple[int, ...]  # numbers of players it can be played with
    state: type[State]
    moves: int  # a move is an int below this
    most_legal: int  # no position has more legal moves
    longest: int  # no match has more moves
    rules: Rules
    face: Face
    options: tuple[Option, ...] = ()
    advice: Advice | None = None
    forbids: Callable[[int, Options], Message | None] = lambda players, options: (
        None
    )  # combinations that cannot be played
    shuffles: Callable[[int, Options], Mapping[str, int]] = (
        lambda players, options: {}
    )  # name and size of each, in order
    box: str = "standard"  # which list of components this is, where an owner may supply another
    _engines: dict[bool, Engine] = field(default_factory=dict, init=False, repr=False)
    _warming: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Another process finds the game where it is declared, beside its state."""
        return _declared_in, (self.state.__module__.rpartition(".")[0],)

    @property
    def open(self) -> bool:
        """Is nothing ever hidden?"""
        return self.rules.veil is None

    def check_options(self, players: int, given: Mapping[str, object]) -> dict[str, str]:
        """The options complete and as text, or BadOptions."""
        if players not in self.players:
            raise BadOptions(
                _(
                    "{game} is for {numbers} players, not {players}.",
                    game=self.title,
                    numbers=listed(self.players),
                    players=players,
                )
            )
        for name in given:
            if name not in {option.name for option in self.options}:
                known = listed([option.name for option in self.options]) or "-"
                raise BadOptions(
                    _("{game} has no option “{name}”; it has: {known}.", game=self.title, name=name, known=known)
                )
        chosen = {}
        for option in self.options:
            value = _as_text(given.get(option.name, option.values[0]))
            if value not in option.values:
                values = listed(option.values)
                raise BadOptions(
                    _(
                        "The option “{name}” is one of {values}, not “{value}”.",
                        name=option.name,
                        values=values,
                        value=value,
                    )
                )
            chosen[option.name] = value
        objection = self.forbids(players, chosen)
        if objection is not None:
            raise BadOptions(objection)
        return chosen

    def usual_table(self) -> tuple[int, dict[str, str]]:
        """The smallest number of players, from two on if possible, with the default options."""
        players = min((n for n in self.players if n >= 2), default=self.players[0])
        return players, self.check_options(players, {})

    def option_indices(self, options: Options) -> NDArray[np.int64]:
        """The options as `deal` takes them."""
        return np.array([option.values.index(options[option.name]) for option in self.options], np.int64)

    def move_room(self) -> NDArray[np.int32]:
        """Room for a move list."""
        return np.empty(self.most_legal, np.int32)

    @property
    def engine(self) -> Engine:
        """The compiled engine if it is ready, plain Python otherwise: never waits."""
        ready = self._engines.get(True) or self._engines.get(False)
        return ready or self.specialised(compiled=False)

    def warm(self) -> Engine:
        """The compiled engine, made now if need be: seconds the first time on a machine, a moment later on."""
        return self.specialised(compiled=can_compile())

    @property
    def is_warm(self) -> bool:
        """Is there nothing left to wait for?"""
        return (True in self._engines) or not can_compile()

    def specialised(self, *, compiled: bool) -> Engine:
        with self._warming:
            if compiled not in self._engines:
                engine = Engine(compiled, self.specialise(generic.FUNCTIONS, compiled))
                if compiled:
                    self._exercise(engine)
                self._engines[compiled] = engine
            return self._engines[compiled]

    def specialise(self, functions: Mapping[str, Kernel], compiled: bool) -> dict[str, Kernel]:
        """Generic functions for this game: the contract's blanks filled with its kernels."""
        swap: dict[str, Kernel] = {
            part.name: getattr(self.rules, part.name) for part in fields(self.rules) if getattr(self.rules, part.name)
        }
        if self.advice:
            swap |= {name: getattr(self.advice, name) for name in ("evaluate", "weigh", "prefer", "quiet")}
            swap["judge_quiet"] = self.advice.judge_quiet or self.advice.evaluate
        if not compiled:
            swap["at"] = lambda states, i: self.state(states[i : i + 1])
        label = self.name if self.box == "standard" else f"{self.name}-{self.box}"
        return specialise(functions, swap, label, compiled)

    def _exercise(self, engine: Engine) -> None:
        """Call what positions need once, so that later calls do not wait for the compiler."""
        players, options = self.usual_table()
        states = self.new_records(1)
        moves, points = self.move_room(), np.zeros(max(self.players), np.int64)
        cards = np.array([card for size in self.shuffles(players, options).values() for card in range(size)], np.int16)
        engine.deal_one(states, 0, players, self.option_indices(options), cards)
        root = states.copy()
        engine.actor_of(states, 0)
        engine.legal_of(states, 0, moves)
        first = int(moves[0])
        engine.play_one(states, 0, first)
        engine.score_of(states, 0, points)
        engine.winners_of(states, 0, points)
        if not self.open:
            engine.seen_of(root, 0, 0, first)
            engine.reveals_of(root, 0, first)
            veiled = self.new_records(1)
            engine.veil_one(root, 0, 0, veiled, 0)
            engine.imagine_one(veiled, 0, new_rng(0))

    def new_records(self, n: int) -> Records:
        """Room for n states, zeroed."""
        return np.zeros(n, self.state.dtype)


def _declared_in(package: str) -> Game:
    game: Game = import_module(package).GAME
    return game


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
