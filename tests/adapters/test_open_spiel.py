"""OpenSpiel's own suites, playthroughs, and what its search algorithms must not know."""

import random
import subprocess
import sys
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.algorithms.ismcts import ChildSelectionPolicy, ISMCTSBot, ISMCTSFinalPolicyType
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from benben.adapters import open_spiel
from tests.adapters import make_playthroughs
from tests.adapters.spiel_suites import SUITES

NAMES = [name for name in pyspiel.registered_names() if name.startswith(open_spiel.PREFIX)]
HIDDEN = ["benben_pyramido(players=3)", "benben_pyramids(players=3)", "benben_terra_pyramides"]
VARIANTS = ["benben_pyramids(seed=5,players=4)", "benben_terra_pyramides(mode=task-2,players=1,open_stacks=yes)"]


@pytest.mark.parametrize("game", [*NAMES, *VARIANTS])
def test_random_sim(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("suite", SUITES)
def test_the_suites_of_open_spiel(suite: str) -> None:
    """In a process of its own: absl's flags and test classes belong to a whole process."""
    command = [sys.executable, "-m", "tests.adapters.spiel_suites", suite]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-4000:]


@pytest.mark.parametrize("game", make_playthroughs.games())
def test_playthroughs(game: str) -> None:
    expected, actual = generate_playthrough.replay(str(make_playthroughs.file_of(game)))
    assert actual == expected, "see tests/adapters/make_playthroughs.py"


def test_every_game_has_a_playthrough() -> None:
    assert {file.name for file in make_playthroughs.FOLDER.iterdir()} == {
        make_playthroughs.file_of(game).name for game in make_playthroughs.games()
    }


def played(game: str, seed: int, moves: int) -> Any:
    state, chance = pyspiel.load_game(game).new_initial_state(), random.Random(seed)
    while moves and not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            moves -= 1
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


@pytest.mark.parametrize("game", HIDDEN)
def test_worlds_that_look_alike_have_one_information_state(game: str) -> None:
    resample, differs = open_spiel.Resampler(seed=1), False
    for moves in (0, 5, 17, 40):
        state = played(game, moves, moves)
        for player in range(state.num_players()):
            for other in (resample(state, player) for _time in range(3)):
                differs |= other.world.records.tobytes() != state.world.records.tobytes()
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.observation_string(player) == state.observation_string(player)
                assert other.observation_tensor(player) == state.observation_tensor(player)
                assert other.legal_actions(player) == state.legal_actions(player)
                assert other.current_player() == state.current_player()
    assert differs


def test_a_secret_card_is_in_the_information_state_of_its_owner_only() -> None:
    """Two histories that differ in what Thebes was dealt, and in nothing else."""
    states = []
    for secret in (7, 8):
        state = pyspiel.load_game("benben_pyramids").new_initial_state()
        state.apply_action(secret)
        while state.is_chance_node():
            state.apply_action(next(card for card, _share in state.chance_outcomes() if card not in (7, 8)))
        states.append(state)
    for move in (None, *states[0].legal_actions()[:1]):
        for state in states:
            if move is not None:
                state.apply_action(move)
        one, other = states
        assert one.information_state_string(0) != other.information_state_string(0)
        assert one.information_state_string(1) == other.information_state_string(1)
        assert one.observation_tensor(1) == other.observation_tensor(1)


def test_information_states_remember() -> None:
    """Perfect recall: two ways to the same view are two information states."""
    game, found = pyspiel.load_game("benben_pyramidis"), {}
    for first, second in (("a4:1", "b4"), ("a4:2", None)):
        state = game.new_initial_state()
        state.apply_action(state.string_to_action(first))
        state.apply_action(state.string_to_action("h4:1"))
        if second:
            state.apply_action(state.string_to_action(second))
        found[state.information_state_string(0)] = state
    assert len(found) == 2


@pytest.mark.parametrize("game", HIDDEN)
def test_states_hold_nothing_of_the_future(game: str) -> None:
    """The same history gives the same state, and its next draw has more than one outcome: nothing is decided."""
    one, other = played(game, 3, 12), played(game, 3, 12)
    assert one.world.records.tobytes() == other.world.records.tobytes()
    chance = random.Random(1)
    while not one.is_chance_node():
        one.apply_action(chance.choice(one.legal_actions()))
    assert len(one.chance_outcomes()) > 1


def test_the_deterministic_variant() -> None:
    game = pyspiel.load_game("benben_pyramido(seed=7)")
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    state = game.new_initial_state()
    while not state.is_terminal():
        assert not state.is_chance_node()
        state.apply_action(state.legal_actions()[0])
    assert sum(state.returns()) == pytest.approx(0)
    assert str(game.new_initial_state()) != str(pyspiel.load_game("benben_pyramido(seed=8)").new_initial_state())


@pytest.mark.parametrize("game", HIDDEN)
def test_ismcts(game: str) -> None:
    bot = ISMCTSBot(
        game=pyspiel.load_game(game),
        uct_c=1.0,
        max_simulations=20,
        evaluator=RandomRolloutEvaluator(1, np.random.RandomState(1)),
        random_state=np.random.RandomState(2),
        final_policy_type=ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        child_selection_policy=ChildSelectionPolicy.UCT,
        allow_inconsistent_action_sets=True,  # a move may be legal in one world and not in another
    )
    bot.set_resampler(open_spiel.Resampler(seed=3))
    state = played(game, 5, 6)
    policy, action = bot.step_with_policy(state)
    assert action in state.legal_actions()
    assert sum(share for _action, share in policy) == pytest.approx(1)
