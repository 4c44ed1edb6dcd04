"""`python -m tests.pages.five DATABASE PORT`: a server with a fifth game: one more line in the list."""

import sys

from benben.games import REGISTRY
from benben.web.serve import serve
from benben.web.settings import Settings

if __name__ == "__main__":
    REGISTRY["lots"] = "tests.fifth.lots"
    sys.exit(serve(Settings(database=sys.argv[1], warm=False), "127.0.0.1", int(sys.argv[2])))
