"""PYR-19 to PYR-25: points, with the worked examples of the rulebook as real positions."""

import itertools

import pytest

import benben
from benben.core.kit.bits import count_bits
from benben.games.pyramids import GAME
from benben.games.pyramids.box.components import CELLS, COLOURS, DECK, ROW
from benben.games.pyramids.rules import score
from benben.games.pyramids.rules.pyramid_spots import INDEX, LEVEL, PLACES
from benben.games.pyramids.rules.state import OVER, PYRAMID, Necropolis
from benben.testing import Table
from tests.games.pyramids.drawn import RULEBOOK, position, start, state, tomb

THREE_OF_EACH = """
    4: gw r
    3: b wr | r wg
    2: rb w | g yb | g g pyramid
    1: y y pyramid | y b tomb | b yw | w w tomb
"""
TWO_YELLOW = """
    4: rb g
    3: w gb | g yb
    2: w w obelisk | wy b | b b obelisk
    1: y wr | r r obelisk | y y pyramid | bg r
"""


def by_rule(now: benben.Position, seat: int = 0) -> dict[str, list[int]]:
    """The points of a seat, by rule."""
    found: dict[str, list[int]] = {}
    for line in now.tally():
        if line.seat == seat and line.points is not None:
            found.setdefault(line.rule, []).append(line.points)
    return found


@pytest.mark.rule("PYR-19", "PYR-20")
def test_the_pyramid_of_the_rulebook() -> None:
    now = position(f"Thebes\n{RULEBOOK}\nMemphis")
    points = by_rule(now)
    assert points["PYR-19"] == [4, 2, 6, 3, 1]
    assert points["PYR-20"] == [6]
    assert "PYR-21" not in points
    assert sum(points["PYR-19"] + points["PYR-20"]) == 22
    assert now.score[0] == 22 + 2, "and a pyramid glyph"


@pytest.mark.rule("PYR-19")
def test_a_tall_stone_is_one_stone() -> None:
    assert by_rule(position("Thebes\n1: b b tomb\nMemphis"))["PYR-19"] == [2]


@pytest.mark.rule("PYR-19")
def test_stones_are_joined_along_edges_only() -> None:
    """Red is the lower right stone of `b wr`: beside the lower left one of `gr b`, not of `rb w`, where it is above."""
    assert 2 in by_rule(position("Thebes\n1: b wr | gr b\nMemphis"))["PYR-19"]
    corner = by_rule(position("Thebes\n1: b wr | rb w\nMemphis"))["PYR-19"]
    assert corner[2] == 1, "red lies below on the left and above on the right"
    assert by_rule(position("Thebes\n2: r gb\n1: b ry | y b tomb\nMemphis"))["PYR-19"][1] == 2, "one on the other"


@pytest.mark.rule("PYR-19")
def test_the_ends_of_a_row_are_no_neighbours() -> None:
    """Red above on the far left, red below on the far right."""
    now = position("Thebes\n1: rw b | g yb | y gb | b wr\nMemphis")
    assert by_rule(now)["PYR-19"][2] == 1


@pytest.mark.rule("PYR-19", "PYR-16")
def test_groups_agree_with_a_plain_search() -> None:
    for players, seed in itertools.product((2, 5), (1, 2)):
        for now in Table(GAME, players).match(seed)[::5]:
            s = state(now)
            for seat, colour in itertools.product(range(players), range(COLOURS)):
                group = score.largest_group(s, seat, colour)
                assert count_bits(group & score.feet_of(s, seat, colour)) == plain_search(s, seat, colour)


def plain_search(s: Necropolis, seat: int, colour: int) -> int:
    """Cell by cell: which stone lies where, who is beside whom."""
    stones: dict[tuple[int, int], tuple[int, int, int]] = {}  # by cell: the place, column and number of the stone
    for place in range(PLACES):
        card = s.pyramid[seat, place]
        for column, colours in enumerate(DECK[card - 1].columns if card else ()):
            for row in range(2):
                k = 0 if len(colours) == 1 else 1 - row
                if colours[k] == colour:
                    x, y = int(LEVEL[place] + 2 * INDEX[place]) + column, 2 * int(LEVEL[place]) + row
                    stones[x, y] = (place, column, k)
    best, seen = 0, set()
    for cell in stones:
        if cell in seen:
            continue
        group, edge = {cell}, [cell]
        while edge:
            x, y = edge.pop()
            for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if near in stones and near not in group:
                    group.add(near)
                    edge.append(near)
        seen |= group
        best = max(best, len({stones[cell] for cell in group}))
    return best


@pytest.mark.rule("PYR-20")
def test_one_group_counts_twice_when_several_are_largest() -> None:
    points = by_rule(position(f"Thebes\n{TWO_YELLOW}\nMemphis"))
    assert points["PYR-19"] == [5, 5, 3, 3, 2]
    assert points["PYR-20"] == [5]


@pytest.mark.rule("PYR-21")
def test_ten_if_every_colour_scored_three() -> None:
    assert by_rule(position(f"Thebes\n{THREE_OF_EACH}\nMemphis"))["PYR-21"] == [10]
    assert "PYR-21" not in by_rule(position(f"Thebes\n{TWO_YELLOW}\nMemphis"))


@pytest.mark.rule("PYR-22")
def test_the_obelisk_of_the_rulebook() -> None:
    """Red and blue on three levels each: six points for one of them."""
    now = position("Thebes\nobelisk: b wr | r gb | w gy | rb y\nMemphis")
    assert [score.obelisk_levels(state(now), 0, colour) for colour in range(3)] == [3, 2, 3]
    assert by_rule(now) == {"PYR-22": [6]}


@pytest.mark.rule("PYR-22")
@pytest.mark.parametrize(("levels", "points"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 15), (7, 15)])
def test_points_by_levels(levels: int, points: int) -> None:
    cards = ["b wr", "rw b", "b wg", "gw b", "b rg", "gr b", "b ry"][:levels]
    now = position(f"Thebes\nobelisk: {' | '.join(cards)} | y y tomb\nMemphis")
    assert by_rule(now) == {"PYR-22": [points]}


@pytest.mark.rule("PYR-22")
def test_a_level_counts_once_however_many_stones_it_has() -> None:
    assert by_rule(position("Thebes\nobelisk: b b tomb\nMemphis")) == {"PYR-22": [1]}


@pytest.mark.rule("PYR-23")
def test_majorities_in_the_tombs() -> None:
    now = position(
        """
        Thebes
        tomb: b b obelisk | w r pyramid
        Memphis
        tomb: b wr | g g pyramid
        Abydos
        tomb: w gy
        """
    )
    # blue 2 1 0, white 1 1 1, red 1 1 0, green 0 2 1, yellow 0 0 1
    assert now.score == (5, 5, 5)
    assert [str(line.message) for line in now.tally() if line.seat < 0] == [
        "Tombs: a tie for White (1, 1, 1), nobody scores.",
        "Tombs: a tie for Red (1, 1, 0), nobody scores.",
    ]


@pytest.mark.rule("PYR-23")
def test_no_stones_win_nothing() -> None:
    now = position("Thebes\ntomb: b b obelisk\nMemphis")
    assert now.score == (5, 0)
    assert position("Thebes\nMemphis").score == (0, 0)


@pytest.mark.rule("PYR-23", "PYR-18")
def test_tombs_count_only_when_they_are_opened() -> None:
    drawing = "Thebes\ntomb: b b tomb\nhand: w w tomb | r r tomb\nMemphis\nhand: g g tomb"
    assert position(drawing, phase=PYRAMID, tiles=(2, 1)).score == (0, 0)
    assert position(drawing.replace("hand: w w tomb | r r tomb\n", "").partition("hand")[0]).score == (5 + 2, 0)


@pytest.mark.rule("PYR-24")
def test_a_glyph_in_its_edifice_gives_two() -> None:
    right = position("Thebes\n1: b b pyramid\nobelisk: w w obelisk\ntomb: r r tomb\nMemphis")
    assert by_rule(right)["PYR-24"] == [2, 2, 2]
    wrong = position("Thebes\n1: b b tomb\nobelisk: w w pyramid\ntomb: r r obelisk\nMemphis")
    assert "PYR-24" not in by_rule(wrong)
    assert right.score[0] == wrong.score[0] + 6


@pytest.mark.rule("PYR-25")
def test_hands_are_discarded_at_the_end_and_tombs_opened() -> None:
    """The last player builds the pyramid card and keeps two cards: they count for nothing."""
    for seed in range(1, 6):
        match = Table(GAME, 3).match(seed)
        before, end = match[-2], match[-1]
        assert state(end).phase == OVER
        for seat in range(3):
            assert list(state(end).held[seat]).count(0) == 12 - len(tomb(end, seat)), "nothing but the tomb is held"
            assert tomb(end.view((seat + 1) % 3), seat) == tomb(end, seat)
            assert set(tomb(before, seat)) <= set(tomb(end, seat))
        assert end.view().score == end.score


@pytest.mark.rule("PYR-25")
def test_most_points_win_and_ties_share() -> None:
    assert position("Thebes\n1: b b pyramid\nMemphis\n1: b wr").winners == (0,)
    assert position("Thebes\n1: b b tomb\nMemphis\n1: w w tomb\nAbydos").winners == (0, 1)
    assert position("Thebes\nMemphis\nAbydos\nobelisk: b wr").winners == (2,)


def test_nothing_is_scored_before_anything_is_built() -> None:
    assert start(5).score == (0, 0, 0, 0, 0)
    assert start(5).tally() == []


def test_the_cells_of_all_cards_stay_inside_the_square() -> None:
    assert int(CELLS.max()) < 1 << 2 * ROW
