"""Gymnasium: one seat of a match; the other seats are played by given players.

    import gymnasium
    import benben
    from benben.adapters import gymnasium as _  # registers benben/pyramidis-v1 and the others

    env = gymnasium.make("benben/pyramidis-v1", opponents=[benben.bot("greedy")])
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))

An action is the number of a move. An observation is the seat's array (see `benben.adapters.observation`). The legal
moves are in `info["action_mask"]` and in `env.unwrapped.action_masks()`, as MaskablePPO of sb3-contrib asks for them.
The seat is always to act when the environment is, so a mask without any legal move means exactly one thing: the match
is over, `terminated` is true, and `reset` must follow.

An illegal action raises IllegalMove with the reason, and changes nothing. For algorithms without masks, and for
Gymnasium's `check_env`, there is `forgiving=True`: a legal move is played instead, and `info["replaced"]` says so.

The reward comes at the end: see `benben.adapters.outcome`. The version in a name is the version of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, SupportsInt

import numpy as np
from numpy.typing import NDArray

from benben.adapters.observation import Observations, layout_of
from benben.adapters.outcome import rewards
from benben.adapters.picture import RENDER_MODES, render
from benben.adapters.seeds import deal_seed
from benben.adapters.spaces import mask_of, space_of
from benben.core.contract import NOBODY
from benben.core.errors import BadOptions
from benben.core.extras import needs
from benben.core.position import Position, start
from benben.core.text import texts
from benben.games import find, names

with needs("research"):
    import gymnasium

_ = texts(__package__)


class PlayerDecision(Protocol):
    """A player's answer: something with a move."""

    @property
    def move(self) -> SupportsInt:
        """The number of the move."""


class Player(Protocol):
    """A player of another seat: any bot, such as `benben.bot("club")`. It gets the view of its seat and a seed."""

    def think(self, view: Position, seed: int) -> PlayerDecision:
        """Decide for the seat of the view."""


class SeatEnv(gymnasium.Env[Observations, np.int64]):
    """One seat against players.

    `seat` is the learner's, "random" for another one in each match. `opponents` sit on the other seats in order, the
    last one on all that are left; without any, random moves. `position` is the whole truth: for tests and logs.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        game: str,
        players: int = 2,
        seat: int | str = 0,
        opponents: Sequence[Player] = (),
        forgiving: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = find(game)
        self.game.warm()
        self.players = players
        self.options = self.game.check_options(players, options)
        if seat != "random" and seat not in range(players):
            raise BadOptions(_("There is no seat {seat} with {players} players.", seat=seat, players=players))
        self.choice = seat
        self.seat = 0 if seat == "random" else int(seat)
        self.opponents = tuple(opponents)
        self.forgiving = forgiving
        self.layout = layout_of(self.game)
        self.render_mode = render_mode
        self.observation_space = space_of(self.layout)
        self.action_space = gymnasium.spaces.Discrete(self.game.moves)
        self.position: Position = start(self.game, players, 0, **self.options)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Deal a new match, and let the others play until the seat is to act."""
        super().reset(seed=seed)
        if self.choice == "random":
            self.seat = int(self.np_random.integers(self.players))
        while True:
            self.position = start(self.game, self.players, deal_seed(self.np_random), **self.options)
            self._let_others_play()
            if not self.position.is_over:  # else the seat had no decision in the whole match
                return self._seen()

    def step(self, action: np.int64 | int) -> tuple[Observations, float, bool, bool, dict[str, Any]]:
        move, numbers = int(action), self.position.legal_moves.numbers
        replaced = self.forgiving and move not in numbers
        self.position = self.position.play(numbers[move % len(numbers)] if replaced else move)
        self._let_others_play()
        observation, info = self._seen()
        if self.forgiving:
            info["replaced"] = replaced
        reward = rewards(self.position)[self.seat]
        if self.render_mode == "human":
            self.render()
        return observation, reward, self.position.is_over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves as flags, for MaskablePPO; none where the match is over."""
        return mask_of(self.position.view(self.seat)).astype(np.bool_)

    def render(self) -> Any:
        """The position as the seat sees it."""
        return render(self.position.view(self.seat), self.render_mode)

    def _let_others_play(self) -> None:
        while (actor := self.position.actor) not in (None, self.seat):
            assert actor is not None
            self.position = self.position.play(self._answer(self.position.view(actor)))

    def _answer(self, view: Position) -> int:
        assert view.seat is not None
        if not self.opponents:
            numbers = view.legal_moves.numbers
            return numbers[int(self.np_random.integers(len(numbers)))]
        number = (view.seat - self.seat - 1) % self.players  # the next seat has the first of them
        player = self.opponents[min(number, len(self.opponents) - 1)]
        return int(player.think(view, int(self.np_random.integers(1 << 62))).move)

    def _seen(self) -> tuple[Observations, dict[str, Any]]:
        view = self.position.view(self.seat)
        actor = NOBODY if view.actor is None else view.actor
        return self.layout.observe(view), {"action_mask": mask_of(view), "actor": actor}


for _name in names():
    gymnasium.register(
        f"benben/{_name}-v{find(_name).version}",
        entry_point="benben.adapters.gymnasium:SeatEnv",
        kwargs={"game": _name},
    )
