"""What a term is worth is measured by taking it away: nothing else may change."""

from importlib import import_module
from importlib.util import find_spec

import numpy as np
import pytest

import benben
from benben.bots.altered import AlteredBot, altered
from benben.bots.levels import named
from benben.core.game import Game
from benben.games.pyramidis.advice.evaluation import TEMPO
from bench.ablate import ablate
from tests.bots.test_bots import view_of

# A game without terms has nothing to take away.
GAMES = [benben.find(name) for name in benben.names() if find_spec(f"bench.{name}")]


def chances(game: Game, position: benben.Position) -> list[float]:
    out = np.zeros((2, position.players))
    assert game.advice is not None
    game.advice.evaluate(position.state, out[0])
    if game.advice.judge_quiet and game.advice.quiet(position.state):
        game.advice.judge_quiet(position.state, out[1])
    return out.ravel().tolist()


def priorities(game: Game, position: benben.Position) -> list[float]:
    numbers = position.legal_moves.numbers
    moves, weights = game.move_room(), np.zeros(len(numbers))
    moves[: len(numbers)] = numbers
    assert game.advice is not None
    game.advice.weigh(position.state, moves, len(numbers), weights)
    return weights.tolist()


def some_positions(game: Game) -> list[benben.Position]:
    """Of sensible matches: random ones hardly build anything."""
    found = []
    for table in benben.testing.setups(game):
        if table.players <= 2:
            position, bot = table.start(0), named(game, table.players, "search:8i")
            while position.actor is not None:
                found.append(position)
                position = position.play(bot.think(position.view(position.actor), len(found)).move)
    return found[::5]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_term_matters_somewhere_and_the_game_itself_stays(game: Game) -> None:
    terms = import_module(f"bench.{game.name}").TERMS
    positions = some_positions(game)
    before = [chances(game, position) for position in positions]
    for name, term in terms.items():
        other = altered(game, term)
        assert any(
            chances(other, position) != chance or priorities(other, position) != priorities(game, position)
            for position, chance in zip(positions, before, strict=True)
        ), f"without {name} nothing is different"
    assert [chances(game, position) for position in positions] == before


def test_a_term_that_does_nothing_costs_nothing() -> None:
    """The bot with the same values in their places plays as the bot: every pair of games is shared."""
    game = benben.find("pyramidis")
    standing = ablate(game, "same", {"advice.evaluation.TEMPO": TEMPO}, "greedy", 6, 2, 1)
    assert standing.games == 6
    assert standing.wins == 3


def test_alone_both_play_the_same_deals() -> None:
    game = benben.find("terra_pyramides")
    task = {"mode": "task-2"}
    plain = benben.tournament(game.name, ["random"], 4, players=1, seed=3, mode="task-2")[0]
    changed = ablate(game, "GOLD", {"advice.analysis.GOLD": 0.0}, "random", 4, 1, 3, task)
    assert changed.points == plain.points > 0  # random bots do not ask for advice


def test_a_bot_with_other_advice_plays_the_same_game() -> None:
    from benben.bots.bot import GreedyBot

    game = benben.find("pyramidis")
    position = benben.new("pyramidis")
    bot = AlteredBot(GreedyBot(), altered(game, {"advice.evaluation.CONTROL": 0.0}))
    assert bot.think(view_of(position), 1).move in position.legal_moves
