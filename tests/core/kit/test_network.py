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
from benben.core.kit.network import MOST_INPUTS, Network, Networks, add_up, fill_units, list_inputs, load_networks
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


@pytest.mark.parametrize("kind", [np.float32, np.float64])
@pytest.mark.parametrize("before", [False, True])
def test_a_file_of_several_networks_holds_the_weights(kind: type[np.floating[Any]], before: bool) -> None:
    rng = np.random.default_rng(8)
    shapes = [(2, 3, 4), (2, 4), (2, 4)] + before * [(2, 5, 3), (2, 3)]
    networks = Networks("some", {"command": "none"}, *(rng.normal(0, 1, shape).astype(kind) for shape in shapes))
    again = Networks.from_text(networks.as_text())
    assert again.rows.dtype == kind
    for name in ("rows", "bias", "head", *(("rows_before", "bias_before") if before else ())):
        assert np.array_equal(getattr(again, name), getattr(networks, name))
    assert again.inputs == (5 if before else 3)
    assert again.as_text() == networks.as_text()


def test_several_networks_are_one_linear_unit_and_rectified_ones() -> None:
    rng = np.random.default_rng(8)
    networks = Networks("some", {}, rng.normal(0, 1, (2, 3, 4)), rng.normal(0, 1, (2, 4)), rng.normal(0, 1, (2, 4)))
    features = np.array([0.5, 0.0, -2.0])
    for number in range(2):
        inputs, values, units = [0] * 3, [0.0] * 3, [0.0] * 4
        count = list_inputs(features, 3, inputs, values, 0)
        assert (count, inputs[:2], values[:2]) == (2, [0, 2], [0.5, -2.0])
        fill_units(units, 4, networks.flat_rows[number], networks.bias[number], inputs, values, count)
        wanted = networks.bias[number] + features @ networks.rows[number]
        wanted[1:] = np.maximum(0, wanted[1:])
        assert add_up(units, 4, networks.head[number]) == pytest.approx(wanted @ networks.head[number])


def test_networks_for_other_inputs_are_refused() -> None:
    with pytest.raises(ValueError, match="were made for 128 inputs, not for 127"):
        load_networks("benben.games.terra_pyramides.advice", "expected_points.json", 127)


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
