"""Somebody new to a game, who does what the guide says: by pointer, finger or keyboard."""

import time
from typing import Any

from tests.pages.player import POINT, Player

# What the guide says and where its arrow points.
GUIDE = """() => {
  const guide = document.getElementById('guide');
  const box = guide.getBoundingClientRect();
  const target = document.querySelector('.guide-target');
  const place = (target?.querySelector(':scope > .shape.face') ?? target)?.getBoundingClientRect();
  return {
    kind: guide.hidden ? '' : guide.dataset.kind,
    title: document.getElementById('guide-title').textContent,
    text: document.getElementById('guide-text').textContent,
    count: document.getElementById('guide-count').textContent,
    done: document.querySelectorAll('#guide-dots .done').length,
    target: target?.id ?? '', isButton: target instanceof HTMLElement,
    covers: !!place && box.left < place.right && place.left < box.right
      && box.top < place.bottom && place.top < box.bottom,
    inside: box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight,
    said: document.getElementById('announce').textContent,
    busy: document.body.classList.contains('posting'),
  };
}"""


class Learner(Player):
    """Follows the arrow until the lesson is over, and keeps what it was told."""

    def begin(self, game: str) -> None:
        self.page.goto("/")
        self.page.click(f"#game-{game} .learn button")
        self.arrive()
        self.told: list[dict[str, Any]] = []

    def guide(self) -> dict[str, Any]:
        guide: dict[str, Any] = self.page.evaluate(GUIDE)
        return guide

    def wait_for_guide(self, seconds: float = 30) -> dict[str, Any]:
        """Until the guide says what to do or to read."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            guide = self.guide()
            if guide["kind"] in ("note", "end") or (guide["kind"] == "step" and guide["target"] and not guide["busy"]):
                return guide
            self.page.wait_for_timeout(20)
        raise AssertionError(f"the guide says nothing: {self.guide()} {self.status()}")

    def do_next(self) -> bool:
        """Do what the guide says; False when it has nothing more to teach."""
        guide = self.wait_for_guide()
        self.told.append(guide)
        if guide["kind"] == "end":
            return False
        if guide["kind"] == "note":
            self.press("guide-next")
        elif guide["isButton"]:
            self.press(guide["target"])
        elif self.by == "keys":
            self.focus_on(guide["target"])
            self.page.keyboard.press("Enter")
        else:
            self.touch(guide["target"])
        self.wait_for_other(guide)
        return True

    def wait_for_other(self, before: dict[str, Any]) -> None:
        """Until the guide says something else; not for long, because a piece may have to be turned twice."""
        for _look in range(30):
            if [self.guide()[part] for part in ("kind", "title", "text", "target")] != [
                before[part] for part in ("kind", "title", "text", "target")
            ]:
                return
            self.page.wait_for_timeout(25)

    def touch(self, element: str) -> None:
        """The bubble moves aside when the page scrolls."""
        self.page.evaluate(POINT, element)
        self.page.wait_for_timeout(100)
        super().touch(element)

    def press(self, button: str) -> None:
        if self.by == "keys":
            self.focus_on(button)
            self.page.keyboard.press("Enter")
        elif self.by == "finger":
            self.page.tap(f"#{button}")
        else:
            self.page.click(f"#{button}")

    def focus_on(self, element: str) -> None:
        """By Tab alone, as somebody without a mouse does."""
        for _press in range(20):
            if self.state()["focus"] == element:
                return
            self.page.wait_for_timeout(60)  # the guide may be about to move the focus there
            if self.state()["focus"] != element:
                self.page.keyboard.press("Tab")
        raise AssertionError(f"{element} cannot be reached with Tab")

    def finish(self, most: int = 150) -> None:
        for _step in range(most):
            if not self.do_next():
                return
        raise AssertionError(f"the lesson does not end: {self.told[-1]}")
