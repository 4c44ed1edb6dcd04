"""The status line on phones: whatever a game asks for, in both languages, nothing is cut off."""

import random
from typing import Any

import pytest

import benben
from benben.core.game import Game
from benben.core.position import start
from benben.core.text import LOCALES
from tests.pages.conftest import NewPage
from tests.pages.player import Player

PHONES = (390, 360)
MATCHES = 3  # at random, of each table
# Shows each prompt as the page does, early in a match and late, and returns those of which something is cut off.
SHOW = """async ([prompts, module]) => {
  const { showStatus } = await import(module);
  const { table } = await import(module.replace('status.js', 'state.js'));
  const cut = [];
  const isCut = (part) => part.checkVisibility() && getComputedStyle(part).display !== 'inline' &&
    (part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1);
  const turns = [0, 1, 0, 1, 0, 1].map((seat) => ({ seat }));
  for (const moves of [[], turns]) {
    table.log = { ...table.log, moves };
    for (const prompt of prompts) {
      const status = { who: '', mine: true, thinks: false, ...prompt };
      showStatus({ status, seat: 0, live: true, over: false });
      const parts = [...document.querySelectorAll('#status, #status > *')].filter(isCut);
      const seen = ['status-now', 'status-short'].some((id) => document.getElementById(id).checkVisibility());
      if (parts.length || !seen) cut.push([prompt.now, prompt.short, ...parts.map((part) => part.id)]);
    }
  }
  return cut;
}"""


def prompts(game: Game, language: str) -> list[dict[str, str]]:
    """All that is asked for in some matches."""
    found: dict[str, dict[str, str]] = {}
    for players in {game.usual_table()[0], game.players[-1]}:
        for seed in range(MATCHES):
            chance, position = random.Random(seed), start(game, players, seed)
            while position.actor is not None:
                ask = position.view(position.actor).ask()
                assert ask
                said = {
                    "now": ask.now.say(language),
                    "then": ask.then.say(language) if ask.then else "",
                    "short": ask.short.say(language) if ask.short else "",
                }
                found[said["now"] + said["then"]] = said
                position = position.play(chance.choice(list(position.legal_moves.numbers)))
    return list(found.values())


@pytest.mark.parametrize("language", LOCALES)
def test_nothing_is_cut_off_on_phones(language: str, new_page: NewPage) -> None:
    asked = {name: prompts(benben.find(name), language) for name in benben.names()}
    assert all(len(some) >= 2 for some in asked.values())
    for wide in PHONES:
        page = new_page(viewport={"width": wide, "height": 844}, has_touch=True, locale=language)
        Player(page).play_now("pyramidis")
        module: Any = page.evaluate("document.querySelector('script[src*=\"table.js\"]').src")
        endless = {"now": "Words " * 60, "then": "", "short": ""}
        assert page.evaluate(SHOW, [[endless], module.replace("table.js", "status.js")]), "what is cut off is found"
        for name, some in asked.items():
            assert page.evaluate(SHOW, [some, module.replace("table.js", "status.js")]) == [], (name, wide)
