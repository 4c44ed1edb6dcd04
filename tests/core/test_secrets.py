"""Secrets by declaration: the same in plain Python and in compiled code, and safe where something is forgotten."""

import random
from dataclasses import fields, replace

import numpy as np
import pytest

from benben.core import generic
from benben.core.game import Game
from benben.core.kernels import can_compile
from benben.core.rng import new_rng
from benben.core.secrets import hand_out, shuffle_unseen, strike
from benben.core.state import State, hidden, int8, private, public
from tests.fifth.lots import GAME

UNKNOWN, EMPTY = -7, -1


class Mixed(State):
    far = public.int64(2)
    cards = private.int16(3, 2, unknown=UNKNOWN, empty=EMPTY)
    deck = hidden.int8(5, unknown=UNKNOWN, empty=EMPTY)
    near = public.int8()
    seeds = hidden.int32(2)
    note = private.int64(3, unknown=UNKNOWN)
    secret = hidden.int16(unknown=UNKNOWN)
    players = public.int8()


def mixed_game() -> Game:
    kept = {part.name: getattr(GAME, part.name) for part in fields(GAME) if part.init}
    return Game(**kept | {"name": "mixed", "state": Mixed})


def filled(chance: random.Random) -> Mixed:
    s = Mixed.blank()
    for name, field in Mixed.declared.items():
        cells = s.record[name]
        cells[...] = np.array([chance.choice((EMPTY, 0, 5, 99)) for _cell in range(cells.size)]).reshape(cells.shape)
        assert field.kind == cells.dtype
    return s


def test_each_seat_sees_what_the_fields_say() -> None:
    s, out = Mixed.blank(), Mixed.blank()
    s.far[1], s.near, s.secret, s.players = 1 << 40, 3, 9, 3
    for seat in range(3):
        s.cards[seat, 0], s.cards[seat, 1], s.note[seat] = 10 + seat, EMPTY, 20 + seat
    s.deck[4] = EMPTY
    mixed_game().specialised(compiled=False).veil_one(s.record, 0, 1, out.record, 0)
    assert (out.far[1], out.near, out.players) == (1 << 40, 3, 3)
    assert [list(row) for row in out.cards] == [[UNKNOWN, EMPTY], [11, EMPTY], [UNKNOWN, EMPTY]]
    assert list(out.note) == [UNKNOWN, 21, UNKNOWN]
    assert list(out.deck) == [UNKNOWN] * 4 + [EMPTY]
    assert (list(out.seeds), out.secret) == ([0, 0], UNKNOWN)


@pytest.mark.skipif(not can_compile(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
def test_compiled_veils_agree_with_plain_ones() -> None:
    game, chance = mixed_game(), random.Random(1)
    plain = game.specialised(compiled=False)
    compiled = game.specialise({"veil_one": generic.veil_one}, compiled=True)
    for _n in range(50):
        s = filled(chance)
        for seat in (-1, 0, 1, 2):
            one, other = Mixed.blank(), Mixed.blank()
            plain.veil_one(s.record, 0, seat, one.record, 0)
            compiled["veil_one"](s.record, 0, seat, other.record, 0)
            assert one.record.tobytes() == other.record.tobytes()


def test_a_field_cannot_be_forgotten() -> None:
    with pytest.raises(TypeError, match="forgotten"):
        type("Bad", (State,), {"hand": private.int8(3), "forgotten": int8(3)})


@pytest.mark.skipif(not can_compile(), reason="nothing is compiled under NUMBA_DISABLE_JIT")
def test_reveals_is_found_by_playing_in_both_modes() -> None:
    engines = GAME.specialised(compiled=False), GAME.specialised(compiled=True)
    opening = GAME.dealt(3, {}, list(range(10)))
    for engine in engines:
        assert [engine.reveals_of(opening, 0, move) for move in (0, 1)] == [False, True]
        last = opening.copy()
        engine.play_one(last, 0, 0)
        engine.play_one(last, 0, 0)
        assert [engine.reveals_of(last, 0, move) for move in (0, 1)] == [True, True], "the last decision shows all lots"


def test_an_open_state_hides_nothing() -> None:
    class Open(State):
        place = int8(3)

    assert not Open.hidden
    assert not GAME.open
    assert not replace(GAME.rules).veil


def test_unseen_pieces_are_handed_out() -> None:
    unseen, pool = np.array([0, 2, 1, 1]), np.zeros(4, np.int64)
    strike(unseen, [1, -1, 3])
    assert unseen.tolist() == [0, 1, 1, 0]
    n = shuffle_unseen(unseen, pool, new_rng(1))
    assert n == 2
    cells = [5, UNKNOWN, 0, UNKNOWN]
    assert hand_out(pool, n, cells, UNKNOWN) == 0
    assert cells[0::2] == [5, 0]
    assert sorted(cells[1::2]) == [1, 2]
