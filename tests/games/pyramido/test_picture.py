"""The picture, the paths through it, the ghosts; and the whole conformance suite on matches that reach all stages."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from benben.core.errors import IllegalMove
from benben.games.pyramido import GAME
from benben.testing import CHECKS, Match, Table
from tests.games.pyramido import rulebook
from tests.games.pyramido.drawn import dealt, deck, play_turn, position, state
from tests.games.pyramido.players import sensible_match


@dataclass(frozen=True)
class SensibleTable(Table):
    """Random players seldom finish the first layer; these do."""

    def match(self, seed: int) -> Match:
        return sensible_match(self.start(seed), seed)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance_through_all_stages(check: Callable[[Table], None]) -> None:
    check(SensibleTable(GAME, 3))


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
    assert "fill=" not in body.replace('fill="none"', "")


def test_touching_what_is_not_allowed_tells_why() -> None:
    now = play_turn(play_turn(position(dealt(deck([1, 2, 3, 4]))), "d5-e5"), "d5-e5")
    with pytest.raises(IllegalMove) as far:
        now.aim(("domino-3", "cell-d6", "cell-f6"))
    assert far.value.code == "pyramido.not-neighbours"
    taken = now.aim(("domino-3", "domino-1-right", "cell-f5"))
    assert now.why_not(taken).code == "pyramido.occupied"
    choice = play_turn(position(dealt(deck([2, 1, 3]))), "d5-e5").play("1 d5-e5")
    with pytest.raises(IllegalMove) as wrong:
        choice.aim(("marker-1-red", "domino-1-left"))
    assert wrong.value.code == "pyramido.wrong-colour"
    assert set(wrong.value.cells) <= ids(choice.svg())


def test_both_ways_of_touching_a_twin_mean_one_move() -> None:
    now = play_turn(play_turn(position(dealt(deck([2, 3, 0]))), "d5-e5"), "d5-e5")
    assert now.aim(("domino-0", "cell-d6", "cell-e6")) == now.aim(("domino-0", "cell-e6", "cell-d6"))


def test_ghosts_show_the_piece() -> None:
    now = position(dealt(deck([1, 2, 3])))
    assert now.ghost("1 d5-e5").count("stone-") == 2
    now = now.play("1 d5-e5")
    assert "token-blue" in now.ghost("mark d5")
    now = now.play("mark d5")
    assert "stone-red" in now.ghost("red e5 nw")
    assert "jewel" not in now.ghost("no card")
    now = now.play("no card")
    assert now.ghost("stack 1").count("stone-") == 2
    assert state(now).turn == 0


def test_layers_can_be_looked_at_one_by_one() -> None:
    """Every layer is there whole, also where a higher one covers it; markers belong to the layer being built."""
    for now in (play for play in rulebook.played() if state(play).stage == 2):
        svg = now.svg()
        layers = re.findall(r'<g(?: id="layer-0-\d")? class="layer" data-layer="(\d)"', svg)
        assert set(layers) == {"1", "2", "3"}
        first = svg[svg.index('id="layer-0-1"') : svg.index('id="layer-0-2"')]
        assert len(set(re.findall(r'\sid="(domino-\d+)"', first))) == 10
