"""Examples for learning: positions of games, as a network sees them, and what was said and came of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benben.bots.altered import with_network
from benben.core.contract import at, describe_seat, evaluate
from benben.core.game import Game
from benben.core.kernels import Kernel, kernel
from benben.core.kit.network import HOPELESS, MOST_INPUTS
from benben.core.kit.scratch import unowned
from benben.lab.games import Contest, Played, replayed
from benben.lab.run import write_whole

Numbers = NDArray[np.float32]
Whole = NDArray[np.int32]


@kernel
def describe_all(states: Any, chances: Any, inputs: Any, values: Any, counts: Any) -> None:
    """The plain evaluation and the description of each seat in each of these positions."""
    for i in range(counts.shape[0]):
        s = at(states, i)
        evaluate(s, unowned(chances[i]))
        for seat in range(counts.shape[1]):
            counts[i, seat] = describe_seat(s, seat, unowned(inputs[i, seat]), unowned(values[i, seat]))


@cache
def _describing(game: Game, compiled: bool) -> Kernel:
    return with_network(game, None).specialise({"describe_all": describe_all}, compiled)["describe_all"]


@dataclass(frozen=True)
class Examples:
    """Positions of finished games. The inputs of a seat are `inputs[first:first + count]`, and so their values."""

    scores: Numbers  # [position, seat]: logarithm of the chance that the evaluation says
    said: Numbers  # [position, seat]: chance that the search says
    shares: Numbers  # [position, seat]: of the victory
    game: Whole  # [position]
    counts: Whole  # [position, seat]
    inputs: Whole
    values: Numbers

    def write(self, file: Path) -> None:
        sink = BytesIO()
        np.savez_compressed(sink, **{part.name: getattr(self, part.name) for part in fields(self)})
        write_whole(file, sink.getvalue())

    @classmethod
    def read(cls, file: Path) -> Examples:
        with np.load(file) as data:
            return cls(**{part.name: data[part.name] for part in fields(cls)})

    @classmethod
    def joined(cls, parts: Sequence[Examples]) -> Examples:
        """All of them; a game of one part is none of another's."""
        found = {part.name: np.concatenate([getattr(each, part.name) for each in parts]) for part in fields(cls)}
        ends = np.cumsum([0, *(int(each.game.max(initial=0)) + 1 for each in parts)])
        found["game"] = np.concatenate([each.game + first for each, first in zip(parts, ends, strict=False)])
        return cls(**found)

    def dense(self, size: int) -> Numbers:
        """The values of all inputs, [position * seat, input]."""
        found = np.zeros((self.counts.size, size), np.float32)
        rows = np.repeat(np.arange(self.counts.size), self.counts.ravel())
        np.add.at(found, (rows, self.inputs), self.values)
        return found

    def chosen(self, places: NDArray[np.int64]) -> Examples:
        """The examples at these places."""
        ends = np.cumsum(self.counts.sum(1))
        starts = ends - self.counts.sum(1)
        lengths = (ends - starts)[places]
        within = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        inputs = np.repeat(starts[places], lengths) + within
        parts = {name: getattr(self, name)[places] for name in ("scores", "said", "shares", "game", "counts")}
        return Examples(**parts, inputs=self.inputs[inputs], values=self.values[inputs])


Batch = tuple[Contest, int, list[Played]]


def examples_of(batch: Batch) -> Examples | None:
    """Examples from `each` positions of some games that a bot has judged; None if there are none. Runs in a worker."""
    contest, each, games = batch
    game = contest.declared
    records, said, shares, numbers = [], [], [], []
    for played in games:
        judged = [one for one in played.judged if one.chances]
        chance = random.Random(f"examples {contest.seed} {played.number}")
        line = replayed(contest, played).line()
        for one in chance.sample(judged, min(each, len(judged))):
            records.append(line[one.ply].state.record)
            said.append(one.chances)
            shares.append([played.share(seat) for seat in range(len(played.bots))])
            numbers.append(played.number)
    if not records:
        return None
    states, seats = np.concatenate(records), len(said[0])
    chances, counts = np.zeros((len(states), seats)), np.zeros((len(states), seats), np.int64)
    inputs = np.zeros((len(states), seats, MOST_INPUTS), np.int64)
    values = np.zeros(inputs.shape)
    _describing(game, game.warm().compiled)(states, chances, inputs, values, counts)
    listed = np.arange(MOST_INPUTS) < counts[:, :, None]
    return Examples(
        np.log(np.maximum(chances, HOPELESS)).astype(np.float32),
        np.array(said, np.float32),
        np.array(shares, np.float32),
        np.array(numbers, np.int32),
        counts.astype(np.int32),
        inputs[listed].astype(np.int32),
        values[listed].astype(np.float32),
    )
