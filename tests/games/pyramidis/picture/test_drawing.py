"""The picture: the course of two players, the cross of four, stacks, names, sizes."""

import re
from itertools import pairwise

import pytest

from benben.core.game import Look
from benben.core.position import start
from benben.games.pyramidis import GAME
from benben.games.pyramidis.box.components import COURSES, INDEX
from benben.games.pyramidis.picture.layout import plan
from benben.games.pyramidis.rules.state import Board
from tests.games.pyramidis.drawn import position, put

WIDE_OR_TALL = pytest.mark.parametrize("wide", [False, True])


def state(players: int, colours: str = "red-yellow") -> Board:
    found = start(GAME, players, colours=colours).state
    assert isinstance(found, Board)
    return found


@WIDE_OR_TALL
def test_the_course_of_two_players_lies_across_the_whole_width(wide: bool) -> None:
    for colours, course in (("red-yellow", COURSES[0]), ("green-blue", COURSES[1])):
        around = plan(state(2, colours=colours), Look(wide=wide))
        used = [around.fields[INDEX[name]] for name in course]
        assert len({zone.y for zone in used}) == 2
        assert max(zone.right for zone in used) - min(zone.x for zone in used) > 0.9 * around.width
        others = [zone for zone in around.fields if zone not in used]
        assert max(zone.high for zone in others) < 0.2 * used[0].high, "arms that nobody uses are only hinted"


@WIDE_OR_TALL
def test_a_stack_is_drawn_from_the_bottom_to_the_top(wide: bool) -> None:
    now = position(put(b4="ryrryyr", h4="y"))
    svg = now.svg(wide=wide)
    stack = svg[svg.index('id="stack-b4"') : svg.index('id="stack-c4"')]
    pieces = re.findall(r'id="b4-\d"[^>]*><use href="#d-(\w+)-(\w+)" transform="translate\(\S+ (\S+)\)', stack)
    assert [colour for _kind, colour, _y in pieces] == ["red", "yellow", "red", "red", "yellow", "yellow", "red"]
    assert [kind for kind, _colour, _y in pieces] == ["carrier"] * 6 + ["whole"]
    heights = [float(y) for _kind, _colour, y in pieces]
    assert heights == sorted(heights, reverse=True)
    assert min(a - b for a, b in pairwise(heights)) > 7, "each one shows"


@WIDE_OR_TALL
def test_what_is_touched_on_a_phone_is_large_enough(wide: bool) -> None:
    """A tall picture is drawn in the pixels of a phone."""
    for players in GAME.players:
        around = plan(state(players), Look(wide=wide))
        assert all(min(around.fields[INDEX[name]][2:]) >= 40 for name in COURSES[0])
        for n in range(1, 6):
            zone = around.take(n, 0)
            assert min(zone.wide, zone.high) >= 44


def test_people_are_named_on_their_panels() -> None:
    svg = position(put(b4="r", h4="y")).svg(names=["Ann", ""], wide=True)
    assert ">Ann</tspan>" in svg
    assert ">Red</tspan>" in svg, "the colour stands beside the name"
    assert ">Yellow</tspan>" in svg, "without a person the colour is the name"


def test_the_course_fills_the_stage() -> None:
    """With the room for its towers: at least 60 % of the height and 45 % of the width on a wide screen."""
    for players in (2, 4):
        s = state(players)
        wide = plan(s, Look(seat=0, wide=True))
        fields = [zone for zone, room in zip(wide.fields, wide.rooms, strict=True) if room > zone.high / 2]
        top = min(zone.foot - room for zone, room in zip(wide.fields, wide.rooms, strict=True) if room > zone.high / 2)
        across = max(zone.right for zone in fields) - min(zone.x for zone in fields)
        assert max(part.foot for part in wide.slab) - top > 0.6 * wide.height
        assert across > 0.45 * wide.width
        assert across > 0.9 * wide.width or players == 4
