"""The evaluation: chances that are chances, in every position, and better for the seat that stands better."""

import itertools

import numpy as np
import pytest

import benben
from benben.bots.bot import warm
from benben.core.kernels import can_compile
from benben.core.position import Position
from benben.games.pyramidis import GAME
from benben.games.pyramidis.advice.evaluation import evaluate
from benben.testing import Table
from tests.games.pyramidis.drawn import board, position, put


def chances(now: Position) -> list[float]:
    out = np.zeros(now.players)
    evaluate(board(now), out)
    return out.tolist()


@pytest.mark.parametrize("players", GAME.players)
def test_chances_in_every_position(players: int) -> None:
    compiled = GAME.specialise({"evaluate": evaluate}, compiled=can_compile())["evaluate"]
    for now in Table(GAME, players).match(5)[:-1]:
        found = chances(now)
        assert all(0 <= chance <= 1 for chance in found)
        assert sum(found) == pytest.approx(1)
        if can_compile():
            out = np.zeros(players)
            compiled(now.state.record[0], out)
            assert out.tolist() == pytest.approx(found)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"c4": "rr", "g4": "y", "c5": "y"}, {"c4": "ry", "g4": "r", "c5": "y"}),
        ({"c4": "rr", "e4": "rr", "g4": "yy"}, {"d4": "rrrr", "g4": "yy"}),
        ({"c4": "ryr", "g4": "y"}, {"c4": "rry", "g4": "r"}),
        ({"a4": "rrr", "g4": "yyy"}, {"d4": "rrr", "g4": "yyy"}),
        ({"b5": "rrr", "g4": "yyy"}, {"b4": "rrr", "g4": "yyy"}),
    ],
    ids=["nobody on top", "two stacks to move", "on top", "safe at the start", "nearer to the goal"],
)
def test_better_is_likelier_to_win(better: dict[str, str], worse: dict[str, str]) -> None:
    """Red's chances, with the other to move both times."""
    assert chances(position(put(**better), "y"))[0] > chances(position(put(**worse), "y"))[0]


def test_it_is_good_to_move() -> None:
    drawing = put(c4="rr", f5="yy")
    assert chances(position(drawing, "r"))[0] > chances(position(drawing, "y"))[0]


def test_the_deeper_the_worse() -> None:
    """A pyramid with more on it is carried along for longer."""
    buried = [
        chances(position(put(c4="r" + "y" * above, a4="rr", g4="y" * (5 - above)), "r"))[0] for above in (2, 3, 4)
    ]
    assert all(more > less for more, less in itertools.pairwise(buried))


def test_greedy_beats_random() -> None:
    if can_compile():
        warm(GAME)
    games = 100 if can_compile() else 20
    assert benben.tournament(GAME.name, ["greedy", "random"], games)[0].wins >= 0.75 * games
