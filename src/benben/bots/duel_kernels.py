"""Alpha-beta search with a transposition table, for two seats and no hidden information."""

from __future__ import annotations

from typing import Any

from benben.bots.kernels import settle
from benben.core.contract import actor, at, legal, play
from benben.core.kernels import kernel
from benben.core.kit.scratch import unowned

# Values are in millionths, for seat 0: -UNIT … UNIT for estimated chances, near ±WON for a decided match.
UNIT = 1_000_000
WON = 2 * UNIT  # minus the number of moves until then: faster wins are preferred
DECIDED = WON - 10_000

EXACT, AT_LEAST, AT_MOST = range(3)
STOP, NODES, LIMIT = range(3)  # indices of the shared `control` array: stop flag, nodes searched, node limit

_HASH_BITS = (1 << 62) - 1
_MIX = 0x2545F4914F6CDD1D & _HASH_BITS


@kernel
def hash_of(words: Any, row: int) -> int:
    """Hash of a record. Identical compiled or not: only the lower bits of products are kept."""
    h = 1
    for k in range(words.shape[1]):
        h = ((h ^ int(words[row, k])) * _MIX) & _HASH_BITS
        h ^= h >> 29
    return h


@kernel
def pack(value: int, depth: int, kind: int, move: int) -> int:
    return ((value + 2 * WON) << 26) | (depth << 18) | (kind << 16) | move


@kernel
def at_distance(value: int, plies: int) -> int:
    """The value of a decided match seen from a position that is `plies` moves earlier (or, negative, later)."""
    if value >= DECIDED:
        return value - plies
    return value + plies if value <= -DECIDED else value


@kernel
def judged(s: Any, ply: int, utility: Any, flags: Any) -> int:
    """The value of a position for seat 0 without looking any deeper."""
    settle(s, 2, utility, flags)
    if actor(s) >= 0:
        return int(UNIT * (2.0 * utility[0] - 1.0))
    gained = int(2 * WON * utility[0]) - WON
    return gained - ply if gained > 0 else gained + ply


@kernel
def look_deeper(
    states: Any,
    words: Any,
    moves: Any,
    ranks: Any,
    ply: int,
    depth: int,
    low: int,
    high: int,
    table: Any,
    history: Any,
    best: Any,
    control: Any,
    utility: Any,
    flags: Any,
) -> int:
    """The value of states[ply], which is not the end, for seat 0 at `depth`, at least 1, within the alpha-beta window
    low … high.

    Sets best[ply] to the best move. If control[STOP] is set it returns at once with an undefined value.
    """
    s = at(states, ply)
    after = at(states, ply + 1)
    seat = actor(s)
    best[ply] = -1
    control[NODES] += 1
    if control[STOP] or control[NODES] > control[LIMIT]:
        control[STOP] = 1
        return 0
    key = hash_of(words, ply)
    slot = key & (table.shape[0] - 1)
    data = int(table[slot, 1])
    known = -1
    if int(table[slot, 0]) ^ data == key:
        known = data & 0xFFFF
        if (data >> 18) & 0xFF >= depth and ply > 0:
            value = at_distance((data >> 26) - 2 * WON, ply)
            kind = (data >> 16) & 3
            if kind == EXACT or (kind == AT_LEAST and value >= high) or (kind == AT_MOST and value <= low):
                best[ply] = known
                return value
    room = moves[ply]
    order = ranks[ply]
    n = legal(s, room)
    for k in range(n):
        order[k] = history[seat, room[k]] + (1 << 40 if room[k] == known else 0)
    found = -2 * WON if seat == 0 else 2 * WON
    a = low
    b = high
    for k in range(n):
        top = k  # selection sort: the best-ranked of the remaining moves
        for j in range(k + 1, n):
            if order[j] > order[top]:
                top = j
        order[k], order[top] = order[top], order[k]
        room[k], room[top] = room[top], room[k]
        move = int(room[k])
        states[ply + 1] = states[ply]
        play(after, move)
        if depth == 1 or actor(after) < 0:
            value = judged(after, ply + 1, unowned(utility), unowned(flags))
        else:
            value = look_deeper(
                states, words, moves, ranks, ply + 1, depth - 1, a, b, table, history, best, control, utility, flags
            )
            if control[STOP]:
                return 0
        if (seat == 0 and value > found) or (seat != 0 and value < found):
            found = value
            best[ply] = move
            if seat == 0:
                a = max(a, found)
            else:
                b = min(b, found)
            if a >= b:
                history[seat, move] += depth * depth
                break
    kind = AT_LEAST if found >= high else AT_MOST if found <= low else EXACT
    data = pack(
        at_distance(found, -ply), depth, kind, int(best[ply])
    )  # counted from here: another search may begin later
    table[slot, 0] = key ^ data
    table[slot, 1] = data
    return found


FUNCTIONS = {"look_deeper": look_deeper}
