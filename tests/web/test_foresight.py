"""What a move would do is said before it is made: true, by scoring rule, and without anything hidden."""

import random
from collections import Counter

import pytest

import benben
from benben.core.position import Position
from benben.core.text import Message
from benben.table.match import PERSON, Match, MatchState, Occupant, TableOptions
from benben.web.foresight import foresee
from benben.web.schemas import choices
from tests.games.pyramido import rulebook
from tests.games.terra_pyramides import drawn as terra

GAMES = list(benben.names())


def as_it_is(message: Message) -> Message:
    return message


def line_of_play(game: str, seed: int, most: int = 120) -> list[Position]:
    position = benben.new(game, seed=bytes([seed] * 32))
    chance = random.Random(seed)
    while not position.is_over and len(position.line()) <= most:
        position = position.play(chance.choice(list(position.legal_moves)))
    return position.line()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_foreseen_happens(game: str) -> None:
    for before, after in zip((line := line_of_play(game, 5)), line[1:], strict=False):
        seat, move = before.actor, after.last_move
        assert seat is not None
        assert move is not None
        told = foresee(before.view(seat), move, 7, "en", as_it_is, points=True)
        assert told["intent"]
        assert told["intent"] != move.notation
        happened = [str(line.message) for line in (*after.view(seat).tell(), *after.view(seat).tally())]
        assert [line["text"] for line in told["lines"] if line["text"] not in happened] == []
        if not told["reveals"]:
            gain = after.view(seat).score[seat] - before.view(seat).score[seat]
            assert sum(part["points"] for part in told["gains"]) == gain


@pytest.mark.parametrize("game", GAMES)
def test_it_depends_on_what_the_seat_knows_and_nothing_else(game: str) -> None:
    for position in line_of_play(game, 6, 60)[:-1:3]:
        assert position.actor is not None
        view = position.view(position.actor)
        twin = view.imagine(99).view(position.actor)  # another truth that looks the same
        for move in list(view.legal_moves)[:4]:
            told = [foresee(seen, move, 7, "en", as_it_is, points=True) for seen in (view, twin)]
            assert told[0] == told[1]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_for_purists_tells_no_points(game: str) -> None:
    for position in line_of_play(game, 8, 40)[:-1:5]:
        assert position.actor is not None
        view = position.view(position.actor)
        for move in list(view.legal_moves)[:6]:
            told = foresee(view, move, 7, "de", as_it_is, points=False)
            assert told["lines"] == []
            assert told["loses"] or (told["gains"], told["warning"]) == ([], None)


def test_what_is_lost_is_said_to_purists_too() -> None:
    """Terra Pyramides: a worker taken back, and two stones exchanged for one."""
    now = terra.position(terra.put(e8="*", f7="2b4A3"), stones=["bbbbb"])
    view = now.view(now.actor)
    lost = {str(move): foresee(view, move, 7, "en", as_it_is, points=False) for move in view.legal_moves}
    back = lost["back f7"]
    assert back["loses"]
    assert back["warning"]["text"] == "A worker leaves f7 and goes back to your supply."
    build = lost["build f7"]
    assert (build["loses"], build["gains"], build["warning"]) == (False, [], None)
    swaps = [
        foresee(now.view(now.actor), move, 7, "en", as_it_is, points=False)
        for now in line_of_play("terra_pyramides", 5)[:-1]
        for move in now.legal_moves
        if str(move).startswith("swap")
    ]
    assert swaps
    assert all(swap["loses"] and swap["gains"] == [{"row": "Stones", "points": -1}] for swap in swaps)


@pytest.mark.parametrize("previews", [True, False])
def test_choices_say_what_they_lose_where_gains_are_hidden_too(previews: bool) -> None:
    now = terra.position(terra.put(e8="*", f7="2b4A3"), stones=["bbbbb"])
    people = tuple(Occupant(PERSON, name) for name in ("Ann", "Bea"))
    match = Match("purists", MatchState(now, people, table_options=TableOptions(previews=previews)), 0.0)
    made = {choice["move"]: choice for choice in choices(match, now.view(now.actor))}
    assert made["back f7"]["loses"]
    assert not made["build f7"]["loses"]
    assert (made["build f7"]["gain"] is not None) is previews


def gains(now: Position, move: str) -> dict[str, int]:
    assert now.actor is not None
    view = now.view(now.actor)
    told = foresee(view, view.legal_moves[move], 7, "en", as_it_is, points=True)
    return {gain["row"]: gain["points"] for gain in told["gains"]}


def test_gains_are_split_by_rule_in_all_games() -> None:
    """Also where a domino joins a marked area, and where a pyramid is raised."""
    building = terra.position(terra.put(e8="*", f7="2b4A3"), stones=["bbbbb"])
    assert gains(building, "build f7") == {
        "Pyramids": 25,
        "Stones": -5,
    }  # 60 instead of 35, for five stones (TER-15, TER-24)
    seen: dict[str, set[str]] = {game: set() for game in GAMES}
    several: Counter[str] = Counter()
    for game in GAMES:
        for now in line_of_play(game, 5)[:-1]:
            for move in list(now.legal_moves)[:6]:
                found = gains(now, str(move))
                seen[game] |= set(found)
                several[game] += len(found) > 1
    assert seen["pyramidis"] == {"Pyramids home"}
    assert len(seen["pyramids"]) >= 4
    assert len(seen["terra_pyramides"]) >= 3
    assert several["pyramids"]
    assert several["terra_pyramides"]


def test_a_domino_that_joins_a_marked_area_says_what_it_adds() -> None:
    told = []
    for now in rulebook.played()[:-1]:
        for move in list(now.legal_moves)[:20]:
            view = now.view(now.actor)
            lines = foresee(view, move, 7, "en", as_it_is, points=True)["lines"]
            told += [line["text"] for line in lines if ": jewels " in line["text"]]
    assert told
