"""`python -m tests.web.start`: a process that has loaded everything and forks servers from itself, so that a test need
not wait for Python's imports each time. Servers are what `benben serve` runs, with limits that suit tests.

Reads a line of JSON for each server to start, [settings, port, workers, log file], and answers with its process id.
"""

import json
import os
import signal
import sys
import traceback
from importlib import import_module

from benben.web.serve import new_server, serve
from benben.web.settings import Settings

LIMITS = {
    "new_tables_per_minute": 100_000,
    "hints_per_minute": 100_000,
    "requests_per_second": 100_000,
    "request_burst": 100_000,
    "streams_per_client": 500,
}


def start(settings: Settings, port: int, log: str) -> int:
    process = os.fork()
    if process:
        return process
    code = 1
    try:
        os.setsid()
        os.dup2(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT), 2)
        code = serve(settings, "127.0.0.1", port)
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        os._exit(code)


def load_everything() -> None:
    """What a server loads when it starts, and what one loads for PostgreSQL."""
    import_module("psycopg")
    new_server(Settings(database="sqlite://"))


if __name__ == "__main__":
    load_everything()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for line in sys.stdin:
        what, *rest = json.loads(line)
        if what == "start":
            chosen, port, workers, log = rest
            print(start(Settings(**{**LIMITS, **chosen, "workers": workers}), port, log), flush=True)
        else:
            print(os.waitstatus_to_exitcode(os.waitpid(rest[0], 0)[1]), flush=True)
