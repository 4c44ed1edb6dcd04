"""Several processes on one address, forked from one that has loaded everything: a dead worker is replaced at once."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType

from benben.core.errors import BenbenError
from benben.core.text import texts

_ = texts(__package__)

log = logging.getLogger("benben.web")

SHORT_LIFE = 1.0  # seconds; a worker that dies younger is replaced after a pause
PAUSE = 0.5


class NoWorkers(BenbenError):
    """This system cannot fork."""

    code = "no-workers"


def supervise(work: Callable[[int], int], count: int, died: Callable[[int], None]) -> int:
    """Keep `count` processes running `work` until SIGTERM or SIGINT. Returns the exit code.

    `work` gets the number of the worker, from 0; one that replaces a dead worker has its number. `died` is called with
    the process id of every worker that ends. Must be called before any thread is started.
    """
    if not hasattr(os, "fork"):
        raise NoWorkers(_("Several workers need fork, which this system does not have."))
    return _Supervisor(work, died).run(count)


class _Supervisor:
    def __init__(self, work: Callable[[int], int], died: Callable[[int], None]) -> None:
        self._work, self._died = work, died
        self._born: dict[int, tuple[float, int]] = {}  # start time and number by process id
        self._is_stopping = False
        self._lifeline = os.pipe()  # closes when this process dies, whatever kills it

    def run(self, count: int) -> int:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        code = 0
        for worker in range(count):
            self._start(worker)
        while self._born:
            process, status = os.wait()
            if process not in self._born:  # as the first process of a container, this one inherits orphans
                continue
            self._died(process)
            born, worker = self._born.pop(process)
            if self._is_stopping:
                continue
            if os.WIFEXITED(status):  # it failed to start, and so would the next one
                code = os.WEXITSTATUS(status)
                self._stop(signal.SIGTERM, None)
                continue
            log.error("a worker died", extra={"worker": process, "signal": os.WTERMSIG(status)})
            if time.monotonic() - born < SHORT_LIFE:
                time.sleep(PAUSE)
            if not self._is_stopping:
                self._start(worker)
        return code

    def _start(self, worker: int) -> None:
        sys.stdout.flush()
        process = os.fork()
        if process:
            self._born[process] = time.monotonic(), worker
            if self._is_stopping:  # the signal came meanwhile
                os.kill(process, signal.SIGTERM)
            return
        code = 1
        try:
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, signal.SIG_DFL)
            os.close(self._lifeline[1])
            threading.Thread(target=self._follow_parent, name="benben-parent", daemon=True).start()
            code = self._work(worker)
        finally:
            os._exit(code)

    def _follow_parent(self) -> None:
        """Stop when the parent dies."""
        os.read(self._lifeline[0], 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._is_stopping = True
        for process in self._born:
            os.kill(process, signal.SIGTERM)
