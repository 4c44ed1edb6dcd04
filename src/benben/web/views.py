"""A match as a page shows it to one viewer. Everything is made from that viewer's own veiled positions."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benben.core.contract import NOBODY
from benben.core.drawing.canvas import canvas
from benben.core.game import TALL_SIZE, Size
from benben.core.lesson import Step
from benben.core.position import Move, Position
from benben.core.shuffle import permutation
from benben.core.text import Message, texts
from benben.table.errors import BadRequest, CannotTakeBack
from benben.table.match import BACK, HINT, HINTS, MOVE, OPEN, OPTIONS, RESIGN, SIT, Match, MatchEvent, Occupant
from benben.web.guide import guided, lesson_schema
from benben.web.hint_schemas import hints_here
from benben.web.names import Names, full_name, occupant_name, person_on, seat_title, short_name
from benben.web.schemas import choices, line_schema, touched

_ = texts(__package__)

MOST_GHOSTS = 6  # sent along with a view; one takes about a tenth of a millisecond


@dataclass(frozen=True)
class ViewRequest:
    """What a page asks to see."""

    language: str
    seat: int | None = None  # through whose eyes, where the browser holds several seats
    at: int | None = None  # a past position: the one after this many moves
    everything: bool = False  # of a match that is over: what was hidden too
    size: Size = TALL_SIZE  # of the picture: see `canvas`
    ghosts: bool = False  # drawings of moves, where they are few


def size_for(stage: tuple[int, int] | None) -> Size:
    """The size of the picture for a stage of this size in pixels."""
    return canvas(*stage) if stage else TALL_SIZE


@dataclass(frozen=True)
class View:
    """A rendered view. The picture and the log are apart from the other fields: only what is new of them is sent."""

    fields: dict[str, Any]
    board: str
    log: list[dict[str, Any]]


def viewer(match: Match, own: Sequence[int], asked: int | None) -> int | None:
    """The seat through whose eyes the page looks; None for a spectator.

    Where several people share a screen and the game has secrets, the page must say which seat looks.
    """
    if asked in own:
        return asked
    if len(own) == 1:
        return own[0]
    if own and match.game.open:
        return match.actor if match.actor in own else own[0]
    return None


def table_view(match: Match, own: Sequence[int], request: ViewRequest, since: int) -> View:
    """Render the view of a browser that holds the seats `own`; its log starts after event number `since`."""
    seat = viewer(match, own, request.seat)
    language, line = request.language, match.position.line()
    last = len(line) - 1
    live = request.at is None
    at = last if request.at is None else request.at
    if not 0 <= at <= last:
        raise BadRequest(_("There is no such position in this match."))
    shown = line[at]
    reveal = request.everything and (match.is_over or match.table_options.study) and not match.is_sealed
    eyes = seat
    if (entered := match.position.setup.entered) is not None:  # nobody knows more of it than what was entered
        reveal, eyes = False, None if entered.eyes == NOBODY else entered.eyes
    view = shown if reveal else shown.view(eyes)
    names = Names(match)
    acts = seat is not None and seat == match.actor and match.state.waits_for_person and live and not reveal
    options = match.table_options
    told = [line_schema(line, language, names.put_into) for line in view.tell()]
    fields = {
        "match": match.id,
        "game": match.game.name,
        "title": match.game.title,
        "number": match.number,
        "ply": last,
        "at": at,
        "live": live,
        "size": list(request.size),
        "seat": seat,
        "own": list(own),
        "open": match.game.open,
        "actor": match.actor,
        "full": match.is_full,
        "over": match.is_over,
        "study": options.study,
        "previews": options.previews,
        "origin": {"match": options.origin, "ply": options.ply} if options.origin else None,
        "seats": [seat_schema(match, other, view, own, language) for other in range(match.position.players)],
        "status": status(match, view, own, names, told, live, language),
        "resigned": match.resigned,
        "outcome": outcome(match, own, names).say(language) if match.is_over else "",
        "text": view.text(language),
        "last": told,
        "choices": offered(match, view) if acts else [],
        "warns": options.previews and match.game.face.warn is not None,
        "back": take_back(match, seat, language) if live and not reveal else None,
        "hint": hints_here(match, seat, own, names, language) if live and not reveal else None,
        "lesson": lesson_schema(match.state, view, language) if live and not reveal else None,
        "tally": [line_schema(line, language, names.put_into) for line in view.tally()]
        if options.previews or match.is_over
        else [],
        "commitment": match.position.setup.commitment if match.game.shuffles(view.players, view.options) else None,
        "proof": proof(match),
        "sealed": match.is_sealed,
        "deal": options.deal,
        "forkable": (match.game.open or match.is_over or options.study) and not match.is_sealed,
        "ghosts": ghosts(view, request) if acts and request.ghosts else {},
    }
    people = [person_on(match, other, language) for other in range(match.position.players)]
    board = view.svg(locale=language, style=False, size=request.size, names=people)
    entries = log(match, eyes, reveal, since, names, language, {id(shown): (view, told)})
    return View(fields, board, entries)


def offered(match: Match, view: Position) -> list[dict[str, Any]]:
    """The legal moves, and where the pending step is optional, those of the next one: they leave it out.

    In a guided game only what begins like the move that is wanted.
    """
    made = choices(match, view)
    if isinstance(match.state.lesson_due, Step):
        return guided(match.state.lesson_due, view, made)
    decline = view.decline()
    if decline is None:
        return made
    later = after_declining(view, decline, match.number)
    taken = {choice["path"][0] for choice in made}
    return made + [
        {
            "move": str(decline),
            "then": str(move),
            **way,
            "gain": None,
            "final": True,
            "loses": False,
            "direct": "",
        }
        for move in later.legal_moves
        if later.actor == view.seat and (way := touched(later, move))["path"][0] not in taken
    ]


def after_declining(view: Position, decline: Move, number: int) -> Position:
    """What the seat would see after it has left the step out. `number`: of the event that it answers."""
    assert view.seat is not None
    return view.imagine(number).play(decline).view(view.seat)


def ghosts(view: Position, request: ViewRequest) -> dict[str, str]:
    """The drawing of each legal move, by notation; none if there are many, which the page then asks for one by one."""
    if len(view.legal_moves) > MOST_GHOSTS:
        return {}
    return {str(move): view.ghost(move, locale=request.language, size=request.size) for move in view.legal_moves}


def seat_schema(match: Match, seat: int, view: Position, own: Sequence[int], language: str) -> dict[str, Any]:
    occupant = match.occupants[seat]
    return {
        "seat": seat,
        "title": seat_title(match, seat).say(language),
        "name": full_name(match, seat).say(language),
        "who": short_name(match, seat, language),
        "kind": occupant.kind,
        "level": occupant.level,
        "score": view.score[seat],
        "own": seat in own,
        "winner": match.is_over and seat in match.winners,
    }


def status(
    match: Match,
    view: Position,
    own: Sequence[int],
    names: Names,
    told: Sequence[dict[str, Any]],
    live: bool,
    language: str,
) -> dict[str, Any]:
    """The status line: what the seat to act has to do, for all others who does what; in the past, what was done."""
    actor = match.actor if match.is_full else None
    mine = actor is not None and actor in own and match.state.waits_for_person
    ask = view.ask() if mine and live else None
    if actor is not None and mine and live:
        who = _("Your turn.") if len(own) == 1 else _("{name} is to act.", name=names.of_seats[actor])
    else:
        who = happening(match, view, own, names, live)
    return {
        "who": told[0]["text"] if told and not live else who.say(language),
        "now": ask.now.say(language) if ask else "",
        "then": ask.then.say(language) if ask and ask.then else "",
        "short": ask.short.say(language) if ask and ask.short else "",
        "mine": mine,
        "thinks": actor is not None and match.level_of(actor) is not None and not match.is_set_aside,
    }


def happening(match: Match, view: Position, own: Sequence[int], names: Names, live: bool) -> Message:
    """What goes on, for those who do not act."""
    if match.table_options.study:
        return _("A record: step through it, or continue from any position.")
    if match.is_over:
        return outcome(match, own, names)
    if not match.is_full:
        missing = sum(occupant.kind == OPEN for occupant in match.occupants)
        return _.plural("Waiting for {n} more player.", "Waiting for {n} more players.", missing)
    assert match.actor is not None
    if match.is_set_aside and match.state.waits_for_bot:
        return _("The bot cannot move: a fault of this server. Its host finds the cause in the log.")
    said = view.status() if live else None
    return names.put_into(said) if said else _("{name} is to act.", name=names.of_seats[match.actor])


def outcome(match: Match, own: Sequence[int], names: Names) -> Message:
    """The result in one sentence."""
    winners = match.winners
    if match.resigned is not None:
        return _("{name} has resigned.", name=names.of_seats[match.resigned])
    if not winners:
        return _("The match is over: not solved.") if match.position.players == 1 else _("The match is over.")
    if len(own) == 1 and list(winners) == list(own):
        return _("You have won!")
    if len(winners) == 1:
        return _("{name} has won.", name=names.of_seats[winners[0]])
    return _("A draw: several players share the victory.")


def take_back(match: Match, seat: int | None, language: str) -> dict[str, Any] | None:
    """May this seat take back its last move, and if not, why?"""
    if seat is None:
        return None
    try:
        match.check_take_back(seat)
    except CannotTakeBack as refusal:
        return {"allowed": False, "reason": refusal.say(language)}
    return {"allowed": True, "reason": ""}


def log(
    match: Match,
    seat: int | None,
    reveal: bool,
    since: int,
    names: Names,
    language: str,
    known: Mapping[int, tuple[Position, list[dict[str, Any]]]],
) -> list[dict[str, Any]]:
    """The events after number `since`, as this viewer may know them.

    `known` holds views and lines that were made already, by the id of their position.
    """
    entries = []
    for event, after in zip(match.events[since:], match.played[since:], strict=True):
        entry: dict[str, Any] = {"number": event.number, "kind": event.kind, "seat": event.seat, "lines": []}
        if after is not None:
            if id(after) in known:
                view, entry["lines"] = known[id(after)]
            else:
                view = after if reveal else after.view(seat)
                entry["lines"] = [line_schema(line, language, names.put_into) for line in view.tell()]
            entry["move"] = str(view.last_move)
            entry["ply"] = len(after.line()) - 1
        elif (message := _event_text(match, event, names)) is not None:
            entry["lines"] = [{"text": message.say(language), "cells": [], "points": None, "rule": None}]
        entries.append(entry)
    return entries


def _event_text(match: Match, event: MatchEvent, names: Names) -> Message | None:
    assert event.kind != MOVE
    if event.kind == SIT and event.text is not None:
        return _("{name} sits down.", name=occupant_name(match, Occupant.from_text(event.text), event.seat))
    if event.kind == BACK:
        return _("{name} takes the move back.", name=names.of_seats[event.seat])
    if event.kind == RESIGN:
        return _("{name} resigns.", name=names.of_seats[event.seat])
    if event.kind == HINT:
        return _("{name} asked for a hint.", name=names.of_seats[event.seat])
    if event.kind == HINTS:
        if json.loads(event.text or "{}").get("agree"):
            return _("{name} agrees to hints at this table.", name=names.of_seats[event.seat])
        return _("{name} wants no hints at this table.", name=names.of_seats[event.seat])
    if event.kind == OPTIONS and match.table_options.origin:
        return _("This match continues another one from move {ply}.", ply=match.table_options.ply)
    return None


def proof(match: Match) -> Mapping[str, Any] | None:
    """What a browser needs to check the shuffles, once nothing is hidden any more."""
    setup = match.position.setup
    shuffles = match.game.shuffles(setup.players, setup.options)
    if match.is_sealed or not match.position.is_over or setup.seed is None or setup.commitment is None or not shuffles:
        return None
    return {
        "seed": setup.seed.hex(),
        "shuffles": [
            {"name": name, "order": [int(card) for card in permutation(setup.seed, name, size)]}
            for name, size in shuffles.items()
        ],
    }
