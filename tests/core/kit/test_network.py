"""Networks that correct an evaluation."""

from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import benben
from benben.bots.altered import with_network
from benben.core.contract import at, describe_seat, estimate, evaluate
from benben.core.kernels import Kernel, kernel
from benben.core.kit.network import MOST_INPUTS, Network
from benben.core.position import Position, start
from benben.testing import random_match

TAUGHT = [game for game in map(benben.find, benben.names()) if game.advice and game.advice.describe]


@kernel
def chances(states: Any, out: Any) -> None:
    evaluate(at(states, 0), out)


@kernel
def plain_chances(states: Any, out: Any) -> None:
    estimate(at(states, 0), out)


@kernel
def description(states: Any, seat: int, inputs: Any, values: Any) -> int:
    count: int = describe_seat(at(states, 0), seat, inputs, values)
    return count


def some_network(game: benben.Game, players: int = 2) -> Network:
    assert game.advice is not None
    rng = np.random.default_rng(5)
    rows = rng.normal(0, 0.3, (game.advice.inputs, 4))
    made = Network(game.name, (players,), 0.9, rows, rng.normal(0, 0.3, 4), rng.normal(0, 0.3, 4), {"command": "none"})
    return Network.from_text(made.as_text())


def positions_of(game: benben.Game, players: int = 2) -> list[Position]:
    return random_match(start(game, players, bytes(32)), 3)[:-1]


def test_the_file_holds_the_weights() -> None:
    network = some_network(TAUGHT[0])
    again = Network.from_text(network.as_text())
    assert (again.rows == network.rows).all()
    assert again.as_text() == network.as_text()
    assert again.digest == network.digest


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
def test_compiled_and_plain_networks_say_the_same(game: benben.Game) -> None:
    networked = with_network(game, some_network(game))
    compiled, plain = (networked.specialise({"chances": chances}, kind)["chances"] for kind in (True, False))
    for position in positions_of(game)[::5]:
        one, other = np.zeros(2), np.zeros(2)
        compiled(position.state.record, one)
        plain(position.state.record, other)
        assert one == pytest.approx(other, abs=1e-15)
        assert one.sum() == pytest.approx(1)


def test_a_network_corrects_the_log_odds() -> None:
    """By hand, in the way in which the format says it: one linear unit, the others rectified."""
    game = TAUGHT[0]
    network = some_network(game)
    names: dict[str, Kernel] = {"chances": chances, "plain_chances": plain_chances, "description": description}
    kernels = with_network(game, network).specialise(names, compiled=False)
    position = positions_of(game)[20]
    plain, corrected, inputs, values = np.zeros(2), np.zeros(2), np.zeros(MOST_INPUTS, int), np.zeros(MOST_INPUTS)
    kernels["plain_chances"](position.state.record, plain)
    kernels["chances"](position.state.record, corrected)
    said = []
    for seat in range(2):
        count = kernels["description"](position.state.record, seat, inputs, values)
        units = network.bias + values[:count] @ network.rows[inputs[:count]]
        units[1:] = np.maximum(0, units[1:])
        said.append(network.trust * log(plain[seat]) + units @ network.head)
    assert corrected[0] == pytest.approx(1 / (1 + exp(said[1] - said[0])))


def test_a_network_says_nothing_where_it_was_not_taught() -> None:
    game = benben.find("pyramids")
    if game.advice is None or game.advice.describe is None:
        pytest.skip("has no description yet")
    names = {"chances": chances, "plain_chances": plain_chances}
    kernels = with_network(game, some_network(game)).specialise(names, compiled=False)
    for position in positions_of(game, 3)[::10]:
        plain, corrected = np.zeros(3), np.zeros(3)
        kernels["plain_chances"](position.state.record, plain)
        kernels["chances"](position.state.record, corrected)
        assert (plain == corrected).all()


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
def test_a_description_is_of_the_table_not_of_the_seat(game: benben.Game) -> None:
    """Inputs are known ones, and fit into the memory."""
    assert game.advice is not None
    kernels = game.specialise({"description": description}, compiled=False)
    inputs, values = np.zeros(MOST_INPUTS, int), np.zeros(MOST_INPUTS)
    for position in positions_of(game)[::7]:
        for seat in range(2):
            count = kernels["description"](position.state.record, seat, inputs, values)
            assert 0 < count <= MOST_INPUTS
            assert 0 <= inputs[:count].min() <= inputs[:count].max() < game.advice.inputs


def test_four_players_play_pyramidis_without_a_network() -> None:
    game = benben.find("pyramidis")
    kernels = with_network(game, some_network(game, 4)).specialise({"description": description}, compiled=False)
    table = start(game, 4, bytes(32)).state.record
    assert kernels["description"](table, 0, np.zeros(MOST_INPUTS, int), np.zeros(MOST_INPUTS)) == 0


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
def test_a_network_in_use_fits_its_game_and_names_its_command(game: benben.Game) -> None:
    assert game.advice is not None
    network = game.advice.network
    if network is None:
        return
    assert (network.game, network.inputs) == (game.name, game.advice.inputs)
    assert network.made["command"].startswith(f"benben lab learn {game.name} ")
    learned = Path(__file__).parents[3] / "docs" / "bots" / f"{game.name}-learning.txt"
    assert learned.read_text("utf-8").startswith(network.made["command"])
