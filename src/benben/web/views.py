"""A match as a page shows it to one viewer: everything comes from that viewer's own veiled positions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from benben.bots.bot import is_ready
from benben.core.position import Position
from benben.core.shuffle import permutation
from benben.core.text import Message, texts
from benben.table.errors import BadRequest, CannotTakeBack, TableError
from benben.table.match import BACK, BOT, HOUSE, MOVE, OPEN, RESIGN, SIT, Event, Match, Sitter
from benben.table.tables import Tables
from benben.web.seats import Held
from benben.web.shapes import choices, line_shape

_ = texts(__package__)


@dataclass(frozen=True)
class Wish:
    """What a page asks to see."""

    language: str
    seat: int | None = None  # of several seats at one screen
    at: int | None = None  # a past position: after so many moves
    everything: bool = False  # of a match that is over: what was hidden too
    since: int = 0  # the log after this event
    wide: bool = False


def own_seats(match: Match, held: Held, tables: Tables) -> list[int]:
    """The seats whose secrets this browser really holds."""
    seats = []
    for seat, secret in held.own.items():
        try:
            if tables.seat_of(match, secret) == seat:
                seats.append(seat)
        except TableError:
            continue
    return sorted(seats)


def viewer(match: Match, own: list[int], asked: int | None) -> int | None:
    """Through whose eyes the page looks. Several people at one screen must say who looks, where there are secrets."""
    if asked in own:
        return asked
    if len(own) == 1:
        return own[0]
    if own and match.game.open:
        return match.actor if match.actor in own else own[0]
    return None


def table_view(match: Match, held: Held, tables: Tables, wish: Wish) -> dict[str, Any]:
    own = own_seats(match, held, tables)
    seat = viewer(match, own, wish.seat)
    language, line = wish.language, match.position.line()
    last = len(line) - 1
    live = wish.at is None
    at = last if wish.at is None else wish.at
    if not 0 <= at <= last:
        raise BadRequest(_("There is no such position in this match."))
    shown = line[at]
    open_book = wish.everything and (match.is_over or match.house.study)
    view = shown if open_book else shown.view(seat)
    names = [name_of(match, other) for other in range(match.position.players)]
    acts = seat is not None and seat == match.actor and match.is_full and live and not open_book
    return {
        "match": match.id,
        "game": match.game.name,
        "title": match.game.title,
        "number": match.number,
        "ply": last,
        "at": at,
        "live": live,
        "seat": seat,
        "own": own,
        "open": match.game.open,
        "actor": match.actor,
        "full": match.is_full,
        "over": match.is_over,
        "study": match.house.study,
        "previews": match.house.previews,
        "origin": {"match": match.house.origin, "ply": match.house.ply} if match.house.origin else None,
        "seats": [seat_shape(match, other, view, own, language) for other in range(match.position.players)],
        "status": status(match, view, own, names, live, language),
        "outcome": outcome(match, own, names).say(language) if match.is_over else "",
        "board": view.svg(locale=language, style=False, wide=wish.wide),
        "text": view.text(language),
        "last": [line_shape(told, language) for told in view.tell()],
        "choices": choices(match, view) if acts else [],
        "back": take_back(match, seat, language) if live and not open_book else None,
        "lesson": lesson(view, language) if acts and match.house.lesson else [],
        "log": log(match, seat, open_book, wish.since, names, language),
        "tally": [line_shape(told, language) for told in view.tally()] if match.house.previews or match.is_over else [],
        "commitment": match.position.setup.commitment if match.game.shuffles(view.players, view.options) else None,
        "proof": proof(match),
        "forkable": match.game.open or match.is_over or match.house.study,
    }


def seat_shape(match: Match, seat: int, view: Position, own: list[int], language: str) -> dict[str, Any]:
    sitter = match.sitters[seat]
    return {
        "seat": seat,
        "title": seat_title(match, seat).say(language),
        "name": name_of(match, seat).say(language),
        "kind": sitter.kind,
        "level": sitter.level,
        "score": view.score[seat],
        "own": seat in own,
        "winner": match.is_over and seat in match.winners,
    }


def seat_title(match: Match, seat: int) -> Message:
    return match.game.face.seats(match.position.players, match.position.options)[seat]


def name_of(match: Match, seat: int) -> Message:
    """What a seat is called in sentences: who sits there, or its colour."""
    return sitter_name(match, match.sitters[seat], seat)


def sitter_name(match: Match, sitter: Sitter, seat: int) -> Message:
    title = seat_title(match, seat)
    if sitter.kind == BOT:
        levels = match.game.advice.levels if match.game.advice else ()
        level = next((known.title for known in levels if known.name == sitter.level), title)
        return _("{seat} ({bot})", seat=title, bot=level)
    return _("{name} ({seat})", name=sitter.name, seat=title) if sitter.name else title


def status(
    match: Match, view: Position, own: list[int], names: list[Message], live: bool, language: str
) -> dict[str, Any]:
    """The line that is always in view: whose turn, what now, what next."""
    ask, thinks = None, False
    if match.house.study:
        who = _("A record to look at: go through it, or go on from any position.")
    elif match.is_over:
        who = outcome(match, own, names)
    elif not match.is_full:
        missing = sum(sitter.kind == OPEN for sitter in match.sitters)
        who = _("The match begins when everybody sits; still to come: {n}.", n=missing)
    else:
        assert match.actor is not None
        mine = match.actor in own
        who = _("Your turn.") if mine and len(own) == 1 else _("{name} is to act.", name=names[match.actor])
        ask = view.ask() if live else None
        level = match.level_of(match.actor)
        thinks = level is not None
        if level is not None and (level.effort or level.seconds) and not is_ready(match.game):
            who = _("{name} is getting ready; the first time takes a minute or two.", name=names[match.actor])
    return {
        "who": who.say(language),
        "now": ask.now.say(language) if ask else "",
        "then": ask.then.say(language) if ask and ask.then and match.actor in own else "",
        "mine": match.actor is not None and match.actor in own and match.is_full,
        "thinks": thinks,
    }


def outcome(match: Match, own: list[int], names: list[Message]) -> Message:
    """How it ended, in one sentence."""
    winners = match.winners
    if match.resigned is not None:
        return _("{name} has resigned.", name=names[match.resigned])
    if not winners:
        return _("The match is over: not solved.") if match.position.players == 1 else _("The match is over.")
    if len(own) == 1 and list(winners) == own:
        return _("You have won!")
    if len(winners) == 1:
        return _("{name} has won.", name=names[winners[0]])
    return _("A draw: several have won together.")


def take_back(match: Match, seat: int | None, language: str) -> dict[str, Any] | None:
    """May this seat take its last move back, and if not, why?"""
    if seat is None:
        return None
    try:
        match.check_take_back(seat)
    except CannotTakeBack as refusal:
        return {"allowed": False, "reason": refusal.say(language)}
    return {"allowed": True, "reason": ""}


def lesson(view: Position, language: str) -> list[dict[str, Any]]:
    """The explanations that fit this decision; the page gives each once."""
    assert view.seat is not None
    return [
        {
            "name": step.name,
            "text": step.text.say(language),
            "cells": list(step.cells(view.state, view.seat)),
            "rule": step.rule or None,
        }
        for step in view.lesson()
    ]


def log(
    match: Match, seat: int | None, open_book: bool, since: int, names: list[Message], language: str
) -> list[dict[str, Any]]:
    """What happened after an event, as this viewer may know it."""
    if since >= match.number:
        return []
    played = {event.number: (before, after) for event, before, after, _move in match.moves_of_events()}
    entries = []
    for event in match.events[since:]:
        entry: dict[str, Any] = {"number": event.number, "kind": event.kind, "seat": event.seat, "lines": []}
        if event.kind == MOVE:
            _before, after = played[event.number]
            view = after if open_book else after.view(seat)
            entry["move"] = str(view.last_move)
            entry["ply"] = len(after.line()) - 1
            entry["lines"] = [line_shape(told, language) for told in view.tell()]
        elif (message := _said(match, event, names)) is not None:
            entry["lines"] = [{"text": message.say(language), "cells": [], "points": None, "rule": None}]
        entries.append(entry)
    return entries


def _said(match: Match, event: Event, names: list[Message]) -> Message | None:
    if event.kind == SIT and event.text is not None:
        return _("{name} sits down.", name=sitter_name(match, Sitter.from_text(event.text), event.seat))
    if event.kind == BACK:
        return _("{name} takes the move back.", name=names[event.seat])
    if event.kind == RESIGN:
        return _("{name} resigns.", name=names[event.seat])
    if event.kind == HOUSE and match.house.origin:
        return _("This match goes on from move {ply} of another one.", ply=match.house.ply)
    return None


def proof(match: Match) -> Mapping[str, Any] | None:
    """All that is needed to check the shuffles, once nothing is hidden any more."""
    setup = match.position.setup
    shuffles = match.game.shuffles(setup.players, setup.options)
    if not match.position.is_over or setup.seed is None or not shuffles:
        return None
    return {
        "seed": setup.seed.hex(),
        "shuffles": [
            {"name": name, "order": [int(card) for card in permutation(setup.seed, name, size)]}
            for name, size in shuffles.items()
        ],
    }
