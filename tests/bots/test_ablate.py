"""What a term is worth is measured by taking it away: nothing else may change."""

from importlib import import_module

import numpy as np
import pytest

import benben
from benben.core.game import Game
from bench.ablate import Misadvised, ablate, without
from tests.bots.test_bots import view_of

GAMES = [benben.find(name) for name in ("pyramidis", "pyramido", "pyramids")]


def chances(game: Game, position: benben.Position) -> list[float]:
    out = np.zeros(position.players)
    assert game.advice is not None
    game.advice.evaluate(position.state, out)
    return out.tolist()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_term_matters_somewhere_and_the_game_itself_stays(game: Game) -> None:
    terms = import_module(f"bench.{game.name}").TERMS
    positions = [position for k in range(3) for position in benben.testing.Table(game, 2).match(k)[:-1:4]]
    before = [chances(game, position) for position in positions]
    for name, term in terms.items():
        altered = without(game, term)
        assert altered.advice is not None
        moves, weights, plain = game.move_room(), np.zeros(game.most_legal), np.zeros(game.most_legal)
        changed = [chances(altered, position) for position in positions] != before
        for position in positions:
            numbers = position.legal_moves.numbers
            moves[: len(numbers)] = numbers
            altered.advice.weigh(position.state, moves, len(numbers), weights)
            assert game.advice is not None
            game.advice.weigh(position.state, moves, len(numbers), plain)
            changed = changed or bool((weights != plain).any())
        assert changed, f"without {name} nothing is different"
    assert [chances(game, position) for position in positions] == before


def test_a_term_that_does_nothing_costs_nothing() -> None:
    """The bot with the same values in their places plays as the bot: every pair of games is shared."""
    game = benben.find("pyramidis")
    standing = ablate(
        game, "same", {"advice.TEMPO": import_module("benben.games.pyramidis.advice").TEMPO}, "greedy", 6, 2, 1
    )
    assert standing.games == 6
    assert standing.wins == 3


def test_a_bot_with_other_advice_plays_the_same_game() -> None:
    from benben.bots.bot import GreedyBot

    game = benben.find("pyramidis")
    position = benben.new("pyramidis")
    bot = Misadvised(GreedyBot(), without(game, {"advice.CONTROL": 0.0}))
    assert bot.think(view_of(position), 1).move in position.legal_moves
