"""Fit what a pyramid is worth (`benben/games/pyramido/advice/expected_points.json`) to games of the bots.

`python -m bench.fit_pyramido play FILE.npz --games 3000 --iterations 100 --seed 1` lets the search play itself and
keeps every position; `python -m bench.fit_pyramido fit FILE.npz …` fits the weights to them. Then again with the new
weights: the games get better, and the weights learn from better games.

The games are played with errors, so that there is something to learn from. Some seats keep their cards for later
stages, whatever the search says: what a card is worth late is seen only where there is one.

The stages are fitted from the last to the first. The target of a position is what its stage brought, and what the fit
expects at the start of the next: that goes astray less than what the rest of the match brought.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benben.bots.bot import warm
from benben.bots.levels import named
from benben.core.contract import at
from benben.core.kernels import kernel
from benben.core.kit.network import Networks
from benben.core.position import Position, start
from benben.games.pyramido import GAME
from benben.games.pyramido.advice.analysis import AREA, MOST_AREAS, survey, turns_left
from benben.games.pyramido.advice.expected_points import INPUTS, KNOWN
from benben.games.pyramido.advice.features import CHOOSING, FEATURES, FEWEST, LEFT, MARKED, describe
from benben.games.pyramido.box.components import COLOURS, STAGES, TURNS
from benben.games.pyramido.rules.finish import can_finish
from benben.games.pyramido.rules.moves import NO_CARD
from benben.games.pyramido.rules.score import VIEW
from benben.games.pyramido.rules.state import CARD, LAY, MARK, OVER, REFILL, Board
from bench.adam import Adam

WEIGHTS = Path(__file__).parents[1] / "src/benben/games/pyramido/advice/expected_points.json"
SEATS = 2
ERRORS = {LAY: 0.04, MARK: 0.04, CARD: 0.005, REFILL: 0.03}  # one of the moves that the search looked at
BLUNDERS = {LAY: 0.005, CARD: 0.005}  # any legal move
KEEPERS = 0.35  # seats that lay no card before stage 2, 3 or 4

HIDDEN = 24
EPOCHS = 12
BATCH = 512
RATE = 2e-3  # falling to nothing
DECAY = 1e-5
TESTED = 10  # one match in this many is not learnt from: it tells when to stop


def play_match(iterations: int, seed: int, number: int) -> Any:
    """The positions of a match after every move."""
    rng = np.random.default_rng([seed, number])
    bot = named(GAME, SEATS, f"search:{iterations}i")
    keeps = [int(rng.integers(1, STAGES)) if rng.random() < KEEPERS else 0 for _ in range(SEATS)]
    position = start(GAME, SEATS, rng.bytes(32))
    kept = []
    while position.actor is not None:
        position = position.play(_choose(position, bot, keeps, rng))
        kept.append(position.state.record)
    return np.concatenate(kept)


def _choose(position: Position, bot: Any, keeps: Sequence[int], rng: np.random.Generator) -> int:
    s, seat = position.state, position.actor
    assert isinstance(s, Board)
    assert seat is not None
    if s.phase == CARD and s.stage < keeps[seat]:
        return NO_CARD()
    drawn = rng.random()
    if drawn < BLUNDERS.get(s.phase, 0.0):
        return int(rng.choice(position.legal_moves.numbers))
    thought = bot.think(position.view(seat), int(rng.integers(1 << 62)))
    if thought.visits and drawn > 1.0 - ERRORS.get(s.phase, 0.0):
        return int(rng.choice(list(thought.visits)))
    return int(thought.move)


@kernel
def describe_all(states: Any, features: Any, usable: Any) -> None:
    """What every pyramid is judged by, where it can be finished and no marker is to be chosen."""
    view = np.empty(VIEW, np.int64)
    label = np.empty(VIEW, np.int64)
    areas = np.empty((MOST_AREAS, AREA))
    marks = np.empty(COLOURS, np.int64)
    for i in range(usable.shape[0]):
        s = at(states, i)
        for seat in range(usable.shape[1]):
            if s.phase == OVER or (s.phase == MARK and s.turn == seat):
                continue
            if turns_left(s, seat) == 0 or can_finish(s, seat, s.occupied[seat], 0):
                count = survey(s, seat, view, label, areas, marks)
                describe(s, seat, label, areas, count, marks, features[i, seat])
                usable[i, seat] = 1


class Samples:
    """Pyramids in positions of many matches, and the points that each stage of their match brought."""

    def __init__(self, files: Sequence[Path]) -> None:
        describing = GAME.specialise({"describe_all": describe_all}, compiled=GAME.warm().compiled)["describe_all"]
        features, stages, matches, points = [], [], [], []
        first = 0
        for file in files:
            with np.load(file) as data:
                positions, lengths = data["r"], data["n"]
            described = np.zeros((len(positions), SEATS, FEATURES))
            usable = np.zeros((len(positions), SEATS), np.int8)
            describing(positions, described, usable)
            ends = positions[np.cumsum(lengths) - 1]
            match = np.repeat(np.arange(len(lengths)), lengths)
            usable[(ends["lost"] != 0)[match]] = 0
            for seat in range(SEATS):
                chosen = np.nonzero(usable[:, seat])[0]
                features.append(described[chosen, seat])
                stages.append(positions["stage"][chosen])
                matches.append(first + SEATS * match[chosen] + seat)
            points.append(ends["points"][:, :SEATS].reshape(-1, STAGES))
            first += SEATS * len(lengths)
        self.features = np.concatenate(features)
        self.stage = np.concatenate(stages)
        self.match = np.concatenate(matches)  # … and seat
        self.points = np.concatenate(points).astype(float)  # [match and seat, stage]


class Network:
    """A layer of rectified units beside a linear fit, for standardised features."""

    def __init__(self, x: Any, y: Any, tested: Any, rng: np.random.Generator) -> None:
        learnt = ~tested
        self.middle = x[learnt].mean(0)
        spread = x[learnt].std(0)
        self.scale = np.where(spread > 1e-6, 1 / np.maximum(spread, 1e-6), 0.0)  # what never changes tells nothing
        z = (x - self.middle) * self.scale
        ones = np.c_[np.ones(len(z)), z][learnt]
        linear = np.linalg.solve(ones.T @ ones + np.eye(FEATURES + 1), ones.T @ y[learnt])
        self.parts = [
            rng.normal(0, 0.5 / np.sqrt(FEATURES), (FEATURES, HIDDEN)),
            rng.normal(0, 0.3, HIDDEN),
            rng.normal(0, 0.05, HIDDEN),
            linear[1:],
            linear[:1],
        ]
        self.linear_error = float(np.mean((z[tested] @ linear[1:] + linear[0] - y[tested]) ** 2))
        self.error = np.inf
        best = self.parts
        for _ in self._epochs(z[learnt], y[learnt], rng):
            error = float(np.mean((self._value(z[tested]) - y[tested]) ** 2))
            if error < self.error:
                self.error, best = error, [part.copy() for part in self.parts]
        self.parts = best

    def _value(self, z: Any) -> Any:
        weights, bias, output, direct, constant = self.parts
        return np.maximum(z @ weights + bias, 0) @ output + z @ direct + constant

    def __call__(self, x: Any) -> Any:
        return self._value((x - self.middle) * self.scale)

    def _epochs(self, z: Any, y: Any, rng: np.random.Generator) -> Iterator[None]:
        """Adam on the mean square error."""
        adam = Adam(self.parts)
        steps, step = EPOCHS * (len(z) // BATCH), 0
        for _ in range(EPOCHS):
            order = rng.permutation(len(z))
            for i in range(0, len(z) - BATCH + 1, BATCH):
                step += 1
                rate = RATE * (1 - step / (steps + 1))
                some = order[i : i + BATCH]
                changes = adam.changes(self._slopes(z[some], y[some]))
                self.parts = [part - rate * change for part, change in zip(self.parts, changes, strict=True)]
            yield

    def _slopes(self, z: Any, y: Any) -> list[Any]:
        weights, bias, output, _direct, _constant = self.parts
        hidden = z @ weights + bias
        active = np.maximum(hidden, 0)
        wrong = (self._value(z) - y) / len(z)
        back = np.outer(wrong, output) * (hidden > 0)
        slopes = [z.T @ back + DECAY * weights, back.sum(0), active.T @ wrong + DECAY * output, z.T @ wrong]
        return [*slopes, wrong.sum(keepdims=True)]

    def written(self) -> tuple[Any, Any, Any]:
        """Rows, bias and head for features as they are: a linear unit, then the rectified ones."""
        weights, bias, output, direct, constant = self.parts
        weights = weights * self.scale[:, None]
        direct = direct * self.scale
        rows = np.zeros((INPUTS, 1 + HIDDEN))
        rows[:FEATURES] = np.c_[direct, weights]
        rows[KNOWN, 0] = 1.0
        biases = np.r_[constant[0] - self.middle @ direct, bias - self.middle @ weights]
        return np.round(rows, 4), np.round(biases, 4), np.r_[1.0, np.round(output, 4)]


def fit(samples: Samples) -> Networks:
    """The weights of all parts of the match."""
    rng = np.random.default_rng(0)
    found: dict[int, Network] = {}
    seats = len(samples.points)
    to_come = np.zeros(seats)  # what the next stages bring, as seen from the start of the next one
    known = np.ones(seats, bool)
    for stage in reversed(range(STAGES)):
        starts, count = np.zeros(seats), np.zeros(seats)
        for full in (True, False):
            chosen = (samples.stage == stage) & ((samples.features[:, LEFT] == 0) == full) & known[samples.match]
            if full and stage == STAGES - 1:  # otherwise nothing is left to guess
                chosen &= samples.features[:, CHOOSING] > 0
            x, match = samples.features[chosen], samples.match[chosen]
            y = samples.points[match, stage] + to_come[match]
            if full:
                y -= x[:, MARKED] + x[:, FEWEST]
            tested = match // SEATS % TESTED == 0
            network = found[2 * stage + full] = Network(x, y, tested, rng)
            rest = samples.points[match, stage:].sum(1) - (x[:, MARKED] + x[:, FEWEST] if full else 0.0)
            astray = np.sqrt(np.mean((network(x) - rest)[tested] ** 2))
            print(
                f"stage {stage + 1}{' full' if full else '':5} {len(x):8} pyramids, mean square error: "
                f"mean {y[tested].var():6.2f}, linear {network.linear_error:6.2f}, network {network.error:6.2f}; "
                f"{astray:5.2f} points astray in the end",
                flush=True,
            )
            if not full:
                at_start = x[:, LEFT] == TURNS[stage]
                np.add.at(starts, match[at_start], network(x[at_start]))
                np.add.at(count, match[at_start], 1)
        to_come, known = starts / np.maximum(count, 1), count > 0
    written = zip(*(found[part].written() for part in range(2 * STAGES)), strict=True)
    return Networks(GAME.name, {"command": "python -m bench.fit_pyramido fit"}, *map(np.stack, written))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m bench.fit_pyramido", description=(__doc__ or "").partition("\n")[0]
    )
    commands = parser.add_subparsers(dest="command", required=True)
    playing = commands.add_parser("play", help="games of the search against itself")
    playing.add_argument("file", type=Path)
    playing.add_argument("--games", type=int, default=3000)
    playing.add_argument("--iterations", type=int, default=100)
    playing.add_argument("--seed", type=int, default=1)
    fitting = commands.add_parser("fit", help="the weights to such games")
    fitting.add_argument("files", type=Path, nargs="+")
    fitting.add_argument("--out", type=Path, default=WEIGHTS)
    options = parser.parse_args()
    if options.command == "play":
        warm(GAME)
        matches = [play_match(options.iterations, options.seed, number) for number in range(options.games)]
        np.savez_compressed(options.file, r=np.concatenate(matches), n=np.array([len(match) for match in matches]))
    else:
        options.out.write_text(fit(Samples(options.files)).as_text(), "utf-8")


if __name__ == "__main__":
    main()
