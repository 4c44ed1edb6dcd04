"""The declaration of a game: one object with its seats, options, shuffles, kernels and user interface (`Face`)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from importlib import import_module
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from benben.core import generic, secrets
from benben.core.contract import NOBODY
from benben.core.errors import BadOptions, Reason, listed
from benben.core.kernels import Kernel, can_compile, kernel, specialise
from benben.core.kit import network
from benben.core.kit.network import Network
from benben.core.lesson import Lesson
from benben.core.rng import below, new_rng
from benben.core.score_sheet import ScoreSheet
from benben.core.state import BlankState, Records, State, StateAt
from benben.core.text import Message, texts

_ = texts(__package__)

Options = Mapping[str, str]
Size = tuple[float, float]  # width and height
STANDARD_BOX = "standard"  # the pieces that come with a game
WIDE_SIZE: Size = (1100.0, 710.0)  # of a picture for a wide screen …
TALL_SIZE: Size = (390.0, 690.0)  # … and for a phone, where its units are pixels
Named = Any  # an array of one record whose fields are read by name: np.recarray has no useful type


@dataclass(frozen=True)
class Option:
    """A setting chosen before the first move. `values[0]` is the default; a switch has the values no and yes."""

    name: str
    title: Message
    help: Message  # one line for people who do not know the game yet
    values: tuple[str, ...] = ("no", "yes")
    labels: tuple[Message, ...] = ()  # display names of the values, in the same order; empty: show the values

    def label(self, value: str) -> Message | str:
        """The display name of a value."""
        if self.labels:
            return self.labels[self.values.index(value)]
        return {"no": _("no"), "yes": _("yes")}.get(value, value)


@kernel
def _imagine_nothing(s: Any, rng: Any) -> None:
    return


@kernel
def _seen_by_all(s: Any, seat: int, move: int) -> int:
    return move


@dataclass(frozen=True)
class Rules:
    """A game's kernels; `contract` specifies each of them. `secrets` has the defaults."""

    deal: Kernel
    actor: Kernel
    legal: Kernel
    play: Kernel
    score: Kernel
    winners: Kernel
    veil: Kernel | None = None  # None: as the fields of the state are declared
    imagine: Kernel = _imagine_nothing
    seen: Kernel = _seen_by_all
    reveals: Kernel | None = None  # None: found out by playing the move


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
    """Strength of a bot. Independent of machine speed, except for the time cap."""

    name: str  # identifier: "club"
    noise: float = 0.0  # a move that looks this much worse (in win probability) is played e times less often
    effort: int = 0  # search budget in positions per decision, for each tree; 0: look one decision ahead
    seconds: float | None = None  # time cap; without `effort`, the whole time is used
    own_title: Message | None = None  # for a name that is not one of `LEVEL_TITLES`
    released: int = 0  # the effort in release 0.1, where it was another one

    @property
    def title(self) -> Message:
        """The display name."""
        return self.own_title or LEVEL_TITLES[self.name]


LEVEL_TITLES = {
    "novice": _("Novice"),
    "casual": _("Casual player"),
    "club": _("Club player"),
    "expert": _("Expert"),
    "master": _("Master"),
}


@dataclass(frozen=True)
class Advice:
    """Game knowledge for bots: kernels (see `contract`) and search settings."""

    evaluate: Kernel
    describe: Kernel | None = None  # `describe_seat`: what the network knows of a position
    inputs: int = 0  # that `describe` tells apart
    network: Network | None = None  # corrects `evaluate`
    weigh: Kernel = _weigh_alike
    prefer: Kernel = _prefer_any
    quiet: Kernel = _never_quiet  # search cut-off before the horizon
    judge_quiet: Kernel | None = None  # evaluation at a cut-off; default: `evaluate`
    horizon: int = 0  # rollout length in moves beyond the tree
    exploration: float = 0.5
    widening: float = 1e9  # a node with v visits has at most 1 + widening * sqrt(v) children
    samples: int = 1_000_000  # evaluations of a cut-off point in the tree; later visits take their mean
    levels: tuple[Level, ...] = ()  # the weakest first


@dataclass(frozen=True)
class Look:
    """The way to draw a position: for which seat, after which move, with which elements highlighted."""

    seat: int = NOBODY  # viewpoint; the state passed in is already veiled for this seat
    before: State | None = None  # the state before the last move, as this seat saw it …
    move: int | None = None  # … and that move, as this seat saw it
    lit: Collection[str] = ()  # ids of elements to highlight
    locale: str = "en"
    prefix: str = ""  # prepended to every id, for pages with several pictures
    style: bool = True  # include the style sheet (web pages have their own)
    colour: bool = False  # text boards: use terminal colours
    wide: bool = False  # landscape: panels go beside the board, not below it
    names: tuple[str, ...] = ()  # of the people, by seat; an empty one: the seat's own name
    size: Size | None = None  # of the picture; None: that of a usual screen

    @property
    def canvas(self) -> Size:
        """Width and height of the picture, in its units."""
        return self.size or (WIDE_SIZE if self.wide else TALL_SIZE)


@dataclass(frozen=True)
class Line:
    """One line of narration or scoring; `cells` are the element ids to highlight."""

    message: Message
    cells: tuple[str, ...] = ()
    seat: int = NOBODY
    points: int | None = None
    rule: str = ""
    row: Message | None = None  # of a tally: the row of the score pad that the points belong to


@dataclass(frozen=True)
class Ask:
    """Prompt for the seat to act, and what follows: "Choose a row", "then move your workers"."""

    now: Message
    then: Message | None = None
    short: Message | None = None  # `now` in a few words, for a phone


@dataclass(frozen=True)
class Measure:
    """A question about how a game plays: what each seat did or reached in a match.

    `observe` gets all states of a match, plain and in order, and yields a seat and a thing, as often as it happened.
    """

    name: str
    title: Message
    observe: Callable[[Sequence[Any]], Iterable[tuple[int, Message]]]


@dataclass(frozen=True)
class Face:
    """A game's user interface. Every function gets a plain-Python state, veiled if the reader is a seat."""

    write: Callable[[Any, int], str]  # a move (or a code from `seen`) as text
    read: Callable[[Any, str], int]  # the inverse, legal or not; raises MalformedMove
    why: Callable[[Any, int], Reason]  # why a well-formed move is not legal here
    text: Callable[[Any, Look], str]  # the board as text, for terminals and screen readers
    picture: Callable[[Any, Look], str]  # the board as SVG; ids are stable from move to move
    path: Callable[[Any, int], tuple[str, ...]]  # the element ids to touch, in order, for a move
    aim: Callable[[Any, tuple[str, ...]], int]  # the move of a path, legal or not; raises MalformedMove
    ghost: Callable[[Any, int, Look], str]  # preview of a move, as SVG to overlay on the picture
    tell: Callable[[Any, int, Any], list[Line]]  # what happened: (before, move, after)
    tally: Callable[[Any], list[Line]]  # where each seat's points come from; their sum is the score
    seats: Callable[[int, Options], tuple[Message, ...]]  # display name of each seat: its colour
    ask: Callable[[Any], Ask]  # prompt for the seat to act
    status: Callable[[Any], Message] | None = None  # the same for all others: who does what, or who has won
    intent: Callable[[Any, int], Message] | None = None  # what a legal move is, said to its player before it is made
    warn: Callable[[Any, int], Line | None] | None = None  # a danger that a legal move brings to its player
    destroys: Callable[[Any, int], bool] | None = None  # a legal move takes away what its player has built up
    direct: Callable[[Any, int], str] | None = None  # an element that alone means this legal move; "": none
    turns: Callable[[Any, int], int] | None = None  # elements of a path before those that turn the piece; 0: no turn
    decline: Callable[[Any], int | None] | None = None  # the legal move that leaves an optional step out
    lesson: Lesson | None = None  # the guided first game
    measures: tuple[Measure, ...] = ()  # for statistics: `benben lab balance`
    sheets: tuple[ScoreSheet, ...] = ()  # for adding up a match at a real table
    cover: Callable[[Look], str] | None = None  # a picture for the start page, as SVG, without secrets or a position


class Engine:
    """A game's kernels and the generic code specialised for it; compiled or plain Python. Each is an attribute."""

    def __init__(self, compiled: bool, functions: Mapping[str, Kernel]) -> None:
        self.compiled, self.functions = compiled, functions
        vars(self).update(functions)

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Kernel: ...


@dataclass(frozen=True, eq=False)
class Game:
    """The complete declaration of a game."""

    name: str  # as in Python and URLs: "pyramidis"
    package: str  # the package that declares it as `GAME`: `__name__` there
    title: str  # as printed on the box
    summary: Message  # one line for the start page
    version: int  # of the implemented rules: raise it when any match would play differently
    rule_ids: tuple[str, ...]
    players: tuple[int, ...]  # possible numbers of players
    state: type[State]
    moves: int  # a move is an int below this
    most_legal: int  # upper bound of legal moves in a position
    longest: int  # upper bound of moves in a match
    rules: Rules
    face: Face
    options: tuple[Option, ...] = ()
    advice: Advice | None = None
    forbids: Callable[[int, Options], Message | None] = lambda players, options: (
        None
    )  # returns an error message for invalid combinations
    shuffles: Callable[[int, Options], Mapping[str, int]] = (
        lambda players, options: {}
    )  # name and size of each shuffle, in order
    together: Callable[[int, Options], bool] = lambda players, options: False  # all seats win or lose together
    minutes: int = 0  # how long a match of people takes; 0: unknown
    weight: int = 0  # 1 easy, 2 medium, 3 demanding; 0: unknown
    box: str = STANDARD_BOX  # name of the component list; owners may supply their own
    _engines: dict[bool, Engine] = field(default_factory=dict, init=False, repr=False)
    _warming: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def __reduce__(self) -> tuple[Callable[[str], Game], tuple[str]]:
        """Pickled by package name: another process imports the declaration."""
        return _declared_in, (self.package,)

    @property
    def open(self) -> bool:
        """True if the game has no hidden information."""
        return self.rules.veil is None and not self.state.hidden

    @property
    def lesson(self) -> Lesson | None:
        """The guided first game: for the standard box, which its deal was made for, and with bots as opponents."""
        return self.face.lesson if self.advice is not None and self.box == STANDARD_BOX else None

    def check_options(self, players: int, given: Mapping[str, object]) -> dict[str, str]:
        """The options as text, with defaults filled in. Raises BadOptions."""
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
                        "The option “{name}” must be one of {values}, not “{value}”.",
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
        """The default table: the smallest number of players (at least two if possible) and the default options."""
        players = min((n for n in self.players if n >= 2), default=self.players[0])
        return players, self.check_options(players, {})

    def option_record(self, options: Options) -> Named:
        """The options as `deal` gets them: by name, the index of the chosen value."""
        names = [option.name for option in self.options] or ["none"]
        record = np.zeros(1, [(name, np.int64) for name in names]).view(np.recarray)
        for option in self.options:
            record[option.name] = option.values.index(options[option.name])
        return record

    def card_record(self) -> Named:
        """The shuffles as `deal` gets them: by name, with room for the largest of any table."""
        return np.zeros(1, self._card_type).view(np.recarray)

    def card_ranges(self, players: int, options: Options) -> NDArray[np.int64]:
        """The begin and the end of each shuffle of a table in the memory of a card record, in numbers."""
        ranges = []
        for name, size in self.shuffles(players, options).items():
            first = self._card_type.fields[name][1] // np.dtype(np.int16).itemsize  # type: ignore[index]  # it has some
            ranges.append((first, first + size))
        return np.array(ranges, np.int64).reshape(-1, 2)

    @cached_property
    def _card_type(self) -> np.dtype[np.void]:
        sizes: dict[str, int] = {}
        for players in self.players:
            for values in product(*(option.values for option in self.options)):
                chosen = dict(zip([option.name for option in self.options], values, strict=True))
                for name, size in self.shuffles(players, chosen).items():
                    sizes[name] = max(size, sizes.get(name, 0))
        return np.dtype([(name, np.int16, (size,)) for name, size in (sizes or {"none": 1}).items()])

    def dealt(self, players: int, options: Options, cards: Sequence[int]) -> Records:
        """The record of an opening from given shuffles, one after the other."""
        records, shuffled, given = self.new_records(1), self.card_record(), iter(cards)
        numbers = shuffled.view(np.int16)
        for first, end in self.card_ranges(players, options).tolist():
            numbers[first:end] = [next(given) for _card in range(first, end)]
        self.engine.deal_one(records, 0, players, self.option_record(options), shuffled)
        return records

    def move_room(self) -> NDArray[np.int32]:
        """A buffer for a move list."""
        return np.empty(self.most_legal, np.int32)

    @property
    def engine(self) -> Engine:
        """The compiled engine if it is ready, else the plain-Python one. Never blocks on the compiler."""
        ready = self._engines.get(True) or self._engines.get(False)
        return ready or self.specialised(compiled=False)

    def warm(self) -> Engine:
        """The compiled engine. Blocks until it is compiled (seconds) or loaded from the disk cache (fast)."""
        return self.specialised(compiled=can_compile())

    @property
    def is_warm(self) -> bool:
        """True if `warm` would return immediately."""
        return (True in self._engines) or not can_compile()

    def specialised(self, *, compiled: bool) -> Engine:
        """The engine of one kind; made at the first call."""
        with self._warming:
            if compiled not in self._engines:
                engine = Engine(compiled, self.specialise(generic.FUNCTIONS, compiled))
                if compiled:
                    self._exercise(engine)
                self._engines[compiled] = engine
            return self._engines[compiled]

    def specialise(self, functions: Mapping[str, Kernel], compiled: bool) -> dict[str, Kernel]:
        """Copies of generic functions that call this game's kernels instead of the contract's stubs."""
        swap: dict[str, Any] = {part.name: getattr(self.rules, part.name) for part in fields(self.rules)}
        swap["veil"] = self.rules.veil or secrets.veil_declared
        swap["reveals"] = self.rules.reveals or (secrets.reveals_nothing if self.open else secrets.reveals_by_playing)
        swap |= secrets.swaps(self.state, compiled)
        if self.advice:
            swap |= {name: getattr(self.advice, name) for name in ("evaluate", "weigh", "prefer", "quiet")}
            swap |= {"estimate": self.advice.evaluate, "describe_seat": self.advice.describe}
            if self.advice.network:
                swap |= network.swaps(self.advice.network)
            swap["judge_quiet"] = self.advice.judge_quiet or swap["evaluate"]
        swap |= {"at": StateAt(self.state), "blank_state": BlankState(self.state)}
        label = self.name if self.box == STANDARD_BOX else f"{self.name}-{self.box}"
        return specialise(functions, swap, label, compiled, self.package)

    def _exercise(self, engine: Engine) -> None:
        """Call each function that positions need once, so that Numba compiles it now."""
        players, options = self.usual_table()
        states = self.new_records(1)
        moves, points = self.move_room(), np.zeros(max(self.players), np.int64)
        cards = self.card_record()
        for name, size in self.shuffles(players, options).items():
            cards[name][0, :size] = range(size)
        engine.deal_one(states, 0, players, self.option_record(options), cards)
        root = states.copy()
        engine.actor_of(states, 0)
        engine.legal_of(states, 0, moves)
        first = int(moves[0])
        engine.play_one(states, 0, first)
        engine.score_of(states, 0, points)
        engine.winners_of(states, 0, points)
        engine.preview_moves(np.concatenate((root, root)), moves, 1, 0, points, points.copy(), np.zeros(1, np.bool_))
        if not self.open:
            engine.seen_of(root, 0, 0, first)
            engine.reveals_of(root, 0, first)
            veiled = self.new_records(1)
            engine.veil_one(root, 0, 0, veiled, 0)
            engine.imagine_one(veiled, 0, new_rng(0))

    def new_records(self, n: int) -> Records:
        """An array of n zeroed states."""
        return np.zeros(n, self.state.dtype)


def _declared_in(package: str) -> Game:
    game: Game = import_module(package).GAME
    return game


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
