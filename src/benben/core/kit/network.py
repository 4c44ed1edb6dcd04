"""Small networks: the format, the loader and the arithmetic, for every game.

A network that corrects an evaluation:

    ADVICE = Advice(evaluate=evaluate, describe=describe, network=load(__package__, "network.json"))

The game writes `describe`: what a network may know of a position, from one seat's side, as a list of inputs and their
values. The network makes one number of them: how much likelier a victory of this seat is than `evaluate` says, in
log-odds. The weights are the same for all seats. `benben lab learn` makes the file.

A network has one hidden layer. Its first unit is linear, the others are rectified.

Networks that an evaluation itself asks, one for each stage or task:

    TO_COME = load_networks(__package__, "expected_points.json", FEATURES)
    ROWS, BIAS, HEAD = TO_COME.flat_rows, TO_COME.bias, TO_COME.head
    …
    count = list_inputs(features, FEATURES, inputs, values, 0)
    fill_units(units, UNITS, ROWS[stage], BIAS[stage], inputs, values, count)
    points = add_up(units, UNITS, HEAD[stage])

They may have a hidden layer before, whose units are all rectified.
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
        rows, bias, head = _weights(given, np.float64)
        return cls(given["game"], tuple(given["players"]), given["trust"], rows, bias, head, given["made"])


@dataclass(frozen=True, eq=False)
class Networks:
    """The weights of several networks of one shape that an evaluation asks."""

    game: str
    made: Mapping[str, Any]  # by which command
    rows: NDArray[Any]  # [network, input, unit]
    bias: NDArray[Any]  # [network, unit]
    head: NDArray[Any]  # [network, unit]
    rows_before: NDArray[Any] | None = None  # [network, input, unit]: of a hidden layer before this one
    bias_before: NDArray[Any] | None = None  # [network, unit]

    @property
    def inputs(self) -> int:
        """The length of what describes a position."""
        return int((self.rows if self.rows_before is None else self.rows_before).shape[1])

    @property
    def flat_rows(self) -> NDArray[Any]:
        """The rows of each network one after the other, as `fill_units` wants them."""
        return self.rows.reshape(len(self.rows), -1)

    @property
    def layer_before(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """The flat rows and the bias of the layer before."""
        assert self.rows_before is not None
        assert self.bias_before is not None
        return self.rows_before.reshape(len(self.rows_before), -1), self.bias_before

    def as_text(self) -> str:
        """The content of its file: one line for each input."""
        told = {"game": self.game, "made": self.made, "numbers": self.rows.dtype.name}
        lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in told.items()]
        networks = ",\n".join(self._as_text(number) for number in range(len(self.rows)))
        return "{\n" + ",\n".join(lines) + f',\n"networks": [\n{networks}\n]\n}}\n'

    def _as_text(self, number: int) -> str:
        lines = [f'"bias": {_shortest(self.bias[number])}', f'"head": {_shortest(self.head[number])}']
        lines.append('"rows": [\n' + ",\n".join(map(_shortest, self.rows[number])) + "\n]")
        if self.rows_before is not None and self.bias_before is not None:
            lines.append(f'"bias before": {_shortest(self.bias_before[number])}')
            lines.append('"rows before": [\n' + ",\n".join(map(_shortest, self.rows_before[number])) + "\n]")
        return "{\n" + ",\n".join(lines) + "\n}"

    @classmethod
    def from_text(cls, text: str) -> Networks:
        """The networks in the JSON of a weight file."""
        given = json.loads(text)
        kind = np.dtype(given["numbers"])
        stacked = [np.stack(each) for each in zip(*(_weights(each, kind) for each in given["networks"]), strict=True)]
        return cls(given["game"], given["made"], *stacked)


def _weights(given: Mapping[str, Any], kind: Any) -> list[NDArray[Any]]:
    """Rows, bias and head, and the layer before if there is one."""
    names = ("rows", "bias", "head", "rows before", "bias before")
    return [np.array(given[name], kind) for name in names if name in given]


def _shortest(numbers: NDArray[Any]) -> str:
    """The numbers as JSON, with the digits that tell them from their neighbours in their own precision."""
    return "[" + ", ".join(map(str, numbers)) + "]"


def _rounded(numbers: Any) -> Any:
    return np.round(np.asarray(numbers, np.float64), DIGITS).tolist()


def load(package: str | None, name: str) -> Network:
    """The network in a file of a game's package."""
    return Network.from_text(resources.files(package or "").joinpath(name).read_text("utf-8"))


def load_networks(package: str | None, name: str, inputs: int) -> Networks:
    """The networks in a file of a game's package, which were made for this number of inputs."""
    networks = Networks.from_text(resources.files(package or "").joinpath(name).read_text("utf-8"))
    if networks.inputs != inputs:
        raise ValueError(f"{name}: the networks were made for {networks.inputs} inputs, not for {inputs}")
    return networks


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
    """The values that replace these names, and `evaluate`, in the kernels of a game."""
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
def list_inputs(features: Any, length: int, inputs: Any, values: Any, count: int) -> int:
    """Append the features that are not 0 to a description; return its new length."""
    for number in range(length):
        if features[number] != 0:
            count = put(inputs, values, count, number, features[number])
    return count


@inlined
def fill_units(units: Any, size: int, rows: Any, bias: Any, inputs: Any, values: Any, count: int) -> None:
    """Each unit of a layer: its bias, and its weight of each input."""
    for unit in range(size):
        units[unit] = bias[unit]
    for k in range(count):
        row = inputs[k] * size
        value = values[k]
        for unit in range(size):
            units[unit] += value * rows[row + unit]


@inlined
def rectify(units: Any, size: int) -> None:
    """The units of a layer that another one follows."""
    for unit in range(size):
        if units[unit] < 0:
            units[unit] = 0


@inlined
def add_up(units: Any, size: int, head: Any) -> float:
    """The answer of the last layer: its first unit is linear, the others are rectified."""
    said: float = head[0] * units[0]
    for unit in range(1, size):
        if units[unit] > 0:
            said += head[unit] * units[unit]
    return said


@kernel
def answer(inputs: Any, values: Any, count: int) -> float:
    """The output of the network for a seat with these inputs: log-odds."""
    units = float_scratch(network_units)
    fill_units(units, network_units, unowned(network_rows), unowned(network_bias), inputs, values, count)
    return add_up(units, network_units, unowned(network_head))
