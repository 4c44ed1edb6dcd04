"""PYR-15 to PYR-17: how pyramid and obelisk grow."""

import pytest

import benben
from benben.games.pyramids import GAME
from benben.games.pyramids.box.components import ROW
from benben.games.pyramids.rules import pyramid_spots
from benben.games.pyramids.rules.state import OBELISK, PYRAMID
from benben.testing import Table
from tests.games.pyramids.drawn import moves, obelisk, play, position, pyramid, state


def building(levels: str) -> benben.Position:
    """Thebes is to build into this pyramid, with `w w tomb` in hand slot a."""
    drawing = f"Thebes\n{levels}\nhand: w w tomb | b b tomb | r r tomb\nMemphis"
    return position(drawing, phase=PYRAMID, tiles=(2, 1), in_round=5)


def spots(now: benben.Position) -> set[str]:
    return {move.partition(" ")[2] for move in moves(now)}


@pytest.mark.rule("PYR-15")
@pytest.mark.parametrize(
    ("levels", "expected"),
    [
        ("", {"base"}),
        ("1: b wr", {"left", "right"}),
        ("1: b wr | rw b", {"left", "right", "2.1"}),
        ("1: b wr | rw b | w br", {"left", "right", "2.1", "2.2"}),
        ("1: b wr | rw b | w br | rb w", {"2.1", "2.2", "2.3"}),
        ("2: b wg\n1: b wr | rw b", {"left", "right"}),
        ("2: . | b wg\n1: b wr | rw b | w br", {"left", "right", "2.1"}),
        ("2: b wg | gw b\n1: b wr | rw b | w br", {"left", "right", "3.1"}),
        ("2: b wg\n1: b wr | rw b | w br | rb w", {"2.2"}),
        ("2: . | b wg\n1: b wr | rw b | w br | rb w", {"2.1", "2.3"}),
        ("2: . | b wg | gw b\n1: b wr | rw b | w br | rb w", {"2.1", "3.2"}),
        ("2: b rg | b wg | gw b\n1: b wr | rw b | w br | rb w", {"3.1", "3.2"}),
        ("3: b ry | yr b\n2: b rg | b wg | gw b\n1: b wr | rw b | w br | rb w", {"4.1"}),
        ("3: b ry\n2: b rg | b wg\n1: b wr | rw b | w br", {"left", "right"}),
    ],
)
def test_where_the_next_card_may_go(levels: str, expected: set[str]) -> None:
    assert spots(building(levels)) == expected


@pytest.mark.rule("PYR-15")
def test_all_cards_move_on_when_the_base_grows_to_the_left() -> None:
    """The base is not anchored: what counts is who is beside whom."""
    now = building("3: b ry\n2: b rg | b wg\n1: b wr | rw b | w br")
    assert pyramid(now.play("a left"), 0) == [
        *("w w tomb", "b wr", "rw b", "w br"),
        *(".", "b rg", "b wg"),
        *(".", "b ry"),
        ".",
    ]
    assert pyramid(now.play("a right"), 0) == [
        *("b wr", "rw b", "w br", "w w tomb"),
        *("b rg", "b wg", "."),
        *("b ry", "."),
        ".",
    ]


@pytest.mark.rule("PYR-15")
@pytest.mark.parametrize(
    "order",
    [("right", "right", "right"), ("left", "right", "right"), ("left", "left", "right"), ("left", "left", "left")],
)
def test_the_first_card_may_end_up_at_any_place(order: tuple[str, ...]) -> None:
    now = Table(GAME, 2).start(1)
    first, seat = "", 0
    ends = list(order)
    while ends and not now.is_over:
        choices = moves(now)
        if "a base" in choices and now.actor == seat:
            now = now.play("a base")
            first = pyramid(now, seat)[0]
        elif now.actor == seat and "a left" in choices:
            now = now.play(f"a {ends.pop(0)}")
        else:
            now = now.play(now.legal_moves.numbers[0])
    assert pyramid(now, seat)[:4].index(first) == order.count("left")


@pytest.mark.rule("PYR-15")
def test_like_pyramids_are_like_states() -> None:
    """Built from the left or from the right: the same cards in the same places give the same bytes."""
    one = play(building("1: b wr"), "a right")
    other = play(
        position(
            "Thebes\n1: w w tomb\nhand: b wr | b b tomb | r r tomb\nMemphis", phase=PYRAMID, tiles=(2, 1), in_round=5
        ),
        "a left",
    )
    assert list(state(one).pyramid[0]) == list(state(other).pyramid[0])
    assert state(one).filled[0] == state(other).filled[0]


@pytest.mark.rule("PYR-15")
@pytest.mark.parametrize(
    ("levels", "move", "code", "cells"),
    [
        ("", "a left", "first-card", {"pyramid-1"}),
        ("1: b wr | rw b | w br | rb w", "a left", "base-full", {"card-1", "card-2", "card-13", "card-14"}),
        ("1: b wr | rw b", "a 2.2", "not-supported", {"card-2"}),
        ("1: b wr | rw b", "a 4.1", "not-supported", {"pyramid-1"}),
        ("2: b wg\n1: b wr | rw b", "a 2.1", "place-taken", {"card-3"}),
        ("2: b wg\n1: b wr | rw b | w br | rb w", "a 2.3", "gap", {"card-3"}),
    ],
)
def test_why_a_place_is_refused(levels: str, move: str, code: str, cells: set[str]) -> None:
    now = building(levels)
    with pytest.raises(benben.IllegalMove) as refused:
        now.play(move)
    assert (refused.value.code, refused.value.rule) == (f"pyramids.{code}", "PYR-15")
    assert set(refused.value.cells) == cells


@pytest.mark.rule("PYR-15")
def test_no_shape_has_more_open_places_than_declared() -> None:
    most = max(len(pyramid_spots.open_spots(filled)) for filled in pyramid_spots.SHAPES)
    assert most == pyramid_spots.MOST_OPEN
    assert 3 * most == GAME.most_legal
    assert all(
        pyramid_spots.open_spots(filled) for filled in pyramid_spots.SHAPES if filled != (1 << pyramid_spots.PLACES) - 1
    )


@pytest.mark.rule("PYR-16")
def test_upper_cards_sit_half_a_card_to_the_side() -> None:
    for place in range(pyramid_spots.PLACES):
        level, index = int(pyramid_spots.LEVEL[place]), int(pyramid_spots.INDEX[place])
        assert divmod(int(pyramid_spots.CORNER[place]), ROW) == (2 * level, level + 2 * index)


@pytest.mark.rule("PYR-16")
def test_a_stone_touches_those_of_the_two_cards_it_rests_on() -> None:
    """The left column of a card of level 2 stands on the right column of the card below on the left, and so on."""
    touching = position("Thebes\n2: r gb\n1: b ry | y b tomb\nMemphis")
    apart = position("Thebes\n2: r gb\n1: g br | y b tomb\nMemphis")
    assert points(touching, "Red") == 2
    assert points(apart, "Red") == 1


def points(now: benben.Position, colour: str) -> int:
    return next(line.points or 0 for line in now.tally() if f"group of {colour}" in str(line.message))


@pytest.mark.rule("PYR-17")
def test_an_obelisk_grows_upwards_and_hides_no_stone() -> None:
    now = position(
        "Thebes\n1: b wr\nobelisk: b wg\nhand: w w tomb | b b tomb\nMemphis",
        phase=OBELISK,
        tiles=(3, 1),
        in_round=5,
    )
    after = now.play("obelisk b")
    assert obelisk(after, 0) == ["b wg", "b b tomb"]
    svg = after.svg()
    assert all(f'id="stone-{card}' in svg for card in ("3-1", "3-2", "3-3"))
