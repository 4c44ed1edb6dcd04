"""Learning: a network that corrects a game's evaluation, from the games of its own bot, round after round.

    settings.json             what is learned
    round-001/games/          a run: the bot, with the network so far, against itself
    round-001/examples.npz    positions of these games, what the search said of them, and what came of them
    round-001/network.json    the network that was fitted to the examples of all rounds so far
    round-001/fit.json        its losses
    round-001/gate/           a run of `lab test`: only a network that wins it is used from then on

Every part is written whole, and one that exists is not made again: a learning that was interrupted goes on.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import benben
from benben.core.errors import BadOptions
from benben.core.kit.network import Network, read
from benben.core.text import texts
from benben.lab.examples import Batch, Examples, examples_of
from benben.lab.fitting import fit
from benben.lab.games import Contest, hashed_number
from benben.lab.plans import Comparison, SelfPlay
from benben.lab.pool import Pool
from benben.lab.run import BadRun, Run, Watch, write_whole
from benben.lab.statistics import HIGHER

_ = texts(__package__)

SETTINGS, NETWORK = "settings.json", "network.json"
GAMES_IN_A_BATCH = 20
NONE = "none"  # the network that the first round begins with

Progress = Callable[[Run], AbstractContextManager[Watch]]


def unwatched(_run: Run) -> AbstractContextManager[Watch]:
    return nullcontext(lambda count, plan: None)


@dataclass(frozen=True)
class LearningSettings:
    """The subject of the learning, and the number of games for it."""

    contest: Contest
    bot: str  # with a fixed budget: search:100i, duel:300i
    players: int = 2
    rounds: int = 2
    games: int = 2_000  # of self-play in a round
    errors: float = 0.1  # share of random moves
    each: int = 30  # positions of a game
    ends: float = 0.5  # how much of a target is the end of the game; the rest is what the search said
    units: int = 16  # of the network
    passes: int = 15  # of the fit
    gate: int = 1_000  # games of the test at most
    error: float = 0.05
    tested: str = ""  # the bot that plays the test; default: the one that plays

    def as_command(self) -> str:
        """The command that learns with these settings."""
        told = {name: value for name, value in vars(self).items() if name not in ("contest", "error")}
        words = [f"--{name} {value}" for name, value in told.items() if value != ""]
        words += [f"--option {name}={value}" for name, value in self.contest.options.items()]
        return f"benben lab learn {self.contest.game} {' '.join(words)} --seed {self.contest.seed}"


@dataclass(frozen=True)
class Round:
    """A finished round."""

    name: str
    losses: list[tuple[float, float]]  # on learned and on other games, after each pass
    unfitted: float  # of the plain evaluation, on the other games
    examples: int
    gate: str  # what the test said; empty before its end


class Learning:
    """A learning in its folder."""

    def __init__(self, folder: Path, settings: LearningSettings) -> None:
        """For `create` and `open`."""
        self.folder, self.settings = folder, settings

    @classmethod
    def create(cls, folder: Path, settings: LearningSettings) -> Learning:
        if folder.exists() and any(folder.iterdir()):
            raise BadRun(_("The folder {folder} is not empty: `benben lab resume` continues a run.", folder=folder))
        advice = settings.contest.declared.advice
        if advice is None or advice.describe is None:
            raise BadOptions(_("This game does not say what a network may know of a position."))
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / SETTINGS, json.dumps({"plan": "learn", **asdict(settings)}, indent=1).encode())
        return cls(folder, settings)

    @classmethod
    def is_one(cls, folder: Path) -> bool:
        file = folder / SETTINGS
        return file.exists() and json.loads(file.read_text("utf-8")).get("plan") == "learn"

    @classmethod
    def open(cls, folder: Path) -> Learning:
        given = json.loads((folder / SETTINGS).read_text("utf-8"))
        del given["plan"]
        return cls(folder, LearningSettings(Contest(**given.pop("contest")), **given))

    def carry_out(
        self, pool: Pool, say: Callable[[str], None] = print, progress: Progress = unwatched
    ) -> Network | None:
        """All rounds; returns the network that was kept."""
        kept = NONE
        for number in range(1, self.settings.rounds + 1):
            kept = self._round(number, kept, pool, say, progress)
        return None if kept == NONE else read(Path(kept))

    def _round(self, number: int, kept: str, pool: Pool, say: Callable[[str], None], progress: Progress) -> str:
        folder, settings = self.folder / f"round-{number:03}", self.settings
        bot = f"{settings.bot}@network={kept}"
        plan = SelfPlay(self._contest(2 * number), bot, [settings.players], settings.games, settings.errors)
        games = self._run(folder / "games", plan, pool, progress)
        self._learn(folder, games, pool)
        made = self._round_at(folder)
        say(f"{made.name}: {made.examples} examples, loss {made.unfitted:.4f} -> {_best(made.losses):.4f}")
        new, tested = str((folder / NETWORK).resolve()), settings.tested or settings.bot
        test = Comparison(
            self._contest(2 * number + 1), f"{tested}@network={new}", f"{tested}@network={kept}", settings.players,
            most=settings.gate, error=settings.error,
        )  # fmt: skip
        gate = self._run(folder / "gate", test, pool, progress).plan
        assert isinstance(gate, Comparison)
        say(f"{made.name}: {self._said(gate)}")
        return new if gate.test.verdict == HIGHER else kept

    def _contest(self, part: int) -> Contest:
        """Deals of its own for each part of each round."""
        contest = self.settings.contest
        return Contest(contest.game, contest.options, hashed_number(contest.seed, part) >> 32)

    def _run(self, folder: Path, plan: SelfPlay | Comparison, pool: Pool, progress: Progress) -> Run:
        run = Run.open(folder) if (folder / SETTINGS).exists() else Run.create(folder, plan)
        with progress(run) as watch:
            run.carry_out(pool, watch)
        return run

    def _learn(self, folder: Path, games: Run, pool: Pool) -> None:
        """Fit the network of this round."""
        if (folder / "fit.json").exists():
            return
        settings, game = self.settings, self.settings.contest.declared
        self._describe(folder / "examples.npz", games, pool)
        examples = Examples.joined(
            [Examples.read(file) for file in self._parts("examples.npz") if file.parent <= folder]
        )
        assert game.advice is not None
        made = {"command": settings.as_command(), "round": folder.name, "benben": benben.__version__}
        found = fit(
            examples, game.advice.inputs, settings.units, settings.passes, settings.ends, settings.contest.seed,
            (game.name, (settings.players,), made),
        )  # fmt: skip
        write_whole(folder / NETWORK, found.network.as_text().encode())
        told = {"examples": len(examples.game), "unfitted": found.unfitted, "losses": found.losses}
        write_whole(folder / "fit.json", json.dumps(told, indent=1).encode())

    def _describe(self, file: Path, run: Run, pool: Pool) -> None:
        if file.exists():
            return
        played = list(run.games())
        batches: list[Batch] = [
            (run.plan.contest, self.settings.each, played[first : first + GAMES_IN_A_BATCH])
            for first in range(0, len(played), GAMES_IN_A_BATCH)
        ]
        found = [part for part in pool.map(examples_of, batches) if part is not None]
        numbered = Examples.joined(found)
        numbered.write(file)

    def _parts(self, name: str) -> list[Path]:
        return sorted(self.folder.glob(f"round-*/{name}"))

    def rounds(self) -> list[Round]:
        """All rounds whose fit is finished."""
        return [self._round_at(file.parent) for file in self._parts("fit.json")]

    def _round_at(self, folder: Path) -> Round:
        made: dict[str, Any] = json.loads((folder / "fit.json").read_text("utf-8"))
        gate = ""
        if (folder / "gate" / SETTINGS).exists():
            plan = Run.open(folder / "gate").plan
            assert isinstance(plan, Comparison)
            gate = self._said(plan)
        losses = [(learned, unseen) for learned, unseen in made["losses"]]
        return Round(folder.name, losses, made["unfitted"], made["examples"], gate)

    def _said(self, gate: Comparison) -> str:
        """The summary of a test, with networks named as they are seen from the folder."""
        return gate.summary().replace(f"{self.folder.resolve()}/", "")

    def summary(self) -> str:
        """The command, the losses of every finished fit, and what the gate said."""
        return "\n".join(self._lines())

    def log(self) -> str:
        """The summary and all losses as text, to keep beside the network."""
        curves = [
            f"{made.name}, pass {number}: learned {learned:.5f}, other games {unseen:.5f}"
            for made in self.rounds()
            for number, (learned, unseen) in enumerate(made.losses, 1)
        ]
        return "\n".join([*self._lines(), "", *curves]) + "\n"

    def _lines(self) -> Iterator[str]:
        yield self.settings.as_command()
        for made in self.rounds():
            yield (
                f"{made.name}: {made.examples} examples, loss on games not learned from "
                f"{made.unfitted:.4f} -> {_best(made.losses):.4f}"
            )
            if made.gate:
                yield f"  {made.gate}"


def _best(losses: list[tuple[float, float]]) -> float:
    return min(unseen for _learned, unseen in losses)
