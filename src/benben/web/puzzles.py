"""Puzzles: the page to choose one, the page to solve it, and sheets to print.

The board is drawn from the stored view. The server checks the answer: the solution is in no page before that, except
on the last page of a sheet. Nothing is stored here; the browser knows what it has solved.
"""

from __future__ import annotations

from typing import Annotated, Any

from babel.numbers import format_decimal
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.responses import Response
from markupsafe import Markup

import benben
from benben.coach.puzzles import Puzzle, levels_of, puzzles_of
from benben.coach.reasons import sentence
from benben.core.game import TALL_SIZE, WIDE_SIZE, Game, Size
from benben.core.position import Position
from benben.core.text import Message, texts
from benben.table.errors import NoSuchPuzzle
from benben.web.client_strings import PUZZLE_WORDS
from benben.web.context import PACED, Language
from benben.web.expected_line import expected, in_words
from benben.web.page_answers import GameName, game_named, html
from benben.web.schemas import Body, ElementPath, Text, line_schema, move_or_path, touched

_ = texts(__package__)

ON_A_SHEET = 6
RIGHT, WORSE = "right", "worse"  # codes of answers

router = APIRouter()

Number = Annotated[int, Path(ge=1, le=1_000_000)]


class Found:
    """A puzzle by its address."""

    def __init__(self, name: GameName, number: Number) -> None:
        self.game = game_named(name)
        self.number = number
        known = puzzles_of(self.game).puzzles
        if number > len(known):
            raise NoSuchPuzzle(_("There is no such puzzle."))
        self.puzzle: Puzzle = known[number - 1]
        self.view: Position = self.puzzle.position(self.game)

    @property
    def seats(self) -> tuple[Message, ...]:
        return tuple(self.game.face.seats(self.view.players, self.view.options))


async def found_puzzle(name: GameName, number: Number) -> Found:
    return Found(name, number)


ThePuzzle = Annotated[Found, Depends(found_puzzle)]


class PuzzleAnswer(Body):
    """The move that somebody would make: its notation, or the elements touched for it."""

    move: Text | None = None
    path: ElementPath | None = None


def size_of(wide: bool) -> Size:
    return WIDE_SIZE if wide else TALL_SIZE


@router.get("/puzzles", include_in_schema=False)
async def overview(request: Request, language: Language) -> Response:
    """Games and grades; the browser adds what it has solved."""
    found = [(game, rows) for game in map(benben.find, benben.names()) if (rows := grades(game))]
    words = {key: message.say(language) for key, message in PUZZLE_WORDS.items()}
    return html(request, "puzzles.html", language, found=found, on_a_sheet=ON_A_SHEET, puzzle_words=words)


def grades(game: Game) -> list[dict[str, Any]]:
    """The grades of which a game has puzzles, with their numbers and ids."""
    known = puzzles_of(game)
    rows = []
    for level in levels_of(game) if known.puzzles else ():
        if numbered := known.numbered(level.name):
            ids = [[number, puzzle.id] for number, puzzle in numbered]
            rows.append({"name": level.name, "title": level.title, "puzzles": ids, "first": ids[0][0]})
    return rows


@router.get("/puzzles/{name}/sheet", include_in_schema=False, dependencies=PACED)
def sheet(
    name: GameName,
    request: Request,
    language: Language,
    grade: Annotated[str, Query(max_length=20)] = "",
    start: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> Response:
    """Puzzles of a grade to print, the solutions on the last page. (A plain function: it draws in a thread.)"""
    game = game_named(name)
    known = puzzles_of(game)
    if not known.puzzles:
        raise NoSuchPuzzle(_("There is no such puzzle."))
    all_grades = grades(game)
    chosen = next((row for row in all_grades if row["name"] == grade), all_grades[0])
    numbers = [number for number, _id in chosen["puzzles"]]
    begin = start if start < len(numbers) else 0
    printed = [_printed(Found(name, number), language) for number in numbers[begin : begin + ON_A_SHEET]]
    after = begin + ON_A_SHEET
    return html(
        request, "puzzle_sheet.html", language,
        game=game, grade=chosen, printed=printed, next_start=after if after < len(numbers) else None,
    )  # fmt: skip


def _printed(found: Found, language: str) -> dict[str, Any]:
    picture = found.view.svg(locale=language, style=False, size=TALL_SIZE, prefix=f"n{found.number}-")
    return {
        "number": found.number,
        "task": task(found, language),
        "picture": Markup(picture),
        "loss": _percent(found.puzzle.margin, language),
        "uncertainty": _percent(found.puzzle.error, language),
        **solution_schema(found, language),
    }


def _percent(share: float, language: str) -> str:
    return format_decimal(round(100 * share, 1), locale=language)


@router.get("/puzzles/{name}/{number}", include_in_schema=False)
async def page(found: ThePuzzle, request: Request, language: Language) -> Response:
    puzzle, game = found.puzzle, found.game
    level = next(level for level in levels_of(game) if level.name == puzzle.grade)
    words = {key: message.say(language) for key, message in PUZZLE_WORDS.items()}
    others = [[number, other.id] for number, other in puzzles_of(game).numbered(puzzle.grade)]
    data = {"game": game.name, "number": found.number, "id": puzzle.id, "others": others}
    return html(
        request, "puzzle.html", language,
        game=game, number=found.number, level=level, task=task(found, language), puzzle_words=words, data=data,
    )  # fmt: skip


def task(found: Found, language: str) -> str:
    """Who acts, and what to find."""
    return _("{name} to act: find the best move.", name=found.seats[found.puzzle.seat]).say(language)


@router.get("/api/v1/puzzles/{name}/{number}", dependencies=PACED)
def board(found: ThePuzzle, language: Language, wide: bool = False) -> dict[str, Any]:
    """The board as the seat to act sees it, and the legal moves. (A plain function: FastAPI runs it in a thread.)"""
    view = found.view
    ask = view.ask()
    return {
        "game": found.game.name,
        "number": found.number,
        "id": found.puzzle.id,
        "grade": found.puzzle.grade,
        "players": view.players,
        "options": dict(view.options),
        "seat": view.seat,
        "task": task(found, language),
        "ask": ask.now.say(language) if ask else "",
        "picture": view.svg(locale=language, style=False, size=size_of(wide)),
        "text": view.text(language),
        "choices": [
            {
                "move": str(move),
                **touched(view, move),
                "gain": None,
                "final": True,
                "loses": False,
            }
            for move in view.legal_moves
        ],
    }


@router.get("/api/v1/puzzles/{name}/{number}/ghost", dependencies=PACED)
def ghost(
    found: ThePuzzle, language: Language, move: Annotated[str, Query(max_length=60)], wide: bool = False
) -> dict[str, Any]:
    """A legal move in words, and its drawing over the picture."""
    legal = found.view.legal_moves[move]
    return {
        "ghost": found.view.ghost(legal, locale=language, size=size_of(wide)),
        "text": in_words(found.view, legal.notation, language),
    }


@router.post("/api/v1/puzzles/{name}/{number}", dependencies=PACED)
def answer(found: ThePuzzle, body: PuzzleAnswer, language: Language) -> dict[str, Any]:
    """Whether a move is the right one, and what it costs if not. The solution comes with the right answer only."""
    view, puzzle = found.view, found.puzzle
    given = move_or_path(body.move, body.path)
    move = view.legal_moves[given if isinstance(given, str) else view.aim(tuple(given)).notation]
    loss, error = puzzle.losses[view.legal_moves.index(move)]
    is_right = move.notation == puzzle.move
    return {
        "code": RIGHT if is_right else WORSE,
        "move": move.notation,
        "text": in_words(view, move.notation, language),
        "loss": loss,
        "error": error,
        "solution": solution_schema(found, language) if is_right else None,
    }


@router.get("/api/v1/puzzles/{name}/{number}/solution", dependencies=PACED)
def solution(found: ThePuzzle, language: Language) -> dict[str, Any]:
    """The right move, why, and what is expected to follow: for somebody who gives up."""
    return solution_schema(found, language)


def solution_schema(found: Found, language: str) -> dict[str, Any]:
    view, puzzle = found.view, found.puzzle
    lines = [sentence(found.game, reason, puzzle.seat, found.seats) for reason in puzzle.reasons]
    return {
        "move": puzzle.move,
        "text": in_words(view, puzzle.move, language),
        "second": in_words(view, puzzle.second, language),
        "margin": puzzle.margin,
        "error": puzzle.error,
        "line": list(puzzle.line),
        "expected": expected(view, puzzle.line, found.seats, language),
        "reasons": [line_schema(line, language) for line in lines],
    }
