"""The kernels of a game: what each must do. The one place that says so.

A kernel works in place on one record `s` and is written in the part of Python that Numba compiles. The functions here
are blanks: generic code (playouts, batches, search) calls them by these names, and `kernels.specialise` puts a game's
own in their place. A move is an int in range(game.moves); seats are 0 … players-1; `NOBODY` (-1) is no seat.
"""

from __future__ import annotations

from typing import Any

from benben.core.kernels import kernel

NOBODY = -1  # the actor when the match is over; as a viewer: a spectator, who sees only what is public


class NotSpecialised(TypeError):
    """Generic code was called as it stands instead of through a game's engine."""


@kernel
def deal(s: Any, players: int, options: Any, cards: Any) -> None:
    """Set up the opening in a zeroed record.

    `options[i]` is the index of the value chosen for the game's i-th option; `cards` holds the game's shuffles end to
    end. Everything random about the match is in `cards`: afterwards the rules are deterministic.
    """
    raise NotSpecialised


@kernel
def actor(s: Any) -> int:
    """The seat that decides now, or NOBODY when the match is over."""
    raise NotSpecialised


@kernel
def legal(s: Any, out: Any) -> int:
    """Fill `out` with the moves of the actor, each once, and return how many; 0 exactly when the match is over.

    The only source of legality. Also right on the actor's own veiled record.
    """
    raise NotSpecialised


@kernel
def play(s: Any, move: int) -> None:
    """Make a legal move, and whatever follows without a choice (passes, forced refills, the end of a stage)."""
    raise NotSpecialised


@kernel
def score(s: Any, out: Any) -> None:
    """Fill `out[seat]` with the points each seat has now; final when the match is over."""
    raise NotSpecialised


@kernel
def winners(s: Any, out: Any) -> None:
    """Set `out[seat]` to 1 for each seat that has won and to 0 for the others. Asked only when the match is over.

    Tie-breaks are settled here; several winners share; a lost task has none.
    """
    raise NotSpecialised


@kernel
def veil(s: Any, seat: int, out: Any) -> None:
    """Copy into the zeroed record `out` what `seat` may know, and only that. NOBODY sees what is public."""
    raise NotSpecialised


@kernel
def imagine(s: Any, rng: Any) -> None:
    """Complete a veiled record: deal what is unknown at random among all worlds that fit what is known.

    Veiling the result for the same seat gives the veiled record back.
    """
    raise NotSpecialised


@kernel
def seen(s: Any, seat: int, move: int) -> int:
    """The move, made in `s`, as `seat` sees it: itself, or a negative stand-in that tells only what is public."""
    raise NotSpecialised


@kernel
def reveals(s: Any, move: int) -> bool:
    """Does this move show anybody something that was hidden from them? Such a move cannot be taken back."""
    raise NotSpecialised


@kernel
def evaluate(s: Any, out: Any) -> None:
    """Fill `out[seat]` with each seat's chance to win as it looks, 0.0 … 1.0. Asked while the match goes on."""
    raise NotSpecialised


@kernel
def weigh(s: Any, moves: Any, n: int, out: Any) -> None:
    """Fill `out[k]` with how promising each of the n legal `moves` looks: search tries the greatest first."""
    raise NotSpecialised


@kernel
def prefer(s: Any, moves: Any, n: int, rng: Any) -> int:
    """A sensible one among the first n of the legal `moves`, drawn at random: how simulated games are played on."""
    raise NotSpecialised


@kernel
def quiet(s: Any) -> int:
    """Is this a position to be judged as it stands? 0: no. Otherwise a number that tells such moments apart.

    Search looks no further than the next such moment, and a move that leaves the match in the same one does not count:
    else putting things off would look like a way out. Right where `judge_quiet` knows better than moves among unseen
    cards can tell: at the end of a long turn.
    """
    raise NotSpecialised


@kernel
def judge_quiet(s: Any, out: Any) -> None:
    """As `evaluate`, for `quiet` positions alone, which a game may know better than others.

    Where more counts than who has won, as points do for somebody who plays alone, a finished match is quiet too.
    """
    raise NotSpecialised


@kernel
def at(states: Any, i: int) -> Any:
    """The i-th record of an array, as kernels take it."""
    return states[i]
