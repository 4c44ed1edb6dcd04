"""PDS-1 to PDS-4: the board."""

import pytest

from benben.games.pyramidis.box.components import CENTRE, COURSES, FIELDS
from tests.games.pyramidis.drawn import position, put, stacks

RED, GREEN, YELLOW, BLUE = range(4)


@pytest.mark.rule("PDS-1")
def test_a_cross_of_28_fields() -> None:
    bars = {f"{c}{r}" for c in "abcdefgh" for r in (4, 5)} | {f"{c}{r}" for c in "de" for r in range(1, 9)}
    assert set(FIELDS) == bars
    assert len(FIELDS) == 28


def turning(course: list[str]) -> float:
    """Twice the area that a course encloses: positive when it runs clockwise, row 1 at the top."""
    corners = [(ord(name[0]) - ord("a"), int(name[1])) for name in course]
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True))


@pytest.mark.rule("PDS-2")
def test_two_rings_of_16_fields_run_both_ways() -> None:
    assert {len(set(course)) for course in COURSES} == {16}
    assert set(COURSES[RED]) == set(COURSES[YELLOW]) == {f"{c}{r}" for c in "abcdefgh" for r in (4, 5)}
    assert set(COURSES[GREEN]) == set(COURSES[BLUE]) == {f"{c}{r}" for c in "de" for r in range(1, 9)}
    assert turning(COURSES[RED]) > 0 < turning(COURSES[GREEN])
    assert turning(COURSES[YELLOW]) < 0 > turning(COURSES[BLUE])


@pytest.mark.rule("PDS-3")
@pytest.mark.parametrize(
    ("letter", "way"),
    [
        ("r", "a4 b4 c4 d4 e4 f4 g4 h4 h5 g5 f5 e5 d5 c5 b5 a5"),
        ("y", "h4 g4 f4 e4 d4 c4 b4 a4 a5 b5 c5 d5 e5 f5 g5 h5"),
        ("g", "e1 e2 e3 e4 e5 e6 e7 e8 d8 d7 d6 d5 d4 d3 d2 d1"),
        ("b", "e8 e7 e6 e5 e4 e3 e2 e1 d1 d2 d3 d4 d5 d6 d7 d8"),
    ],
)
def test_a_lone_pyramid_walks_from_start_to_goal(letter: str, way: str) -> None:
    start, *fields, _goal = way.split()
    now = position(put(**{start: letter}), letter, players=4).play(f"{start}:1")
    for field in fields:
        assert stacks(now) == {field: letter}
        now = now.play(field)
    assert stacks(now) == {}
    assert now.score["rgyb".index(letter)] == 1


@pytest.mark.rule("PDS-4")
def test_only_the_centre_lies_on_all_courses() -> None:
    assert {field for field in FIELDS if all(field in course for course in COURSES)} == set(CENTRE)
