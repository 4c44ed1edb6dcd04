"""What a move would do is said before it is made: true, by scoring rule, and without anything hidden."""

import random

import pytest

import benben
from benben.core.position import Position
from benben.core.text import Message
from benben.web.foresight import foresee

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
