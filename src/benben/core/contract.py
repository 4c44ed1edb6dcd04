"""The kernel contract: the kernels that a game implements, and what each must do.

A kernel works in place on one record `s` and is written in the subset of Python that Numba compiles. The functions
here are stubs: generic code (playouts, batches, search) calls them by name, and `kernels.specialise` replaces them
with a game's own. A move is an int in range(game.moves); seats are 0 … players-1; `NOBODY` (-1) is no seat.
"""

from __future__ import annotations

from typing import Any

from benben.core.kernels import kernel

NOBODY = -1  # the actor when the match is over; as a viewer: a spectator, who sees only what is public


class NotSpecialised(TypeError):
    """A contract stub was called directly instead of through a game's engine."""


@kernel
def deal(s: Any, players: int, options: Any, cards: Any) -> None:
    """Set up the opening in a zeroed record.

    `options.NAME` is the index of the value chosen for the option of this name; `cards.NAME[k]` is the k-th number of
    the shuffle of this name. `cards` is the only source of chance: every later kernel is deterministic.
    """
    raise NotSpecialised


@kernel
def actor(s: Any) -> int:
    """The seat to act, or NOBODY when the match is over."""
    raise NotSpecialised


@kernel
def legal(s: Any, out: Any) -> int:
    """Fill `out` with the actor's legal moves, each once, and return their number: 0 only if the match is over.

    The only source of legality. Must give the same result on the actor's own veiled record.
    """
    raise NotSpecialised


@kernel
def play(s: Any, move: int) -> None:
    """Make a legal move, then everything that follows without a choice (passes, forced refills, the end of a stage)."""
    raise NotSpecialised


@kernel
def score(s: Any, out: Any) -> None:
    """Fill `out[seat]` with the points each seat has now; final when the match is over."""
    raise NotSpecialised


@kernel
def winners(s: Any, out: Any) -> None:
    """Set `out[seat]` to 1 for each winning seat and to 0 for the others. Called only when the match is over.

    Applies the tie-breaks. Several winners share the win; a lost task has no winner.
    """
    raise NotSpecialised


@kernel
def veil(s: Any, seat: int, out: Any) -> None:
    """Copy into the zeroed record `out` only what `seat` may know. NOBODY knows only what is public."""
    raise NotSpecialised


@kernel
def imagine(s: Any, rng: Any) -> None:
    """Determinize a veiled record: fill in the hidden parts at random, consistent with the known ones.

    Veiling the result for the same seat returns the original veiled record.
    """
    raise NotSpecialised


@kernel
def seen(s: Any, seat: int, move: int) -> int:
    """The move, made in `s`, as `seat` sees it: the move itself, or a negative code for its public part."""
    raise NotSpecialised


@kernel
def reveals(s: Any, move: int) -> bool:
    """True if the move shows a seat something that was hidden from it. Such a move cannot be taken back."""
    raise NotSpecialised


@kernel
def evaluate(s: Any, out: Any) -> None:
    """Fill `out[seat]` with each seat's estimated chance to win, 0.0 … 1.0. Not called when the match is over."""
    raise NotSpecialised


@kernel
def estimate(s: Any, out: Any) -> None:
    """`evaluate` as the game wrote it, without the correction by its network."""
    raise NotSpecialised


@kernel
def describe_seat(s: Any, seat: int, inputs: Any, values: Any) -> int:
    """Describe the position to a network, seen from one seat: fill `inputs[k]` with the number of an input and
    `values[k]` with its value, of about one; return how many. 0: the network says nothing here, about no seat.

    Not called when the match is over.
    """
    raise NotSpecialised


@kernel
def weigh(s: Any, moves: Any, n: int, out: Any) -> None:
    """Move ordering: fill `out[k]` with a weight for each of the n legal `moves`; search expands the greatest first."""
    raise NotSpecialised


@kernel
def prefer(s: Any, moves: Any, n: int, rng: Any) -> int:
    """Rollout policy: a sensible random choice among the first n of the legal `moves`."""
    raise NotSpecialised


@kernel
def quiet(s: Any) -> int:
    """Search cut-off: 0 to continue, else a non-zero id of this cut-off point.

    Search stops at the first cut-off point whose id differs from the root's; otherwise delaying moves would look
    attractive. Use it where `judge_quiet` is more accurate than rollouts over unseen cards: at the end of a long turn.
    """
    raise NotSpecialised


@kernel
def judge_quiet(s: Any, out: Any) -> None:
    """Like `evaluate`, but called only at `quiet` cut-offs.

    Also called for a finished match if `quiet` returns an id for it: a solo player's points matter beyond winning.
    """
    raise NotSpecialised


@kernel
def at(states: Any, i: int) -> Any:
    """The i-th record of an array, in the form that kernels accept."""
    return states[i]


@kernel
def blank_state() -> Any:
    """A zeroed state for the time of the call, in the form that kernels accept."""
    raise NotSpecialised
