"""What each client has open or may do, over all workers of a server: tables in memory that they share."""

from __future__ import annotations

import mmap

import numpy as np

PLACES = 1 << 17  # clients are told apart by a hash; two that share a place are counted together


class ClientCounts:
    """One row for each worker, which alone writes it. Must be made before the workers are forked."""

    def __init__(self, workers: int = 1) -> None:
        memory = mmap.mmap(-1, workers * PLACES * np.dtype(np.int32).itemsize)  # shared with children
        self._rows = np.frombuffer(memory, np.int32).reshape(workers, PLACES)
        self._own = self._rows[0]

    def begin(self, worker: int) -> None:
        """This process is the worker of this number from now on: nothing of an earlier one is open any more."""
        self._own = self._rows[worker]
        self._own[:] = 0

    def of(self, client: str) -> int:
        return int(self._rows[:, self._place(client)].sum())

    def add(self, client: str, change: int) -> None:
        self._own[self._place(client)] += change

    def _place(self, client: str) -> int:
        return hash(client) % PLACES  # with a random key of the server, the same in all workers


class SharedTimes:
    """A time for each client, which all workers read and write. Must be made before the workers are forked.

    There is no lock, which a killed worker would hold for ever: of two workers that write at the same moment one wins.
    """

    def __init__(self) -> None:
        self._times = memoryview(mmap.mmap(-1, 8 * PLACES)).cast("d")

    def of(self, client: str) -> float:
        return self._times[hash(client) % PLACES]

    def set(self, client: str, moment: float) -> None:
        self._times[hash(client) % PLACES] = moment
