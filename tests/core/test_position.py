import copy
import gc
import pickle
import random
import subprocess
import sys
import weakref
from collections.abc import Collection, Sequence

import numpy as np
import pytest

import benben
from benben.core.position import LegalMoves


@pytest.fixture
def start() -> benben.Position:
    return benben.new("pyramidis", players=2, seed=bytes(32))


def test_playing_leaves_the_old_position_alone(start: benben.Position) -> None:
    before = str(start), hash(start)
    after = start.play("a4:3")
    assert (str(start), hash(start)) == before
    assert after != start
    assert after.before is start
    assert str(after.last_move) == "a4:3"
    assert after.moves == ("a4:3",)
    assert after.line() == [start, after]


def test_state_is_a_copy(start: benben.Position) -> None:
    state = start.state
    state.record["turn"] = 2
    assert start.state.record["turn"] == 0


def test_legal_moves(start: benben.Position) -> None:
    moves = start.legal_moves
    assert isinstance(moves, Collection)
    assert len(moves) == 5
    assert [str(move) for move in moves] == ["a4:1", "a4:2", "a4:3", "a4:4", "a4:5"]
    move = moves["a4:2"]
    assert move in moves
    assert "a4:2" in moves
    assert " A4:2 " in moves
    assert int(move) in moves
    assert "b4" not in moves
    assert "nonsense" not in moves
    assert "h4:1" not in moves
    assert 999 not in moves
    assert None not in moves
    assert start.play(move) == start.play("a4:2") == start.play(int(move))
    with pytest.raises(benben.IllegalMove):
        moves["b4"]
    with pytest.raises(benben.MalformedMove):
        moves["nonsense"]


def test_errors_are_told_apart(start: benben.Position) -> None:
    with pytest.raises(benben.MalformedMove) as malformed:
        start.play("i9")
    assert malformed.value.code == "malformed-move"
    for number in (-1, 33, 10**9):
        with pytest.raises(benben.MalformedMove):
            start.play(number)
    with pytest.raises(benben.IllegalMove) as illegal:
        start.play("h4")
    error = illegal.value
    assert (error.code, error.rule, error.cells) == ("pyramidis.not-yours", "PDS-6", ("h4",))
    assert str(error).endswith("(PDS-6)")
    assert error.say("de") != error.say("en")
    for kind in (benben.MalformedMove, benben.IllegalMove, benben.GameOver, benben.BadOptions, benben.BadRecord):
        assert issubclass(kind, benben.BenbenError)


def test_unknown_games_and_options() -> None:
    with pytest.raises(benben.BadOptions, match="the games are: pyramidis"):
        benben.new("senet")
    with pytest.raises(benben.BadOptions, match="has no option “speed”"):
        benben.new("pyramidis", speed=3)
    with pytest.raises(benben.BadOptions, match="one of no, yes"):
        benben.new("pyramidis", blockade="maybe")
    with pytest.raises(benben.BadOptions, match="2, 4 players, not 3"):
        benben.new("pyramidis", players=3)


def test_equality_is_of_all_that_matters(start: benben.Position) -> None:
    assert start == benben.new("pyramidis", players=2, seed=b"x" * 32)
    assert start != benben.new("pyramidis", players=4)
    assert start != benben.new("pyramidis", players=2, blockade=True)
    assert start != "a position"
    assert len({start, start.play("a4:1"), benben.new("pyramidis")}) == 2


def test_views(start: benben.Position) -> None:
    after = start.play("a4:3")
    view = after.view(1)
    assert (view.seat, after.view().seat, after.seat) == (1, benben.NOBODY, None)
    assert view.setup.seed is None
    assert view.legal_moves.numbers == after.legal_moves.numbers
    assert view.view(1) is view
    with pytest.raises(benben.VeiledPosition):
        view.view(0)
    with pytest.raises(IndexError):
        after.view(2)


def test_it_draws_itself(start: benben.Position) -> None:
    assert start._repr_svg_().startswith("<svg")
    assert "Red to move" in str(start)
    assert repr(start) == "<Position pyramidis, 2 players, seat 0 to act>"


def test_compiled_and_plain_positions_are_the_same() -> None:
    """Whether the kernels are compiled yet shows in nothing but the time it takes."""
    program = (
        "import sys, benben; game = benben.find('pyramidis')\n"
        "if sys.argv[1] == 'warm': game.warm(); assert game.is_warm\n"
        "position = benben.new('pyramidis', players=4)\n"
        "while not position.is_over: position = position.play(position.legal_moves.numbers[-1])\n"
        "print(position, position.moves, position.score, position.winners)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", program, how], capture_output=True, text=True, check=True).stdout
        for how in ("warm", "cold")
    ]
    assert runs[0] == runs[1]


def test_copies() -> None:
    position = benben.new("pyramidis")
    assert copy.copy(position) == position
    assert pickle.loads(pickle.dumps(position.play("a4:1"))) == position.play("a4:1")


def test_legal_moves_are_a_sequence(start: benben.Position) -> None:
    moves = start.legal_moves
    assert random.Random(1).choice(moves) in list(moves)
    assert (moves[0], moves[-1], moves[1:3]) == (next(iter(moves)), list(moves)[-1], tuple(moves)[1:3])
    assert list(reversed(moves)) == list(moves)[::-1]
    assert moves.index(moves[2]) == 2
    assert issubclass(LegalMoves, Sequence)
    assert np.int64(moves[0].number) in moves
    assert np.int64(10_000) not in moves
    with pytest.raises(IndexError):
        moves[len(moves)]


def test_positions_leave_no_garbage(start: benben.Position) -> None:
    """Without reference cycles memory is free at once: a server's memory grew by 98 kB for every match played."""
    gc.collect()
    gc.disable()
    try:
        position = start
        for _move in range(5):
            position = position.play(position.legal_moves[0])
            assert position.view(0).legal_moves is not None
            assert len(position.svg()) > len(position.text())
            assert position.winners == ()
        gone = [weakref.ref(each) for each in position.line()[1:]]
        del position
        assert [each() for each in gone] == [None] * len(gone)
    finally:
        gc.enable()


@pytest.mark.parametrize("game", benben.names())
def test_anything_said_after_the_end_is_game_over(game: str) -> None:
    """Typed, touched or asked for its reason."""
    position = benben.new(game, players=2, seed=bytes(32))
    while not position.is_over:
        position = position.play(position.legal_moves[0])
    for said in (position.parse, position.why_not, position.play):
        with pytest.raises(benben.GameOver):
            said("nonsense")
    for number in range(0, position.game.moves, 7):
        with pytest.raises(benben.GameOver):
            position.why_not(number)
    with pytest.raises(benben.GameOver):
        position.aim(("nothing",))


@pytest.mark.parametrize("said", [1.5, 1.0, -1, 10**9, None])
def test_what_is_no_number_of_a_move_is_malformed(said: object) -> None:
    with pytest.raises(benben.MalformedMove):
        benben.new("pyramidis").play(said)  # type: ignore[arg-type]
