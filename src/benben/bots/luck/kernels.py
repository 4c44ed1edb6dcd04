"""The kernel of `benben.bots.luck`, in a folder of its own: changing other bots does not compile it again."""

from __future__ import annotations

from typing import Any

from benben.core.contract import actor, at, evaluate, imagine, play, winners
from benben.core.kernels import kernel
from benben.core.kit.scratch import unowned

NO_MOVE = -1


@kernel
def mean_chances(
    root: Any, worlds: Any, rng: Any, samples: int, move: int, room: Any, flag_room: Any, mean: Any
) -> None:
    """Fill `mean` with the chances of all seats over worlds that fit the veiled record `root[0]`, after a move or
    without one."""
    chances, flags = unowned(room), unowned(flag_room)
    seats = mean.shape[0]
    for seat in range(seats):
        mean[seat] = 0.0
    for _ in range(samples):
        worlds[0] = root[0]
        s = at(worlds, 0)
        imagine(s, rng)
        if move != NO_MOVE:
            play(s, move)
        if actor(s) >= 0:
            evaluate(s, chances)
        else:
            winners(s, flags)
            victors = 0
            for seat in range(seats):
                victors += flags[seat]
            for seat in range(seats):
                chances[seat] = flags[seat] / victors if victors else 0.0
        for seat in range(seats):
            mean[seat] += chances[seat] / samples


FUNCTIONS = {"mean_chances": mean_chances}
