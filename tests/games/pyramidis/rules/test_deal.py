"""PDS-5: the set-up."""

from typing import Any

import pytest

import benben
from tests.games.pyramidis.drawn import stacks, turn


@pytest.mark.rule("PDS-5")
def test_four_players_begin_with_red_and_go_clockwise() -> None:
    now = benben.new("pyramidis", players=4)
    assert stacks(now) == {"a4": "r" * 8, "e1": "g" * 8, "h4": "y" * 8, "e8": "b" * 8}
    order = []
    for move in ("a4:1", "e1:1", "h4:1", "e8:1", "a4:1"):
        order.append(turn(now))
        now = now.play(move)
    assert order == ["r", "g", "y", "b", "r"]


@pytest.mark.rule("PDS-5")
@pytest.mark.parametrize(
    ("colours", "expected", "moves"),
    [
        ("red-yellow", {"a4": "r" * 8, "h4": "y" * 8}, ("a4:1", "h4:1")),
        ("green-blue", {"e1": "g" * 8, "e8": "b" * 8}, ("e1:1", "e8:1")),
    ],
)
def test_two_players_take_one_ring(colours: str, expected: dict[str, str], moves: tuple[str, str]) -> None:
    now = benben.new("pyramidis", players=2, colours=colours)
    assert stacks(now) == expected
    assert now.actor == 0
    now = now.play(moves[0])
    assert now.actor == 1
    assert now.play(moves[1]).actor == 0


@pytest.mark.rule("PDS-5")
def test_the_first_seat_changes_in_a_series() -> None:
    assert [benben.new("pyramidis", players=4, first=first).actor for first in (1, 2, 3, 4)] == [0, 1, 2, 3]
    assert benben.new("pyramidis", players=2, first=2).actor == 1


@pytest.mark.rule("PDS-5")
@pytest.mark.parametrize(
    ("players", "options"),
    [(1, {}), (3, {}), (5, {}), (2, {"first": 3}), (4, {"colours": "green-blue"}), (2, {"x": 1})],
)
def test_other_tables_are_refused(players: int, options: dict[str, Any]) -> None:
    with pytest.raises(benben.BadOptions):
        benben.new("pyramidis", players=players, **options)
