"""Generates a sample match of each game, played by bots. The start page shows a position of it.

`python -m checks.samples` writes src/benben/games/<game>/sample.benben; the result is deterministic.
"""

from __future__ import annotations

import sys

import benben
from benben.bots.bot import warm
from benben.bots.levels import named
from benben.core.position import Position, start
from checks import ROOT

EFFORT = "search:3000i:trees=1:keeps=0"  # iterations, not seconds: the same on every machine
SEED = b"a sample match of each game here"


def match(name: str) -> Position:
    game = benben.find(name)
    warm(game)
    players, options = game.usual_table()
    position = start(game, players, SEED, **options)
    bot = named(game, players, EFFORT)
    number = 0
    while position.actor is not None:
        position = position.play(bot.think(position.view(position.actor), number).move)
        number += 1
    return position


def main(names: list[str]) -> None:
    for name in names or benben.names():
        text = benben.write(match(name), names=["benben", "benben"])
        (ROOT / "src" / "benben" / "games" / name / "sample.benben").write_text(text, encoding="utf-8")
        print(name, text.count("\n"))


if __name__ == "__main__":
    main(sys.argv[1:])
