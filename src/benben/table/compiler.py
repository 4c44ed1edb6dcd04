"""Compiles games in a process of its own: `python -m benben.table.compiler`.

Reads the names of games from its standard input, each with PLAYABLE (the game and the bots that look one decision
ahead: seconds) or SEARCH (all bots: the longest part), compiles that, and answers with the same line when it is done.
It ends as soon as its input is closed, so it never outlives the server, whatever ends that.
"""

from __future__ import annotations

import os
import queue
import sys
import threading

from benben.bots.bot import warm
from benben.core.kernels import cache_lock
from benben.games import find

PLAYABLE, SEARCH = "playable", "search"


def main() -> None:
    wanted: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(wanted,), daemon=True).start()
    while True:
        line = wanted.get()
        name, _space, part = line.partition(" ")
        with cache_lock():  # several servers: one compiles, the others load its result
            warm(find(name), search=part == SEARCH)
        print(line, flush=True)


def _read(wanted: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        wanted.put(line.strip())
    os._exit(0)  # in the middle of a compilation too


if __name__ == "__main__":
    main()
