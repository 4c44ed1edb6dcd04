"""One seat in Gymnasium, and many matches at once."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import benben
from benben.adapters.gymnasium import SeatEnv
from benben.adapters.observation import layout_of
from benben.adapters.outcome import rewards
from benben.adapters.spaces import mask_of
from benben.adapters.vector import BatchEnv
from tests.registered import LONG


@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")
@pytest.mark.parametrize("game", benben.names())
def test_check_env(game: str) -> None:
    version = benben.find(game).version
    env = gymnasium.make(f"benben/{game}-v{version}", forgiving=True, render_mode="rgb_array")
    check_env(env.unwrapped)


@pytest.mark.parametrize(("game", "bot"), [("pyramidis", "greedy"), *((game, "random") for game in benben.names())])
def test_a_match_against_bots(game: str, bot: str) -> None:
    env = SeatEnv(game, opponents=[benben.bot(bot)])
    env.reset(seed=3)
    chance, terminated, reward, seen = np.random.default_rng(1), False, 0.0, 0
    info = {"action_mask": env.action_masks()}
    while not terminated:
        assert env.position.actor == env.seat
        assert np.array_equal(info["action_mask"], env.action_masks())
        assert np.flatnonzero(env.action_masks()).tolist() == sorted(env.position.legal_moves.numbers)
        action = chance.choice(np.flatnonzero(env.action_masks()))
        observation, reward, terminated, _truncated, info = env.step(action)
        assert np.array_equal(observation, env.layout.observe(env.position.view(env.seat)))
        seen += 1
    assert seen > 5 or benben.find(game) not in LONG
    assert not env.action_masks().any(), "an all-false mask means that the match is over"
    assert reward == rewards(env.position)[env.seat]


def test_any_seat() -> None:
    env = SeatEnv("pyramids", players=3, seat="random")
    seats = set()
    for seed in range(20):
        observation, info = env.reset(seed=seed)
        seats.add(int(observation[0]))
        assert info["actor"] == env.seat == observation[0]
    assert seats == {0, 1, 2}
    with pytest.raises(benben.BadOptions):
        SeatEnv("pyramids", players=3, seat=3)


def test_players_sit_in_order() -> None:
    asked: dict[str, set[int]] = {"a": set(), "b": set()}

    class Watching:
        def __init__(self, name: str) -> None:
            self.name = name

        def think(self, view: benben.Position, seed: int) -> benben.Opinion:
            assert view.seat == view.actor, "a player gets its own view"
            assert view.setup.seed is None
            asked[self.name].add(int(view.seat or 0))
            return benben.bot("random").think(view, seed)

    env = SeatEnv("pyramids", players=4, seat=1, opponents=[Watching("a"), Watching("b")])
    _observation, info = env.reset(seed=1)
    while info["action_mask"].any():
        *_rest, info = env.step(np.flatnonzero(info["action_mask"])[0])
    assert asked == {"a": {2}, "b": {3, 0}}


def test_the_seed_determines_the_match() -> None:
    def played(seed: int) -> tuple[str, ...]:
        env = SeatEnv("pyramido")
        _observation, info = env.reset(seed=seed)
        for _step in range(20):
            *_rest, info = env.step(np.flatnonzero(info["action_mask"])[0])
        return env.position.moves

    assert played(1) == played(1) != played(2)


def test_illegal_actions() -> None:
    env = SeatEnv("pyramidis")
    env.reset(seed=1)
    with pytest.raises(benben.IllegalMove):
        env.step(np.flatnonzero(~env.action_masks())[0])


def test_forgiven_actions_are_reported() -> None:
    env = SeatEnv("pyramidis", forgiving=True)
    env.reset(seed=1)
    illegal, legal = (np.flatnonzero(mask)[0] for mask in (~env.action_masks(), env.action_masks()))
    assert env.step(illegal)[-1]["replaced"]
    env.reset(seed=1)
    assert not env.step(legal)[-1]["replaced"]


@pytest.mark.parametrize("game", benben.names())
def test_the_vector_shows_what_positions_show(game: str) -> None:
    """The compiled path beside the slow truth: views of positions."""
    players = max(benben.find(game).players)
    envs = BatchEnv(game, 6, players, threads=1)
    observations, _info = envs.reset(seed=7)
    layout, ended = layout_of(envs.game), 0
    assert envs.observation_space.contains(observations)
    for _step in range(900):
        over = envs.batch.done.copy()
        before = envs.batch.actors.copy()
        observations, reward, terminated, truncated, info = envs.step(envs.random_actions())
        for i in range(envs.num_envs):
            position = envs.batch.position(i)
            view = position.view(position.actor)
            assert np.array_equal(observations["observation"][i], layout.observe(view))
            assert np.array_equal(observations["action_mask"][i], mask_of(view))
            assert terminated[i] == position.is_over
            assert tuple(info["rewards"][i]) == rewards(position)
            assert reward[i] == (0.0 if over[i] else info["rewards"][i][before[i]])
        ended += int(terminated.sum())
        assert not truncated.any()
        assert not (over & terminated).any(), "the step after the end deals a new match"
        if ended >= 3:
            return
    pytest.fail("no match ended")


def test_the_vector_copies_unless_told() -> None:
    for copy in (True, False):
        envs = BatchEnv("pyramidis", 4, copy=copy)
        first, _info = envs.reset(seed=1)
        kept = first["observation"].copy()
        envs.step(envs.random_actions())
        assert np.array_equal(first["observation"], kept) == copy


def test_an_illegal_action_in_the_vector_changes_nothing() -> None:
    envs = BatchEnv("pyramidis", 4)
    envs.reset(seed=1)
    before = envs.batch.states.copy()
    actions = envs.random_actions()
    actions[2] = np.flatnonzero(~envs.batch.masks[2])[0]
    with pytest.raises(benben.IllegalMove):
        envs.step(actions)
    assert (envs.batch.states == before).all()


def test_the_vector_is_the_same_on_any_number_of_cores() -> None:
    seen = []
    for threads in (1, 3):
        envs = BatchEnv("pyramids", 9, threads=threads)
        envs.reset(seed=4)
        for _step in range(60):
            observations, *_rest = envs.step(envs.random_actions())
        seen.append(observations["observation"])
    assert np.array_equal(seen[0], seen[1])
