"""Write the golden files of a game: `python -m tests.golden.make pyramidis`.

For every table of the game (each number of players, each option) a complete match of random moves, and the number of
move sequences by depth from its start. Run it when rules change on purpose, raise the game's version, and read the
difference.
"""

import json
import sys
from pathlib import Path

import benben
from benben.core.game import Game
from benben.core.simulate import perft
from benben.testing import Table, setups

FOLDER = Path(__file__).parent
MOST_SEQUENCES = 200_000  # counts stop before a depth that has more
SEED = 1


def counts(table: Table) -> list[int]:
    position, found = table.start(SEED), [1]
    while found[-1] < MOST_SEQUENCES and len(found) < 8:
        found.append(perft(position, len(found)))
    return found if found[-1] <= 50 * MOST_SEQUENCES else found[:-1]


def write(game: Game) -> None:
    folder = FOLDER / game.name
    folder.mkdir(exist_ok=True)
    for table in setups(game):
        (folder / f"{table}.benben").write_text(benben.write(table.match(SEED)[-1]), encoding="utf-8")
    numbers = {str(table): counts(table) for table in setups(game)}
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(found)}" for name, found in numbers.items())
    (folder / "perft.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:] or benben.names():
        write(benben.find(name))
