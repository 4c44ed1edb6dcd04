"""The seats of browsers: kept for any number of matches, not readable for the host, opened once however often asked."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import httpx
import pytest

from tests.web.server import HTTP, Player, Server, open_table
from tests.web.socket_client import ask, hear, socket

KEY = "0123456789abcdefghijklmnop"
FORM_KEY = "0123456789abcdef0123456789abcdef"
BODY = {"game": "pyramidis", "players": 2, "seats": [{"kind": "person", "name": "Ann"}, {"kind": "open"}]}


class Browser:
    """Somebody with a browser of their own."""

    def __init__(self, server: Server) -> None:
        self.http = httpx.Client(base_url=server.url, timeout=30, headers={"Accept": "text/html"})

    def open(self, *wishes: str, key: str = "", game: str = "terra_pyramides") -> str:
        """Open a table by the form; the id of the match."""
        seats = {f"seat-{seat}": wish for seat, wish in enumerate(wishes)}
        answer = self.http.post(f"/new/{game}", data={"players": str(len(wishes)), **seats, "key": key})
        assert answer.status_code == 303, answer.text[:500]
        return answer.headers["location"].removeprefix("/t/")

    def seats(self, match: str) -> list[int]:
        found = re.search(r'"own": (\[[^]]*\])', self.http.get(f"/t/{match}").text)
        assert found
        return [int(seat) for seat in re.findall(r"\d+", found[1])]

    def links(self, match: str) -> list[str]:
        return sorted(set(re.findall(r'value="(http[^"]+/sit/[^"]+)"', self.http.get(f"/t/{match}/invitations").text)))

    def sit(self, link: str, name: str) -> httpx.Response:
        return self.http.post(link, data={"name": name})


NewBrowser = Callable[[], Browser]


@pytest.fixture
def new_browser(alone: Server) -> Iterator[NewBrowser]:
    with ExitStack() as opened:

        def new() -> Browser:
            browser = Browser(alone)
            opened.enter_context(browser.http)
            return browser

        yield new


def test_a_browser_keeps_its_seats_of_any_number_of_matches(new_browser: NewBrowser) -> None:
    """Browsers keep some 180 cookies of a site: two for each match were too many."""
    browser = new_browser()
    matches = [browser.open("me", "link", game="pyramidis") for _match in range(130)]
    assert len(list(browser.http.cookies.jar)) <= 3
    assert all(browser.seats(match) == [0] for match in matches)
    assert browser.links(matches[0])
    answer = browser.http.post(f"/api/v1/matches/{matches[0]}/leave", json={"level": "novice"})
    assert answer.status_code == 200, "the API knows the seat by the same cookie"


def test_the_cookie_of_an_earlier_release_still_opens_its_seats(alone: Server, new_browser: NewBrowser) -> None:
    created, (red, yellow) = open_table(alone.url)
    browser = new_browser()
    browser.http.headers["Cookie"] = f"seat-{created['match']}=0~{red.secret}.1~{yellow.secret}"
    assert browser.seats(created["match"]) == [0, 1]


def test_the_host_cannot_open_a_seat_after_a_guest_sat_down(alone: Server, new_browser: NewBrowser) -> None:
    """The guest gets a secret of their own, and the old link says so."""
    host, guest, third = new_browser(), new_browser(), new_browser()
    match = host.open("me", "link")
    (link,) = host.links(match)
    old = Player(alone.url, match, link.rpartition("/")[2])
    with socket(old) as line:
        hear(line, "here")
        before = Player(alone.url, match, None).look()["number"]
        assert guest.sit(link, "Bea").status_code == 303
        assert guest.seats(match) == [1]
        assert guest.sit(link, "Bea").status_code == 303, "sent twice, answered like the first time"
        assert Player(alone.url, match, None).look()["number"] == before + 1
        assert hear(line, "event")["event"]["occupant"] == {"kind": "person", "name": "Bea", "level": ""}
        assert hear(line, "here")["here"] == [], "the open connection has lost the seat too"
        assert ask(line, "re", do="move", id=1, after=before + 1, move="x")["error"]["code"] == "not-your-seat"
    assert host.seats(match) == [0]
    assert host.links(match) == []
    refused = old.get()
    assert (refused.status_code, refused.json()["error"]["code"]) == (410, "link-used")
    for browser in (host, third):
        page = browser.http.get(link)
        assert page.status_code == 410
        assert "sat down with this link already" in page.text
        assert browser.sit(link, "Eve").status_code == 410
    assert guest.http.get(link).headers["location"] == f"/t/{match}", "the guest's own browser comes to the table"


def test_sitting_down_again_leaves_an_event(alone: Server, new_browser: NewBrowser) -> None:
    """Two people with one link: the second cannot slip in unseen."""
    host, first, second = new_browser(), new_browser(), new_browser()
    match = host.open("me", "link")
    (link,) = host.links(match)
    assert first.sit(link, "Bea").status_code == 303
    device = re.search(r'value="(http[^"]+/device/[^"]+)"', first.http.get(f"/t/{match}/devices").text)
    assert device
    secret = device[1].rpartition("/")[2]
    before = Player(alone.url, match, None).look()["number"]
    assert second.sit(f"/t/{match}/sit/{secret}", "Bea").status_code == 303
    assert Player(alone.url, match, None).look()["number"] == before + 1
    assert (first.seats(match), second.seats(match)) == ([], [1])


def test_a_seat_can_be_opened_on_a_second_device(new_browser: NewBrowser) -> None:
    laptop, phone = new_browser(), new_browser()
    match = laptop.open("me", "link")
    device = re.search(r'value="(http[^"]+/device/[^"]+)"', laptop.http.get(f"/t/{match}/devices").text)
    assert device
    assert phone.http.get(device[1]).status_code == 303
    assert (laptop.seats(match), phone.seats(match)) == ([0], [0])
    assert phone.http.get(f"/t/{match}/devices").status_code == 200
    assert new_browser().http.get(f"/t/{match}/devices").status_code == 403


def test_seats_move_on_to_rematches_and_back(new_browser: NewBrowser) -> None:
    host, guest = new_browser(), new_browser()
    match = host.open("me", "link", game="pyramidis")
    guest.sit(host.links(match)[0], "Bea")
    for seats in (([1], [0]), ([0], [1]), ([1], [0])):
        assert guest.http.post(f"/api/v1/matches/{match}/resign").status_code == 200
        new = {who.http.post(f"/t/{match}/rematch").headers["location"] for who in (host, guest)}
        assert len(new) == 1
        match = new.pop().removeprefix("/t/")
        assert (host.seats(match), guest.seats(match)) == seats
    assert len(list(host.http.cookies.jar)) <= 2


def test_a_form_that_is_sent_twice_opens_one_table(new_browser: NewBrowser) -> None:
    browser, other = new_browser(), new_browser()
    match = browser.open("me", "link", key=FORM_KEY)
    assert browser.open("me", "link", key=FORM_KEY) == match
    assert browser.seats(match) == [0]
    assert other.open("me", "link", key=FORM_KEY) != match, "the key is the browser's own"
    assert browser.open("me", "link") != browser.open("me", "link")
    for path in ("/play/pyramidis", "/learn/pyramidis"):
        sent = {browser.http.post(path, data={"key": path[1] * 32}).headers["location"] for _time in range(2)}
        assert len(sent) == 1


def test_a_repeated_request_for_a_table_is_answered_like_the_first(server: Server) -> None:
    """The reply may be lost: with an idempotency key the client gets it again, and there is one table."""
    address, headers = f"{server.url}/api/v1/matches", {"Idempotency-Key": KEY}
    first = HTTP.post(address, json=BODY, headers=headers)
    assert first.status_code == 201
    match, secrets = first.json()["match"], [seat["secret"] for seat in first.json()["seats"]]
    guest = Player(server.url, match, secrets[1])
    assert guest.post("join", name="Bea", secret="b" * 22).status_code == 200
    again = [HTTP.post(address, json=BODY, headers=headers) for _time in range(6)]  # at both workers
    assert all((answer.status_code, answer.json()) == (201, first.json()) for answer in again)
    other = HTTP.post(address, json={**BODY, "seats": []}, headers=headers)
    assert (other.status_code, other.json()["error"]["code"]) == (422, "key-reused")
    weak = HTTP.post(address, json=BODY, headers={"Idempotency-Key": "1"})
    assert (weak.status_code, weak.json()["error"]["code"]) == (422, "bad-request")


@pytest.mark.parametrize("_round", range(3))
def test_a_program_joins_with_a_secret_of_its_own(server: Server, _round: int) -> None:
    created = HTTP.post(f"{server.url}/api/v1/matches", json={"game": "pyramidis", "players": 2}).json()
    old, new = created["seats"][1]["secret"], f"{_round}" * 24
    guest = Player(server.url, created["match"], old)
    number = guest.post("join", name="Bea", secret=new).json()["number"]
    again = guest.post("join", name="Bea", secret=new)
    assert (again.status_code, again.json()["number"], again.json()["seat"]) == (200, number, 1)
    assert guest.get().json()["error"]["code"] == "link-used"
    assert Player(server.url, created["match"], new).look()["seat"] == 1
    with HTTP.stream("GET", f"{guest.url}/events?after=0") as answer:
        heard = next(line for line in answer.iter_lines() if line.startswith("data: {"))
    assert '"Bea"' in heard
    assert "key" not in heard, "the hash of the secret is told to nobody"
