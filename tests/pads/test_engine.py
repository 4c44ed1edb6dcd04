"""The score sheets agree with the engine: many random matches of every game, number of players and option."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from benben.core.position import Position
from benben.testing.matches import Match, Table, setups
from tests.games.pyramido.players import sensible_moves
from tests.pads.filled import Filled, evaluated, fill
from tests.registered import games_with

GAMES = games_with("words.score_sheet")
TABLES = [table for game in GAMES for table in setups(game)]


def matches(table: Table) -> Iterator[Match]:
    """Random ones; of Pyramido some by players who finish their layers, because random ones hardly do."""
    seed = 0
    while True:
        start = table.start(seed)
        yield finished(start, seed) if table.game.name == "pyramido" and seed % 2 else table.match(seed)
        seed += 1


def finished(match: Position, seed: int) -> Match:
    """Of Pyramido: nobody loses without need, and cards are laid often, so that tie-breaks matter."""
    chance = random.Random(seed)
    positions = [match]
    while not match.is_over:
        match = match.play(chance.choice(sensible_moves(match)))
        positions.append(match)
    return positions


def compare(filled: list[Filled]) -> None:
    for one, found in zip(filled, evaluated(filled), strict=True):
        result = found["result"]
        assert found["fault"] is None, (found["fault"], one)
        assert result["totals"] == one.totals, one
        assert result["missing"] == [], one
        if one.sheet.goal is None:
            assert result["winners"] == one.winners, one
        else:
            assert result["solved"] == bool(one.winners), one
        if one.sheet.first:
            assert result["starters"][: len(one.starters)] == one.starters, one


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_sheets_of_random_matches_agree_with_the_engine(table: Table) -> None:
    compare([fill(match) for match in islice(matches(table), 12)])


if __name__ == "__main__":  # the long run: `python -m tests.pads.test_engine 1000`
    import sys

    for game in GAMES:
        tables = [table for table in TABLES if table.game is game]
        each = -(-int(sys.argv[1]) // len(tables))
        for table in tables:
            compare([fill(match) for match in islice(matches(table), each)])
        print(f"{game.name}: {each * len(tables)} matches at {len(tables)} tables agree")
