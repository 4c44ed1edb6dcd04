"""Firefox as Debian packages it, driven by WebDriver BiDi: a page to visit, click and ask.

Playwright brings a Firefox of its own, and its BiDi client needs commands that Firefox ESR does not know.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.pages.player import POINT

PATIENCE = 60.0  # seconds
MIDDLE = """(selector) => {
  const part = document.querySelector(selector);
  part.scrollIntoView({block: 'center'});
  const box = part.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
CAPABILITIES = {"alwaysMatch": {"unhandledPromptBehavior": {"default": "accept"}}}
PREFERENCES = """
user_pref("intl.accept_languages", "en-GB");
user_pref("ui.prefersReducedMotion", 1);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.safebrowsing.update.enabled", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
"""


def firefox() -> str:
    for name in ("firefox-esr", "firefox"):
        if (found := shutil.which(name)) is not None:
            return found
    message = "no Firefox: `make browser` installs it"
    if os.environ.get("CI") == "true":
        pytest.fail(message)
    pytest.skip(message)


class Firefox:
    """One tab. `complaints`: errors and warnings of its console."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0
        self.complaints: list[str] = []
        self.version = self.send("session.new", capabilities=CAPABILITIES)["capabilities"]["browserVersion"]
        self.send("session.subscribe", events=["log.entryAdded"])
        self.tab = self.send("browsingContext.getTree")["contexts"][0]["context"]
        self.send("browsingContext.setViewport", context=self.tab, viewport={"width": 1280, "height": 800})

    def send(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            answer: dict[str, Any] = json.loads(self.socket.recv(timeout=PATIENCE))
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] in ("error", "warn"):
                self.complaints.append(f"{answer['params']['level']}: {answer['params']['text']}")
            if answer.get("id") == self.number:
                assert answer["type"] == "success", answer
                result: dict[str, Any] = answer["result"]
                return result

    def visit(self, url: str) -> None:
        self.send("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def ask(self, script: str) -> Any:
        """The value of an expression in the page, as JSON."""
        asked = f"Promise.resolve({script}).then((value) => JSON.stringify(value ?? null))"
        answer = self.send("script.evaluate", expression=asked, target={"context": self.tab}, awaitPromise=True)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def wait_for(self, script: str) -> Any:
        """The value of an expression, as soon as it is true. The page may change meanwhile."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if found := self.ask(script):
                return found
            time.sleep(0.05)
        raise AssertionError(f"never true: {script}")

    def click(self, selector: str) -> None:
        """With the pointer, in the middle of the element."""
        place = json.dumps(selector)
        self.wait_for(f"document.querySelector({place})?.checkVisibility()")
        self.click_at(self.ask(f"({MIDDLE})({place})"))

    def touch(self, element: str) -> None:
        """An element of the board."""
        self.wait_for(f"document.querySelector('#board .can[id=\"{element}\"]') !== null")
        self.click_at(self.ask(f"({POINT})({json.dumps(element)})"))

    def click_at(self, point: list[float]) -> None:
        x, y = (round(value) for value in point)
        actions: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        pointer = {"type": "pointer", "id": "mouse", "actions": actions}
        self.send("input.performActions", context=self.tab, actions=[pointer])


@contextmanager
def opened(folder: Path) -> Iterator[Firefox]:
    """A Firefox without a window, with a profile in this folder."""
    folder.mkdir(exist_ok=True)
    (folder / "user.js").write_text(PREFERENCES)
    command = [firefox(), "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port", "0"]
    told = folder / "told.txt"
    with told.open("w") as log, subprocess.Popen(command, stdout=log, stderr=log) as process:
        try:
            with connect(f"{_address(told)}/session", max_size=None) as socket:
                yield Firefox(socket)
        finally:
            process.terminate()


def _address(told: Path) -> str:
    """Where Firefox listens, as soon as it says so."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if found := re.search(r"ws://\S+", told.read_text()):
            return found[0]
        time.sleep(0.05)
    raise AssertionError(told.read_text())
