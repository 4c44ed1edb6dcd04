"""Power cuts: whatever was acknowledged is found again, and every match goes on.

Load runs against two workers while the whole server, or one of its workers, is killed with SIGKILL, again and again.
The number of kills is BENBEN_TEST_KILLS.
"""

import os
import random
import signal
import time
from pathlib import Path

import benben
from tests.web.load import load
from tests.web.server import Player, Server, open_table, running

KILLS = int(os.environ.get("BENBEN_TEST_KILLS", "50"))


def kill_a_worker(server: Server) -> None:
    """One worker process dies; the server starts another."""
    workers = server.workers_alive()
    if workers:
        random.choice(workers).send_signal(signal.SIGKILL)


def test_no_acknowledged_move_is_lost(fresh_database: str, tmp_path: Path) -> None:
    with running(fresh_database, tmp_path, workers=2) as server:
        with load(server) as tables:
            for kill in range(KILLS):
                time.sleep(random.uniform(0.02, 0.2))
                if kill % 2:
                    kill_a_worker(server)
                else:
                    server.kill()
                    server.start()
        server.kill()
        server.start()
        assert sum(len(table.acknowledged) for table in tables) > KILLS, "there was hardly any load"
        for table in tables:
            table.check()
            table.finish()
            table.check()


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, workers=2) as server:
        seats = [{"kind": "bot", "level": "casual"}, {"kind": "bot", "level": "novice"}]
        created, _players = open_table(server.url, seats=seats)
        onlooker = Player(server.url, created["match"], None)
        seen, deadline = onlooker.look(), time.monotonic() + 120
        for _kill in range(3):
            server.kill()
            server.start()
            before = seen["number"]
            while not seen["over"] and seen["number"] < before + 5:
                assert time.monotonic() < deadline, "the bots do not move"
                time.sleep(0.1)
                seen = onlooker.look()
        while not (seen := onlooker.look())["over"]:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert benben.verify(onlooker.get("/record").text).is_over


def test_a_graceful_stop(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path) as server:
        _created, (red, _yellow) = open_table(server.url)
        assert red.play("a4:1", 2).status_code == 200
        assert server.stop() in (0, -signal.SIGTERM)
        assert "Application shutdown complete" in server.log.read_text()
        server.start()
        assert red.look()["number"] == 3
