"""The review of a match: the page, its stream of progress and result, and the board at a decision.

Only of matches that are over, and of uploaded records. The board is drawn from the view of the seat that decided.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Collection
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import Field
from starlette.requests import HTTPConnection

from benben.bots.bot import is_ready
from benben.coach.chances import Cancelled
from benben.coach.judging import level_named
from benben.coach.puzzles import puzzles_of
from benben.coach.reasons import sentence
from benben.coach.review import Review, ReviewedDecision, known_view
from benben.core.errors import BenbenError, IllegalMove
from benben.core.game import TALL_SIZE, WIDE_SIZE, Size
from benben.core.position import Position
from benben.core.text import texts
from benben.table.errors import BadRequest, NotYourTurn, Sealed
from benben.table.match import Match
from benben.web.client_strings import REVIEW_WORDS
from benben.web.context import PACED, Language, MatchId, Secret, TheServices, client_of
from benben.web.expected_line import expected, in_words
from benben.web.leaving import while_connected
from benben.web.names import Names, short_name
from benben.web.page_answers import FRIENDLY, html
from benben.web.schemas import Body, ElementPath, Text, choices, line_schema, move_or_path

_ = texts(__package__)

REPORT_SECONDS = 0.2

router = APIRouter()

LevelName = Annotated[str, Query(max_length=20)]
Notation = Annotated[str, Query(max_length=60)]


async def reviewable(match_id: MatchId, shared: TheServices, token: Secret) -> Match:
    """A match whose secrets nobody has to keep any more. While others still play the same deal, only its own players
    may see it."""
    match = await shared.service.matches.get(match_id)
    if not match.is_over and not match.table_options.study:
        raise NotYourTurn(_("A match is reviewed when it is over."))
    if match.is_sealed and shared.service.seat_of(match, token) is None:
        raise Sealed(_("Others still play the same deal. Matches are reviewed when it is over."))
    if not match.game.advice:
        raise BadRequest(_("There is no such bot here."))
    return match.snapshot()


Reviewable = Annotated[Match, Depends(reviewable)]


async def shown_seats(match: Reviewable, shared: TheServices, token: Secret) -> Collection[int]:
    """The seats whose decisions this reader may see: while others still play the same deal, only the reader's own. A
    decision shows what was hidden from the other seats."""
    own = shared.service.seat_of(match, token)
    return (own,) if match.is_sealed and own is not None else range(match.position.players)


ShownSeats = Annotated[Collection[int], Depends(shown_seats)]


@router.get("/t/{match_id}/review", include_in_schema=False)
async def page(match: Reviewable, request: Request, language: Language, level: LevelName = "") -> Response:
    assert match.game.advice is not None
    names = [known.name for known in match.game.advice.levels]
    chosen = level if level in names else names[min(FRIENDLY, len(names) - 1)]
    words = {key: message.say(language) for key, message in REVIEW_WORDS.items()}
    return html(
        request, "review.html", language,
        match=match, game=match.game, level=chosen, review_words=words,
        has_puzzles=bool(puzzles_of(match.game).puzzles),
        data={"match": match.id, "game": match.game.name, "level": chosen},
    )  # fmt: skip


@router.get("/api/v1/matches/{match_id}/review", response_class=EventSourceResponse, response_model=None)
async def stream(
    match: Reviewable,
    seats: ShownSeats,
    connection: HTTPConnection,
    shared: TheServices,
    language: Language,
    level: LevelName,
) -> AsyncIterator[ServerSentEvent]:
    """`preparing` while the bots of the game are compiled; the progress (`progress`: decisions done, and in all); then
    the `review`, or why there is none (`refused`).

    The work ends when the reader goes.
    """
    client = client_of(connection.scope)
    with shared.streams.enter(client):
        stop, done = threading.Event(), (0, 0)

        def report(*progress: int) -> None:
            nonlocal done
            done = progress[0], progress[1]

        work = asyncio.ensure_future(shared.reviews.get(match.position, level, client, report, stop))
        try:
            told, is_prepared = (-1, -1), True
            while not (await asyncio.wait([work], timeout=REPORT_SECONDS))[0]:
                if not is_ready(match.game):
                    if is_prepared:
                        yield ServerSentEvent(raw_data="null", event="preparing")
                    is_prepared = False
                elif done != told:
                    told = done
                    yield ServerSentEvent(raw_data=json.dumps(told), event="progress")
            schema = await asyncio.to_thread(review_schema, match, work.result(), seats, language)
            yield ServerSentEvent(raw_data=json.dumps(schema), event="review")
        except BenbenError as error:
            yield ServerSentEvent(raw_data=json.dumps(error.say(language)), event="refused")
        except Cancelled:
            pass
        finally:
            stop.set()


def review_schema(match: Match, review: Review, shown: Collection[int], language: str) -> dict[str, Any]:
    """What the review says of the decisions of some seats, in a language."""
    decisions = [decision for decision in review.decisions if decision.seat in shown]
    numbers = {decision.ply: number for number, decision in enumerate(decisions)}
    return {
        "level": level_named(match.game, review.level).title.say(language),
        "teacher": level_named(match.game, review.teacher).title.say(language),
        "seats": [
            {
                "name": short_name(match, seat, language),
                "shown": seat in shown,
                "accuracy": _whole(review.accuracy(seat)) if seat in shown else None,
            }
            for seat in range(match.position.players)
        ],
        "decisions": [decision_schema(match, decision, language) for decision in decisions],
        "turning": [numbers[decision.ply] for decision in review.turning_points if decision.ply in numbers],
        "result": list(review.result),
    }


def _whole(accuracy: float | None) -> int | None:
    return None if accuracy is None else round(accuracy)


def decision_schema(match: Match, decision: ReviewedDecision, language: str) -> dict[str, Any]:
    view = match.position.line()[decision.ply].view(decision.seat)
    names, called = Names(match), [short_name(match, seat, language) for seat in range(view.players)]
    lines = [sentence(match.game, reason, decision.seat, names.of_seats) for reason in decision.reasons]
    return {
        "ply": decision.ply,
        "seat": decision.seat,
        "move": decision.move,
        "best": decision.best,
        "verdict": decision.verdict,
        "chances": list(decision.chances),
        "loss": decision.loss,
        "error": decision.error,
        "points": None if decision.points is None else list(decision.points),
        "hinted": decision.ply + 1 in match.hinted_moves,
        "line": list(decision.line),
        "expected": expected(view, decision.line, called, language),
        "played": in_words(view, decision.move, language),
        "better": in_words(view, decision.best, language),
        "reasons": [line_schema(line, language) for line in lines],
    }


def decided(match: Reviewable, seats: ShownSeats, ply: int) -> Position:
    """The position of a decision that the reader may see."""
    line = match.position.line()
    if not 0 <= ply < len(line) - 1:
        raise BadRequest(_("There is no such position in this match."))
    if line[ply].actor not in seats:
        raise Sealed(_("Others still play the same deal. What other players held is shown when it is over."))
    return line[ply]


Decided = Annotated[Position, Depends(decided)]


def decided_view(position: Decided) -> Position:
    """What the seat could know then."""
    if (view := known_view(position)) is None:
        raise BadRequest(_("What this player saw was not entered."))
    return view


DecidedView = Annotated[Position, Depends(decided_view)]

# Plain functions: FastAPI runs them in threads.


@router.get("/api/v1/matches/{match_id}/review/{ply}", dependencies=PACED)
def board(
    match: Reviewable, position: Decided, ply: int, language: Language, move: Notation, wide: bool = False
) -> dict[str, Any]:
    """The board at a decision as its seat saw it, and the ghosts of the played move and of another one."""
    played = match.position.line()[ply + 1].last_move
    assert played is not None
    view, size = position.view(position.actor), size_of(wide)
    names = [short_name(match, other, language) for other in range(view.players)]
    other = view.legal_moves[move]
    return {
        "picture": view.svg(locale=language, style=False, names=names, size=size),
        "played": view.ghost(played, locale=language, size=size),
        "better": view.ghost(other, locale=language, size=size),
        "text": view.text(language),
    }


def size_of(wide: bool) -> Size:
    return WIDE_SIZE if wide else TALL_SIZE


@router.get("/api/v1/matches/{match_id}/review/{ply}/choices", dependencies=PACED)
def offered(match: Reviewable, view: DecidedView, language: Language) -> dict[str, Any]:
    """What the seat could play at a decision, to try it again."""
    ask = view.ask()
    return {"choices": choices(match, view), "ask": "" if ask is None else ask.now.say(language)}


@router.get("/api/v1/matches/{match_id}/review/{ply}/ghost", dependencies=PACED)
def ghost(view: DecidedView, language: Language, move: Notation, wide: bool = False) -> dict[str, Any]:
    """The drawing of a move at a decision, to lay over the board."""
    return {"ghost": view.ghost(view.legal_moves[move], locale=language, size=size_of(wide))}


class Try(Body):
    """Another move at a decision: its notation, or the elements touched for it. `level`: of the learner."""

    level: Annotated[str, Field(max_length=20)]
    move: Text | None = None
    path: ElementPath | None = None


@router.post("/api/v1/matches/{match_id}/review/{ply}/try", dependencies=PACED)
async def try_again(
    body: Try,
    match: Reviewable,
    view: DecidedView,
    ply: int,
    request: Request,
    shared: TheServices,
    language: Language,
) -> dict[str, Any]:
    """The judgement of another move at a decision, from the same view and in the same worlds as the review's."""
    meant = move_or_path(body.move, body.path)
    move = view.legal_moves[meant] if isinstance(meant, str) else view.aim(tuple(meant))
    level_named(match.game, body.level)
    if move.number not in view.legal_moves:
        raise IllegalMove(view.why_not(move.number))
    client = client_of(request.scope)
    work = shared.reviews.judge(match.position, view, ply, move.number, body.level, client)
    found = await while_connected(request, work)
    return decision_schema(match, found, language)
