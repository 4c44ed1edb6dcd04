"""Pictures in a real browser, without a server: everything lies inside, no two texts meet, everything has words."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

import benben
from benben.core.drawing.canvas import canvas
from benben.core.position import Position
from benben.testing import Table
from tests.pages.player import sampled

STAGES = [(390, 740), (360, 636), (390, 560), (820, 1076), (1104, 752), (1584, 932), (570, 402), (844, 673)]
NAMES = ["Ann", "Bernhard", "Cleopatra the Great", "D", "Emil"]

LOOK = """() => {
  const picture = document.querySelector('svg'), frame = picture.viewBox.baseVal;
  const lens = picture.getScreenCTM();
  const [right, bottom] = [lens.e + frame.width * lens.a, lens.f + frame.height * lens.d];
  const parts = [...picture.querySelectorAll('*')].filter((part) =>
    part instanceof SVGGraphicsElement && !part.closest('defs, .defs, .place'));
  const shapes = parts.filter((part) => part.classList.contains('shape') || part.localName === 'text');
  const outside = shapes.filter((part) => {
    const box = part.getBoundingClientRect();
    return box.left < lens.e - 1 || box.top < lens.f - 1 || box.right > right + 1 || box.bottom > bottom + 1;
  }).map((part) => part.textContent || part.parentElement.id || part.id);
  const texts = parts.filter((part) => part.localName === 'text' && part.textContent.trim() && !part.closest('.name'))
    .map((part) => ({part, said: part.textContent, box: part.getBoundingClientRect()}));
  const met = [];
  for (const [n, one] of texts.entries()) for (const other of texts.slice(n + 1)) {
    const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    const least = Math.min(one.box.width * one.box.height, other.box.width * other.box.height);
    if (wide > 1 && high > 1 && wide * high > 0.12 * least) met.push(`${one.said} / ${other.said}`);
  }
  const silent = new Set();
  for (let x = 3; x < innerWidth; x += 9) for (let y = 3; y < innerHeight; y += 9) {
    const part = document.elementFromPoint(x, y);
    if (!part || part === picture || !picture.contains(part) || part.closest('.place, .marks')) continue;
    let words = false;
    for (let group = part; group && group !== picture; group = group.parentElement) {
      const title = [...group.children].some((child) => child.localName === 'title');
      const isBoard = group.hasAttribute('data-enlarge') && part.localName !== 'use';  // for an icon that is not enough
      words = words || title || group.hasAttribute('aria-label') || isBoard;
    }
    if (!words) silent.add(part.outerHTML.slice(0, 110));
  }
  return {outside, met, silent: [...silent]};
}"""


@pytest.fixture
def sheet(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    yield page
    page.close()


def positions(game: str, players: int) -> list[Position]:
    match = Table(benben.find(game), players).match(7)
    return [match[int(part * (len(match) - 1))] for part in (0.05, 0.45, 0.8, 1)]


@pytest.mark.parametrize("game", benben.names())
def test_everything_has_its_place_and_its_words(game: str, sheet: Page) -> None:
    troubles = []
    tables = [players for players in benben.find(game).players if players > 1]
    for number, (width, height) in enumerate(STAGES):
        sheet.set_viewport_size({"width": width, "height": height})
        players = tables[number % len(tables)]
        for k, now in enumerate(positions(game, players)):
            seat = None if (k + number) % 4 == 3 else (now.actor if now.actor is not None else 0)
            view = now.view(seat)
            locale = "de" if (k + number) % 2 else "en"
            svg = view.svg(size=canvas(width, height), locale=locale, names=NAMES[:players])
            sheet.set_content(
                f"<style>body{{margin:0}} svg{{display:block;width:{width}px;height:{height}px}}</style>{svg}"
            )
            found = sheet.evaluate(LOOK)
            if any(found.values()):
                troubles.append(
                    (f"{width}x{height}", players, seat, locale, {key: v[:6] for key, v in found.items() if v})
                )
    assert not troubles, "\n".join(map(str, troubles[:12]))


# The part of an icon that the count beside it covers: the largest, and how many counts there are.
COVERED = """() => {
  const counts = [...document.querySelectorAll('svg text.count')].filter((text) =>
    text.getBoundingClientRect().width && !text.previousElementSibling?.matches('.tag'));  // which is their ground
  const parts = counts.flatMap((text) => {
    const one = text.getBoundingClientRect();
    return [...text.parentElement.querySelectorAll('use')].map((icon) => icon.getBoundingClientRect()).map((other) => {
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      return wide > 0 && high > 0 ? wide * high / (other.width * other.height) : 0;
    });
  });
  return [Math.max(0, ...parts), counts.length];
}"""


def test_no_count_covers_its_icon(sheet: Page) -> None:
    """In the middle and late in the matches that come with the games, on a wide screen and on a phone."""
    counts = dict.fromkeys(benben.names(), 0)
    for game in counts:
        line = sampled(game)
        for width, height in ((1104, 752), (390, 740)):
            sheet.set_viewport_size({"width": width, "height": height})
            for now in (line[len(line) // 2], line[len(line) * 4 // 5]):
                svg = now.view(now.actor).svg(size=canvas(width, height), locale="de")
                sheet.set_content(
                    f"<style>body{{margin:0}} svg{{display:block;width:{width}px;height:{height}px}}</style>{svg}"
                )
                covered, found = sheet.evaluate(COVERED)
                assert covered < 0.2, (game, width)
                counts[game] += found
    assert sum(counts.values()) > 50
    assert counts["pyramido"] >= 16, "the heights of its four stacks"


# The smallest text of the picture and the smallest stone on the players' boards, in pixels.
SMALLEST = """() => {
  const shown = (parts) => parts.filter((part) => !part.closest('defs') && part.getBoundingClientRect().width);
  const texts = shown([...document.querySelectorAll('svg text')]).map((text) => {
    const lens = text.getScreenCTM();
    return [parseFloat(getComputedStyle(text).fontSize) * Math.hypot(lens.a, lens.b), text.textContent];
  });
  const stones = shown([...document.querySelectorAll('svg [id^=stone-] use')]).map((stone) => {
    const box = stone.getBoundingClientRect();
    return [Math.min(box.width, box.height), stone.closest('[id]').id];
  });
  const least = (found) => found.reduce((one, other) => (other[0] < one[0] ? other : one));
  return [least(texts), least(stones)];
}"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_texts_and_stones_of_terra_pyramides_are_seen_on_a_phone(players: int, sheet: Page) -> None:
    """Of the players, and for spectators; the match of two has pyramids with their points."""
    width, height = 390, 740
    sheet.set_viewport_size({"width": width, "height": height})
    now = sampled("terra_pyramides")[-1] if players == 2 else positions("terra_pyramides", players)[2]
    for seat in (0, None):
        svg = now.view(seat).svg(size=canvas(width, height), locale="de", names=NAMES[:players])
        sheet.set_content(
            f"<style>body{{margin:0}} svg{{display:block;width:{width}px;height:{height}px}}</style>{svg}"
        )
        text, stone = sheet.evaluate(SMALLEST)
        assert text[0] >= 11, text
        assert stone[0] >= 13.95, stone


# The room to the right of the god's name on each tile of Pyramids, in pixels.
NAMES_ON_TILES = """() => [...document.querySelectorAll('svg .tile')].map((tile) => {
  const [edge, name] = ['.shape', 'text.god'].map((part) => tile.querySelector(part).getBoundingClientRect().right);
  return edge - name;
})"""


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_name_of_a_god_touches_the_edge_of_its_tile(players: int, sheet: Page) -> None:
    for width, height in ((390, 740), (360, 636), (820, 1076), (1104, 752)):
        sheet.set_viewport_size({"width": width, "height": height})
        svg = positions("pyramids", players)[0].view(0).svg(size=canvas(width, height), locale="de")
        sheet.set_content(
            f"<style>body{{margin:0}} svg{{display:block;width:{width}px;height:{height}px}}</style>{svg}"
        )
        rooms = sheet.evaluate(NAMES_ON_TILES)
        assert len(rooms) >= players
        assert min(rooms) > 3, (width, rooms)
