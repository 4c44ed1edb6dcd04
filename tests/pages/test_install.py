"""The page can be installed: a manifest with icons, a service worker, a page without a connection; notices."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Response, Route, expect

from checks.chromium import WHOLE
from tests.pages.conftest import NewPage, launched
from tests.pages.player import Player
from tests.web.server import HTTP, Server

NOTICES = """() => navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
  .then((all) => all.map(({title, body, data}) => [title, body, data.url]))"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with launched(WHOLE) as started:
        yield started


def test_the_manifest_and_its_icons(page: Page, server: Server) -> None:
    page.goto("/")
    address = page.get_attribute("link[rel=manifest]", "href")
    manifest = HTTP.get(f"{server.url}{address}").json()
    assert manifest["display"] == "standalone"
    sizes = set()
    for icon in manifest["icons"]:
        found = HTTP.get(f"{server.url}{icon['src']}")
        assert found.status_code == 200
        assert found.headers["content-type"].startswith(icon["type"])
        sizes.add(icon["sizes"])
    assert {"192x192", "512x512"} <= sizes


def test_without_a_connection_a_page_says_so(new_page: NewPage) -> None:
    page = new_page(locale="de-DE")
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto("/rules/pyramido")
    expect(page.locator("h1")).to_have_text("Keine Verbindung")
    page.context.set_offline(False)
    page.click(".main-button")
    expect(page.locator("h1")).to_have_text("Pyramidenspiele, ein Tisch")


def test_with_a_connection_scripts_are_not_fetched_by_the_worker(page: Page) -> None:
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    found: list[Response] = []
    page.on("response", lambda one: found.append(one))  # Playwright marks the function it is given
    page.goto("/rules/pyramido")
    scripts = [one for one in found if one.request.resource_type == "script"]
    assert scripts
    assert not any(one.from_service_worker for one in scripts)


def test_a_webhook_is_set_in_the_settings_and_refused_with_a_reason(page: Page) -> None:
    player = Player(page)
    player.play_now("pyramidis")
    player.wait_for_turn()
    page.click("[data-dialog=settings]")
    expect(page.locator("#notices")).to_be_visible()
    page.fill("#webhook-url", "https://127.0.0.1/hook")
    page.click("#webhook button")
    expect(page.locator("#notices-text")).to_have_text("127.0.0.1 is in the network of this server.")
    page.fill("#webhook-url", "")
    page.click("#webhook button")
    expect(page.locator("#notices-text")).to_have_text("No notices any more.")


def test_the_settings_say_whether_a_chat_is_told(page: Page) -> None:
    """The host of the webhook that was set before; its address is a secret of the chat."""
    Player(page).play_now("pyramidis")
    page.route("**/webhook", lambda route: route.fulfill(json={"host": "chat.example.org"}))
    page.reload()
    Player(page).arrive()
    page.click("[data-dialog=settings]")
    expect(page.locator("#notices-text")).to_have_text("chat.example.org will be told when it is somebody’s turn.")


# The push service of the browser's maker, which tests do not reach.
PUSH_SERVICE = """() => {
  const subscription = {endpoint: 'https://push.example.org/one', keys: {p256dh: 'BEl', auth: 'AAA'}};
  subscription.toJSON = () => subscription;
  PushManager.prototype.getSubscription = () => Promise.resolve(null);
  PushManager.prototype.subscribe = ({userVisibleOnly, applicationServerKey}) => {
    window.asked = [userVisibleOnly, applicationServerKey];
    return Promise.resolve(subscription);
  };
}"""


def test_notices_of_this_browser_are_switched_on_in_the_settings(new_page: NewPage) -> None:
    page = new_page()
    page.context.grant_permissions(["notifications"])
    player = Player(page)
    match = player.play_now("pyramidis")
    player.wait_for_turn()
    page.evaluate(PUSH_SERVICE)
    sent: list[dict[str, str]] = []

    def keep(route: Route) -> None:
        sent.append(dict(route.request.post_data_json or {}))
        route.fulfill(json={"on": True})

    page.route(f"**/t/{match}/notices", keep)
    page.click("[data-dialog=settings]")
    page.check("#notify")
    expect(page.locator("#notices-text")).not_to_be_empty()
    assert page.is_checked("#notify")
    assert [found["endpoint"] for found in sent] == ["https://push.example.org/one"]
    assert sent[0]["auth"]
    only_visible, key = page.evaluate("window.asked")
    assert only_visible
    assert len(key) > 80, "the key of this server"


def test_a_notice_opens_the_table(new_page: NewPage) -> None:
    """The service worker shows what it is sent, unless the table is being looked at."""
    page = new_page()
    page.context.grant_permissions(["notifications"])
    player = Player(page)
    match = player.play_now("pyramidis")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    session = page.context.new_cdp_session(page)
    versions: list[dict[str, str]] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda told: versions.extend(told["registrations"]))
    session.send("ServiceWorker.enable")
    page.wait_for_timeout(200)
    page.goto("/")
    origin = page.evaluate("location.origin")
    data = f'{{"title": "Pyramidis", "body": "It is your turn.", "url": "/t/{match}", "tag": "{match}"}}'
    registration = versions[0]["registrationId"]
    sent = {"origin": origin, "registrationId": registration, "data": data}
    session.send("ServiceWorker.deliverPushMessage", sent)
    deadline = time.monotonic() + 30
    while not (shown := page.evaluate(NOTICES)) and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    assert shown == [["Pyramidis", "It is your turn.", f"/t/{match}"]]
