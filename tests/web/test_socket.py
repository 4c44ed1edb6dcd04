"""The socket of a match: moves, views and events, resumed, refused and counted like everything else."""

import json
import sqlite3
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from benben.web.settings import Settings
from tests.registered import LONG
from tests.web.server import HTTP, Player, Server, open_table, running
from tests.web.socket_client import ask, hear, socket
from tests.web.start import LIMITS

USUAL = {name: Settings.model_fields[name].default for name in LIMITS}


def board(message: dict[str, Any], before: list[str]) -> list[str]:
    """The pieces of a board, as a page puts them together."""
    pieces: list[str] = []
    for part in message["board"]:
        pieces += [part] if isinstance(part, str) else before[part[0] : part[1]]
    return pieces


def test_a_move_reaches_both_players_with_its_view(server: Server) -> None:
    """Two workers on each database: the players may be at different ones."""
    _created, (red, yellow) = open_table(server.url)
    with socket(red) as mover, socket(yellow) as other:
        first = {line: ask(line, "view", do="look") for line in (mover, other)}
        assert first[mover]["view"]["choices"]
        assert not first[other]["view"]["choices"]
        reply = ask(mover, "re", do="move", id=7, after=2, move="a4:3")
        assert reply == {"re": 7, "number": 3}
        seen = hear(other, "view")
        assert seen["view"]["number"] == 3
        assert seen["view"]["status"]["who"] == "Your turn."
        assert [entry["move"] for entry in seen["log"]] == ["a4:3"], "only what is new"
        assert hear(mover, "view")["view"]["choices"] == []


def test_programs_get_plain_events(server: Server) -> None:
    _created, (red, yellow) = open_table(server.url)
    with socket(red, after=2) as mover, socket(yellow, after=2) as other:
        assert ask(mover, "re", do="move", id=1, after=2, path=["a4", "take-3"])["number"] == 3
        assert hear(other, "event")["event"] == {"number": 3, "kind": "move", "seat": 0, "move": "a4:3"}
        assert ask(other, "re", do="move", id=1, after=3, move="h4:1")["number"] == 4
        assert hear(mover, "event")["event"]["number"] == 4, "one's own move is answered, not told"
    with socket(yellow, after=1) as resumed:
        assert [hear(resumed, "event")["event"]["number"] for _event in range(2)] == [2, 3]


@pytest.mark.parametrize("game", [game.name for game in LONG])
def test_only_what_changed_of_a_board_is_sent(alone: Server, game: str) -> None:
    _created, players = open_table(alone.url, game)
    with ExitStack() as lines:
        sockets = [lines.enter_context(socket(player)) for player in players]
        seen = [ask(line, "view", do="look") for line in sockets]
        pieces = [board(message, []) for message in seen]
        sizes, sent = [], []
        for _move in range(12):
            actor = seen[0]["view"]["actor"]
            choice = seen[actor]["view"]["choices"][0]["move"]
            sockets[actor].send(
                json.dumps({"do": "move", "id": 1, "after": seen[actor]["view"]["number"], "move": choice})
            )
            for seat, line in enumerate(sockets):
                seen[seat] = hear(line, "view")
                pieces[seat] = board(seen[seat], pieces[seat])
                sizes.append(sum(map(len, pieces[seat])))
                sent.append(len(json.dumps(seen[seat]["board"])))
        assert sum(sent) < 0.6 * sum(sizes), "hardly anything was saved"
        with socket(players[0]) as fresh:  # what the pieces add up to is what a newcomer gets
            assert "<g ".join(pieces[0]) == "<g ".join(board(ask(fresh, "view", do="look"), []))


def test_a_page_that_is_up_to_date_gets_nothing_twice(alone: Server) -> None:
    _created, (red, yellow) = open_table(alone.url)
    with socket(red) as line, socket(yellow) as other:
        line.send(json.dumps({"do": "look", "number": 2, "log": 2}))
        ask(other, "re", do="move", id=1, after=2, move="h4:1")  # not their turn: nothing happens
        red.play("a4:3", 2)
        seen = hear(line, "view")
        assert seen["view"]["number"] == 3
        assert [entry["number"] for entry in seen["log"]] == [3]


def test_a_page_that_fell_behind_gets_the_view_of_every_event_in_order(alone: Server) -> None:
    _created, (red, yellow) = open_table(alone.url)
    for number in range(2, 6):
        player = (red, yellow)[number % 2]
        player.play(player.get().json()["choices"][0]["move"], number)
    with socket(red) as line:
        line.send(json.dumps({"do": "look", "each": True, "number": 2, "log": 2}))
        seen = [hear(line, "view") for _move in range(4)]
        assert [message["view"]["number"] for message in seen] == [3, 4, 5, 6]
        assert [[entry["number"] for entry in message["log"]] for message in seen] == [[3], [4], [5], [6]]
        assert [message["view"]["ply"] for message in seen] == [1, 2, 3, 4]
        assert [bool(message["view"]["choices"]) for message in seen] == [False, True, False, True]
    with socket(yellow) as line:
        line.send(json.dumps({"do": "look", "number": 2, "log": 2}))
        assert hear(line, "view")["view"]["number"] == 6, "without `each` only the last"


def test_looking_at_the_past_in_other_shapes(alone: Server) -> None:
    _created, (red, yellow) = open_table(alone.url)
    red.play("a4:3", 2)
    with socket(red) as line:
        past = ask(line, "view", do="look", at=0)["view"]
        assert (past["at"], past["ply"], past["live"], past["choices"]) == (0, 1, False, [])
        yellow.play("h4:1", 3)
        assert hear(line, "view")["view"]["ply"] == 2, "the match goes on, and the page stays where it is"
        assert ask(line, "error", do="look", at=99)["error"]["code"] == "bad-request"
        assert ask(line, "view", do="look")["view"]["live"]


def test_refusals_name_the_rule_and_change_nothing(alone: Server) -> None:
    created, (red, yellow) = open_table(alone.url)
    with socket(red) as line, socket(yellow) as other, socket(Player(alone.url, created["match"], None)) as watching:
        refused = ask(line, "re", do="move", id=1, after=2, move="h4")
        assert (refused["error"]["code"], refused["error"]["rule"]) == ("pyramidis.not-yours", "PDS-6")
        assert ask(line, "re", do="move", id=2, after=9, move="a4:1")["error"]["code"] == "stale"
        assert ask(line, "re", do="move", id=3, after=2)["error"]["code"] == "bad-request"
        assert ask(other, "re", do="move", id=4, after=2, move="h4:1")["error"]["code"] == "not-your-turn"
        assert ask(watching, "re", do="move", id=5, after=2, move="a4:1")["error"]["code"] == "not-your-seat"
        assert ask(watching, "re", do="ghost", id=6, after=2, move="a4:1")["error"]["code"] == "not-your-seat"
        for text in ("", "{", "[]", '{"do": "dance"}', '{"do": "move"}', '{"do": "look", "at": 1.5}', "[" * 9_000):
            line.send(text)
            assert hear(line, "error")["error"]["code"] == "bad-request"
        assert ask(line, "re", do="move", id=8, after=2, move="a4:3")["number"] == 3, "it is still there"
        assert ask(line, "re", do="move", id=9, after=2, move="a4:3")["number"] == 3, "asked again, answered again"
    assert red.look()["number"] == 3


def test_a_ghost_comes_over_the_socket(alone: Server) -> None:
    _created, (red, _yellow) = open_table(alone.url)
    with socket(red) as line:
        assert ask(line, "re", do="ghost", id=1, after=2, move="a4:3")["ghost"].startswith("<g")
        assert ask(line, "re", do="ghost", id=2, after=1, move="a4:3")["ghost"] == "", "the match has moved on"


def test_the_ways_to_lay_a_piece_are_ranked(alone: Server) -> None:
    created, (red, yellow) = open_table(alone.url)
    with socket(red) as line, socket(yellow) as other:
        ranks = ask(line, "re", do="rank", id=1, after=2, first="a4")["rank"]
        assert set(ranks) in (set(), {f"a4:{n}" for n in range(1, 6)}), "none until the bots are compiled"
        assert ask(line, "re", do="rank", id=2, after=2, first="h4")["rank"] == {}
        assert ask(line, "re", do="rank", id=3, after=1, first="a4")["rank"] is None, "the match has moved on"
        assert ask(other, "re", do="rank", id=4, after=2, first="a4")["error"]["code"] == "not-your-seat"
    assert created["match"]


def test_several_seats_at_one_screen(alone: Server) -> None:
    """The cookie holds both secrets; a move says for which seat it is."""
    created, (red, yellow) = open_table(alone.url)
    cookie = f"seat-{created['match']}=0~{red.secret}.1~{yellow.secret}"
    with socket(Player(alone.url, created["match"], None), headers={"Cookie": cookie}) as line:
        assert hear(line, "here")["here"] == [0, 1]
        assert ask(line, "view", do="look")["view"]["own"] == [0, 1]
        for after, (seat, move) in enumerate([(0, "a4:3"), (1, "h4:1")], 2):
            assert ask(line, "re", do="move", id=1, after=after, seat=seat, move=move)["number"] == after + 1


def test_who_may_open_a_socket(alone: Server) -> None:
    created, (red, _yellow) = open_table(alone.url)
    with socket(Player(alone.url, "nosuchmatch", None)) as line:
        assert hear(line, "error")["error"]["code"] == "no-such-match"
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=20)
    with socket(Player(alone.url, created["match"], "x" * 22)) as line:
        assert hear(line, "error")["error"]["code"] == "not-your-seat"
    with pytest.raises(InvalidStatus, match="403"):
        socket(red, headers={"Origin": "https://elsewhere.example"})


def test_limits_count_sockets_and_messages(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'benben.db'}"
    limits: dict[str, Any] = {"streams_per_client": 2, "requests_per_second": 0.001, "request_burst": 40}
    with running(database, tmp_path, **limits) as server, ExitStack() as lines:
        _created, (red, _yellow) = open_table(server.url)
        first = lines.enter_context(socket(red))
        hear(first, "here")
        hear(lines.enter_context(socket(red)), "here")
        assert hear(lines.enter_context(socket(red)), "error")["error"]["code"] == "too-many"
        codes = [ask(first, "re", do="move", id=1, after=9, move="a4:1")["error"]["code"] for _n in range(60)]
        assert codes[0] == "stale"
        assert codes[-1] == "too-many"


def test_sockets_end_when_the_server_stops_and_presence_with_them(tmp_path: Path) -> None:
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path) as server:
        _created, (red, yellow) = open_table(server.url)
        with socket(red) as line:
            assert hear(line, "here")["here"] == [0]
            with socket(yellow):
                assert hear(line, "here")["here"] == [0, 1]
            assert hear(line, "here")["here"] == [0]
            started = time.monotonic()
            server.stop()
            assert time.monotonic() - started < 3
            with pytest.raises(ConnectionClosed) as closed:
                line.recv(timeout=20)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1012


def test_metrics_add_up_over_workers(server: Server) -> None:
    _created, (red, _yellow) = open_table(server.url)
    with ExitStack() as lines:
        for _client in range(8):
            hear(lines.enter_context(socket(red)), "here")
        counts = {streams(server) for _asked in range(8)}  # whichever worker answers
        assert counts == {8}


def streams(server: Server) -> int:
    metrics = HTTP.get(f"{server.url}/metrics").text
    return next(int(float(line.split()[1])) for line in metrics.splitlines() if line.startswith("benben_streams "))


def test_a_move_reaches_the_other_player_although_its_sender_is_gone(tmp_path: Path) -> None:
    """The connection is lost while the move is written: what is durable is published all the same."""
    file = tmp_path / "benben.db"
    with running(f"sqlite:///{file}", tmp_path) as server:
        _created, (red, yellow) = open_table(server.url)
        with closing(sqlite3.connect(file, isolation_level=None)) as slow:
            with socket(red) as mover:
                assert hear(mover, "here")
                slow.execute("BEGIN IMMEDIATE")
                mover.send(json.dumps({"do": "move", "id": 1, "after": 2, "move": "a4:3"}))
            with socket(yellow, after=2) as other:  # what is pushed to the lost connection ends it
                while hear(other, "here")["here"] != [1]:
                    pass
                slow.execute("ROLLBACK")
                assert hear(other, "event")["event"]["number"] == 3


def test_seven_tabs_of_one_browser(tmp_path: Path) -> None:
    """Their sockets do not take the six connections that a browser opens for requests, and all hear of a move."""
    with running(f"sqlite:///{tmp_path / 'benben.db'}", tmp_path, **USUAL) as server, ExitStack() as tabs:
        created, (red, yellow) = open_table(server.url)
        cookie = {"Cookie": f"seat-{created['match']}=0~{red.secret}"}
        lines = [
            tabs.enter_context(socket(Player(server.url, created["match"], None), headers=cookie)) for _tab in range(7)
        ]
        for line in lines:
            assert ask(line, "view", do="look")["view"]["own"] == [0]
        limits = httpx.Limits(max_connections=6)
        with httpx.Client(limits=limits, headers=cookie) as browser:
            for _page in range(7):
                assert browser.get(f"{server.url}/t/{created['match']}").status_code == 200
        assert ask(lines[0], "re", do="move", id=1, after=2, move="a4:3")["number"] == 3
        assert [hear(line, "view")["view"]["number"] for line in lines] == [3] * 7
        assert yellow.look()["number"] == 3
