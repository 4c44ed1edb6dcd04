"""Small networks that correct an evaluation: the format, the loader and the arithmetic, for every game.

    ADVICE = Advice(evaluate=evaluate, describe=describe, network=load(__package__, "network.json"))

The game writes `describe`: what a network may know of a position, from one seat's side, as a list of inputs and their
values. The network makes one number of them: how much likelier a victory of this seat is than `evaluate` says, in
log-odds. The weights are the same for all seats. `benben lab learn` makes the file.

A network has one hidden layer. Its first unit is linear, the others are rectified.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from math import log
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benben.core.contract import NotSpecialised, describe_seat, estimate
from benben.core.kernels import inlined, kernel
from benben.core.kit.scratch import float_scratch, scratch, unowned
from benben.core.kit.seats import make_chances

Numbers = NDArray[np.float64]

MOST_INPUTS = 128  # that `describe` may list for a seat
DIGITS = 5  # of a weight in the file
HOPELESS = 1e-12  # chances below this are taken as this


@dataclass(frozen=True, eq=False)
class Network:
    """The weights, and where they come from."""

    game: str
    players: tuple[int, ...]  # the numbers of players that it was taught with; elsewhere it corrects nothing
    trust: float  # factor of the log-odds that the evaluation says
    rows: Numbers  # [input, unit]
    bias: Numbers  # [unit]
    head: Numbers  # [unit]
    made: Mapping[str, Any]  # by which command

    @property
    def inputs(self) -> int:
        """The length of what describes a position."""
        return int(self.rows.shape[0])

    @property
    def units(self) -> int:
        """The number of hidden units."""
        return int(self.rows.shape[1])

    @cached_property
    def digest(self) -> str:
        """A name that depends on the weights."""
        return hashlib.sha256(self.as_text().encode()).hexdigest()[:12]

    def as_text(self) -> str:
        """The content of its file: one line for each input."""
        told = {"game": self.game, "players": self.players, "made": self.made, "trust": _rounded(self.trust)}
        told |= {"bias": _rounded(self.bias), "head": _rounded(self.head)}
        lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in told.items()]
        rows = ",\n".join(json.dumps(_rounded(row)) for row in self.rows)
        return "{\n" + ",\n".join(lines) + f',\n"rows": [\n{rows}\n]\n}}\n'

    @classmethod
    def from_text(cls, text: str) -> Network:
        """The network in the JSON of a weight file."""
        given = json.loads(text)
        rows, bias, head = (np.array(given[name], np.float64) for name in ("rows", "bias", "head"))
        return cls(given["game"], tuple(given["players"]), given["trust"], rows, bias, head, given["made"])


def _rounded(numbers: Any) -> Any:
    return np.round(np.asarray(numbers, np.float64), DIGITS).tolist()


def load(package: str | None, name: str) -> Network:
    """The network in a file of a game's package."""
    return Network.from_text(resources.files(package or "").joinpath(name).read_text("utf-8"))


def read(file: Path) -> Network:
    """The network in a file that `benben lab learn` has written."""
    return Network.from_text(file.read_text("utf-8"))


def _of_the_network() -> Any:
    """A name in kernels that stands for a constant: `swaps` puts the one of a network in its place."""

    @kernel
    def stub() -> None:
        raise NotSpecialised

    return stub


network_rows = _of_the_network()  # all rows of weights, one after the other
network_bias = _of_the_network()
network_head = _of_the_network()
network_units = _of_the_network()
network_trust = _of_the_network()
network_tables = _of_the_network()  # bit set: the numbers of players that it was taught with


def swaps(network: Network) -> dict[str, Any]:
    """What replaces these names, and `evaluate`, in the kernels of a game."""
    return {
        "evaluate": corrected,
        "network_rows": network.rows.ravel(),
        "network_bias": network.bias,
        "network_head": network.head,
        "network_units": network.units,
        "network_trust": float(network.trust),
        "network_tables": sum(1 << players for players in network.players),
    }


@kernel
def corrected(s: Any, out: Any) -> None:
    """The chances that the game's evaluation says, corrected by the network; as they are where it knows nothing."""
    estimate(s, out)
    if network_tables >> s.players & 1 == 0:
        return
    inputs = scratch(MOST_INPUTS)
    values = float_scratch(MOST_INPUTS)
    for seat in range(s.players):
        count = describe_seat(s, seat, inputs, values)
        if count == 0:
            return
        out[seat] = network_trust * log(max(HOPELESS, out[seat])) + answer(inputs, values, count)
    make_chances(out, s.players, 1.0)


@inlined
def put(inputs: Any, values: Any, count: int, number: int, value: float) -> int:
    """Append an input to a description; return its new length."""
    inputs[count] = number
    values[count] = value
    return count + 1


@kernel
def answer(inputs: Any, values: Any, count: int) -> float:
    """What the network says of a seat with these inputs: log-odds."""
    units = float_scratch(network_units)
    rows = unowned(network_rows)
    bias = unowned(network_bias)
    head = unowned(network_head)
    for unit in range(network_units):
        units[unit] = bias[unit]
    for k in range(count):
        row = inputs[k] * network_units
        value = values[k]
        for unit in range(network_units):
            units[unit] += value * rows[row + unit]
    said: float = head[0] * units[0]
    for unit in range(1, network_units):
        said += head[unit] * max(0.0, units[unit])
    return said
