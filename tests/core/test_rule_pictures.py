"""The pictures of the rules pages: their rules and elements exist, and they hide what is hidden."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from benben.core.drawing.rule_pictures import RulePicture, draw, draw_whole, rule_pictures, shown
from benben.core.game import Game
from benben.core.position import Position
from benben.core.text import LOCALES
from tests.registered import games_with

GAMES = games_with("picture.rule_pictures")
PICTURES = [(game, picture) for game in GAMES for picture in rule_pictures(game)]
each_picture = pytest.mark.parametrize(
    ("game", "picture"), PICTURES, ids=[f"{picture.rule}" for _game, picture in PICTURES]
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_has_five_to_eight_pictures_in_the_order_of_its_rules(game: Game) -> None:
    rules = [picture.rule for picture in rule_pictures(game)]
    assert 5 <= len(rules) <= 8
    assert rules == sorted(set(rules), key=game.rule_ids.index)


@each_picture
def test_what_a_picture_names_is_there(game: Game, picture: RulePicture) -> None:
    whole = draw_whole(game, picture, "en", "p-")
    for name in picture.lit:
        assert f'id="p-{name}"' in whole
    if picture.ghost:
        position = picture.position(game)
        assert picture.ghost in position.legal_moves
        assert position.actor == picture.seat
        assert 'class="ghost' in whole
    assert picture.caption.say("de") != picture.caption.say("en")


@each_picture
def test_a_picture_shows_a_part(game: Game, picture: RulePicture) -> None:
    zone = shown(game, picture)
    wide, high = picture.size
    assert zone.x >= 0
    assert zone.y >= 0
    assert zone.right <= wide
    assert zone.foot <= high
    assert min(zone.wide, zone.high) > 80


@each_picture
def test_a_picture_holds_nothing_that_its_seat_may_not_know(game: Game, picture: RulePicture) -> None:
    """Another world that looks the same to the seat gives the same picture."""
    truth = picture.position(game)
    drawn = draw_whole(game, picture, "en", "")
    for chance in range(3):
        world = truth.view(picture.seat).imagine(chance)
        assert draw_whole(game, replace(picture, position=_always(world)), "en", "") == drawn


def _always(position: Position) -> Callable[[Game], Position]:
    return lambda _game: position


@pytest.mark.parametrize("game", [game for game in GAMES if not game.open], ids=lambda game: game.name)
def test_something_is_hidden_in_the_positions_shown(game: Game) -> None:
    """Otherwise the test above would prove nothing."""

    def differs(picture: RulePicture) -> bool:
        truth = picture.position(game)
        return truth.view(picture.seat).imagine(0).state.record.tobytes() != truth.state.record.tobytes()

    assert any(map(differs, rule_pictures(game)))


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_pictures_share_their_definitions_and_have_no_ids(game: Game, language: str) -> None:
    drawn = [draw(game, picture, language, "p-") for picture in rule_pictures(game)]
    assert len({definitions for _picture, definitions in drawn}) == 1
    defined = set(re.findall(r'id="([^"]+)"', drawn[0][1]))
    for picture, _definitions in drawn:
        assert not re.search(r' (?:id|role|tabindex|aria-label)="', picture)
        assert set(re.findall(r"#(p-[\w-]+)", picture)) <= defined
        assert picture.count("<svg ") == picture.count("</svg>") == 1
