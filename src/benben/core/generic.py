"""Game-independent kernels, written over the contract's stubs and specialised for each game by its engine.

States come as arrays of records; `at` returns one record. Compiled code releases the GIL.
"""

from __future__ import annotations

from typing import Any

from benben.core.contract import actor, at, deal, imagine, legal, play, reveals, score, seen, veil, winners
from benben.core.kernels import kernel
from benben.core.kit.scratch import unowned
from benben.core.rng import below, shuffle


@kernel
def deal_one(states: Any, i: int, players: int, options: Any, cards: Any) -> None:
    deal(at(states, i), players, options[0], cards[0])


@kernel
def actor_of(states: Any, i: int) -> int:
    return actor(at(states, i))


@kernel
def legal_of(states: Any, i: int, out: Any) -> int:
    return legal(at(states, i), unowned(out))


@kernel
def play_one(states: Any, i: int, move: int) -> None:
    play(at(states, i), move)


@kernel
def score_of(states: Any, i: int, out: Any) -> None:
    score(at(states, i), out)


@kernel
def winners_of(states: Any, i: int, out: Any) -> None:
    winners(at(states, i), out)


@kernel
def veil_one(states: Any, i: int, seat: int, out: Any, j: int) -> None:
    veil(at(states, i), seat, at(out, j))


@kernel
def imagine_one(states: Any, i: int, rng: Any) -> None:
    imagine(at(states, i), rng)


@kernel
def seen_of(states: Any, i: int, seat: int, move: int) -> int:
    return seen(at(states, i), seat, move)


@kernel
def reveals_of(states: Any, i: int, move: int) -> bool:
    return reveals(at(states, i), move)


@kernel
def preview_moves(states: Any, moves: Any, n: int, seat: int, points: Any, gains: Any, final: Any) -> None:
    """Try each of n moves from states[0], with states[1] as scratch: the points that `seat` gains at once, and whether
    the move ends its turn or reveals something."""
    root, s = at(states, 0), at(states, 1)
    score(root, points)
    before = points[seat]
    for k in range(n):
        move = int(moves[k])
        final[k] = reveals(root, move)
        states[1] = states[0]
        play(s, move)
        score(s, points)
        gains[k] = points[seat] - before
        final[k] |= actor(s) != seat


@kernel
def playout(states: Any, i: int, rng: Any, moves: Any) -> int:
    """Play states[i] to the end with random moves; return their number. `moves` is a move-list buffer."""
    s = at(states, i)
    room = unowned(moves)
    chance = unowned(rng)
    played = 0
    n = legal(s, room)
    while n > 0:
        play(s, room[below(chance, n)])
        played += 1
        n = legal(s, room)
    return played


@kernel
def playouts(root: Any, states: Any, rng: Any, moves: Any, count: int) -> int:
    """Play `count` random games from `root[0]`, using `states[0]` as scratch; return the total number of moves."""
    played = 0
    for _ in range(count):
        states[0] = root[0]
        played += playout(states, 0, rng, moves)
    return played


@kernel
def perft(states: Any, moves: Any, at_depth: int, depth: int) -> int:
    """The number of sequences of exactly `depth` (at least 1) moves from states[at_depth]."""
    n = legal(at(states, at_depth), unowned(moves[at_depth]))
    if depth == 1:
        return n
    counts = 0
    for k in range(n):
        states[at_depth + 1] = states[at_depth]
        play(at(states, at_depth + 1), int(moves[at_depth, k]))
        counts += perft(states, moves, at_depth + 1, depth - 1)
    return counts


@kernel
def deal_many(
    states: Any,
    start: int,
    end: int,
    which: Any,
    players: int,
    options: Any,
    cards: Any,
    numbers: Any,
    ranges: Any,
    rngs: Any,
    blank: Any,
) -> None:
    """Deal a new match at each index flagged in `which`, shuffled by that index's own generator.

    `numbers` is the memory of the record `cards`; each of `ranges` is where a shuffle begins and ends in it.
    """
    for i in range(start, end):
        if which[i]:
            for shuffled in range(len(ranges)):
                first = ranges[shuffled, 0]
                for k in range(first, ranges[shuffled, 1]):
                    numbers[k] = k - first
                shuffle(rngs[i], numbers, first, ranges[shuffled, 1])
            states[i] = blank[0]
            deal(at(states, i), players, options[0], cards[0])


@kernel
def look_many(states: Any, start: int, end: int, actors: Any, counts: Any, masks: Any, moves: Any) -> None:
    """Fill in the actor, the number of legal moves and the legal-move flags of each state."""
    for i in range(start, end):
        s = at(states, i)
        actors[i] = actor(s)
        masks[i, :] = False
        counts[i] = legal(s, unowned(moves))
        for k in range(counts[i]):
            masks[i, moves[k]] = True


@kernel
def play_many(states: Any, start: int, end: int, chosen: Any) -> None:
    """Play one move in each state; negative skips it. The caller checks legality."""
    for i in range(start, end):
        if chosen[i] >= 0:
            play(at(states, i), int(chosen[i]))


@kernel
def choose_many(masks: Any, counts: Any, start: int, end: int, rngs: Any, chosen: Any) -> None:
    """A random legal move for each state, -1 if the match is over."""
    for i in range(start, end):
        chosen[i] = -1
        if counts[i] > 0:
            skip = below(rngs[i], int(counts[i]))
            for move in range(masks.shape[1]):
                if masks[i, move]:
                    if skip == 0:
                        chosen[i] = move
                        break
                    skip -= 1


@kernel
def score_many(states: Any, start: int, end: int, scores: Any, shares: Any, flags: Any) -> None:
    """Fill in each state's points by seat and, if the match is over, each seat's share of the win."""
    for i in range(start, end):
        s = at(states, i)
        score(s, scores[i])
        shares[i, :] = 0.0
        if actor(s) < 0:
            winners(s, flags)
            victors = 0
            for seat in range(shares.shape[1]):
                victors += flags[seat]
            for seat in range(shares.shape[1]):
                if flags[seat]:
                    shares[i, seat] = 1.0 / victors


FUNCTIONS = {
    function.__name__: function
    for function in (
        deal_one, actor_of, legal_of, play_one, score_of, winners_of, veil_one, imagine_one, seen_of, reveals_of,
        preview_moves, playout, playouts, perft, deal_many, look_many, play_many, choose_many, score_many,
    )
}  # fmt: skip
