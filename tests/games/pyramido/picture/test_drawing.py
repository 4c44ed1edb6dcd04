"""The picture: its ids, boards and layers."""

import re

import benben
from benben.core.game import Look
from benben.games.pyramido.picture.layout import frame, plan
from tests.games.pyramido import rulebook
from tests.games.pyramido.drawn import dealt, deck, position, state


def ids(svg: str) -> set[str]:
    return set(re.findall(r'\sid="([^"]+)"', svg))


def test_pieces_keep_their_names_wherever_they_go() -> None:
    """A domino from the stack to the quarry to the pyramid, a marker and a card from the hand to the board."""
    now = position(dealt(deck([1, 2, 3])))
    for move in ("1 d5-e5", "mark d5", "red e5 nw", "stack 1"):
        assert {"domino-1", "domino-2", "marker-0-blue", "marker-0-red", "card-0-3"} <= ids(now.svg())
        now = now.play(move)
    assert {"domino-1", "domino-2", "marker-0-blue", "marker-0-red", "card-0-3"} <= ids(now.svg())


def test_the_own_pyramid_is_large() -> None:
    now = rulebook.played()[50]
    widths = {}
    for seat in (0, 1, None):
        boards = re.findall(r'<g id="board-(\d)"[^>]*><rect [^>]*width="([\d.]+)"', now.view(seat).svg())
        widths[seat] = {int(number): float(width) for number, width in boards}
    assert max(widths[0], key=lambda board: widths[0][board]) == 0
    assert max(widths[1], key=lambda board: widths[1][board]) == 1
    assert len(set(widths[None].values())) == 1


def test_no_inline_styles_and_no_colours_of_the_palette_in_attributes() -> None:
    svg = rulebook.played()[70].svg()
    body = svg[svg.index("</style>") :]
    assert "style=" not in body
    assert set(re.findall(r'fill="([^"#]*)', body)) == {"none", "url("}, "a fill is a class or a material"
    assert set(re.findall(r'fill="url\(#([^"]*)\)"', body)) <= ids(svg)


def test_the_own_site_fills_the_stage() -> None:
    """At least 60 % of the height and 45 % of the width on a wide screen, all of the width on a phone."""
    s = state(rulebook.played()[50])
    wide, tall = plan(s, Look(seat=0, wide=True)), plan(s, Look(seat=0))
    assert wide.sites[0].zone.high > 0.6 * wide.height
    assert wide.sites[0].zone.wide > 0.45 * wide.width
    assert tall.sites[0].zone.wide > 0.95 * tall.width


def test_spectators_see_a_stage_that_is_used() -> None:
    """Four small sites in a row leave room: the quarry takes a part of it."""
    s = state(benben.new("pyramido", 4, seed=1))
    stage = plan(s, Look(wide=True, size=(1104, 753)))
    sites = stage.sites[0].zone
    assert sites.y > stage.quarry.foot
    assert stage.height - stage.quarry.high - sites.high < 0.36 * stage.height
    assert sites.foot < stage.height


def test_squares_are_large_whatever_the_layer_may_still_reach() -> None:
    for now in rulebook.played()[::5]:
        s = state(now)
        for seat in range(2):
            for wide, least in ((True, 64), (False, 50)):
                site = plan(s, Look(seat=seat, wide=wide)).sites[seat]
                assert frame(s, seat, site, seat).unit >= least


def test_what_is_touched_on_a_phone_is_large_enough() -> None:
    """A tall picture is drawn in the pixels of a phone."""
    around = plan(state(rulebook.played()[50]), Look(seat=0))
    own = around.sites[0]
    assert around.width == 390
    assert own.no_card
    for zone in (*own.markers, *own.sides, own.no_card):
        assert min(zone.wide, zone.high) >= 44


def test_people_are_named_on_their_boards() -> None:
    svg = rulebook.played()[50].view(0).svg(names=["Ann", ""], wide=True)
    assert ">Ann</tspan>" in svg
    assert ">Sun</tspan>" in svg, "the seat's own name stands beside it"
    assert ">Moon</tspan>" in svg


def test_layers_can_be_looked_at_one_by_one() -> None:
    """Every layer is there whole, also where a higher one covers it; markers belong to the layer being built."""
    for now in (play for play in rulebook.played() if state(play).stage == 2):
        svg = now.svg()
        layers = re.findall(r'<g(?: id="layer-0-\d")? class="layer" data-layer="(\d)"', svg)
        assert set(layers) == {"1", "2", "3"}
        first = svg[svg.index('id="layer-0-1"') : svg.index('id="layer-0-2"')]
        assert len(set(re.findall(r'\sid="(domino-\d+)"', first))) == 10
