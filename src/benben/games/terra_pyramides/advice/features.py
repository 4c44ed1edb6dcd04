"""What the network of the competition may know: the holdings of one seat, and the most advanced places of its plan."""

from __future__ import annotations

from typing import Any

from benben.core.kernels import kernel
from benben.core.kit.network import put
from benben.core.kit.scratch import scratch
from benben.games.terra_pyramides.advice.analysis import (
    MOST_PLANNED,
    finished,
    make_plan,
    rounds_after,
    stones_to,
    turns_left,
)
from benben.games.terra_pyramides.box.components import (
    EYE,
    MOST_STONES,
    NO_TILE,
    STONE,
    STONE_KINDS,
    TO_BUILD,
    TOP_LEVEL,
    WHITE,
    WORKER,
)
from benben.games.terra_pyramides.rules.board_tables import SITES
from benben.games.terra_pyramides.rules.score import points_of
from benben.games.terra_pyramides.rules.state import OVER, Board, player, stones

PLACES = 4  # of the plan
MOST_LEFT = 15  # turns that are told apart
MOST_HELD = MOST_STONES + 3  # of stones, within a turn
MOST_GOLD = 7
MOST_SUPPLY = 8
MOST_SHORT = 5  # stones that a level needs
MOST_SITES = 6

# First index of each group of inputs.
LEFT = 0  # [turns left]
ACTING = LEFT + MOST_LEFT + 1  # [phase], of the seat that acts; one more for the others
GOLD = ACTING + OVER + 1  # [gold]
SUPPLY = GOLD + MOST_GOLD + 1  # [workers]
STONES_HELD = SUPPLY + MOST_SUPPLY + 1  # [stones]
JOKERS = STONES_HELD + MOST_HELD + 1  # [white stones]
TIPS = JOKERS + 4
DONE = TIPS + 1  # [finished pyramids]
OWNED = DONE + 4  # [sites]
PLACE = OWNED + MOST_SITES + 1  # [place of the plan, level, workers for the next one]
SHORT = PLACE + PLACES * TOP_LEVEL * (TO_BUILD + 1)  # [place, stones that the next level still needs]
SPARE = SHORT + PLACES * (MOST_SHORT + 1)  # stones of no use for the plan
TO_COME = SPARE + 1  # stones that the plan needs to its end, per turn left
HAND = TO_COME + 1  # symbols of the tile in hand: useful stone, other stone, worker, eye
POINTS = HAND + 4  # of the seat, and how far it is ahead of the best other
INPUTS = POINTS + 3


@kernel
def describe(s: Board, seat: int, inputs: Any, values: Any) -> int:
    """In tasks the network says nothing."""
    if s.task:
        return 0
    left = turns_left(s, seat)
    held = stones(s, seat)
    inputs[0] = LEFT + min(MOST_LEFT, left)
    inputs[1] = ACTING + (s.phase if player(s) == seat else OVER)
    inputs[2] = GOLD + min(MOST_GOLD, s.gold[seat])
    inputs[3] = SUPPLY + min(MOST_SUPPLY, s.supply[seat])
    inputs[4] = STONES_HELD + min(MOST_HELD, held)
    inputs[5] = JOKERS + min(3, s.stone[seat, WHITE])
    inputs[6] = DONE + min(3, finished(s, seat))
    count = 7
    for k in range(count):
        values[k] = 1.0
    count = put(inputs, values, count, TIPS, float(s.tips[seat]))
    owned = 0
    for site in range(SITES):
        owned += s.owner[site] == seat + 1
    count = put(inputs, values, count, OWNED + min(MOST_SITES, owned), 1.0)
    count = describe_plan(s, seat, left, held, inputs, values, count)
    return describe_points(s, seat, rounds_after(s, seat), inputs, values, count)


@kernel
def describe_plan(s: Board, seat: int, left: int, held: int, inputs: Any, values: Any, count: int) -> int:
    plan = scratch(MOST_PLANNED)
    planned = scratch(SITES)
    useful = scratch(STONE_KINDS)
    places = make_plan(s, seat, PLACES, plan, planned)
    needs = 0
    spare = held - s.stone[seat, WHITE]
    for k in range(places):
        site = plan[k]
        level = s.level[site]
        waiting = s.workers[site] - (level > 0)
        count = put(inputs, values, count, PLACE + (k * TOP_LEVEL + level) * (TO_BUILD + 1) + waiting, 1.0)
        if level > 0:
            colour = s.colour[site]
            short = max(0, level + 1 - s.stone[seat, colour])
            count = put(inputs, values, count, SHORT + k * (MOST_SHORT + 1) + min(MOST_SHORT, short), 1.0)
            needs += stones_to(TOP_LEVEL) - stones_to(level)
            if useful[colour] == 0:
                spare -= min(s.stone[seat, colour], stones_to(TOP_LEVEL) - stones_to(level))
            useful[colour] = 1
    count = put(inputs, values, count, SPARE, 0.3 * spare)
    count = put(inputs, values, count, TO_COME, 0.2 * (needs - held) / (left + 1))
    tile = s.hand[seat]
    if tile > NO_TILE:
        stone = tile & STONE
        if stone:
            count = put(inputs, values, count, HAND + (0 if useful[stone] else 1), 1.0)
        if tile & WORKER:
            count = put(inputs, values, count, HAND + 2, 1.0)
        if tile & EYE:
            count = put(inputs, values, count, HAND + 3, 1.0)
    return count


@kernel
def describe_points(s: Board, seat: int, rounds: int, inputs: Any, values: Any, count: int) -> int:
    own = points_of(s, seat)
    best = 0
    for other in range(s.players):
        if other != seat:
            best = max(best, points_of(s, other))
    count = put(inputs, values, count, POINTS, own / 100)
    count = put(inputs, values, count, POINTS + 1, (own - best) / 50)
    return put(inputs, values, count, POINTS + 2, (own - best) / 50 / (1 + rounds))
