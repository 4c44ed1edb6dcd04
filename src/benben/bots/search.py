"""Information-set Monte-Carlo tree search from a seat's view, on all cores."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
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


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count() or 1, "benben-search")


class SearchBot:
    """Tree search with a budget of iterations, seconds or both; the first limit reached ends it.

    Each core grows its own tree; the visit counts are summed. With only iterations as the budget the result is
    deterministic. A plain search uses no game knowledge for move ordering and rollouts.
    """

    def __init__(
        self,
        *,
        iterations: int | None = None,
        seconds: float | None = None,
        threads: int | None = None,
        horizon: int = 10_000,
        exploration: float = 0.7,
        widening: float = 1e9,
        plain: bool = False,
    ) -> None:
        if iterations is None and seconds is None:
            raise ValueError("a search needs a budget: iterations, seconds or both")
        self.iterations = iterations
        self.seconds = seconds
        self.threads = threads or os.cpu_count() or 1
        self.horizon = horizon
        self.exploration = exploration
        self.widening = widening
        self.plain = plain

    def think(
        self, view: Position, seed: int, report: Report | None = None, stop: threading.Event | None = None
    ) -> Thought:
        check_view(view)
        numbers = view.legal_moves.numbers
        if len(numbers) == 1:
            return Thought(numbers[0], line=(numbers[0],))
        deadline = time.perf_counter() + self.seconds if self.seconds is not None else None
        grow = functions(view.game, view.game.warm().compiled, self.plain)["grow"]
        streams = np.random.SeedSequence(seed).spawn(self.threads)
        share = None if self.iterations is None else -(-self.iterations // self.threads)
        manner = (self.horizon, self.exploration, self.widening)
        trees = [Tree(view, grow, stream, manner) for stream in streams]
        stop = stop or threading.Event()
        over = threading.Event()
        work = [_pool().submit(tree.run, share, deadline, stop) for tree in trees[1:]]
        if report is not None:
            reporter = threading.Thread(target=self._keep_reporting, args=(trees, report, over), daemon=True)
            reporter.start()
        try:
            trees[0].run(share, deadline, stop)
            for future in work:
                future.result()
        finally:
            over.set()
        return summary(trees)

    def _keep_reporting(self, trees: list[Tree], report: Report, over: threading.Event) -> None:
        while not over.wait(REPORT_SECONDS):
            report(summary(trees))


class Tree:
    """The search tree of one core."""

    def __init__(
        self, view: Position, grow: Kernel, seed: np.random.SeedSequence, manner: tuple[int, float, float]
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
        self.grow = grow
        self.iterations = self.simulated = 0

    def run(self, iterations: int | None, deadline: float | None, stop: threading.Event) -> None:
        """Grow the tree until the budget is used up or `stop` is set."""
        chunk = 16
        while iterations is None or self.iterations < iterations:
            if iterations is not None:
                chunk = min(chunk, iterations - self.iterations)
            started = time.perf_counter()
            self.simulated += self.grow(
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


def summary(trees: list[Tree]) -> Thought:
    """The combined result of all trees."""
    visits: Counter[int] = Counter()
    values: dict[int, np.ndarray] = {}
    for tree in trees:
        for child in tree.children(0):
            move = int(tree.links[child, MOVE])
            visits[move] += int(tree.visits[child])
            values[move] = values.get(move, 0) + tree.values[child]
    best = max(visits, key=lambda move: (visits[move], -move))
    chances = tuple((values[best] / max(1, visits[best])).tolist())
    line = max((tree.line() for tree in trees), key=lambda line: (line[:1] == (best,), len(line)))
    return Thought(
        best,
        chances,
        dict(visits),
        line if line[:1] == (best,) else (best,),
        sum(tree.iterations for tree in trees),
        sum(tree.simulated for tree in trees),
    )
