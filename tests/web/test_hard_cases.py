"""What broke in a hard test of the server, one test for each fault."""

import json
import os
import resource
import sqlite3
import statistics
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import psutil
import pytest
from sqlalchemy import func, select, update
from websockets.exceptions import InvalidStatus

import benben
from benben.core.shuffle import new_seed
from benben.games import find
from benben.table.bot_runner import decision_seed
from benben.table.match import MOVE, Match
from benben.table.schema import events, matches
from benben.table.store import READY_SECONDS, Store
from benben.web.serve import _allow_open_files
from tests.web.server import HTTP, Player, Server, open_table, running
from tests.web.socket_client import ask, hear, socket


def change(server: Server, statement: Any) -> None:
    store = Store(server.settings["database"])
    with store.engine.begin() as connection:
        connection.execute(statement)
    store.close()


def test_a_record_full_of_spaces_does_not_stop_the_server(alone: Server) -> None:
    record = "benben 1\ngame: pyramidis\nplayers: 2\n\n1. a4:3" + " " * 60_000 + "x"
    asked = threading.Thread(target=lambda: HTTP.post(f"{alone.url}/study", data={"record": record}))
    asked.start()
    time.sleep(0.05)
    started = time.monotonic()
    assert HTTP.get(f"{alone.url}/health").status_code == 200
    assert time.monotonic() - started < 2
    asked.join(timeout=10)
    assert not asked.is_alive()


def test_one_sick_match_stops_no_other(tmp_path: Path) -> None:
    """An unknown game, older rules, damaged events: set aside, shown as such, and the bots of others go on."""
    bots = [{"kind": "bot", "level": "novice"}, {"kind": "bot", "level": "novice"}]
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, bots=False) as server:
        sick = [open_table(server.url, seats=bots)[0]["match"] for _match in range(4)]
        well = open_table(server.url, seats=bots)[0]["match"]
        server.kill()
        change(server, update(matches).where(matches.c.id == sick[0]).values(game="chess"))
        change(server, update(matches).where(matches.c.id == sick[1]).values(rules=0))
        change(server, update(events).where(events.c.match == sick[2]).values(text="{"))
        change(server, update(matches).where(matches.c.id == sick[3]).values(options="nonsense"))
        server.settings["bots"] = True
        server.start()
        onlooker = Player(server.url, well, None)
        deadline = time.monotonic() + 60
        while onlooker.look()["number"] < 8:
            assert time.monotonic() < deadline, "the sick matches stopped the bots of all"
            time.sleep(0.1)
        for match in sick:
            answer = Player(server.url, match, None).get()
            assert (answer.status_code, answer.json()["error"]["code"]) == (422, "unreadable-match")
        rules = benben.find("pyramidis").version
        listed = HTTP.get(f"{server.url}/tables?lang=de&ids={','.join([*sick, well])}").json()
        assert [card["match"] for card in listed] == [*sick, well], "nobody's table vanishes"
        sentences = [
            card.get("unreadable", "").removeprefix("Diese Partie kann nicht gelesen werden: ") for card in listed
        ]
        assert sentences == [
            "Dieser Server kennt das Spiel „chess“ nicht.",
            f"Sie wurde mit Version 0 der Regeln gespielt; dies ist Version {rules}.",
            "Ihre Daten sind beschädigt.",
            "Ihre Daten sind beschädigt.",
            "",
        ]
        page = HTTP.get(f"{server.url}/t/{sick[1]}", headers={"accept": "text/html"})
        assert page.status_code == 422
        assert "version 0 of the rules" in page.text
        log = server.log.read_text()
        assert log.count("a match cannot be read") >= 4
        assert all(match in log for match in sick)


@pytest.mark.parametrize("_round", range(8))
def test_what_is_over_stays_over(server: Server, _round: int) -> None:
    """Two resignations at once: one is accepted, and it stays the result."""
    _created, players = open_table(server.url)
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda player: player.post("resign"), players))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    resigned = next(seat for seat, answer in enumerate(answers) if answer.status_code == 200)
    seen = players[0].look()
    assert (seen["resigned"], seen["winners"]) == (resigned, [1 - resigned])
    assert players[resigned].post("resign").status_code == 200, "asked again, answered again"
    assert players[1 - resigned].post("resign").json()["error"]["code"] == "not-your-turn"
    for player in players:
        assert player.post("join", name="Somebody else").status_code == 409
        assert player.post("leave", level="novice").status_code == 409
    assert players[0].look() == seen


def test_a_resignation_during_the_last_move(server: Server) -> None:
    """Either the move or the resignation ends the match, never both."""
    line = finished_game()
    for _round in range(6):
        created, players = open_table(server.url)
        for after, (seat, move) in enumerate(line[:-1], created["number"]):
            assert players[seat].play(move, after, brief=True).status_code == 200
        (seat, move), after = line[-1], created["number"] + len(line) - 1
        with ThreadPoolExecutor(2) as pool:
            ends = [pool.submit(players[seat].play, move, after), pool.submit(players[1 - seat].post, "resign")]
            codes = sorted(end.result().status_code for end in ends)
        assert codes == [200, 409]
        seen = players[0].look()
        assert seen["over"]
        assert (seen["resigned"] is None) == (players[0].get("/record").status_code == 200)


def finished_game() -> list[tuple[int, str]]:
    position, line = benben.new("pyramidis", players=2), []
    while not position.is_over:
        move = position.legal_moves[-1]
        line.append((position.actor or 0, str(move)))
        position = position.play(move)
    return line


def test_bots_cannot_be_predicted_from_public_facts() -> None:
    pyramidis = find("pyramidis")
    first, second = (Match.begin("same", pyramidis, 2, {}, new_seed(), 0.0, ()) for _match in range(2))
    assert decision_seed(first, 3) != decision_seed(second, 3)
    assert decision_seed(first, 3) == decision_seed(first, 3)


HUGE = "9" * 5_000


def stored(server: Server) -> list[int]:
    """The numbers of matches and events in the database."""
    store = Store(server.settings["database"])
    with store.engine.connect() as connection:
        found = [
            connection.execute(select(func.count()).select_from(table)).scalar_one() for table in (matches, events)
        ]
    store.close()
    return found


@pytest.mark.parametrize("name", ["\ud800", "a\0b"])
def test_names_that_cannot_be_stored_are_refused(alone: Server, name: str) -> None:
    before = stored(alone)
    body = json.dumps({"game": "pyramidis", "players": 2, "seats": [{"kind": "person", "name": name}]}).encode()
    answer = HTTP.post(f"{alone.url}/api/v1/matches", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad-request")
    assert stored(alone) == before
    cookie = {"Cookie": "name=" + json.dumps(name)[1:-1]}
    opened = HTTP.post(f"{alone.url}/play/pyramidis", headers=cookie, follow_redirects=True)
    assert opened.status_code == 200, "a broken cookie is ignored"


@pytest.mark.parametrize(
    ("method", "path", "form", "body", "code"),
    [
        ("POST", "/new/pyramidis", {"players": HUGE}, None, None),  # the form again, with what is wrong
        ("POST", "/t/MATCH/go-on", {"ply": HUGE}, None, "bad-request"),
        ("GET", f"/t/MATCH?at={HUGE}", None, None, "bad-request"),
        ("GET", f"/static/x/{'a' * 300}", None, None, "not-found"),
        ("GET", f"/api/v1/matches/MATCH/events?after={HUGE}", None, None, "bad-request"),
        ("POST", "/api/v1/matches", None, '{"game": "pyramidis", "players": %s, "seats": []}', "bad-request"),
        ("POST", "/api/v1/matches/MATCH/moves", None, '{"move": "a4:3", "after": %s}', "bad-request"),
        ("POST", "/api/v1/matches/MATCH/moves", None, '{"move": "a4:%s", "after": 2}', "bad-request"),
        ("POST", "/api/v1/matches/MATCH/take-back", None, '{"after": %s}', "bad-request"),
    ],
)
def test_huge_numbers_and_paths_are_refused_with_a_code_and_nothing_is_stored(
    alone: Server, method: str, path: str, form: dict[str, str] | None, body: str | None, code: str | None
) -> None:
    created, (red, _yellow) = open_table(alone.url)
    before = stored(alone)
    headers = {**red.headers, "Content-Type": "application/json"} if body else {}
    content = None if body is None else (body % HUGE).encode()
    url = alone.url + path.replace("MATCH", created["match"])
    answer = HTTP.request(method, url, data=form, content=content, headers=headers)
    unparsed = body is not None and ": %s" in body  # no JSON: Python limits the digits of a number
    assert answer.status_code == (404 if code == "not-found" else 400 if unparsed else 422), answer.text[:200]
    if code is None:
        assert answer.text.startswith("<!doctype html>")
    else:
        assert answer.json()["error"]["code"] == code, answer.text[:200]
    assert stored(alone) == before


def test_a_list_of_tables_says_what_is_gone_and_nothing_during_an_outage(tmp_path: Path) -> None:
    file = tmp_path / "benben.db"
    with running(f"sqlite:///{file}", tmp_path) as server:
        created, _players = open_table(server.url)
        listed = HTTP.get(f"{server.url}/tables?ids={created['match']},nosuchmatch,..").json()
        assert [(card["match"], card.get("gone", False)) for card in listed] == [
            (created["match"], False), ("nosuchmatch", True),
        ]  # fmt: skip
        for part in tmp_path.glob("benben.db*"):
            part.unlink()
        assert HTTP.get(f"{server.url}/tables?ids={created['match']}").status_code == 503


def test_large_headers_are_refused_before_they_cost_time(alone: Server) -> None:
    cookie = "; ".join(f"c{number}={'x' * 100}" for number in range(400))
    answer = HTTP.get(f"{alone.url}/", headers={"Cookie": cookie})
    assert (answer.status_code, answer.json()["error"]["code"]) == (431, "headers-too-large")


def test_a_client_that_claims_to_have_seen_the_future(alone: Server) -> None:
    """A stream or socket resumed beyond the end gets the next event all the same."""
    created, (red, _yellow) = open_table(alone.url)
    with HTTP.stream("GET", f"{red.url}/events?after=99", headers=red.headers) as answer:
        lines = answer.iter_lines()
        assert next(lines).startswith("retry")
        assert red.play("a4:3", created["number"]).status_code == 200
        heard = next(line for line in lines if line.startswith("data: {"))
    assert json.loads(heard.removeprefix("data: "))["number"] == created["number"] + 1


def test_a_read_only_database_is_not_ready(tmp_path: Path) -> None:
    """Root may write to any file, so its disk is made read-only instead."""
    disk = tmp_path / "disk"
    disk.mkdir()
    is_root = os.geteuid() == 0
    if is_root:
        subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(disk)], check=True)
    try:
        with running(f"sqlite:///{disk / 'benben.db'}", tmp_path) as server:
            _created, (red, _yellow) = open_table(server.url)
            server.kill()
            if is_root:
                subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
            else:
                (disk / "benben.db").chmod(0o400)
            with pytest.raises(AssertionError, match="did not start"):
                server.start(seconds=5)
            assert "readonly" in server.log.read_text() or "read-only" in server.log.read_text()
            assert red.secret
    finally:
        if is_root:
            subprocess.run(["umount", "--lazy", str(disk)], check=True)


def test_an_outage_is_logged_once_with_its_cause_and_once_when_it_ends(tmp_path: Path) -> None:
    file = tmp_path / "benben.db"
    with running(f"sqlite:///{file}", tmp_path) as server:
        _created, (red, _yellow) = open_table(server.url)
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            time.sleep(READY_SECONDS)  # so long it is ready because it was
            assert HTTP.get(f"{server.url}/ready").status_code == 503
            assert red.play("a4:1", 2).status_code == 503
            assert HTTP.get(f"{server.url}/ready").status_code == 503
            other.execute("ROLLBACK")
        assert HTTP.get(f"{server.url}/ready").status_code == 200
        assert red.play("a4:1", 2).status_code == 200
        log = [json.loads(line) for line in server.log.read_text().splitlines()]
        said = [line for line in log if line["message"].startswith("the database is")]
        assert [line["message"] for line in said] == ["the database is unavailable", "the database is back"]
        assert "locked" in said[0]["cause"]


def test_nothing_is_left_behind_when_the_server_stops_while_it_compiles(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, warm=True) as server:
        assert server.process is not None
        parent = psutil.Process(server.process)
        children: list[psutil.Process] = []
        deadline = time.monotonic() + 20
        while not children and time.monotonic() < deadline:
            children = parent.children(recursive=True)
        server.stop()
        _gone, alive = psutil.wait_procs(children, timeout=10)
        assert children
        assert not alive


def test_many_tables_of_bots_do_not_keep_a_person_waiting(tmp_path: Path) -> None:
    """A person's bot answers while sixty tables of bots want to think, and so do thirty tables of another client."""
    thinker = {"kind": "bot", "level": benben.find("pyramidis").advice.levels[-1].name}  # type: ignore[union-attr]
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, proxies="127.0.0.1") as server, ExitStack() as lines:
        for _table in range(60):
            open_table(server.url, seats=[thinker, thinker])
        for _table in range(30):
            greedy, (player, _bot) = open_table(server.url, seats=[{"kind": "person"}, thinker])
            lines.enter_context(socket(player, headers={"X-Forwarded-For": "10.0.0.1"}))
            assert player.play("a4:3", greedy["number"]).status_code == 200
        created, (red, _bot) = open_table(server.url, seats=[{"kind": "person"}, thinker])
        line = lines.enter_context(socket(red, headers={"X-Forwarded-For": "10.0.0.2"}))
        hear(line, "here")
        assert ask(line, "re", do="move", id=1, after=created["number"], move="a4:3")["number"] == created["number"] + 1
        assert hear(line, "event", 60)["event"]["seat"] == 1
        # Decisions are counted, not seconds: those that were being made, and one of the other client, on each core.
        assert moves_meanwhile(server, created["match"]) <= 3 * (os.cpu_count() or 1), "the bot had to wait for others"
        assert statistics.median(seconds_of_page(server, created["match"]) for _page in range(9)) < 1.5


def moves_meanwhile(server: Server, match: str) -> int:
    """Moves at other tables between the last two moves of this one."""
    store = Store(server.settings["database"])
    with store.engine.connect() as connection:
        moves = select(events.c.time).where(events.c.kind == MOVE)
        ours = connection.execute(moves.where(events.c.match == match).order_by(events.c.number)).scalars().all()
        between = events.c.time.between(ours[-2], ours[-1])
        others = connection.execute(moves.where(events.c.match != match, between)).all()
    store.close()
    return len(others)


def seconds_of_page(server: Server, match: str) -> float:
    started = time.monotonic()
    assert HTTP.get(f"{server.url}/t/{match}").status_code == 200
    return time.monotonic() - started


def test_only_known_host_names_are_served(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, hosts="table.example.org") as server:
        created, _players = open_table(server.url)
        for host, status in (("table.example.org", 200), ("Table.Example.org:8123", 200), ("evil.example", 421)):
            assert HTTP.get(f"{server.url}/health", headers={"Host": host}).status_code == status
        with pytest.raises(InvalidStatus, match="421"):
            socket(Player(server.url.replace("127.0.0.1", "localhost"), created["match"], None))


def test_the_limit_of_open_files_is_raised_or_reported(monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    limits = {"soft": 256, "hard": 4096}
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (limits["soft"], limits["hard"]))
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, both: limits.update(soft=both[0]))
    _allow_open_files(2_000)
    assert limits["soft"] >= 2_000
    assert not caplog.records
    _allow_open_files(20_000)
    assert limits["soft"] == 4096
    assert "the limit of open files is too low" in caplog.text
