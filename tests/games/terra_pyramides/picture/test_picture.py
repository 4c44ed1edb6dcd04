"""The picture: what rows give, ghosts, who is large, what moved from where, and that it keeps secrets."""

import itertools
import random
import re

import pytest

from benben.core.drawing.canvas import canvas
from benben.core.drawing.panels import Zone
from benben.core.game import Look
from benben.games.terra_pyramides.box.components import FIELDS, STONE_KINDS, TABLES
from benben.games.terra_pyramides.picture.layout import plan
from benben.games.terra_pyramides.rules.moves import ROW
from benben.games.terra_pyramides.rules.state import LAY
from benben.games.terra_pyramides.words.row_yields import yields
from tests.games.terra_pyramides.drawn import board, new, play, position, put, stones

ROWS = put(e6="b*", e8="+*", d7="k", f8="*")


def ids(svg: str) -> set[str]:
    return set(re.findall(r'\sid="([^"]+)"', svg))


def test_a_candidate_field_shows_its_four_rows_and_what_each_gives() -> None:
    now = position(ROWS, hands=["+"])
    ghost = now.view(0).ghost("lay e7")
    assert ghost.count('class="badge"') == 4
    assert ghost.count('class="coin"') == 3  # eyes down and falling, an oasis rising
    assert now.view(0).ghost("lay a1").count('class="badge"') == 3, "two axes of a1 are one row"


def test_rows_to_choose_have_buttons_with_what_they_give() -> None:
    now = position(ROWS, hands=["+"]).play("lay e7")
    svg = now.svg()
    assert {"row-across", "row-down", "row-falling", "row-rising"} <= ids(svg)
    assert svg.count('class="band maybe"') == 4
    after = now.play("row down").svg()
    assert after.count('class="band"') == 1
    assert {"worker-e7", "worker-e8"} <= ids(after)
    assert "row-down" not in ids(after)


@pytest.mark.rule("TER-10")
def test_what_a_row_is_said_to_give_is_what_it_gives() -> None:
    for seed in range(4):
        now, chance = new(2, seed), random.Random(seed)
        while not now.is_over:
            move = chance.choice(now.legal_moves.numbers)
            s = board(now)
            after = now.play(move)
            if move in ROW and after.actor == now.actor and not board(after).to_stock:
                said = yields(s, int(TABLES.row_of[s.laid - 1, ROW.axis(move)]))
                who = s.turn
                got = [board(after).gold[who] - s.gold[who]]
                got += [board(after).stone[who, kind] - s.stone[who, kind] for kind in range(1, STONE_KINDS)]
                assert got == said[:STONE_KINDS]
            now = after


def test_a_candidate_is_weighed_with_the_tile_in_hand() -> None:
    now = position(ROWS, hands=["r*"])
    row = int(TABLES.row_of[FIELDS.index("e7"), 1])
    before = yields(board(now), row, FIELDS.index("e7"), board(now).hand[0])
    after = play(now, "lay e7", "row down")
    assert before[0] == board(after).gold[0] == 3
    assert stones(after) == "br"


@pytest.mark.parametrize("wide", [False, True])
def test_the_own_board_is_large_and_others_are_smaller(wide: bool) -> None:
    for players in (2, 3, 4):
        s = board(new(players))
        for seat in range(players):
            sizes = [parts.high * scale for parts, _x, _y, scale in plan(s, Look(seat=seat, wide=wide)).panels]
            assert sizes[seat] == max(sizes)
            assert sorted(sizes)[-2] < sizes[seat]


def test_the_map_fills_the_stage() -> None:
    """At least 60 % of the height and 45 % of the width on a wide screen, all of the width on a phone."""
    s = board(new(2))
    wide, tall = plan(s, Look(seat=0, wide=True)), plan(s, Look(seat=0))
    assert wide.map.high > 0.6 * wide.height
    assert wide.map.wide > 0.45 * wide.width
    assert tall.map.wide == tall.width == 390


def test_what_is_touched_on_a_phone_is_large_enough() -> None:
    """A tall picture is drawn in the pixels of a phone. Ten fields share its width."""
    around = plan(board(new(2)), Look(seat=0))
    parts, _x, _y, scale = around.panels[0]
    assert scale == 1
    for zone in (*parts.stones, parts.supply, *(around.stack(k) for k in range(8))):
        assert min(zone.wide, zone.high) >= 44
    for row in around.tray:
        assert row.high >= 44


@pytest.mark.parametrize("wide", [False, True])
def test_a_count_of_two_figures_does_not_cover_what_it_counts(wide: bool) -> None:
    found = re.findall(
        r'<g transform="translate\((\S+) \S+\)"><use href="#d-pawn-\d" '
        r'transform="translate\((\S+) \S+\) scale\((\S+)\)"/></g>'
        r'<text x="(\S+)" y="\S+" font-size="(\S+)" class="count" text-anchor="end">(\d\d)<',
        new(4).view(0).svg(wide=wide),
    )
    assert len(found) == 4
    for middle, left, scale, right, size, count in found:
        worker = float(middle) + float(left) + 82 * float(scale)  # its right edge
        assert worker < float(right) - 0.66 * float(size) * len(count)


def test_rows_to_choose_lie_on_the_map() -> None:
    svg = position(ROWS, hands=["+"]).play("lay e7").svg(wide=True)
    chart = svg[svg.rindex('class="map"') :]
    assert {"row-across", "row-down", "row-falling", "row-rising"} <= ids(chart)
    assert chart.count('class="badge"') == 4, "each says what it gives"
    assert 'class="row button"' not in svg


def test_on_a_phone_each_row_has_a_button_too() -> None:
    """In the tray, below it where that is in use, over the stacks where that place holds colours."""
    for cells, gold in ({}, [0]), ({"f7": "3b3A3"}, [0]), ({"f7": "2A3"}, [3]):
        drawing = put(e8="*", f8="b+", g8="r", **cells)
        now = position(drawing, hands=["+"], stones=["bbrr"], gold=gold).play("lay e7")
        svg, around = now.view(0).svg(), plan(board(now), Look(seat=0))
        rows = re.findall(r'<rect x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)" rx="\S+" class="shape face"/>', svg)
        found = [Zone(*map(float, row)) for row in rows if float(row[3]) > around.tray[0].high]
        assert len(found) == 4
        is_in_use = bool({"buy-stone", "buy-worker", "build"} & ids(svg))
        over = around.in_map(around.stacks if "build-blue" in ids(svg) else around.tray[is_in_use])
        for zone in found:
            assert over.x - 1 <= zone.x
            assert zone.right <= over.right + 1
            assert (round(zone.y), round(zone.high)) == (round(over.y), round(over.high))
        apart = sorted(found)
        assert all(one.right < other.x for one, other in itertools.pairwise(apart))


def test_for_spectators_all_boards_are_of_one_size_and_stay_where_they_are() -> None:
    for players, wide in itertools.product((2, 3, 4), (True, False)):
        now = new(players)
        plans = set()
        for _turn in range(players):
            around = plan(board(now), Look(wide=wide))
            plans.add(around)
            now = now.play(next(iter(now.legal_moves)))
            while board(now).phase != LAY:
                now = now.play(now.legal_moves[len(now.legal_moves) - 1])
        assert len(plans) == 1
        assert len({(parts, scale) for parts, _x, _y, scale in around.panels}) == 1
        corners = [(round(y), round(x)) for _parts, x, y, _scale in around.panels]
        assert corners == sorted(corners), "in the order of the seats"
        lowest = max(y + parts.high * scale for parts, _x, y, scale in around.panels)
        assert max(lowest, around.tray[0].foot, around.supplies.foot) <= around.height


def test_for_spectators_a_phone_has_no_empty_space_below_the_boards() -> None:
    for players in (2, 3, 4):
        around = plan(board(new(players)), Look(wide=False, size=canvas(390, 747)))
        assert around.map.wide == around.width
        assert around.height - around.supplies.foot < 40, players


def test_people_are_named_on_their_boards() -> None:
    svg = new(2).view(0).svg(names=["Ann", ""], wide=True)
    assert ">Ann</tspan>" in svg
    assert ">Turquoise</tspan>" in svg, "the colour stands beside the name"
    assert ">Brown</tspan>" in svg, "without a person the colour is the name"


def test_pieces_come_from_where_they_were() -> None:
    now = position(put(e8="*", f7="2b1A2"), hands=["+"], gold=[3]).play("lay e7")
    assert 'id="tile-e7" data-from="hand-1"' in now.svg()
    now = play(now, "row down", "e7-f7")
    assert 'id="at-f7-3" data-from="worker-e7"' in now.svg()
    now = now.play("buy worker e9")
    assert 'id="at-e9-1" data-from="supply-1"' in now.svg()
    now = now.play("draw 2")
    assert 'id="hand-tile-1" data-from="stack-2"' in now.svg()


def test_pyramids_show_every_level_and_what_they_are_worth() -> None:
    now = position(put(e8="*", f7="2b4A3", d6="3r2B1"), stones=["bbbbb"])
    assert {f"level-f7-{level}" for level in range(1, 5)} <= ids(now.svg())
    assert ids(now.svg()) & {"level-f7-5", "level-d6-3"} == set()
    assert ">60<" in now.ghost("build f7")
    after = now.play("build f7").svg()
    assert 'id="level-f7-5" data-from="supplies"' in after


def test_secrets_stay_face_down() -> None:
    now = new(3, seed=4)
    backs = [now.view(seat).svg().count('class="tile-back"') for seat in (0, None)]
    in_stacks = sum(board(now).height)
    assert backs == [in_stacks + 2, in_stacks + 3]


def test_elements_that_light_up() -> None:
    now = position(put(e8="*", f7="2b4A3"), stones=["b"], gold=[1])
    for line in now.tally():
        for name in line.cells:
            assert re.search(rf'id="{name}" class="[^"]*lit', now.svg(lit=[name])), name


def test_the_picture_is_told_in_words() -> None:
    now = position(put(e8="r+", f7="2b4A3", d6="3"), stones=["bbw"])
    for words in ("f7: blue pyramid of level 4, Turquoise, workers: 3.", "d6: free foundation of 3.", "2 × blue"):
        assert words in now.svg()
    assert "f7: Pyramide (blau) der Stufe 4, Türkis" in now.svg(locale="de")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_wide_and_tall_pictures_hold_the_same(players: int) -> None:
    def shape(svg: str) -> float:
        width, height = re.findall(r'viewBox="0 0 (\S+) (\S+)"', svg)[0]
        return float(width) / float(height)

    chance, now = random.Random(players), new(players, players)
    while not now.is_over:
        for view in (now.view(now.actor), now.view()):
            tall, wide = view.svg(), view.svg(wide=True)
            assert ids(tall) == ids(wide)
            assert shape(tall) < 0.8
            assert 1.4 < shape(wide) < 1.6
        now = now.play(chance.choice(now.legal_moves.numbers))


def test_ghosts_lie_where_the_picture_has_them() -> None:
    chance, now = random.Random(2), new(2)
    while "take 2" not in now.legal_moves:
        now = now.play(chance.choice(now.legal_moves.numbers))
    seat = now.actor
    for wide in (False, True):
        x, y = re.findall(r'id="take-2".*?<rect x="(\S+?)" y="(\S+?)"', now.view(seat).svg(wide=wide))[0]
        ghost = now.view(seat).ghost("take 2", wide=wide)
        gx, gy = re.findall(r'<rect x="(\S+?)" y="(\S+?)"', ghost)[0]
        assert abs(float(gx) - float(x)) < 6
        assert abs(float(gy) - float(y)) < 6


@pytest.mark.rule("TER-16")
def test_a_site_says_what_its_next_level_costs_and_brings() -> None:
    """Before it is chosen; nothing where there is no next level."""
    svg = position(put(e8="*", f7="3b2A3", d6="2r5B1", e4="1")).svg()
    tips = dict(re.findall(r' id="(\w\d+)"[^>]* data-tip="([^"]*)"', svg))
    assert "Level 3 needs 3 workers and 3 stones, blue or white; then it is worth 20." in tips["f7"]
    assert "A first level needs 3 workers and any stone, and is worth 5." in tips["e4"]
    assert "d6" not in tips
