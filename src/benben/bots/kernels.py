"""Kernels of the bots: game-independent, specialised for each game like those in `core.generic`."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from benben.core.contract import actor, at, evaluate, imagine, judge_quiet, legal, play, prefer, quiet, weigh, winners
from benben.core.kernels import kernel
from benben.core.kit.scratch import unowned
from benben.core.rng import below

NOTHING = -1
EPSILON = 16  # one in 16 rollout moves is uniformly random instead of following the game's `prefer`

# A tree is five arrays: `links` [node, (first child, next sibling, move)], `visits`, `offered` (how often the move was
# legal when its parent was visited: legality varies between imagined worlds), `values` [node, seat], `size` [1].
CHILD, SIBLING, MOVE = range(3)


@kernel
def settle(s: Any, seats: int, utility: Any, flags: Any) -> None:
    """Fill `utility` with each seat's share of the win if the match is over, else with its estimated chance."""
    if actor(s) >= 0:
        evaluate(s, utility)
        return
    winners(s, flags)
    victors = 0
    for seat in range(seats):
        victors += flags[seat]
    for seat in range(seats):
        utility[seat] = flags[seat] / victors if victors else 0.0


@kernel
def rate_moves(root: Any, worlds: Any, rng: Any, samples: int, moves: Any, utility: Any, flags: Any, rates: Any) -> int:
    """Fill `rates` with the actor's mean chance after each legal move over imagined worlds; return the move count."""
    seat = actor(at(root, 0))
    seats = utility.shape[0]
    chances, won = unowned(utility), unowned(flags)
    n = legal(at(root, 0), moves)
    for k in range(n):
        rates[k] = 0.0
    for _ in range(samples):
        worlds[1] = root[0]
        imagine(at(worlds, 1), rng)
        for k in range(n):
            worlds[0] = worlds[1]
            play(at(worlds, 0), int(moves[k]))
            settle(at(worlds, 0), seats, chances, won)
            rates[k] += chances[seat] / samples
    return n


@kernel
def most_promising(s: Any, moves: Any, n: int, marks: Any, weights: Any, rng: Any) -> int:
    """The marked legal move with the greatest weight; ties are broken at random."""
    weigh(s, moves, n, weights)
    found = NOTHING
    most = -1e30
    equals = 0
    for k in range(n):
        if marks[moves[k]] and weights[k] >= most:
            equals = equals + 1 if weights[k] == most else 1
            if below(rng, equals) == 0:
                found = int(moves[k])
            most = weights[k]
    return found


@kernel
def grow(
    root: Any,
    worlds: Any,
    links: Any,
    visit_array: Any,
    offered_array: Any,
    values: Any,
    size: Any,
    chance: Any,
    iterations: int,
    horizon: int,
    exploration: float,
    widening: float,
    samples: int,
    move_room: Any,
    weight_room: Any,
    mark_room: Any,
    path_room: Any,
    utility_room: Any,
    flag_room: Any,
) -> int:
    """Information-set Monte-Carlo tree search: run `iterations`; return the number of simulated moves.

    Each iteration imagines a world consistent with the veiled record `root[0]`, descends the tree by the moves that are
    legal in it, adds one node, rolls out for at most `horizon` moves, and backs up the utility of every seat. A
    cut-off point in the tree is evaluated `samples` times; after that it is known well enough.
    """
    simulated = 0
    seats = values.shape[1]
    room = visit_array.shape[0]
    visits, offered, rng = unowned(visit_array), unowned(offered_array), unowned(chance)
    moves, weights, marks = unowned(move_room), unowned(weight_room), unowned(mark_room)
    path, utility, flags = unowned(path_room), unowned(utility_room), unowned(flag_room)
    for _ in range(iterations):
        worlds[0] = root[0]
        s = at(worlds, 0)
        imagine(s, rng)
        node = 0
        depth = 0
        path[0] = 0
        growing = True
        chosen = 0
        n = legal(s, moves)
        moment = quiet(s)  # the cut-off point of the root
        while growing and n > 0 and quiet(s) in (0, moment):
            seat = actor(s)
            for k in range(n):
                marks[moves[k]] = 1
            chosen = NOTHING
            best = -1e30
            known = 0
            child = links[node, CHILD]
            while child != NOTHING:
                if marks[links[child, MOVE]]:
                    marks[links[child, MOVE]] = 0
                    known += 1
                    offered[child] += 1
                    bound = values[child, seat] / visits[child]
                    bound += exploration * sqrt(log(offered[child]) / visits[child])
                    if bound > best:
                        best = bound
                        chosen = child
                child = links[child, SIBLING]
            if known < n and size[0] < room and known <= widening * sqrt(visits[node]):
                chosen = size[0]
                size[0] += 1
                links[chosen, MOVE] = most_promising(s, moves, n, marks, weights, rng)
                links[chosen, CHILD] = NOTHING
                links[chosen, SIBLING] = links[node, CHILD]
                links[node, CHILD] = chosen
                visits[chosen] = 0
                offered[chosen] = 1
                for k in range(seats):
                    values[chosen, k] = 0.0
                growing = False
            for k in range(n):
                marks[moves[k]] = 0
            if chosen == NOTHING:  # the tree is full, and none of the known moves is legal in this world
                break
            play(s, int(links[chosen, MOVE]))
            simulated += 1
            node = chosen
            depth += 1
            path[depth] = node
            n = legal(s, moves)
        is_known = growing and n > 0 and chosen != NOTHING and visits[node] >= samples
        left = 0 if is_known else horizon
        while left > 0 and n > 0 and quiet(s) in (0, moment):
            if below(rng, EPSILON) == 0:
                move = int(moves[below(rng, n)])
            else:
                move = prefer(s, moves, n, rng) if n > 1 else int(moves[0])
            play(s, move)
            simulated += 1
            left -= 1
            n = legal(s, moves)
        if is_known:
            for k in range(seats):
                utility[k] = values[node, k] / visits[node]
        elif quiet(s) != 0:
            judge_quiet(s, utility)
        else:
            settle(s, seats, utility, flags)
        for k in range(depth + 1):
            visits[path[k]] += 1
            for other in range(seats):
                values[path[k], other] += utility[other]
    return simulated


@kernel
def tally(links: Any, visits: Any, counts: Any) -> None:
    """Add the visits of the root's moves to `counts`, by move."""
    child = links[0, CHILD]
    while child != NOTHING:
        counts[links[child, MOVE]] += visits[child]
        child = links[child, SIBLING]


@kernel
def copy_subtree(
    old_links: Any,
    old_visits: Any,
    old_offered: Any,
    old_values: Any,
    top: int,
    links: Any,
    visits: Any,
    offered: Any,
    values: Any,
    size: Any,
    origin: Any,
) -> None:
    """Copy a node of a tree and everything below it into another tree, as its root; children keep their order.

    `origin` is scratch: the old number of each new node.
    """
    origin[0] = top
    size[0] = 1
    node = 0
    while node < size[0]:  # breadth first: new nodes are appended while older ones are copied
        old = origin[node]
        visits[node] = old_visits[old]
        offered[node] = old_offered[old]
        for seat in range(values.shape[1]):
            values[node, seat] = old_values[old, seat]
        links[node, MOVE] = old_links[old, MOVE]
        links[node, CHILD] = NOTHING
        if node == 0:
            links[node, SIBLING] = NOTHING
        child = old_links[old, CHILD]
        last = NOTHING
        while child != NOTHING:
            new = size[0]
            size[0] += 1
            origin[new] = child
            links[new, SIBLING] = NOTHING
            if last == NOTHING:
                links[node, CHILD] = new
            else:
                links[last, SIBLING] = new
            last = new
            child = old_links[child, SIBLING]
        node += 1


FUNCTIONS = {function.__name__: function for function in (rate_moves, grow, tally, copy_subtree)}
