"""Measures in the browser what people touch: its size, whether it is seen, and the share of the stage that is used.

A page shows positions that were never played at its server: each is rendered here, as the server renders it, and
handed to the page's own scripts. So two pages are enough for all screens, and every kind of decision of a match is seen
on each.

`python -m tests.pages.measure [GAME …]` prints the smallest targets of each game and screen; `test_targets` judges the
same figures.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import benben
from benben.core.drawing.canvas import canvas
from benben.core.game import Game
from benben.core.position import Position
from benben.table.match import PERSON, Match, MatchState, Occupant
from benben.testing import Table
from benben.web.foresight import foresee
from benben.web.names import Names
from benben.web.views import ViewRequest, table_view
from checks.chromium import ARGUMENTS
from tests.pages.conftest import chromium
from tests.pages.player import sampled
from tests.web.server import Server, running

SCREENS = {
    "390": (390, 844),
    "360": (360, 740),
    "820": (820, 1180),
    "1440": (1440, 900),
    "1920": (1920, 1080),
    "zoomed": (720, 450),  # 1440 x 900 at 200 %
}
PHONES = ("390", "360")
TOUCHED = (*PHONES, "820")  # by fingers
EACH_KIND = 1  # decisions that are measured for each kind of element …
SPREAD = 2  # … and others of the same match, evenly
WALKS = 2  # moves that are chosen in a decision, up to the confirmation
NAMES = ("Ann", "Bernhard", "Cleopatra the Great", "D", "Emil")
PREFS = """localStorage.setItem('prefs', '{"pace": "instant", "confirm": "always", "motion": false}')"""

# The page talks to its server no more.
CUT_OFF = """async (address) => {
  const { table } = await import(address);
  table.connection.look = () => Promise.resolve();
  table.connection.ghost = () => Promise.resolve('');
  return true;
}"""

# Shows a view, and measures what can be touched: at once, and after each step of some moves.
MEASURE = """async ([address, view, walks]) => {
  const { table } = await import(address);
  const { cancel } = await import(address.replace('state.js', 'confirm_bar.js'));
  table.shown = '';
  table.plies.add(view);
  const board = document.getElementById('board'), bar = document.getElementById('bar');
  const stage = document.getElementById('stage').getBoundingClientRect();
  const touched = (part) => part.querySelector(':scope > .shape') ?? part;
  const sizeOf = (part) => {
    const shape = touched(part), box = shape.getBBox(), lens = shape.getScreenCTM();
    return Math.min(box.width, box.height) * Math.hypot(lens.a, lens.b);
  };
  const places = [[.5,.5],[.25,.25],[.75,.75],[.25,.75],[.75,.25],[.5,.1],[.5,.9],[.1,.5],[.9,.5],[.05,.05]];
  const pointOf = (part) => {
    for (const shape of [touched(part), ...part.children]) {
      const point = meet(part, shape);
      if (point) return point;
    }
    return null;
  };
  const meet = (part, shape) => {
    const box = shape.getBoundingClientRect();
    for (const [fx, fy] of places) {
      const [x, y] = [box.x + fx * box.width, box.y + fy * box.height];
      const hit = document.elementsFromPoint(x, y);
      const met = hit.find((other) => other.closest('.can'))?.closest('.can');  // it, or a part that can be touched too
      if (hit[0]?.closest('#board') && met && part.contains(met)) return [x, y];
    }
    return null;
  };
  const isInside = (part) => {  // but for the corner of what lies aslant
    const box = touched(part).getBoundingClientRect();
    const wide = Math.min(box.right, stage.right) - Math.max(box.left, stage.left);
    const high = Math.min(box.bottom, stage.bottom, innerHeight) - Math.max(box.top, stage.top);
    return wide > 0.9 * box.width && high > 0.9 * box.height;
  };
  const lit = () => [...board.querySelectorAll('.can')].map((part) =>
    ({id: part.id, size: sizeOf(part), inside: isInside(part), met: pointOf(part) !== null}));
  const buttons = () => [...document.querySelectorAll('.bar button, .bar summary, .top button')].filter((one) =>
    one.checkVisibility()).map((one) => {
      const box = one.getBoundingClientRect();
      const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return {id: one.id || one.className, size: Math.min(box.width, box.height), met: one.contains(hit),
        inside: box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth};
    });
  const finger = matchMedia('(pointer: coarse)').matches ? 'touch' : 'mouse';
  const found = [...lit(), ...buttons()], stuck = [], tall = [];
  const above = () => {  // the part of the stage that the bar with a chosen move covers
    const bar = document.getElementById('bar-move').getBoundingClientRect();
    const isBeside = bar.right < stage.left + 1 || bar.left > stage.right - 1;
    if (bar.height && !isBeside && bar.top < stage.bottom - 1) tall.push(stage.bottom - bar.top);
  };
  for (const {path, told} of walks) {
    table.connection.foresee = () => Promise.resolve(told);
    for (const id of path) {
      if (!document.getElementById('bar-move').hidden) break;
      const part = board.querySelector(`.can[id="${CSS.escape(id)}"]`), point = part && pointOf(part);
      if (!point) { stuck.push(`${id} of ${path.join(' ')}`); break; }
      board.dispatchEvent(new PointerEvent('click',
        {bubbles: true, clientX: point[0], clientY: point[1], pointerType: finger}));
      await new Promise((done) => setTimeout(done));  // the bar has its words
      above();
      found.push(...lit(), ...buttons());
    }
    cancel();
  }
  const cut = [...document.querySelectorAll('#status, #status > *')].filter((part) => part.checkVisibility() &&
    getComputedStyle(part).display !== 'inline' &&
    (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1)).map((part) => part.id);
  if (tall.length) cut.push(`bar-move covers ${Math.max(...tall).toFixed(0)} pixels of the stage`);
  return {targets: found, stuck, cut, status: document.getElementById('status').title};
}"""

# The part of the stage that the picture covers, and the part of it between the outermost things.
SHARE = """() => {
  const stage = document.getElementById('stage').getBoundingClientRect();
  const picture = document.querySelector('#board svg');
  const {width, height} = picture.viewBox.baseVal, lens = picture.getScreenCTM();
  const boxes = [...picture.querySelectorAll('[id]')].filter((part) => part instanceof SVGGraphicsElement &&
    !part.closest('defs, .defs')).map((part) => part.getBoundingClientRect()).filter((box) => box.width);
  const left = Math.min(...boxes.map((box) => box.left)), right = Math.max(...boxes.map((box) => box.right));
  const top = Math.min(...boxes.map((box) => box.top)), foot = Math.max(...boxes.map((box) => box.bottom));
  return {picture: width * lens.a * height * lens.d / stage.width / stage.height,
    wide: (right - left) / stage.width, high: (foot - top) / stage.height};
}"""


# Shows a view, and where the boards of the players are.
BOARDS = """async ([address, view]) => {
  const { table } = await import(address);
  table.shown = '';
  table.plies.add(view);
  const stage = document.getElementById('stage').getBoundingClientRect();
  return [...document.querySelectorAll('#board [data-enlarge]')].map((board) => {
    const box = board.getBoundingClientRect();
    return [(box.x - stage.x) / stage.width, (box.y - stage.y) / stage.height, box.width / stage.width,
      box.height / stage.height];
  });
}"""

# What stands alone and can be touched outside the board: how wide and how high it is. Links inside sentences are as
# high as their text.
ALONE = """() => {
  const fields = 'input:not([type=hidden], [type=radio], [type=checkbox], [type=range])';
  const labels = 'label:has(input[type=radio], input[type=checkbox])';
  const found = [...document.querySelectorAll(`a[href], button, summary, select, ${fields}, ${labels}`)];
  return found.filter((one) => one.checkVisibility() && !one.closest('.skip, .board, svg') &&
    getComputedStyle(one).display !== 'inline').map((one) => {
      const box = (one.classList.contains('chip') ? one.querySelector('span') : one).getBoundingClientRect();
      return [one.id || one.className || one.textContent.trim(), Math.min(box.width, box.height)];
    }).filter(([, size]) => size > 1);
}"""


@dataclass
class Result:
    """What was found on one screen."""

    least: dict[str, tuple[float, str]] = field(default_factory=dict)  # the smallest element of each kind: size and id
    unseen: set[str] = field(default_factory=set)  # elements that no finger meets without scrolling
    stuck: set[str] = field(default_factory=set)  # elements of a move that were not offered on the way to it
    cut: set[str] = field(default_factory=set)  # status lines that are cut off
    measured: int = 0
    share: dict[str, float] = field(default_factory=dict)  # the least of each

    def smallest(self, most: int = 6) -> list[tuple[float, str]]:
        return sorted(self.least.values())[:most]


def kind_of(element: str) -> str:
    """`stack-3` and `stack-5` are of one kind, and so are all cells, and the workers on them."""
    words = ["cell" if word[1:].isdigit() and len(word) <= 3 else word for word in element.split("-")]
    return "-".join(word for word in words if not word.isdigit())


def decisions(game: Game) -> list[Position]:
    """Decisions of a match between bots, and of one of as many players as can be: each kind of element occurs."""
    matches = [sampled(game.name), Table(game, game.players[-1]).match(3)]
    return [position for match in matches for position in _with_every_kind(match[:-1])]


def _with_every_kind(match: list[Position]) -> Iterator[Position]:
    seen: Counter[tuple[int, str]] = Counter()
    every = max(1, len(match) // SPREAD)
    for number, position in enumerate(match):
        paths = [position.path(move) for move in position.legal_moves]
        kinds = {(step, kind_of(part).partition("-")[0]) for path in paths for step, part in enumerate(path)}
        if any(seen[kind] < EACH_KIND for kind in kinds) or number % every == every - 1:
            seen.update(kinds)
            yield position


class Screens:
    """Two pages, one for fingers and one for a pointer, that take the size of any screen."""

    def __init__(self, browser: Browser, url: str, locale: str, colours: str = "light") -> None:
        self.language = locale[:2]
        wishes: dict[str, Any] = {
            "base_url": url,
            "locale": locale,
            "reduced_motion": "reduce",
            "color_scheme": colours,
        }
        self.contexts = {
            True: browser.new_context(**wishes, has_touch=True, is_mobile=True),
            False: browser.new_context(**wishes),
        }
        self.pages = {fingers: self._open(context.new_page()) for fingers, context in self.contexts.items()}
        self.shown = 0

    def _open(self, page: Page) -> Page:
        page.add_init_script(PREFS)
        page.goto("/")
        page.click("#game-pyramidis .play-now button")
        page.wait_for_selector("body.interactive")
        page.evaluate(CUT_OFF, address(page))
        return page

    def measure(self, screen: str, positions: list[Position]) -> Result:
        page, result, request = self.pages[screen in TOUCHED], Result(), self._on(screen)
        for position in positions:
            self.shown += 1
            shown, walks = self._rendered(position, request)
            note(result, page.evaluate(MEASURE, [address(page), shown, walks]), page.evaluate(SHARE))
        return result

    def watched(self, screen: str, position: Position) -> list[list[float]]:
        """The boards of the players as a spectator sees them: place and size of each, in parts of the stage."""
        page, request = self.pages[screen in TOUCHED], self._on(screen)
        self.shown += 1
        view = table_view(_match(position), (), request, 0)
        fields = {**view.fields, "number": self.shown, "board": view.board, "log": view.log}
        found: list[list[float]] = page.evaluate(BOARDS, [address(page), fields])
        return found

    def _on(self, screen: str) -> ViewRequest:
        """Give the page the size of a screen; what it asks for then."""
        width, height = SCREENS[screen]
        page = self.pages[screen in TOUCHED]
        page.set_viewport_size({"width": width, "height": height})
        stage = page.evaluate(
            "(({clientWidth, clientHeight}) => [clientWidth, clientHeight])(document.getElementById('stage'))"
        )
        return ViewRequest(self.language, size=canvas(*stage))

    def _rendered(self, position: Position, request: ViewRequest) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """The view of the seat to act, and moves to choose, with what is said of them."""
        assert position.actor is not None
        view = table_view(_match(position), (position.actor,), request, 0)
        seen = position.view(position.actor)
        choices = [choice for choice in view.fields["choices"] if "then" not in choice]
        walks = []
        for choice in choices[:: max(1, len(choices) // WALKS)][:WALKS]:
            move = seen.legal_moves[choice["move"]]
            told = foresee(seen, move, 1, request.language, Names(_match(position)).put_into, points=True)
            walks.append({"path": choice["path"], "told": told})
        return {**view.fields, "number": self.shown, "board": view.board, "log": view.log}, walks

    def close(self) -> None:
        for context in self.contexts.values():
            context.close()


def _match(position: Position) -> Match:
    people = tuple(Occupant(PERSON, name) for name in NAMES[: position.players])
    return Match("measured", MatchState(position, people), 0.0)


def address(page: Page) -> str:
    found: str = page.evaluate("document.querySelector('script[src*=\"table.js\"]').src")
    return found.replace("table.js", "state.js")


def note(result: Result, found: dict[str, Any], share: dict[str, float]) -> None:
    result.measured += 1
    for target in found["targets"]:
        kind, size = kind_of(target["id"]), (target["size"], target["id"])
        result.least[kind] = min(size, result.least.get(kind, size))
        if not (target["inside"] and target["met"]):
            result.unseen.add(f"{target['id']} ({found['status']})")
    result.stuck |= {f"{where} ({found['status']})" for where in found["stuck"]}
    if found["cut"]:
        result.cut.add(f"{found['cut']}: {found['status']}")
    result.share = {name: min(value, result.share.get(name, value)) for name, value in share.items()}


def measure(browser: Browser, server: Server, games: list[str], locale: str) -> Iterator[tuple[str, str, Result]]:
    """Each game on each screen."""
    screens = Screens(browser, server.url, locale)
    for game in games:
        positions = decisions(benben.find(game))
        for screen in SCREENS:
            yield game, screen, screens.measure(screen, positions)
    screens.close()


def main() -> None:
    folder = Path(tempfile.mkdtemp())
    with running(f"sqlite:///{folder / 'benben.db'}", folder) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        for game, screen, result in measure(browser, server, sys.argv[1:] or list(benben.names()), "de-DE"):
            share = ", ".join(f"{name} {value:.2f}" for name, value in result.share.items())
            print(f"{game:16} {screen:7} {result.measured} decisions; {share}")
            print("   ", {name: round(size, 1) for size, name in result.smallest()})
            for word, troubles in (("not seen", result.unseen), ("stuck", result.stuck), ("cut", result.cut)):
                for trouble in sorted(troubles)[:8]:
                    print(f"    {word}: {trouble}")
        browser.close()


if __name__ == "__main__":
    main()
