"""Write playthroughs: `python -m tests.adapters.make_playthroughs [GAME …]`. Review the diff."""

import sys
from pathlib import Path

import pyspiel
from absl import flags
from open_spiel.python.algorithms import generate_playthrough

from benben.adapters import open_spiel

flags.FLAGS.mark_as_parsed()  # OpenSpiel's generator reads one

FOLDER = Path(__file__).parent / "playthroughs"
SEEDED = ("benben_pyramido(seed=1)",)


def games() -> list[str]:
    return [*(name for name in pyspiel.registered_names() if name.startswith(open_spiel.PREFIX)), *SEEDED]


def file_of(game: str) -> Path:
    return FOLDER / f"{game.replace('(', '-').replace('=', '-').rstrip(')')}.txt"


def main(names: list[str]) -> None:
    """Of these games, or of all."""
    FOLDER.mkdir(exist_ok=True)
    for game in games():
        if not names or pyspiel.load_game(game).declared.name in names:
            file_of(game).write_text(generate_playthrough.playthrough(game, None, seed=1), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
