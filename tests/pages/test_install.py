"""The page can be installed: a manifest with icons, a service worker, a page without a connection; notices."""

from playwright.sync_api import Page, expect

from tests.pages.conftest import NewPage
from tests.pages.player import Player
from tests.web.server import HTTP, Server


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
    page.wait_for_function(
        """() => navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
             .then((all) => all.length === 1)"""
    )
    shown = page.evaluate(
        """() => navigator.serviceWorker.ready.then((worker) => worker.getNotifications())
             .then(([first]) => [first.title, first.body, first.data.url])"""
    )
    assert shown == ["Pyramidis", "It is your turn.", f"/t/{match}"]
