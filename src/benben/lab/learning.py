"""Learning: better constants of a game's evaluation from the games of its own bot, round after round.

    settings.json             what is learned
    round-001/games/          a run: the bot, with the present constants, against itself
    round-001/examples.npz    chosen positions of these games, how the evaluation judges them, and what came of them
    round-001/fit.json        the constants before and after the fit, and the losses
    round-001/gate/           a run of `lab test`: only constants that win it are kept for the next round

Every part is written whole, and one that exists is not made again: a learning that was interrupted goes on.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benben.bots.altered import altered, constant
from benben.bots.bot import warm
from benben.bots.levels import named
from benben.core.errors import BadOptions
from benben.core.extras import needs
from benben.core.game import Game
from benben.core.text import texts
from benben.lab.games import Contest, Played, hashed_number, played_out, replayed
from benben.lab.plans import Comparison, Simulation
from benben.lab.pool import Pool
from benben.lab.run import BadRun, Run, write_whole
from benben.lab.statistics import HIGHER

_ = texts(__package__)

Numbers = NDArray[np.float64]
SETTINGS = "settings.json"
NUDGE = 0.01  # relative change of a constant, to see how the evaluation depends on it
FARTHEST = 0.5  # relative change of a constant in one round: further away its influence may be another one
STEPS, RATE = 400, 0.01  # of Adam
PULL = 1e-3  # towards the present constants
TESTED = 5  # one game in five is not learned from: it tells which step was the best
GAMES_IN_A_BATCH = 4


@dataclass(frozen=True)
class Settings:
    """What is learned, and how much is played for it."""

    contest: Contest
    bot: str  # with a fixed budget: search:100i, duel:300i
    constants: tuple[str, ...]  # module and name: advice.evaluation.NEAR
    players: int = 2
    rounds: int = 3
    games: int = 400  # of self-play in a round
    each: int = 8  # positions of a game
    rollouts: int = 2  # from each position to the end; 0: only the game itself
    gate: int = 2_000  # games of the test at most
    error: float = 0.05
    tested: str = "greedy"  # the bot that plays the test. Not one with errors: they grow as the evaluation gets flatter


def named_constants(game: Game) -> tuple[str, ...]:
    """All single numbers of the game's evaluation."""
    module = import_module(f"{game.package}.advice.evaluation")
    return tuple(f"advice.evaluation.{name}" for name, value in vars(module).items() if isinstance(value, float))


def with_constants(bot: str, values: Mapping[str, float], present: Mapping[str, float]) -> str:
    """The name of the bot with those values that differ from the ones in the code."""
    changes = [f"{name}={value:.6g}" for name, value in values.items() if f"{value:.6g}" != f"{present[name]:.6g}"]
    return f"{bot}@{','.join(changes)}" if changes else bot


@dataclass(frozen=True)
class Examples:
    """How the evaluation judges positions, how that depends on each constant, and what came of them."""

    scores: Numbers  # [position, seat]: logarithm of the chance
    slopes: Numbers  # [position, seat, constant]: for a change of the constant by all of its value
    shares: Numbers  # [position, seat]: of victory, mean over the rollouts
    game: NDArray[np.int64]

    def write(self, file: Path) -> None:
        sink = BytesIO()
        np.savez_compressed(sink, **{name: getattr(self, name) for name in ("scores", "slopes", "shares", "game")})
        write_whole(file, sink.getvalue())

    @classmethod
    def read(cls, file: Path) -> Examples:
        with np.load(file) as data:
            return cls(data["scores"], data["slopes"], data["shares"], data["game"])


Batch = tuple[Settings, dict[str, float], str, list[Played]]


def examples_of(batch: Batch) -> list[tuple[Numbers, Numbers, list[float], int]]:
    """The examples of some games. Runs in a worker."""
    settings, values, bot, games = batch
    contest = settings.contest
    warm(contest.declared)
    judges = _judges(contest.declared, values)
    return [
        (*_judged(world, settings.players, judges), shares, played.number)
        for played in games
        for world, shares in _chosen(settings, contest, bot, played)
    ]


def _judges(game: Game, values: Mapping[str, float]) -> list[Callable[..., None]]:
    """The evaluation with the present constants, then with each of them a little larger and a little smaller."""
    nudged = [
        {**values, name: value * (1 + side * NUDGE)} for name, value in values.items() for side in (1, -1)
    ]  # fmt: skip
    found = []
    for changes in (dict(values), *nudged):
        advice = altered(game, changes).advice
        assert advice is not None
        found.append(advice.evaluate)
    return found


def _chosen(settings: Settings, contest: Contest, bot: str, played: Played) -> Iterator[tuple[Any, list[float]]]:
    """Worlds that fit the actor's view at chosen positions, and the mean shares of victory from these positions on."""
    line = replayed(contest, played).line()[:-1]
    chance = random.Random(f"{contest.seed} {played.number}")
    for ply in sorted(chance.sample(range(len(line)), min(settings.each, len(line)))):
        position, ends = line[ply], []
        for rollout in range(settings.rollouts):
            bots = [named(contest.declared, settings.players, bot) for _seat in range(settings.players)]
            ends.append(played_out(position, bots, contest.seed, hashed_number(played.number, ply, rollout)).winners)
        wins = ends or [played.winners]
        shares = [sum((seat in end) / max(1, len(end)) for end in wins) / len(wins) for seat in range(settings.players)]
        assert position.actor is not None
        yield position.view(position.actor).imagine(hashed_number(contest.seed, played.number, ply)).state, shares


def _judged(state: Any, players: int, judges: list[Callable[..., None]]) -> tuple[Numbers, Numbers]:
    scores = np.zeros((len(judges), players))
    for place, evaluate in enumerate(judges):
        evaluate(state, scores[place])
    scores = np.log(np.maximum(scores, 1e-12))
    return scores[0], ((scores[1::2] - scores[2::2]) / (2 * NUDGE)).T


def fit(examples: Examples) -> tuple[Numbers, list[tuple[float, float]]]:
    """The relative change of each constant, and the losses on learned and on tested games after each step.

    The logarithms of the chances are taken as linear in the constants; the loss is the cross-entropy of the shares.
    """
    with needs("learn"):
        import jax
        import jax.numpy as jnp
        import optax
    tested = examples.game % TESTED == 0
    parts = [
        tuple(jnp.asarray(part[chosen]) for part in (examples.scores, examples.slopes, examples.shares))
        for chosen in (~tested, tested)
    ]

    def loss(change: Any, part: Any) -> Any:
        scores, slopes, shares = part
        return -(shares * jax.nn.log_softmax(scores + slopes @ change)).sum(1).mean()

    optimiser = optax.adam(optax.cosine_decay_schedule(RATE, STEPS))

    @jax.jit
    def step(change: Any, memory: Any) -> tuple[Any, Any, Any, Any]:
        losses = loss(change, parts[0]), loss(change, parts[1])
        slope = jax.grad(lambda now: loss(now, parts[0]) + PULL * (now**2).sum())(change)
        updates, memory = optimiser.update(slope, memory)
        return jnp.clip(optax.apply_updates(change, updates), -FARTHEST, FARTHEST), memory, *losses

    change = jnp.zeros(examples.slopes.shape[2])
    memory, curve, best, least = optimiser.init(change), [], change, float("inf")
    for _step in range(STEPS):
        before = change
        change, memory, learned, unseen = step(change, memory)
        curve.append((float(learned), float(unseen)))
        if curve[-1][1] < least:
            best, least = before, curve[-1][1]
    return np.asarray(best, float), curve


class Learning:
    """A learning in its folder."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        """For `create` and `open`."""
        self.folder, self.settings = folder, settings
        game = settings.contest.declared
        self.present = {name: float(constant(game, name)) for name in settings.constants}

    @classmethod
    def create(cls, folder: Path, settings: Settings) -> Learning:
        if folder.exists() and any(folder.iterdir()):
            raise BadRun(_("The folder {folder} is not empty: `benben lab resume` continues a run.", folder=folder))
        found = cls(folder, settings)
        if not found.present or not all(found.present.values()):
            raise BadOptions(_("Tuning needs constants that are not zero."))
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / SETTINGS, json.dumps({"plan": "learn", **asdict(settings)}, indent=1).encode())
        return found

    @classmethod
    def is_one(cls, folder: Path) -> bool:
        file = folder / SETTINGS
        return file.exists() and json.loads(file.read_text("utf-8")).get("plan") == "learn"

    @classmethod
    def open(cls, folder: Path) -> Learning:
        given = json.loads((folder / SETTINGS).read_text("utf-8"))
        del given["plan"]
        contest, constants = Contest(**given.pop("contest")), tuple(given.pop("constants"))
        return cls(folder, Settings(contest, constants=constants, **given))

    def carry_out(self, pool: Pool, say: Callable[[str], None] = print) -> dict[str, float]:
        """All rounds; returns the constants that were kept."""
        values = dict(self.present)
        for number in range(1, self.settings.rounds + 1):
            values = self._round(number, values, pool, say)
        return values

    def _round(self, number: int, values: dict[str, float], pool: Pool, say: Callable[[str], None]) -> dict[str, float]:
        folder, settings = self.folder / f"round-{number:03}", self.settings
        bot = with_constants(settings.bot, values, self.present)
        games = self._run(
            folder / "games",
            Simulation(self._contest(2 * number), bot, [settings.players], settings.games), pool,
        )  # fmt: skip
        new = self._fitted(folder, games, values, bot, pool)
        old, other = (with_constants(settings.tested, each, self.present) for each in (values, new))
        if other == old:
            say(f"Round {number}: the constants stay as they are.")
            return values
        test = Comparison(
            self._contest(2 * number + 1), other, old, settings.players, most=settings.gate, error=settings.error
        )
        gate = self._run(folder / "gate", test, pool).plan
        assert isinstance(gate, Comparison)
        say(f"Round {number}: {gate.summary()}")
        return new if gate.test.verdict == HIGHER else values

    def _contest(self, part: int) -> Contest:
        """Deals of its own for each part of each round."""
        contest = self.settings.contest
        return Contest(contest.game, contest.options, hashed_number(contest.seed, part) >> 32)

    def _run(self, folder: Path, plan: Simulation | Comparison, pool: Pool) -> Run:
        run = Run.open(folder) if (folder / SETTINGS).exists() else Run.create(folder, plan)
        run.carry_out(pool)
        return run

    def _fitted(self, folder: Path, run: Run, values: dict[str, float], bot: str, pool: Pool) -> dict[str, float]:
        """The constants after the fit of this round."""
        file = folder / "fit.json"
        if not file.exists():
            change, curve = fit(self._examples(folder / "examples.npz", run, values, bot, pool))
            after = {
                name: value * (1 + float(part)) for (name, value), part in zip(values.items(), change, strict=True)
            }
            write_whole(file, json.dumps({"before": values, "after": after, "losses": curve}, indent=1).encode())
        return dict(json.loads(file.read_text("utf-8"))["after"])

    def _examples(self, file: Path, run: Run, values: dict[str, float], bot: str, pool: Pool) -> Examples:
        if not file.exists():
            played = list(run.games())
            there = Settings(**{**vars(self.settings), "contest": run.plan.contest})
            batches: list[Batch] = [
                (there, values, bot, played[first : first + GAMES_IN_A_BATCH])
                for first in range(0, len(played), GAMES_IN_A_BATCH)
            ]
            rows = [row for found in pool.map(examples_of, batches) for row in found]
            scores, slopes, shares, game = zip(*rows, strict=True)
            Examples(np.array(scores), np.array(slopes), np.array(shares), np.array(game)).write(file)
        return Examples.read(file)

    def losses(self) -> dict[str, list[tuple[float, float]]]:
        """Of every finished fit, by round: on learned and on tested games, before each step."""
        return {folder.name: [(one, other) for one, other in made["losses"]] for folder, made in self._fits()}

    def _fits(self) -> Iterator[tuple[Path, dict[str, Any]]]:
        for file in sorted(self.folder.glob("round-*/fit.json")):
            yield file.parent, json.loads(file.read_text("utf-8"))

    def summary(self) -> str:
        """The constants of every finished fit, and what the gate said."""
        lines = []
        for folder, made in self._fits():
            unseen = [loss for _learned, loss in made["losses"]]
            lines.append(f"{folder.name}: loss on games not learned from {unseen[0]:.4f} -> {min(unseen):.4f}")
            lines += [
                f"  {name:40} {made['before'][name]:10.4g} -> {value:10.4g}" for name, value in made["after"].items()
            ]
            if (folder / "gate" / SETTINGS).exists():
                lines.append(f"  {Run.open(folder / 'gate').plan.summary()}")
        return "\n".join(lines)
