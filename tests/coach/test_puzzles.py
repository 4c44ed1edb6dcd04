"""Puzzles: what is committed keeps its promises and holds nothing that its seat cannot know; finding them looks at the
view alone."""

import json
import threading
from base64 import b64decode
from dataclasses import fields, replace
from zlib import decompress

import pytest

import benben
from benben.coach.judging import Effort
from benben.coach.puzzles import FEWEST_MOVES, FOUND, NONE, SURE, Puzzle, Standard, find_puzzle, levels_of, puzzles_of
from benben.coach.reasons import WON, sentence
from benben.core.game import Game
from benben.core.position import Position
from benben.games import REGISTRY
from benben.testing import setups
from tests.coach.test_review import TABLES, after, views
from tests.registered import games_with

GAMES = games_with("puzzles.jsonl")
LITTLE = Standard(Effort(search=60, worlds=4, ahead=8, again=16, runs=3, run=20), deeper=2, margin=0.005)
NEVER = threading.Event()
HEAD = {"game", "rules", "box", "made", "errors", "grades"}


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_committed_puzzles_have_one_clearly_right_move(game: Game) -> None:
    known = puzzles_of(game)
    assert len(known.puzzles) >= 100
    assert len({puzzle.id for puzzle in known.puzzles}) == len(known.puzzles)
    assert known.about["made"].startswith(f"benben lab puzzles {game.name} ")
    margin = float(known.about["made"].partition("--margin ")[2].split()[0])
    for puzzle in known.puzzles:
        view = puzzle.position(game)
        legal = view.legal_moves
        assert view.seat == view.actor == puzzle.seat
        assert len(legal) >= 3
        assert {puzzle.move, puzzle.second} <= {str(move) for move in legal}
        assert puzzle.line[0] == puzzle.move
        losses = dict(zip(map(str, legal), puzzle.losses, strict=True))
        assert losses.pop(puzzle.move) == (0.0, 0.0)
        assert losses[puzzle.second] == (puzzle.margin, puzzle.error)
        assert all(loss >= margin and loss > SURE * error for loss, error in losses.values())


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_grade_is_the_weakest_level_that_finds_the_move(game: Game) -> None:
    known = puzzles_of(game)
    levels = [level.name for level in levels_of(game)]
    runs = int(known.about["made"].partition("--runs ")[2].split()[0])
    for puzzle in known.puzzles:
        finds = {level: hits >= FOUND * runs for level, (hits, _made) in puzzle.found.items()}
        assert next(level for level in levels if finds.get(level)) == puzzle.grade
        assert finds[levels[-1]]
    counts = {grade: len(known.numbered(grade)) for grade in levels}
    assert {grade: count for grade, count in counts.items() if count} == known.about["grades"]
    assert counts[levels[0]] <= 0.2 * len(known.puzzles)
    assert sum(count > 0 for count in counts.values()) >= 3


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_nothing_beyond_the_view_of_the_seat_is_in_the_file(game: Game) -> None:
    """Whatever is dealt to the hidden places, the seat sees the very bytes that are stored."""
    known, shape = puzzles_of(game), {field.name for field in fields(Puzzle)}
    first, *lines = known.as_text().splitlines()
    assert set(json.loads(first)) == HEAD
    dealt_differently = 0
    for puzzle, line in zip(known.puzzles, lines, strict=True):
        assert set(json.loads(line)) == shape
        assert Puzzle.from_text(line) == puzzle
        stored, view = decompress(b64decode(puzzle.view)), puzzle.position(game)
        worlds = [view.imagine(seed) for seed in (1, 2)]
        assert [world.view(puzzle.seat).state.record.tobytes() for world in worlds] == [stored, stored]
        dealt_differently += worlds[0] != worlds[1]
    assert game.open or dealt_differently > len(known.puzzles) / 2


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_committed_puzzles_are_explained_in_both_languages(game: Game) -> None:
    explained = 0
    for puzzle in puzzles_of(game).puzzles:
        names = game.face.seats(puzzle.players, puzzle.options)
        told = [sentence(game, reason, puzzle.seat, names) for reason in puzzle.reasons]
        assert all(line.message.say("en") != line.message.say("de") for line in told)
        explained += bool(told)
    assert explained >= 0.95 * len(puzzles_of(game).puzzles)


@pytest.mark.parametrize("game", [game for game in GAMES if not game.open], ids=str)
def test_a_puzzle_is_the_same_whatever_is_hidden(game: Game) -> None:
    """Positions of committed puzzles, mined again on a small budget, the truth behind them dealt three times."""
    found = 0
    for puzzle in puzzles_of(game).puzzles[::60]:
        truths = [puzzle.position(game).imagine(seed) for seed in range(3)]
        again = [find_puzzle(view, LITTLE, NEVER) for view in views(truths)]
        told = {one.as_text() if one else "" for one in again}
        assert len(told) == 1
        found += told != {""} and len({truth.state.record.tobytes() for truth in truths}) > 1
    assert found


@pytest.mark.parametrize("game", [game for game in GAMES if not game.open], ids=str)
def test_a_puzzle_for_many_is_the_same_whatever_is_hidden(game: Game) -> None:
    table = next(table for table in setups(game) if table.players == max(game.players))
    found = 0
    for position in after(table, 40).line()[8:-1]:
        assert position.actor is not None
        if len(position.legal_moves) < FEWEST_MOVES:
            continue
        view = position.view(position.actor)
        truths = [view.imagine(seed) for seed in range(2)]
        told = {one.as_text() if one else "" for one in (find_puzzle(view, LITTLE, NEVER) for view in views(truths))}
        assert len(told) == 1
        found += told != {""} and truths[0] != truths[1]
        if found:
            break
    assert found


def winning(before: Position) -> list[str]:
    assert before.actor is not None
    return [str(move) for move in before.legal_moves if before.play(move).winners == (before.actor,)]


def test_the_only_move_that_wins_at_once_is_found_and_two_of_them_are_no_puzzle() -> None:
    table = next(table for table in TABLES if table.game.name == "pyramidis")
    found = shared = 0
    for seed in range(40):
        before = table.match(seed)[-2]
        assert before.actor is not None
        wins, view = winning(before), before.view(before.actor)
        told = find_puzzle(view, LITTLE, NEVER)
        if told is not None:
            assert wins == [told.move]
            assert [reason.term for reason in told.reasons] == [WON]
            assert told.chances[told.seat] == 1.0
            found += 1
        shared += len(wins) > 1
    assert found
    assert shared


def test_a_game_without_puzzles_or_with_other_rules_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "lots", "tests.fifth.lots")
    assert puzzles_of(benben.find("lots")) is NONE
    assert puzzles_of(replace(benben.find("pyramidis"), version=99)) is NONE
