"""README and the navigation of the documentation name all games of the registry."""

import re
from pathlib import Path

import benben
from checks.site import of_each_game

ROOT = Path(__file__).parents[2]
GAMES = [benben.find(name) for name in benben.names()]


def test_the_table_of_the_readme_names_all_games() -> None:
    table = (ROOT / "README.md").read_text("utf-8").partition("| game | players | rules |")[2].partition("\n\n")[0]
    rows = table.strip().splitlines()[1:]
    assert [re.split(r"[|:]", row)[1].strip() for row in rows] == [game.title for game in GAMES]
    for row, game in zip(rows, GAMES, strict=True):
        assert re.findall(r"docs/rules/[\w.]+", row) == [
            f"docs/rules/{game.name}.{locale}.md" for locale in ("en", "de")
        ]


def test_the_navigation_names_all_games() -> None:
    pages = of_each_game({"{title}": "rules/{game}.en.md"})
    assert pages == [{game.title: f"rules/{game.name}.en.md"} for game in GAMES]
    assert of_each_game("bots.md") == ["bots.md"]
    assert of_each_game({"{title}": "nowhere/{game}.md"}) == []
    assert (ROOT / "mkdocs.yml").read_text("utf-8").count("{game}") == 3
