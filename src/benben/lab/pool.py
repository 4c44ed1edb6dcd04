"""Pools that play games: in this process, in several, or on a Ray cluster.

Work is a function of a batch. A pool gives the results in the order of the batches, however the work was spread, and
does a batch again whose worker died. Batches take seconds, so that handing them out costs nothing.
"""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, Protocol, TypeVar

from benben.core.extras import needs

A = TypeVar("A")
B = TypeVar("B")

AHEAD = 2  # batches that wait for each worker
MOST_DEATHS = 5  # of workers in a row, before any batch is done: then the fault is in the work


class Pool(Protocol):
    """Does work, in order."""

    def map(self, work: Callable[[A], B], batches: Iterable[A]) -> Iterator[B]: ...


class Here:
    """In this process, one batch after the other."""

    def map(self, work: Callable[[A], B], batches: Iterable[A]) -> Iterator[B]:
        return map(work, batches)

    def close(self) -> None:
        """Nothing was opened."""


class Processes:
    """In several processes of this machine."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._executor = self._new()

    def _new(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self._count, get_context("spawn"))

    def map(self, work: Callable[[A], B], batches: Iterable[A]) -> Iterator[B]:
        waiting: deque[tuple[A, Future[B]]] = deque()
        deaths, rest = 0, iter(batches)
        while True:
            while len(waiting) < AHEAD * self._count and (batch := next(rest, None)) is not None:
                waiting.append((batch, self._executor.submit(work, batch)))
            if not waiting:
                return
            try:
                done = waiting[0][1].result()
            except BrokenProcessPool:
                deaths += 1
                if deaths > MOST_DEATHS:
                    raise
                self._executor = self._new()
                waiting = deque((batch, self._executor.submit(work, batch)) for batch, _lost in waiting)
            else:
                deaths = 0
                waiting.popleft()
                yield done

    def close(self) -> None:
        self._executor.shutdown(wait=False, cancel_futures=True)


class RayCluster:
    """On a Ray cluster, where benben must be installed on every node. Ray repeats what a dead worker has lost."""

    def __init__(self, address: str | None) -> None:
        with needs("ray"):
            import ray
        self._ray: Any = ray
        self._is_own = not ray.is_initialized()
        if self._is_own:
            ray.init(address=address, log_to_driver=False, include_dashboard=False if address is None else None)

    def map(self, work: Callable[[A], B], batches: Iterable[A]) -> Iterator[B]:
        remote = self._ray.remote(num_cpus=1, max_retries=MOST_DEATHS)(work)
        ahead = AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        waiting: deque[Any] = deque()
        rest = iter(batches)
        while True:
            while len(waiting) < ahead and (batch := next(rest, None)) is not None:
                waiting.append(remote.remote(batch))
            if not waiting:
                return
            yield self._ray.get(waiting.popleft())

    def close(self) -> None:
        if self._is_own:
            self._ray.shutdown()


class Interruptible:
    """Ends with KeyboardInterrupt between two batches after `interrupt`."""

    def __init__(self, workers: Pool) -> None:
        self._workers = workers
        self._is_interrupted = False

    def interrupt(self, *_signal: object) -> None:
        self._is_interrupted = True
        signal.signal(signal.SIGINT, signal.default_int_handler)  # the second one ends the batch too

    def map(self, work: Callable[[A], B], batches: Iterable[A]) -> Iterator[B]:
        for done in self._workers.map(work, batches):
            yield done
            if self._is_interrupted:
                raise KeyboardInterrupt


@contextmanager
def pool(jobs: int = 1, ray: str | None = None) -> Iterator[Pool]:
    """`jobs` processes, or a Ray cluster: `ray` is its address, or "local" for one on this machine.

    Ctrl-C takes effect after the batch: an exception in the middle of it may be lost in a library's callback.
    """
    workers = _workers(jobs, ray)
    interruptible = Interruptible(workers)
    is_main = threading.current_thread() is threading.main_thread()  # others may not handle signals
    before = signal.signal(signal.SIGINT, interruptible.interrupt) if is_main else None
    try:
        yield interruptible
    finally:
        if is_main:
            signal.signal(signal.SIGINT, before)
        workers.close()


def _workers(jobs: int, ray: str | None) -> Here | Processes | RayCluster:
    if ray is not None:
        return RayCluster(None if ray == "local" else ray)
    return Here() if jobs == 1 else Processes(jobs)
