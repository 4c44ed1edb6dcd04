"""The picture: half-card steps, lights, ghosts, who is large, what moved from where."""

import re

import pytest

import benben
from benben.core.game import Look
from benben.games.pyramids import GAME
from benben.games.pyramids.picture.element_ids import card_id
from benben.games.pyramids.picture.layout import layout
from benben.games.pyramids.rules.pyramid_spots import INDEX, LEVEL, PLACES
from benben.testing import Table
from tests.games.pyramids.drawn import state

WIDE_OR_TALL = pytest.mark.parametrize("wide", [False, True])


def places_of(svg: str) -> dict[str, tuple[float, float]]:
    found = re.findall(r'id="(card-\d+)" transform="translate\(([\d.]+) ([\d.]+)\)"', svg)
    return {name: (float(x), float(y)) for name, x, y in found}


@WIDE_OR_TALL
@pytest.mark.rule("PYR-16")
def test_each_level_is_half_a_card_to_the_side(wide: bool) -> None:
    end = Table(GAME, 3).match(1)[-1]
    at = places_of(end.view(0).svg(wide=wide))
    cell = layout(state(end), Look(seat=0, wide=wide)).boxes[0].cell
    cards = list(state(end).pyramid[0])
    x0, y0 = at[card_id(cards[0])]
    for place in range(PLACES):
        x, y = at[card_id(cards[place])]
        level, index = int(LEVEL[place]), int(INDEX[place])
        assert (x - x0, y0 - y) == (cell * (level + 2 * index), 2 * cell * level)


@WIDE_OR_TALL
def test_the_own_necropolis_is_large_and_for_spectators_all_are_alike(wide: bool) -> None:
    s = state(Table(GAME, 4).start(1))
    cells = [box.cell for box in layout(s, Look(seat=2, wide=wide)).boxes]
    assert len({cells[0], cells[1], cells[3]}) == 1
    assert cells[2] > 2 * cells[0]
    assert len({box.cell for box in layout(s, Look(wide=wide)).boxes}) == 1


def test_the_own_necropolis_fills_the_stage() -> None:
    """At least 60 % of the height and 45 % of the width on a wide screen, all of the width on a phone."""
    for players in GAME.players:
        s = state(Table(GAME, players).start(1))
        wide, tall = (layout(s, Look(seat=1, wide=on)) for on in (True, False))
        assert wide.boxes[1].zone.high > 0.6 * wide.high
        assert wide.boxes[1].zone.wide > 0.45 * wide.wide
        assert tall.boxes[1].zone.wide > 0.95 * tall.wide


def test_what_is_touched_on_a_phone_is_large_enough() -> None:
    """A tall picture is drawn in the pixels of a phone."""
    for players in GAME.players:
        plan = layout(state(Table(GAME, players).start(1)), Look(seat=0))
        own = plan.boxes[0]
        assert plan.wide == 390
        for zone in (*plan.tiles, *plan.pairs, own.obelisk, own.tomb, own.button()):
            assert min(zone.wide, zone.high) >= 40
        assert 2 * min(own.cell, own.hand_cell) >= 44


def test_a_group_is_lit_up_with_its_points() -> None:
    end = Table(GAME, 2).match(1)[-1]
    line = next(line for line in end.tally() if line.rule == "PYR-19" and (line.points or 0) > 1)
    lit = end.svg(lit=line.cells)
    assert lit.count('class="halo"') == line.points == len(line.cells)
    assert f'class="worth on-disc" text-anchor="middle">{line.points}<' in lit
    assert "halo" not in end.svg().partition("</style>")[2]


def test_everything_fits() -> None:
    """No card lies outside its picture, whatever was built."""
    for players in (2, 5):
        for now in Table(GAME, players).match(5)[::9]:
            for svg in (view.svg(wide=on) for view in (now, now.view(0)) for on in (False, True)):
                wide, high = map(float, re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)[0])
                assert all(0 <= x < wide and 0 <= y < high for x, y in places_of(svg).values())


def test_people_are_named_on_their_boards() -> None:
    now = Table(GAME, 2).match(2)[30]
    svg = now.view(0).svg(names=["Ann <1>", ""])
    assert ">Ann &lt;1&gt;</tspan>" in svg
    assert ">Thebes</tspan>" in svg, "the city stands beside the name"
    assert ">Memphis</tspan>" in svg, "without a person the city is the name"


def test_a_card_that_comes_to_light_comes_from_the_hand() -> None:
    found = 0
    for after in Table(GAME, 2).match(4)[1:]:
        assert after.before is not None
        view = after.view(None)
        assert view.before is not None
        hidden = set(places_of(after.svg())) - set(places_of(view.before.svg()))
        built = {name for name in hidden if f'id="{name}"' in view.svg() and "kept" in view.before.svg()}
        for name in built:
            tag = re.findall(rf'<g id="{name}"[^>]*>', view.svg())[0]
            found += "data-from" in tag
    assert found


def test_ghosts_are_drawn_by_the_same_hand() -> None:
    shapes = set()
    for now in Table(GAME, 4).match(6)[:-1:2]:
        for move in now.legal_moves:
            ghost = now.view(now.actor).ghost(move)
            assert ghost.startswith('<g class="ghost">')
            assert " id=" not in ghost
            shapes.add(re.sub(r"[\d.]+", "", ghost)[:60])
    assert len(shapes) >= 3


def test_the_words_beside_the_picture() -> None:
    now: benben.Position = Table(GAME, 3).match(2)[60]
    german = now.view(1).svg(locale="de")
    assert "Runde" in german
    assert "Stufe 1" in german
    assert "verdeckt" in german
