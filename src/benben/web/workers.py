"""Several processes on one address. They are forked from one that has loaded everything, so a new one is there at once
when another dies."""

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

SHORT_LIFE = 1.0  # seconds; whoever dies younger is not followed at once
PAUSE = 0.5


class NoWorkers(BenbenError):
    """This system cannot do it."""

    code = "no-workers"


def supervise(work: Callable[[], int], count: int) -> int:
    """Keep so many processes at `work` until told to stop. The exit code is returned.

    Must be called before any thread is started.
    """
    if not hasattr(os, "fork"):
        raise NoWorkers(_("Several workers need fork, which this system does not have."))
    return _Supervisor(work).run(count)


class _Supervisor:
    def __init__(self, work: Callable[[], int]) -> None:
        self._work = work
        self._born: dict[int, float] = {}  # when, by process
        self._is_stopping = False
        self._lifeline = os.pipe()  # its other end closes when this process dies, whatever kills it

    def run(self, count: int) -> int:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        code = 0
        for _worker in range(count):
            self._start()
        while self._born:
            process, status = os.wait()
            age = time.monotonic() - self._born.pop(process, 0.0)
            if self._is_stopping:
                continue
            if os.WIFEXITED(status):  # it gave up by itself: so would the next one
                code = os.WEXITSTATUS(status)
                self._stop(signal.SIGTERM, None)
                continue
            log.error("a worker died", extra={"worker": process, "signal": os.WTERMSIG(status)})
            if age < SHORT_LIFE:
                time.sleep(PAUSE)
            if not self._is_stopping:
                self._start()
        return code

    def _start(self) -> None:
        sys.stdout.flush()
        process = os.fork()
        if process:
            self._born[process] = time.monotonic()
            if self._is_stopping:  # told so just now
                os.kill(process, signal.SIGTERM)
            return
        code = 1
        try:
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, signal.SIG_DFL)
            os.close(self._lifeline[1])
            threading.Thread(target=self._follow_parent, name="benben-parent", daemon=True).start()
            code = self._work()
        finally:
            os._exit(code)

    def _follow_parent(self) -> None:
        """No worker outlives its parent."""
        os.read(self._lifeline[0], 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._is_stopping = True
        for process in self._born:
            os.kill(process, signal.SIGTERM)
