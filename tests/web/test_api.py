"""Matches over HTTP, against two workers on each database."""

import json
import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

import benben
from tests.web.server import HTTP, Player, Server, open_table, running

RACES = 1_000
RACING_TABLES = 4


def test_games_are_listed(server: Server) -> None:
    listed = HTTP.get(f"{server.url}/api/v1/games", params={"lang": "de"}).json()
    assert [entry["game"] for entry in listed] == list(benben.names())
    assert listed[0]["options"][0]["title"] == "Farben"


def test_a_match_from_beginning_to_end(server: Server) -> None:
    created, players = open_table(server.url)
    assert len(created["commitment"]) == 64
    while not (seen := players[0].look())["over"]:
        actor = players[seen["actor"]]
        mine = actor.look()
        assert mine["choices"]
        answer = actor.play(mine["choices"][-1]["move"], mine["number"])
        assert answer.status_code == 200, answer.text
        assert answer.json()["number"] == mine["number"] + 1
        assert "seed" not in mine
    end = players[1].look()
    assert end["winners"]
    assert benben.commit(bytes.fromhex(end["seed"])) == created["commitment"]
    text = players[0].get("/record").text
    position = benben.verify(text)
    assert list(position.score) == end["score"]
    assert "seat 1: P0" in text


def test_a_path_is_a_move(server: Server) -> None:
    _created, (red, _yellow) = open_table(server.url)
    answer = red.post("moves", path=["a4", "take-3"], after=2)
    assert answer.json()["last"][0]["text"] == "Red moves a4:3: b4, c4, d4."


def test_stale_repeated_and_early_moves(server: Server) -> None:
    _created, (red, yellow) = open_table(server.url)
    first = red.play("a4:3", 2)
    again = red.play("a4:3", 2)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json(), "a retry is answered as the first time"
    assert red.play("a4:2", 2).json()["error"]["code"] == "stale"
    assert red.play("a4:2", 3).json()["error"]["code"] == "not-your-turn"
    assert yellow.play("h4:1", 2).json()["error"]["code"] == "stale"
    assert yellow.play("h4:1", 99).json()["error"]["code"] == "stale"
    assert yellow.look()["number"] == 3


def test_a_short_answer_for_those_who_ask(server: Server) -> None:
    created, (red, _yellow) = open_table(server.url)
    body = json.dumps({"move": "a4:3", "after": 2}).encode()
    short = red.send("moves", body, **{"Content-Type": "application/json", "Prefer": "return=minimal"})
    assert short.json() == {"match": created["match"], "number": 3}
    assert short.headers["preference-applied"] == "return=minimal"


@pytest.mark.parametrize("query", ["?lang=de&seat=0", "?seat=0&lang=de", ""])
@pytest.mark.parametrize(
    ("prefer", "is_short"),
    [
        ("return=minimal", True),
        ("return=minimal, wait=1", True),
        ("wait=1 ,Return = Minimal; foo=bar", True),
        ('return="minimal"', True),
        ("return=representation, return=minimal", False),
        ('note="a, return=minimal"', False),
        ("return=minimalist", False),
        ("", False),
    ],
)
def test_what_clients_may_say_of_the_answer(alone: Server, query: str, prefer: str, is_short: bool) -> None:
    created, (red, _yellow) = open_table(alone.url)
    body = json.dumps({"move": "a4:3", "after": 2}).encode()
    answer = red.send(f"moves{query}", body, **{"Content-Type": "application/json", "Prefer": prefer})
    assert answer.status_code == 200
    assert (answer.json() == {"match": created["match"], "number": 3}) == is_short
    assert answer.headers.get("preference-applied") == ("return=minimal" if is_short else None)


def test_a_number_in_the_url_is_a_number(alone: Server) -> None:
    """One that runs into the next parameter was once accepted."""
    _created, (red, _yellow) = open_table(alone.url)
    for query in ("after=0seat=1", "after=0;seat=1", "after=", "after=-1", "after=1.5", f"after={'9' * 5_000}"):
        answer = red.get(f"/events?{query}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, "bad-request"), query
    assert red.get("?seat=0x").status_code == 422


def test_refusals_carry_code_rule_and_cells_and_change_nothing(server: Server) -> None:
    _created, (red, yellow) = open_table(server.url)
    before = red.look()
    refused = red.play("h4", 2)
    assert refused.status_code == 422
    error = refused.json()["error"]
    assert (error["code"], error["rule"], error["cells"]) == ("pyramidis.not-yours", "PDS-6", ["h4"])
    german = red.post("moves?lang=de", move="h4", after=2).json()["error"]
    assert german["text"].startswith("Die oberste Pyramide")
    assert red.play("nonsense", 2).json()["error"]["code"] == "malformed-move"
    assert red.post("moves", after=2).json()["error"]["code"] == "bad-request"
    assert red.post("moves", after=2, move="a4:1", path=["a4"]).status_code == 422
    assert Player(server.url, before["match"], None).play("a4:1", 2).json()["error"]["code"] == "not-your-seat"
    assert Player(server.url, before["match"], "wrong").look_status() == 403
    assert Player(server.url, "nosuchmatch", None).look_status() == 404
    assert yellow.look() | {"seat": 0, "choices": before["choices"]} == before


def test_why(server: Server) -> None:
    _created, (red, _yellow) = open_table(server.url)
    assert red.post("why", move="a4:2").json() == {"allowed": True, "reason": None}
    reason = red.post("why", path=["h4"]).json()["reason"]
    assert (reason["code"], reason["rule"], reason["cells"]) == ("pyramidis.not-yours", "PDS-6", ["h4"])
    assert red.post("why", path=["nothing"]).json()["reason"]["code"] == "malformed-move"


def test_taking_back(server: Server) -> None:
    _created, (red, yellow) = open_table(server.url)
    assert red.post("take-back", after=2).json()["error"]["why"] == "nothing"
    red.play("a4:3", 2)
    assert yellow.post("take-back", after=3).json()["error"]["why"] == "another-seat"
    back = red.post("take-back", after=3)
    assert (back.status_code, back.json()["number"], back.json()["actor"]) == (200, 4, 0)
    assert red.play("a4:1", 4).status_code == 200
    yellow.play("h4:1", 5)
    assert red.post("take-back", after=6).json()["error"]["why"] == "another-seat"
    # nothing was deleted: all six events are still there
    assert [event["kind"] for event in stream_of(red, 6)] == ["sit", "sit", "move", "back", "move", "move"]


def test_open_seats_are_taken_by_their_links(server: Server) -> None:
    _created, (red, yellow) = open_table(server.url, seats=[{"kind": "person", "name": "Ann"}])
    assert red.look()["full"] is False
    assert red.play("a4:1", 1).json()["error"]["code"] == "not-your-turn"
    assert yellow.post("join", name="  Ben   B. ").json()["seats"][1]["name"] == "Ben B."
    assert red.play("a4:1", 2).status_code == 200


def test_all_may_come_at_once(server: Server) -> None:
    """Joining answers to no number: nobody is told to try again."""
    for _round in range(5):
        _created, players = open_table(server.url, players=4, seats=[])
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda player: player.post("join", name="me"), players))
        assert [answer.status_code for answer in answers] == [200] * 4
        assert players[0].look()["full"]


def test_resigning_and_rematch(server: Server) -> None:
    _created, (red, yellow) = open_table(server.url)
    assert red.post("rematch").json()["error"]["code"] == "bad-request"
    end = red.post("resign").json()
    assert (end["over"], end["winners"], end["resigned"]) == (True, [1], 0)
    assert yellow.play("h4:1", 3).status_code == 409
    new = red.post("rematch").json()
    assert new["seat"] == 1
    assert yellow.post("rematch").json() == {"match": new["match"], "seat": 0}
    seated = Player(server.url, new["match"], yellow.secret).look()  # the same secret opens the new seat
    assert seated["seat"] == 0
    assert [seat["name"] for seat in seated["seats"]] == ["P1", "P0"]


def test_of_a_match_there_is_one_rematch(server: Server) -> None:
    _created, (red, yellow) = open_table(server.url)
    red.post("resign")
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda player: player.post("rematch"), [red, yellow] * 8))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["match"] for answer in answers}) == 1


def test_bots_move_by_themselves_and_take_over(server: Server) -> None:
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "level": "casual"}]
    _created, (red, _bot) = open_table(server.url, seats=seats)
    red.play("a4:3", 2)
    seen = wait_until(red, lambda seen: seen["actor"] == 0 and seen["number"] >= 4)
    assert seen["seats"][1]["level"] == "casual"
    red.post("leave", level="novice")
    assert wait_until(red, lambda seen: seen["over"], seconds=120)["winners"]


def test_live_updates_resume(server: Server) -> None:
    _created, (red, yellow) = open_table(server.url)
    heard: list[dict[str, Any]] = []
    listening = threading.Thread(target=lambda: heard.extend(stream_of(yellow, 5)))
    listening.start()
    time.sleep(0.3)
    for after, (player, move) in enumerate([(red, "a4:3"), (yellow, "h4:1"), (red, "a4:1")], 2):
        assert player.play(move, after).status_code == 200
    listening.join(timeout=20)
    assert [event["number"] for event in heard] == [1, 2, 3, 4, 5]
    assert heard[2] == {"number": 3, "kind": "move", "seat": 0, "move": "a4:3"}
    resumed = stream_of(red, 2, headers={"Last-Event-ID": "3"})
    assert [event["number"] for event in resumed] == [4, 5]
    told = stream_of(red, 3, lines=True)
    assert told[2]["lines"][0]["text"] == "Red moves a4:3: b4, c4, d4."


def test_of_two_moves_for_one_number_exactly_one_wins(server: Server) -> None:
    """Different moves of the same seat for the same number, sent at once by two clients, 1,000 times.

    They reach whichever worker takes their connection: each client keeps its own.
    """
    with ThreadPoolExecutor(RACING_TABLES) as pool:
        raced = list(pool.map(lambda seed: race_through_a_match(server, seed), range(RACING_TABLES)))
    assert sum(raced) >= RACES


def race_through_a_match(server: Server, seed: int) -> int:
    """Two clients race for every number until there were enough races; how many there were."""
    chance = random.Random(seed)
    with httpx.Client(timeout=30) as one, httpx.Client(timeout=30) as other, ThreadPoolExecutor(2) as pool:
        races = 0
        while races < RACES / RACING_TABLES:
            created, _players = open_table(server.url)
            url = f"{server.url}/api/v1/matches/{created['match']}/moves"
            position, after = benben.new("pyramidis", players=2), created["number"]
            while not position.is_over and races < RACES / RACING_TABLES:
                headers = {"Authorization": f"Bearer {created['seats'][position.actor or 0]['secret']}"}
                if after % 3:  # these take another way
                    headers["Prefer"] = "return=minimal"
                moves = [str(move) for move in position.legal_moves]
                sent = chance.sample(moves, 2) if len(moves) > 1 else moves * 2
                jobs = [
                    pool.submit(client.post, url, json={"move": move, "after": after}, headers=headers)
                    for client, move in zip((one, other), sent, strict=True)
                ]
                answers = [job.result() for job in jobs]
                if sent[0] == sent[1]:
                    assert [answer.status_code for answer in answers] == [200, 200], [each.text for each in answers]
                    won = sent[0]
                else:
                    assert sorted(answer.status_code for answer in answers) == [200, 409]
                    lost = next(answer for answer in answers if answer.status_code == 409).json()
                    assert lost["error"]["code"] == "stale"
                    won = next(move for move, answer in zip(sent, answers, strict=True) if answer.status_code == 200)
                    races += 1
                position, after = position.play(won), after + 1
            seen = HTTP.get(url.removesuffix("/moves")).json()
            assert (seen["number"], seen["score"]) == (after, list(position.score)), "nothing else has happened"
    return races


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'{"after": "2"}', b"\xff\xfe", b"[" * 20_000, b'{"a":' * 5_000]
)
def test_broken_bodies_get_a_code(server: Server, body: bytes) -> None:
    _created, (red, _yellow) = open_table(server.url)
    answer = red.send("moves", body, **{"Content-Type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert answer.json()["error"]["code"] == "bad-request"
    assert red.look()["number"] == 2


def test_large_bodies_and_other_sites_are_refused(server: Server) -> None:
    _created, (red, _yellow) = open_table(server.url)
    huge = red.send("moves", b"x" * 100_000)
    assert (huge.status_code, huge.json()["error"]["code"]) == (413, "too-large")
    for headers in ({"Sec-Fetch-Site": "cross-site"}, {"Origin": "https://elsewhere.example"}):
        foreign = red.send("moves", b'{"move": "a4:1", "after": 2}', **headers)
        assert (foreign.status_code, foreign.json()["error"]["code"]) == (403, "cross-site")
    assert red.look()["number"] == 2


def test_headers_and_health(server: Server) -> None:
    answer = HTTP.get(f"{server.url}/health")
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert HTTP.get(f"{server.url}/ready").text == "ready\n"
    assert "benben_requests_total" in HTTP.get(f"{server.url}/metrics").text
    missing = HTTP.get(f"{server.url}/nowhere")
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "not-found")


def test_logs_hold_no_secrets(server: Server) -> None:
    created, (red, _yellow) = open_table(server.url)
    red.play("a4:1", 2)
    deadline = time.monotonic() + 10
    while '"route": "/api/v1/matches/{match_id}/moves"' not in (log := server.log.read_text()):
        assert time.monotonic() < deadline, "lines are written a moment later"
        time.sleep(0.05)
    assert not any(seat["secret"] in log for seat in created["seats"])
    for line in log.splitlines():
        json.loads(line)


def wait_until(player: Player, wanted: Any, seconds: float = 60) -> dict[str, Any]:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        seen = player.look()
        if wanted(seen):
            return seen
        time.sleep(0.05)
    raise AssertionError(f"it did not happen: {seen}")


@contextmanager
def stream(player: Player, headers: dict[str, str], lines: bool) -> Iterator[Iterator[str]]:
    asked = {"after": 0, "lines": lines}
    with HTTP.stream("GET", f"{player.url}/events", params=asked, headers={**player.headers, **headers}) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield answer.iter_lines()


def stream_of(
    player: Player, count: int, headers: dict[str, str] | None = None, lines: bool = False
) -> list[dict[str, Any]]:
    """The first events of a stream, this many."""
    heard: list[dict[str, Any]] = []
    with stream(player, headers or {}, lines) as said:
        for line in said:
            if line.startswith("data: {"):  # not who is here: that has no number
                heard.append(json.loads(line.removeprefix("data: ")))
                if len(heard) == count:
                    break
    return heard


def test_people_are_answered_quickly_while_bots_think(server: Server) -> None:
    """99 of 100 moves within 100 ms is what the benchmark measures; here the bound leaves room for a busy machine."""
    strongest = {"kind": "bot", "level": benben.find("pyramidis").advice.levels[-1].name}  # type: ignore[union-attr]
    for _match in range(2):
        open_table(server.url, seats=[strongest, strongest])
    created, players = open_table(server.url)
    position, times = benben.new("pyramidis", players=2), []
    chance = random.Random(3)
    for after in range(created["number"], created["number"] + 100):
        if position.is_over:
            break
        move = str(chance.choice(list(position.legal_moves)))
        started = time.perf_counter()
        assert players[position.actor or 0].play(move, after).status_code == 200
        times.append(time.perf_counter() - started)
        position = position.play(move)
        time.sleep(0.02)
    assert sorted(times)[len(times) * 9 // 10] < 0.5, sorted(times)[-10:]


@pytest.mark.parametrize(("proxies", "status"), [("", 429), ("127.0.0.1", 200)])
def test_limits_behind_a_proxy(proxies: str, status: int, tmp_path: Path) -> None:
    """What a proxy says of its clients is believed only where it is named."""
    database = f"sqlite:///{tmp_path / 'benben.db'}"
    with running(database, tmp_path, proxies=proxies, requests_per_second=0.001, request_burst=20) as server:
        codes = [
            HTTP.get(f"{server.url}/health", headers={"X-Forwarded-For": f"10.1.1.{client}"}).status_code
            for client in range(40)
        ]
        assert codes[-1] == status
        mine = [
            HTTP.get(f"{server.url}/health", headers={"X-Forwarded-For": "10.9.9.9"}).status_code for _n in range(25)
        ]
        assert mine[-1] == 429, "one client behind the proxy has its own limit"
