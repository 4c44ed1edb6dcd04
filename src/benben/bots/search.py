"""Information-set Monte-Carlo tree search from a seat's view."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from benben.bots.bot import JudgingBot, Report, Thought, functions
from benben.bots.kernels import CHILD, MOVE, NOTHING, SIBLING
from benben.core.kernels import Kernel
from benben.core.position import Position
from benben.core.rng import new_rng

CHUNK_SECONDS = 0.01  # compiled code runs this long between checks of the clock and of `stop`
REPORT_SECONDS = 0.25
NODES = 250_000  # per tree
TREES = 2  # the same on every machine, so that a search gives the same move on one core and on eight
ROUNDS = 16  # after each of them the search looks whether it is decided
CLOSE = 0.1  # of the visits: with a smaller lead the decision is close, and a patient search goes on
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


class SearchBot(JudgingBot):
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
        patience: float = 1.0,
        horizon: int = 10_000,
        exploration: float = 0.7,
        widening: float = 1e9,
        samples: int = 1_000_000,
        plain: bool = False,
    ) -> None:
        if iterations is None and seconds is None:
            raise ValueError("a search needs a budget: iterations, seconds or both")
        self.iterations = iterations
        self.seconds = seconds
        self.trees = trees
        self.keeps = keeps  # what it has learned, within a turn
        self.patience = patience  # the most times its iterations that a close decision gets
        self.horizon = horizon
        self.exploration = exploration
        self.widening = widening
        self.samples = samples
        self.plain = plain
        self._kept: Kept | None = None

    def decide(
        self, view: Position, seed: int, report: Report | None = None, stop: threading.Event | None = None
    ) -> Thought:
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
        manner = (self.horizon, self.exploration, self.widening, self.samples)
        trees = [Tree(view, kernels, stream, manner) for stream in streams]
        if self._kept is not None and _follows(view, self._kept):
            for tree, earlier in zip(trees, self._kept.trees, strict=True):
                tree.take_over(earlier, self._kept.move)
        return trees

    def _grow(self, trees: list[Tree], stop: threading.Event) -> None:
        """Until the budget is used up, the move is decided, or `stop` is set."""
        deadline = time.perf_counter() + self.seconds if self.seconds is not None else None
        if self.iterations is None:
            _run(trees, [None] * len(trees), deadline, stop)
            return
        share = -(-self.iterations // len(trees))
        most, size = int(self.patience * share), max(SHORTEST_ROUND, -(-share // ROUNDS))
        while True:
            _run(trees, [min(share, tree.visited + size) for tree in trees], deadline, stop)
            if stop.is_set() or (deadline is not None and time.perf_counter() >= deadline):
                return
            left, lead = sum(max(0, share - tree.visited) for tree in trees), _lead(trees)
            if 0 < left >= lead:
                continue
            is_close = not left and lead <= CLOSE * sum(tree.visited for tree in trees)
            if not is_close or share >= most:
                return
            share = min(most, share + size)


def _run(trees: list[Tree], visits: Sequence[int | None], deadline: float | None, stop: threading.Event) -> None:
    """Grow all trees at the same time, each up to its number of visits."""
    work = [_pool().submit(tree.run, end, deadline, stop) for tree, end in zip(trees[1:], visits[1:], strict=True)]
    trees[0].run(visits[0], deadline, stop)
    for future in work:
        future.result()


def _follows(view: Position, kept: Kept) -> bool:
    """Is this the position after the kept move, and did that move reveal nothing? Then the worlds that were imagined
    before it fit this view too."""
    if view.before != kept.view or view.last_move is None or view.last_move.number != kept.move:
        return False
    return not kept.view.reveals(kept.move)


def _lead(trees: list[Tree]) -> int:
    """By how many visits the first move is ahead of the second."""
    second, first = np.partition(_visits(trees), -2)[-2:]
    return int(first - second)


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
        manner: tuple[int, float, float, int],
    ) -> None:
        game = view.game
        self.moves = game.moves
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


def _visits(trees: list[Tree]) -> NDArray[np.int64]:
    """The visits of each move, all trees together."""
    counts = np.zeros(trees[0].moves, np.int64)
    for tree in trees:
        tree.kernels["tally"](tree.links, tree.visits, counts)
    return counts


def summary(trees: list[Tree]) -> Thought:
    """The combined result of all trees."""
    counts = _visits(trees)
    visits = {int(move): int(counts[move]) for move in np.flatnonzero(counts)}
    best = int(counts.argmax())  # of equal ones the first
    values = sum(
        tree.values[child] for tree in trees for child in tree.children(0) if int(tree.links[child, MOVE]) == best
    )
    chances = tuple((values / max(1, visits[best])).tolist())
    line = max((tree.line() for tree in trees), key=lambda line: (line[:1] == (best,), len(line)))
    return Thought(
        best,
        chances,
        visits,
        line if line[:1] == (best,) else (best,),
        sum(tree.iterations for tree in trees),
        sum(tree.simulated for tree in trees),
    )
