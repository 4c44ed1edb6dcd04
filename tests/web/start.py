"""`python -m tests.web.start DATABASE PORT WORKERS`: as `benben serve` runs it, with limits that suit tests."""

import sys

from benben.web.serve import serve
from benben.web.settings import Settings

if __name__ == "__main__":
    database, port, workers = sys.argv[1:]
    settings = Settings(
        database=database, creations_a_minute=100_000, requests_a_second=100_000, burst=100_000, streams_a_client=500
    )
    serve(settings, "127.0.0.1", int(port), int(workers))
