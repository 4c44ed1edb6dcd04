"""Hints for the seat to act: the same for the same view, honest about the difference, and ended when time is up."""

import random
import threading

import pytest

import benben
from benben.bots.bot import warm
from benben.coach.chances import Cancelled, chances, seed_of
from benben.coach.hints import Hint, hint, where_to_look
from benben.core.game import Game
from benben.core.position import Position
from benben.testing import Table
from tests.coach.test_review import LITTLE, LONG_TABLES, NEVER, SECRET, TABLES, after, twins, views


def found(view: Position) -> Hint:
    warm(view.game)  # greedy bots too: they do not wait for the compiler
    return hint(view, NEVER, LITTLE)


@pytest.mark.parametrize(("game", "players"), SECRET, ids=str)
def test_what_is_hidden_from_a_seat_changes_nothing_of_its_hint(game: Game, players: int) -> None:
    pairs = twins(game, random.Random(11), players)
    for _pair in range(2):
        first, second, seat = next(pairs)
        for one, other in list(zip(first.line(), second.line(), strict=True))[:-1]:
            if one.actor == seat:
                assert found(one.view(seat)) == found(other.view(seat))
                break


@pytest.mark.parametrize("table", [table for table in TABLES if not table.game.open], ids=str)
def test_the_truth_behind_the_view_is_never_asked(table: Table) -> None:
    """Everything hidden is dealt again."""
    position = after(table, 20)
    assert position.actor is not None
    view = position.view(position.actor)
    truths = [view.imagine(seed) for seed in range(3)]
    assert len({truth.state.record.tobytes() for truth in truths}) > 1
    assert [found(one) for one in views(truths)] == [found(view)] * 3


@pytest.mark.parametrize("table", LONG_TABLES, ids=str)
def test_the_three_steps_of_a_hint(table: Table) -> None:
    compared = 0
    for position in after(table, 30).line()[:-1:5]:
        assert position.actor is not None
        view = position.view(position.actor)
        told = found(view)
        assert told.move in view.legal_moves
        paths = {move: view.path(move) for move in view.legal_moves.numbers}
        depths = [depth for depth, part in enumerate(paths[told.move]) if part in told.look]
        assert depths, "the move begins with something that is shown"
        assert all(any(part in path for path in paths.values()) for part in told.look)
        if len(view.legal_moves) == 1:
            assert told.other is None
            continue
        start = paths[told.move][: depths[0] + 1]
        begun = sum(path[: len(start)] == start for path in paths.values())
        assert begun > 1 or len(told.look) > 1, "the first step does not give the move away"
        assert told.other is not None
        assert told.other in view.legal_moves
        assert told.other != told.move
        assert told.is_better == (told.gain > 2 * told.error)
        assert bool(told.reasons) <= told.is_better
        compared += 1
    assert compared >= 3


def test_the_choice_is_where_moves_differ() -> None:
    """Pyramidis: in the first move only the start field can be touched; its number of pyramids is the choice."""
    view = benben.new("pyramidis").view(0)
    thought = chances(view, 50, seed_of(view), NEVER)
    assert len({view.path(move)[0] for move in view.legal_moves}) == 1
    shown = where_to_look(view, thought)
    assert len(shown) == 3
    assert set(shown) <= {view.path(move)[1] for move in view.legal_moves}
    assert view.path(thought.move)[1] in shown


def test_it_ends_when_time_is_up() -> None:
    view = after(TABLES[1], 6).view(0)
    assert view.actor == 0
    stop = threading.Event()
    stop.set()
    with pytest.raises(Cancelled):
        hint(view, stop, LITTLE)
