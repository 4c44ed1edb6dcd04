"""Somebody who plays in the browser: by pointer, by finger, or by keyboard alone. Knows no game, only what is lit."""

import random
import re
import time
from functools import cache
from importlib import resources
from typing import Any

from playwright.sync_api import Page

import benben
from benben.core.position import Position
from benben.core.record import read, replay

# What can be done now, and a point of each lit element at which a click really meets it.
STATE = """(seat) => {
  const seen = (id) => { const e = document.getElementById(id); return e && e.checkVisibility(); };
  const points = [];
  for (const part of document.querySelectorAll('#board .can')) points.push(part.id);
  return {
    over: seen('finish'), confirm: seen('confirm'), turn: seen('turn'), past: seen('go-live'),
    handOver: seen('hand-over-button'),
    can: points, focus: document.activeElement?.id ?? '', onBoard: !!document.activeElement?.closest('#board .can'),
    busy: document.body.classList.contains('posting'), ply: document.getElementById('replay-at').max,
    width: document.documentElement.scrollWidth, screen: document.documentElement.clientWidth,
  };
}"""
POINT = """(id) => {
  const part = document.querySelector(`#board [id="${CSS.escape(id)}"]`);
  if (!part) return [];
  const shape = part.querySelector(':scope > .shape.face') ?? part;  // the button of what lies on the board too
  shape.scrollIntoView({block: 'center', inline: 'center'});
  const box = shape.getBoundingClientRect();
  for (const [fx, fy] of [[.5,.5],[.3,.3],[.7,.7],[.3,.7],[.7,.3],[.5,.15],[.5,.85],[.15,.5],[.85,.5],[.1,.1]]) {
    const [x, y] = [box.x + fx * box.width, box.y + fy * box.height];
    const hit = document.elementsFromPoint(x, y);
    const covered = hit.length && !hit[0].closest('#board');
    if (!covered && hit.some((other) => other.closest(`[id="${CSS.escape(id)}"]`))) return [x, y];
  }
  return part.matches('.can') ? null : [];  // if it is no longer lit, the next view has come
}"""

# The colour of the last move.
AMBER = """() => {
  const probe = document.createElement('i');
  probe.style.color = 'var(--amber)';
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}"""

LAST = 8  # moves of a match that somebody plays who comes near its end


def sample(game: str) -> str:
    """The match between bots that comes with a game, as a record."""
    return resources.files(f"benben.games.{game}").joinpath("sample.benben").read_text("utf-8")


@cache
def sampled(game: str) -> list[Position]:
    """Its positions."""
    return replay(read(sample(game)), benben.find).line()


class Player:
    def __init__(self, page: Page, seed: int = 1, by: str = "mouse") -> None:
        self.page = page
        self.by = by
        self.random = random.Random(seed)
        self.decisions = 0

    # Coming

    def play_now(self, game: str, level: str = "novice") -> str:
        """Two clicks from the start page. The match's id."""
        self.page.goto("/")
        self.page.select_option(f"#game-{game} select", level)
        self.page.click(f"#game-{game} .play-now button")
        return self.arrive()

    def continue_from(self, game: str, ply: int) -> str:
        """At a new table, from a position of the sample match, on the seat that is to act there. The match's id."""
        return self.continue_record(sample(game), ply)

    def continue_near_end(self, game: str) -> str:
        """At a new table, shortly before the end of the sample match."""
        return self.continue_from(game, len(sampled(game)) - LAST)

    def continue_record(self, record: str, ply: int) -> str:
        """Likewise, from a position of any match."""
        ask = self.page.request
        study = ask.post("/study", form={"record": record}, max_redirects=0).headers["location"].partition("?")[0]
        form: dict[str, str | float | bool] = {"ply": ply, "others": "bot", "level": "novice"}
        self.page.goto(ask.post(f"{study}/go-on", form=form, max_redirects=0).headers["location"])
        return self.arrive()

    def arrive(self) -> str:
        self.page.wait_for_selector("body.interactive")
        found = re.search(r"/t/([\w-]+)", self.page.url)
        assert found
        return found[1]

    # Looking

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.page.evaluate(STATE)
        return state

    def status(self) -> str:
        return self.page.inner_text("#status")

    def wait_for_turn(self, seconds: float = 60) -> dict[str, Any]:
        """Until something can be done, or all is over."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            state = self.state()
            if state["past"]:  # touched the history by accident, as one does on a small screen
                self.page.click("#go-live")
                continue
            if state["over"] or state["handOver"] or (not state["busy"] and (state["confirm"] or state["can"])):
                return state
            self.page.wait_for_timeout(15)
        raise AssertionError(f"nothing to do: {self.status()} {self.page.inner_text('#notice')}")

    # Doing

    def touch(self, element: str) -> None:
        point = self.page.evaluate(POINT, element)
        assert point is not None, f"{element} is lit, but no click can meet it"
        if not point:
            return
        if self.by == "finger":
            self.page.touchscreen.tap(*point)
        else:
            self.page.mouse.click(*point)

    def hover(self, element: str) -> None:
        self.page.mouse.move(*self.page.evaluate(POINT, element))

    def confirm(self) -> None:
        if self.by == "keys":
            if self.state()["focus"] != "confirm":
                self.page.keyboard.press("c")
            else:
                self.page.keyboard.press("Enter")
        elif self.by == "finger":
            self.page.tap("#confirm")
        else:
            self.page.click("#confirm")

    def step(self) -> bool:
        """Whatever is next, at random; False when all is over."""
        state = self.wait_for_turn()
        assert state["width"] <= state["screen"], "nobody has to pan"
        if state["over"]:
            return False
        if state["handOver"]:
            self.page.click("#hand-over-button")
        elif state["confirm"]:
            self.confirm()
            self.decisions += 1
        elif self.by == "keys":
            self.step_by_keys()
        else:
            self.touch(self.random.choice(state["can"]))
        return True

    def move(self) -> None:
        """A whole move, up to its confirmation."""
        while not (state := self.wait_for_turn())["confirm"]:
            self.touch(self.random.choice(state["can"]))
        self.confirm()

    def step_by_keys(self) -> None:
        keyboard = self.page.keyboard
        for _attempt in range(80):
            if self.state()["onBoard"]:
                break
            keyboard.press("Tab")
        for _move in range(self.random.randrange(4)):
            keyboard.press(self.random.choice(["Tab", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]))
        if self.state()["onBoard"]:
            keyboard.press("Enter")

    def play_to_end(self, most: int = 1500) -> None:
        for _step in range(most):
            if not self.step():
                return
        raise AssertionError(f"not over after {most} steps: {self.status()}")
