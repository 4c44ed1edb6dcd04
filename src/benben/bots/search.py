"""Information-set Monte-Carlo tree search from a seat's view."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

import numpy as np

from benben.bots.bot import Report, Thought, check_view, functions
from benben.bots.kernels import CHILD, MOVE, NOTHING, SIBLING
from benben.core.kernels import Kernel
from benben.core.position import Position
from benben.core.rng import new_rng

CHUNK_SECONDS = 0.01  # compiled code runs this long between checks of the clock and of `stop`
REPORT_SECONDS = 0.25
NODES = 250_000  # per tree
TREES = 2  # the same on every machine, so that a search gives the same move on one core and on eight
ROUNDS = 16  # after each of them the search looks whether it is decided
SHORTEST_ROUND = 32  # iterations of a tree: below, handing out the work costs more than it saves


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count() or 1, "benben-search")


@dataclass(frozen=True)
class Kept:
    """The trees of a decision, for the next decision of the same turn."""

    view: Position
    move: int
    trees: list[Tree]


class SearchBot:
    """Tree search with a budget of iterations, seconds or both; the first limit reached ends it.

    Several trees grow at the same time, and their visits are summed. The search ends early when no other move can
    overtake the most visited one. A bot that thinks about the next decision of its turn begins with what it has learned
    of it. With only iterations as the budget, a new bot gives the same result for the same view and seed. A plain
    search uses no game knowledge for move ordering and rollouts.
    """

    def __init__(
        self,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        trees: int = TREES,
        keeps: bool = True,
        horizon: int = 10_000,
        exploration: float = 0.7,
        widening: float = 1e9,
        plain: bool = False,
    ) -> None:
        if iterations is None and seconds is None:
            raise ValueError("a search needs a budget: iterations, seconds or both")
        self.iterations = iterations
        self.seconds = seconds
        self.trees = trees
        self.keeps = keeps  # what it has learned, within a turn
        self.horizon = horizon
        self.exploration = exploration
        self.widening = widening
        self.plain = plain
        self._kept: Kept | None = None

    def think(
        self, view: Position, seed: int, report: Report | None = None, stop: threading.Event | None = None
    ) -> Thought:
        check_view(view)
        numbers = view.legal_moves.numbers
        if len(numbers) == 1:
            return Thought(numbers[0], line=(numbers[0],))
        trees = self.new_trees(view, seed)
        over = threading.Event()
        if report is not None:
            threading.Thread(target=_keep_reporting, args=(trees, report, over), daemon=True).start()
        try:
            self._grow(trees, stop or threading.Event())
        finally:
            over.set()
        thought = summary(trees)
        self._kept = Kept(view, thought.move, trees) if self.keeps else None
        return thought

    def new_trees(self, view: Position, seed: int) -> list[Tree]:
        """Trees to grow: empty, or with what was learned of this position before."""
        kernels = functions(view.game, view.game.warm().compiled, self.plain)
        streams = np.random.SeedSequence(seed).spawn(self.trees)
        manner = (self.horizon, self.exploration, self.widening)
        trees = [Tree(view, kernels, stream, manner) for stream in streams]
        if self._kept is not None and _follows(view, self._kept):
            for tree, earlier in zip(trees, self._kept.trees, strict=True):
                tree.take_over(earlier, self._kept.move)
        return trees

    def _grow(self, trees: list[Tree], stop: threading.Event) -> None:
        """Until the budget is used up, the move is decided, or `stop` is set."""
        deadline = time.perf_counter() + self.seconds if self.seconds is not None else None
        share = None if self.iterations is None else -(-self.iterations // len(trees))
        size = None if share is None else max(SHORTEST_ROUND, -(-share // ROUNDS))
        while True:
            ends = [size if share is None or size is None else min(share, tree.visited + size) for tree in trees]
            work = [
                _pool().submit(tree.run, end, deadline, stop) for tree, end in zip(trees[1:], ends[1:], strict=True)
            ]
            trees[0].run(ends[0], deadline, stop)
            for future in work:
                future.result()
            left = 0 if share is None else sum(max(0, share - tree.visited) for tree in trees)
            is_late = deadline is not None and time.perf_counter() >= deadline
            if stop.is_set() or is_late or left < _lead(trees) or not left:
                return


def _follows(view: Position, kept: Kept) -> bool:
    """Is this the position after the kept move, and did that move reveal nothing? Then the worlds that were imagined
    before it fit this view too."""
    if view.before != kept.view or view.last_move is None or view.last_move.number != kept.move:
        return False
    return not kept.view.reveals(kept.move)


def _lead(trees: list[Tree]) -> int:
    """By how many visits the first move is ahead of the second."""
    most = sorted(_visits(trees).values(), reverse=True)
    return most[0] - (most[1] if len(most) > 1 else 0)


def _keep_reporting(trees: list[Tree], report: Report, over: threading.Event) -> None:
    while not over.wait(REPORT_SECONDS):
        report(summary(trees))


class Tree:
    """A search tree."""

    def __init__(
        self,
        view: Position,
        kernels: Mapping[str, Kernel],
        seed: np.random.SeedSequence,
        manner: tuple[int, float, float],
    ) -> None:
        game = view.game
        self.root = view.state.record
        self.worlds = game.new_records(1)
        self.links = np.empty((NODES, 3), np.int32)
        self.visits = np.empty(NODES, np.int32)
        self.offered = np.empty(NODES, np.int32)
        self.values = np.empty((NODES, view.players))
        self.size = np.ones(1, np.int64)
        self.links[0] = NOTHING
        self.visits[0] = self.offered[0] = 0
        self.values[0] = 0.0
        self.rng = new_rng(seed)
        self.manner = manner
        self.room = (
            game.move_room(),
            np.zeros(game.most_legal),
            np.zeros(game.moves, np.int8),
            np.zeros(game.longest + 2, np.int32),
            np.zeros(view.players),
            np.zeros(max(game.players), np.int64),
        )
        self.kernels = kernels
        self.iterations = self.simulated = 0

    @property
    def visited(self) -> int:
        """How often its root was visited, before this decision too."""
        return int(self.visits[0])

    def take_over(self, earlier: Tree, move: int) -> None:
        """Begin with what another tree has learned of the position after a move."""
        for child in earlier.children(0):
            if earlier.links[child, MOVE] == move:
                self.kernels["copy_subtree"](
                    earlier.links, earlier.visits, earlier.offered, earlier.values, child,
                    self.links, self.visits, self.offered, self.values, self.size, np.empty(NODES, np.int32),
                )  # fmt: skip

    def run(self, visits: int | None, deadline: float | None, stop: threading.Event) -> None:
        """Grow until the root has this many visits, the deadline has passed or `stop` is set."""
        chunk = 16
        while visits is None or self.visited < visits:
            if visits is not None:
                chunk = min(chunk, visits - self.visited)
            started = time.perf_counter()
            self.simulated += self.kernels["grow"](
                self.root, self.worlds, self.links, self.visits, self.offered, self.values, self.size, self.rng,
                chunk, *self.manner, *self.room,
            )  # fmt: skip
            self.iterations += chunk
            now = time.perf_counter()
            if stop.is_set() or (deadline is not None and now >= deadline):
                break
            wanted = CHUNK_SECONDS if deadline is None else min(CHUNK_SECONDS, max(1e-4, deadline - now))
            chunk = max(1, min(2 * chunk, int(chunk * wanted / max(1e-6, now - started))))

    def children(self, node: int) -> list[int]:
        found, child = [], int(self.links[node, CHILD])
        while child != NOTHING:
            found.append(child)
            child = int(self.links[child, SIBLING])
        return found

    def line(self) -> tuple[int, ...]:
        """The principal variation: the most visited moves."""
        moves: list[int] = []
        node = 0
        while children := self.children(node):
            node = max(children, key=lambda child: int(self.visits[child]))
            if self.visits[node] < 10 and moves:
                break
            moves.append(int(self.links[node, MOVE]))
        return tuple(moves)


def _visits(trees: list[Tree]) -> Counter[int]:
    """The visits of each move, all trees together."""
    visits: Counter[int] = Counter()
    for tree in trees:
        for child in tree.children(0):
            visits[int(tree.links[child, MOVE])] += int(tree.visits[child])
    return visits


def summary(trees: list[Tree]) -> Thought:
    """The combined result of all trees."""
    visits = _visits(trees)
    best = max(visits, key=lambda move: (visits[move], -move))
    values = sum(
        tree.values[child] for tree in trees for child in tree.children(0) if int(tree.links[child, MOVE]) == best
    )
    chances = tuple((values / max(1, visits[best])).tolist())
    line = max((tree.line() for tree in trees), key=lambda line: (line[:1] == (best,), len(line)))
    return Thought(
        best,
        chances,
        dict(visits),
        line if line[:1] == (best,) else (best,),
        sum(tree.iterations for tree in trees),
        sum(tree.simulated for tree in trees),
    )
