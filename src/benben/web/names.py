"""The names of the people at a table, in lists and in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from benben.core.text import Message, texts
from benben.table.match import BOT, PERSON, Match, Occupant

_ = texts(__package__)


def seat_title(match: Match, seat: int) -> Message:
    """The colour or city of a seat."""
    return match.game.face.seats(match.position.players, match.position.options)[seat]


def level_title(match: Match, occupant: Occupant) -> Message | None:
    levels = match.game.advice.levels if match.game.advice else ()
    return next((level.title for level in levels if level.name == occupant.level), None)


def person_on(match: Match, seat: int, language: str) -> str:
    """The person or bot on a seat; empty where only the seat has a name."""
    occupant = match.occupants[seat]
    level = level_title(match, occupant)
    return occupant.name or (level.say(language) if level else "")


def short_name(match: Match, seat: int, language: str) -> str:
    """Who sits on a seat, without its colour."""
    return person_on(match, seat, language) or seat_title(match, seat).say(language)


def full_name(match: Match, seat: int) -> Message:
    """Who sits on a seat, with its colour."""
    return occupant_name(match, match.occupants[seat], seat)


def occupant_name(match: Match, occupant: Occupant, seat: int) -> Message:
    title = seat_title(match, seat)
    if occupant.kind == BOT:
        return _("{seat} ({bot})", seat=title, bot=level_title(match, occupant) or title)
    return _("{name} ({seat})", name=occupant.name, seat=title) if occupant.name else title


class Names:
    """Puts the names of people into sentences, in place of the colours of their seats.

    A name that two people have keeps its colour. Bots go by the colours.
    """

    def __init__(self, match: Match) -> None:
        called = [occupant.name for occupant in match.occupants if occupant.kind == PERSON]
        self.of_seats: list[Message | str] = []
        self._by_title: dict[Message, Message | str] = {}
        for seat, occupant in enumerate(match.occupants):
            is_alone = occupant.kind == PERSON and called.count(occupant.name) == 1
            name = occupant.name if is_alone and occupant.name else full_name(match, seat)
            self.of_seats.append(name)
            if occupant.kind == PERSON and occupant.name:
                self._by_title[seat_title(match, seat)] = name

    def put_into(self, message: Message) -> Message:
        """The same sentence, with names."""
        return put_names(message, self._by_title)


def put_names(message: Message, by_title: Mapping[Message, Message | str]) -> Message:
    """The same sentence, with other words for the seats."""
    if not by_title:
        return message

    def named(value: object) -> object:
        if not isinstance(value, Message):
            return value
        return by_title.get(value) or put_names(value, by_title)

    values = tuple((key, named(value)) for key, value in message.values)
    return message if values == message.values else replace(message, values=values)
