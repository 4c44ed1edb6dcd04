"""A process that decides for a bot, with whatever checkout is on its path: see `bench.versus`.

Each line of its input is a JSON list of requests: number, game, players, seed and options of a match, its moves so far
in notation, the name of a bot and the seed of its decision. It answers with a list of moves and CPU times. A bot stays
the same in all decisions of a match; a list without requests ends all matches. It uses only what release 0.1 had too.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import benben
from benben.bots.bot import Bot, warm
from benben.bots.levels import named
from benben.core.position import Position


class Match:
    """A match and a bot that plays in it."""

    def __init__(self, request: dict[str, Any]) -> None:
        seed = bytes.fromhex(request["seed"]) if request["seed"] else None
        self.position = benben.new(request["game"], players=request["players"], seed=seed, **request["options"])
        self.made = 0
        warm(self.position.game)
        self.bot: Bot = named(self.position.game, request["players"], request["bot"])

    def position_after(self, moves: list[str]) -> Position:
        for move in moves[self.made :]:
            self.position = self.position.play(move)
        self.made = len(moves)
        return self.position


def decide(match: Match, request: dict[str, Any]) -> tuple[str, float]:
    """The move, and the CPU time of the bot."""
    position = match.position_after(request["moves"])
    view = position.view(position.actor)
    start = time.process_time()
    move = match.bot.think(view, request["decision"]).move
    return view.notation(move), time.process_time() - start


def main() -> None:
    matches: dict[int, Match] = {}
    for line in sys.stdin:
        requests = json.loads(line)
        if not requests:
            matches.clear()
        for request in requests:
            if request["match"] not in matches:
                matches[request["match"]] = Match(request)
        print(json.dumps([decide(matches[request["match"]], request) for request in requests]), flush=True)


if __name__ == "__main__":
    main()
