"""Notices of turns: delivered once, to people who are away, without secrets, and never into the host's own network."""

import base64
import json
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import http_ece
import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from benben.web.outgoing import BadAddress, Target, post, resolve
from tests.web.server import Server, running


class Receiver:
    """A server that writes down what it is sent."""

    def __init__(self, status: int = 200) -> None:
        heard = self.heard = []  # type: list[tuple[str, dict[str, str], bytes]]

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                heard.append((self.path, dict(self.headers), body))
                self.send_response(status)
                if status == 302:
                    self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_words: object) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def wait(self, count: int, seconds: float = 15) -> list[tuple[str, dict[str, str], bytes]]:
        deadline = time.monotonic() + seconds
        while len(self.heard) < count and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.2)  # nothing more comes
        assert len(self.heard) == count
        return self.heard

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def receiver(status: int = 200) -> Iterator[Receiver]:
    made = Receiver(status)
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    database = f"sqlite:///{tmp_path / 'b.db'}"
    with running(database, tmp_path, notice_seconds=0.1, allow_private_notices=True) as started:
        yield started


@contextmanager
def seated(server: Server) -> Iterator[tuple[httpx.Client, str]]:
    """A browser with both seats of a new match of Pyramidis."""
    fields = {"players": "2", "seat-0": "me", "name-0": "Ann", "seat-1": "here", "name-1": "Ben"}
    with httpx.Client(base_url=server.url, follow_redirects=True, timeout=30) as browser:
        page = browser.post("/new/pyramidis", data=fields)
        yield browser, page.url.path.rpartition("/")[2]


def play(browser: httpx.Client, match: str) -> None:
    state = browser.get(f"/api/v1/matches/{match}").json()
    body = {"after": state["number"], "move": None}
    choices = browser.get(f"/api/v1/matches/{match}?seat={state['actor']}").json()["choices"]
    body["move"] = choices[0]["move"]
    answer = browser.post(f"/api/v1/matches/{match}/moves?seat={state['actor']}", json=body)
    assert answer.status_code == 200, answer.text


def test_a_chat_is_told_whose_turn_it_is(server: Server) -> None:
    with receiver() as chat, seated(server) as (browser, match):
        answer = browser.post(f"/t/{match}/webhook", json={"url": f"{chat.url}/hook?key=1"})
        assert answer.json() == {"host": "127.0.0.1"}
        play(browser, match)
        [(path, _headers, body)] = chat.wait(1)
        assert path == "/hook?key=1"
        told = json.loads(body)
        assert told["text"] == told["content"] == f"Pyramidis: it is Ben’s turn. {server.url}/t/{match}"
        assert (told["match"], told["seat"], told["number"]) == (match, 1, 4)
        play(browser, match)
        chat.wait(2)
        assert browser.post(f"/t/{match}/webhook", json={"url": ""}).json() == {"host": None}
        play(browser, match)
        chat.wait(2)


def test_a_redirect_is_not_followed(server: Server) -> None:
    with receiver(302) as chat, seated(server) as (browser, match):
        browser.post(f"/t/{match}/webhook", json={"url": f"{chat.url}/hook"})
        play(browser, match)
        assert [path for path, _headers, _body in chat.wait(1)] == ["/hook"]


def test_only_players_decide_who_is_told(server: Server) -> None:
    with seated(server) as (_browser, match), httpx.Client(base_url=server.url) as stranger:
        assert stranger.post(f"/t/{match}/webhook", json={"url": "https://example.org/"}).status_code == 403
        assert stranger.get(f"/t/{match}/webhook").status_code == 403
        body = {"endpoint": "https://example.org/", "p256dh": "a", "auth": "b"}
        assert stranger.post(f"/t/{match}/notices", json=body).status_code == 403


def test_a_browser_is_told_that_it_is_its_turn(server: Server) -> None:
    private = ec.generate_private_key(ec.SECP256R1())
    point = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    secret = os.urandom(16)
    with receiver(201) as service, seated(server) as (browser, match):
        keys = {"p256dh": text_of(point), "auth": text_of(secret)}
        body = {"endpoint": f"{service.url}/push/me", **keys}
        broken = browser.post(f"/t/{match}/notices", json={**body, "p256dh": "AAAA"})
        assert broken.json()["error"]["code"] == "bad-request"
        assert browser.post(f"/t/{match}/notices", json=body).json() == {"on": True}
        play(browser, match)
        [(path, headers, sealed)] = service.wait(1)
        public = browser.get("/notices/key").json()["key"]
    assert path == "/push/me"
    told = json.loads(http_ece.decrypt(sealed, private_key=private, auth_secret=secret, version="aes128gcm"))
    assert told == {"title": "Pyramidis", "body": "It is your turn.", "url": f"/t/{match}", "tag": match}
    scheme, _space, parts = headers["Authorization"].partition(" ")
    values: dict[str, str] = dict(part.strip().split("=", 1) for part in parts.split(","))
    assert scheme == "vapid"
    assert values["k"] == public
    claims = json.loads(bytes_of(values["t"].split(".")[1]))
    assert claims["aud"] == service.url


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_the_key_of_the_server_outlives_it(server: Server) -> None:
    before = httpx.get(f"{server.url}/notices/key").json()
    server.kill()
    server.start()
    assert httpx.get(f"{server.url}/notices/key").json() == before


ADDRESSES = {
    "http://example.org/": False,  # without TLS
    "https://127.0.0.1/": False,
    "https://[::1]/": False,
    "https://10.1.2.3/": False,
    "https://169.254.169.254/latest/meta-data": False,
    "https://[::ffff:192.168.1.1]/": False,
    "https://[64:ff9b::7f00:1]/": False,
    "https://[2002:7f00:1::]/": False,
    "https://0.0.0.0/": False,
    "https://user:word@8.8.8.8/": False,
    "https://8.8.8.8/ x": False,
    "ftp://8.8.8.8/": False,
    "https:///nothing": False,
    "https://8.8.8.8:99999/": False,
    "https://8.8.8.8/hook?a=1": True,
}


@pytest.mark.parametrize("url", ADDRESSES)
def test_addresses_of_the_own_network_are_refused(url: str) -> None:
    if ADDRESSES[url]:
        assert resolve(url, allow_private=False) == Target("8.8.8.8", 443, "/hook?a=1", True, "8.8.8.8")
        return
    with pytest.raises(BadAddress):
        resolve(url, allow_private=False)


def test_a_name_that_changes_its_address_gains_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """DNS rebinding: public when it is checked, private a moment later."""
    answers = iter([["8.8.8.8"], ["127.0.0.1"]])
    asked: list[Any] = []

    def look_up(_host: str, port: int, **_rest: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in next(answers)]

    def connect(address: tuple[str, int], *_rest: Any) -> socket.socket:
        asked.append(address)
        raise OSError("no network here")

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket, "create_connection", connect)
    target = resolve("https://changes.example/", allow_private=False)
    with pytest.raises(OSError, match="no network here"):
        post(target, b"{}", {}, 5.0)
    assert asked == [("8.8.8.8", 443)], "the address that was checked"


def test_a_name_with_one_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in ("8.8.8.8", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_what, **_rest: found)
    with pytest.raises(BadAddress):
        resolve("https://both.example/", allow_private=False)


def test_private_addresses_are_refused_by_the_server_as_well(tmp_path: Path) -> None:
    strictly = running(f"sqlite:///{tmp_path / 'b.db'}", tmp_path)
    with strictly as strict, receiver() as chat, seated(strict) as (browser, match):
        answer = browser.post(f"/t/{match}/webhook", json={"url": f"{chat.url}/hook"})
        assert answer.status_code == 422
        assert answer.json()["error"]["code"] == "bad-address"
        play(browser, match)
        chat.wait(0, seconds=0.5)
