"""What a move would do is said before it is made: true, by scoring rule, and without anything hidden."""

import random
from collections import Counter

import pytest

import benben
from benben.core.position import Position
from benben.core.text import Message
from benben.web.foresight import foresee
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
        told = foresee(view, view.legal_moves[0], 7, "de", as_it_is, points=False)
        assert (told["lines"], told["gains"]) == ([], [])


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
