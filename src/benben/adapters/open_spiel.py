"""OpenSpiel: every game as a Python game, with explicit chance.

    import pyspiel
    from benben.adapters import open_spiel  # registers benben_pyramidis and the others

    game = pyspiel.load_game("benben_pyramido(players=3)")
    state = game.new_initial_state()

A game whose numbers of players have gaps is registered once for each number: `benben_pyramidis` for two,
`benben_pyramidis_4` for four. The options of a game are parameters (`benben_terra_pyramides(mode=task-1)`).

Chance nodes stand where a seat gets to see a card: what nobody has seen is undecided, so no search can look ahead (see
`benben.adapters.chance`). With the parameter `seed` the cards are dealt at the start from that seed instead: a
deterministic game, but one whose states know the future.

The information state of a seat is made of what it has seen: its own moves, the moves of others as it saw them, and a
digest of all its views. Observations are the arrays of `benben.adapters.observation`; observation strings are text
boards. There is no information state tensor: a match has no fixed number of observations.

A `Resampler` makes other states with the same information state, for the ISMCTS of OpenSpiel (the one in Python: the
one in C++ takes no resampler from Python):

    bot = open_spiel.python.algorithms.ismcts.ISMCTSBot(…)
    bot.set_resampler(Resampler(seed=1))
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import numpy as np

from benben.adapters.chance import World, deals_of, veiled
from benben.adapters.observation import layout_of
from benben.adapters.outcome import is_shared, rewards
from benben.core import game as core
from benben.core.contract import NOBODY
from benben.core.extras import needs
from benben.core.position import Position, start
from benben.games import find, names

with needs("research"):
    import pyspiel

NO_SEED = -1
PREFIX = "benben_"


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # without types
    """A game at a table: players and options are settled. `_register` makes a subclass of each game."""

    name: str
    declared: core.Game
    usual: int  # number of players, if none is given

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params, declared = dict(params or {}), self.declared
        given = {option.name: str(params[option.name]) for option in declared.options if option.name in params}
        self.players = int(params.get("players", self.usual))
        self.options = declared.check_options(self.players, given)
        self.seed = int(params.get("seed", NO_SEED))
        self.deals = deals_of(declared, self.players, tuple(self.options.items()))
        draws = sum(where.size > 0 for where in self.deals.where)
        self.draws = draws if self.seed == NO_SEED else 0
        shared = is_shared(declared, self.players, self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=declared.moves,
            max_chance_outcomes=max((size for _name, size in self.deals.shuffles), default=0) if self.draws else 0,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None if shared else 0.0,
            max_game_length=declared.longest,
        )
        super().__init__(_type_of(self.name, declared, self.usual, bool(self.draws), shared), info, params)

    def new_initial_state(self, *_given: object) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.draws

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Makes observations and information states for OpenSpiel."""
        if params:
            raise ValueError(f"there are no observation parameters such as {params}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state: a world of undecided cards, and what each seat has seen so far."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        if game.seed == NO_SEED:
            self.world = World(game.deals)
        else:
            dealt = start(game.declared, game.players, game.seed, **game.options)
            self.world = World.of(game.deals, dealt.state.record)
        self.seen = _Memory([""] * game.players, [b""] * game.players)
        if self.world.due is None:
            self._remember()

    def current_player(self) -> int:
        if self.world.due is not None:
            return int(pyspiel.PlayerId.CHANCE)
        actor = int(self.world.deals.engine.actor_of(self.world.records, 0))
        return int(pyspiel.PlayerId.TERMINAL) if actor == NOBODY else actor

    def is_terminal(self) -> bool:
        return self.world.due is None and self.current_player() == pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.position.legal_moves.numbers)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.world.outcomes()

    def _apply_action(self, action: int) -> None:
        if self.world.due is not None:
            self.world.draw(action)
        else:
            for seat in range(self.world.deals.players):
                self.seen.moves[seat] += f" {self._as_seen(seat, action)}"
            self.world.play(action)
        if self.world.due is None:
            self._remember()

    def _as_seen(self, seat: int, move: int) -> int:
        if self.world.deals.game.open:
            return move
        return int(self.world.deals.engine.seen_of(self.world.records, 0, seat, move))

    def _remember(self) -> None:
        """Continue each seat's digest of all that it has seen."""
        for seat in range(self.world.deals.players):
            view = veiled(self.world.deals.game, self.world.records, seat).tobytes()
            self.seen.digests[seat] = blake2b(self.seen.digests[seat] + view, digest_size=16).digest()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            assert self.world.due is not None
            return f"{self.world.deals.names[self.world.due]}: {action}"
        return self.position.notation(action)

    def returns(self) -> list[float]:
        return list(rewards(self.position)) if self.is_terminal() else [0.0] * self.world.deals.players

    @property
    def position(self) -> Position:
        """The position now; before a draw, the one before the move that leads to it."""
        return Position(self.world.deals.setup, self.world.records)

    def view(self, seat: int) -> Position | None:
        """The view of a seat, NOBODY for a spectator; None until the deal is complete."""
        return self.position.view(None if seat == NOBODY else seat) if self.world.is_dealt else None

    def information(self, seat: int) -> str:
        """All that a seat has seen."""
        return f"seat {seat};{self.seen.moves[seat]}; {self.seen.digests[seat].hex()}"

    def __str__(self) -> str:
        board = self.position.text() if self.world.is_dealt else "dealing"
        if self.world.due is None:
            return board
        move = "" if self.world.before is None else f"after {self.position.notation(self.world.move)}, "
        return f"{board}\n{move}draws {self.world.deals.names[self.world.due]}"


class _Memory:
    """The history of each seat: the moves, and a digest of the views."""

    def __init__(self, moves: list[str], digests: list[bytes]) -> None:
        self.moves, self.digests = moves, digests

    def __deepcopy__(self, memo: object) -> _Memory:
        return _Memory(self.moves[:], self.digests[:])


class Observer:
    """The view of a seat (or a spectator, without private information), as a tensor and as a string."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        self.kind = kind
        self.layout = layout_of(game.declared)
        self.tensor = np.zeros(0 if kind.perfect_recall else self.layout.size, np.float32)
        self.dict = {} if kind.perfect_recall else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor."""
        view = state.view(self._viewer(player))
        if self.tensor.size:
            self.tensor[:] = 0 if view is None else self.layout.observe(view)

    def string_from(self, state: SpielState, player: int) -> str | None:
        """The information state with perfect recall, else the text board."""
        if not self.kind.public_info:
            return None  # what a seat sees is not divided into a public and a private part
        if self.kind.perfect_recall:
            return state.information(player)
        view = state.view(self._viewer(player))
        return "dealing" if view is None else view.text()

    def _viewer(self, player: int) -> int:
        return player if self.kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER else NOBODY


class Resampler:
    """For `ISMCTSBot.set_resampler`: another state that looks the same to the player, all that is hidden dealt at
    random.

    In the new state everything is decided. What the other seats have seen in it is unknown: their information states
    begin with their views.
    """

    def __init__(self, seed: int = 0) -> None:
        self._chance = np.random.default_rng(seed)

    def __call__(self, state: SpielState, player: int, _rng: object = None) -> SpielState:
        view = state.view(player)
        assert view is not None, "nothing can be resampled before the deal"
        other = state.clone()
        records = view.imagine(int(self._chance.integers(1 << 62))).state.record
        other.world = World.of(state.world.deals, records)
        others = [seat for seat in range(state.world.deals.players) if seat != player]
        for seat in others:
            seen = veiled(state.world.deals.game, records, seat).tobytes()
            other.seen.moves[seat], other.seen.digests[seat] = "", blake2b(seen, digest_size=16).digest()
        return other  # type: ignore[no-any-return]  # clone has no types


def _type_of(name: str, game: core.Game, players: int, draws: bool, shared: bool) -> Any:
    kinds = pyspiel.GameType
    fixed = players not in _run(game)
    return kinds(
        short_name=name,
        long_name=f"{game.title} (benben)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if draws else kinds.ChanceMode.DETERMINISTIC,
        information=(kinds.Information.PERFECT_INFORMATION if game.open else kinds.Information.IMPERFECT_INFORMATION),
        utility=kinds.Utility.IDENTICAL if shared else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=players if fixed else max(_run(game)),
        min_num_players=players if fixed else min(_run(game)),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": players,
            "seed": NO_SEED,
            **{option.name: _default(option) for option in game.options},
        },
    )


def _default(option: core.Option) -> str | int:
    """OpenSpiel reads `first=2` as a number."""
    return int(option.values[0]) if all(value.isdigit() for value in option.values) else option.values[0]


def _run(game: core.Game) -> range:
    """The numbers of players that one registered game offers: those without a gap around the usual one."""
    first = last = game.usual_table()[0]
    while first - 1 in game.players:
        first -= 1
    while last + 1 in game.players:
        last += 1
    return range(first, last + 1)


def _register(declared: core.Game) -> None:
    usual, options = declared.usual_table()
    for players in (usual, *(number for number in declared.players if number not in _run(declared))):
        name = f"{PREFIX}{declared.name}" if players == usual else f"{PREFIX}{declared.name}_{players}"
        kind = type(
            name, (SpielGame,), {"name": name, "declared": declared, "usual": players, "__doc__": declared.title}
        )
        draws = bool(declared.shuffles(players, options))
        globals()[name] = kind  # for pickling
        pyspiel.register_game(_type_of(name, declared, players, draws, False), kind)


for _name in names():
    _register(find(_name))
