"""Why a move is better: the terms of the game's evaluation that it has more of, at the end of the seat's turn.

A game names its terms in `words/terms.py` (CONTRIBUTING.md): `NAMES` by term, with the rule; `terms`, their amounts in
two states and what the difference is worth; `IN_POINTS`, whether that is in points; `LESS`, the terms of which less is
better. A game without them has no reasons. `points`, the expected final points of a seat, is in games with points.
`details` and `detail_in_words` name what an amount consists of, where a game knows it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import ModuleType

from benben.coach.chances import Difference, Future
from benben.core.game import Game, Line
from benben.core.kit.rooms import module_of
from benben.core.position import Position
from benben.core.text import Message, texts

_ = texts(__package__)

WORLDS = 6  # in which states are compared
MOST = 2  # reasons told
LEAST_SHARE = 0.2  # of the greatest one: smaller reasons are not told
SHOWN = 0.05  # amounts that differ by less look the same
WON = "won"  # the term of a move that wins at once


@dataclass(frozen=True)
class Advantage:
    """A term in which the better move is better: its mean amounts after both moves, and the worth of the difference."""

    term: str
    seat: int  # whose term it is
    better: float = 0.0
    worse: float = 0.0
    worth: float = 0.0  # to the seat that decides
    detail: str = ""  # the part of the term that differs most, as a key of the game's `details`


def terms_of(game: Game) -> ModuleType | None:
    """The named terms of a game."""
    return module_of(game.package, "words.terms")


def reasons(difference: Difference, seat: int) -> tuple[Advantage, ...]:
    """The terms in which the better move is ahead for a seat, the most important first: at the end of its turn, or
    where that shows nothing, when it acts again, or at the end of the expected lines."""
    futures = difference.futures[:WORLDS]
    if all(best.world.winners == (seat,) for best, _other in futures):
        return (Advantage(WON, seat),)
    module = terms_of(futures[0][0].world.game)
    if module is None:
        return ()
    for until in (_its_turn_ends, it_acts_again, _never):
        ends = [(follow(best, seat, until), follow(other, seat, until)) for best, other in futures]
        if found := _ahead(module, ends, seat):
            return found
    return ()


def _ahead(module: ModuleType, ends: list[tuple[Position, Position]], seat: int) -> tuple[Advantage, ...]:
    position = ends[0][0]
    is_shared = position.game.together(position.players, position.options)
    sums: defaultdict[tuple[str, int], list[tuple[float, float, float]]] = defaultdict(list)
    for one, other in ends:
        for whose in (seat,) if is_shared else range(position.players):
            for term, (better, worse, worth) in module.terms(one.state, other.state, whose).items():
                sums[term, whose].append((better, worse, worth if whose == seat else -worth))
    found = [
        Advantage(term, whose, better, worse, worth)
        for (term, whose), rows in sums.items()
        for better, worse, worth in [[round(float(sum(column)) / len(ends), 2) for column in zip(*rows, strict=True)]]
    ]
    ahead = sorted((one for one in found if _shows(one, seat, module)), key=lambda one: -one.worth)[:MOST]
    told = [one for one in ahead if one.worth >= LEAST_SHARE * ahead[0].worth]
    return tuple(replace(one, detail=_detail(module, ends, one)) for one in told)


def _detail(module: ModuleType, ends: list[tuple[Position, Position]], reason: Advantage) -> str:
    """The part of a term that differs most, in the direction of the whole; "" if none does."""
    if not hasattr(module, "details"):
        return ""
    sums: defaultdict[str, float] = defaultdict(float)
    sign = 1 if reason.better > reason.worse else -1
    for one, other in ends:
        for world, factor in ((one, sign), (other, -sign)):
            for detail, amount in module.details(world.state, reason.seat).get(reason.term, {}).items():
                sums[detail] += factor * amount
    detail, most = max(sums.items(), key=lambda entry: (entry[1], entry[0]), default=("", 0.0))
    return detail if most >= SHOWN * len(ends) else ""


def _shows(reason: Advantage, seat: int, module: ModuleType) -> bool:
    """True if the amounts explain the difference: they differ, in the direction that people expect."""
    more = reason.better - reason.worse
    wants_more = (reason.seat == seat) != (reason.term in module.LESS)
    return reason.worth > 0 and (more if wants_more else -more) >= SHOWN


Until = Callable[[int, Position, Position], bool]  # of the seat, the position before an expected move, and after it


def _its_turn_ends(seat: int, _before: Position, after: Position) -> bool:
    return after.actor != seat


def it_acts_again(seat: int, before: Position, after: Position) -> bool:
    """True if a move of another seat has given the turn back."""
    return before.actor != seat == after.actor


def _never(_seat: int, _before: Position, _after: Position) -> bool:
    return False


def follow(future: Future, seat: int, until: Until) -> Position:
    """The world after the moves that the search expects, as far as wanted."""
    world = future.world
    if world.before is not None and until(seat, world.before, world):
        return world
    for move in future.line:
        if move not in world.legal_moves:
            break
        before, world = world, world.play(move)
        if until(seat, before, world):
            break
    return world


def sentence(game: Game, reason: Advantage, seat: int, names: Sequence[Message | str]) -> Line:
    """A reason in words, with the rule it rests on. `names`: by seat."""
    if reason.term == WON:
        return Line(_("This move wins the match at once."), seat=seat)
    module = terms_of(game)
    assert module is not None
    name: Line = module.NAMES[reason.term]
    term: Message | str = name.message
    if reason.detail:
        term = _("{term} (above all: {detail})", term=term, detail=module.detail_in_words(reason.term, reason.detail))
    told: dict[str, Message | str] = {
        "term": term,
        "better": amount(reason.better),
        "worse": amount(reason.worse),
    }
    if reason.seat != seat:
        told["player"] = names[reason.seat]
    gain = round(reason.worth, 1)
    is_plain = abs(abs(reason.better - reason.worse) - reason.worth) < SHOWN  # the amounts say it already
    if not module.IN_POINTS or gain < 0.1 or is_plain:
        if reason.seat != seat:
            return Line(_("{term} of {player}: {better} instead of {worse}.", **told), seat=seat, rule=name.rule)
        return Line(_("{term}: {better} instead of {worse}.", **told), seat=seat, rule=name.rule)
    told["points"] = amount(gain)
    if reason.seat != seat:
        message = _("{term} of {player}: {better} instead of {worse}, worth about {points} points.", **told)
    else:
        message = _("{term}: {better} instead of {worse}, worth about {points} points.", **told)
    return Line(message, seat=seat, rule=name.rule)


def amount(value: float) -> Message | str:
    """With one digit after the point, or the comma of the language; whole numbers without."""
    whole, _point, part = f"{value:.1f}".partition(".")
    return _("{whole}.{part}", whole=whole, part=part) if part != "0" else whole
