"""The table as text: for terminals, for screen readers, and to write down positions in tests.

A card is its stones from left to right: `b wr` is a tall blue one beside white over red (b blue, w white, r red,
g green, y yellow), then its glyph. `?` is a card face down, `.` an empty place of a pyramid's level.
"""

from __future__ import annotations

import re

from benben.core.cache import remembered, remembered_part
from benben.core.game import Look
from benben.core.kit.seats import result, winning_seats
from benben.core.terminal import paint_letters
from benben.core.text import Message
from benben.games.pyramids.box.components import DECK, MOST_PLAYERS, ROUNDS, TILES
from benben.games.pyramids.rules.hands import HELD, either_way, hand, tomb
from benben.games.pyramids.rules.pyramid_spots import FIRST, WIDTHS
from benben.games.pyramids.rules.score import winners
from benben.games.pyramids.rules.state import NO_CARD, OVER, UNKNOWN, Necropolis, put_card
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import GOD_NAMES, SEATS, SLOTS, card_name, permits
from benben.games.pyramids.words.prompts import task

_BETWEEN = " | "
_PAINTS = {"b": "blue", "w": "white", "r": "red", "g": "green", "y": "yellow"}
_STONES = re.compile(r"\b[bwrgy]{1,2} [bwrgy]{1,2}\b")  # the two columns of a card


@remembered
def code(card: int) -> str:
    """A card in letters."""
    return "." if card == NO_CARD else "?" if card == UNKNOWN else str(DECK[card - 1])


def status(s: Necropolis) -> Message:
    """Whose turn it is and what is to be decided, or who has won."""
    if s.phase == OVER:
        return result(winning_seats(winners, s), SEATS)
    return _("Round {round}/{rounds}. {task}", round=s.round, rounds=ROUNDS, task=task(s))


def draw(s: Necropolis, look: Look) -> str:
    def say(message: Message) -> str:
        return message.say(look.locale)

    rows = [say(status(s))]
    if s.phase != OVER:
        rows += [_tile(tile, s.players, _where(s, tile), look.locale) for tile in _tiles(s)]
        rows += [
            f"{say(_('pair {n}', n=pair + 1))}: {code(s.quarry[pair, 0])} + {code(s.quarry[pair, 1])}"
            for pair in range(s.players)
            if s.quarry[pair, 0]
        ]
    rows += [_necropolis(s, seat, look.locale) for seat in range(s.players)]
    gone = discarded(s)
    if gone:
        rows += ["", f"{say(_('discarded'))}: {_row(gone)}"]
    text = "\n".join([row.rstrip() for row in rows])
    return text if not look.colour else _STONES.sub(lambda card: paint_letters(card[0], _PAINTS), text)


def discarded(s: Necropolis) -> list[int]:
    """The cards in the box."""
    return [card for card, gone in enumerate(s.discarded) if gone]


@remembered_part(rows=("pyramid", "obelisk", "levels", *HELD))
def _necropolis(s: Necropolis, seat: int, locale: str) -> str:
    """What a player has, after an empty line."""

    def say(message: Message) -> str:
        return message.say(locale)

    rows = ["", say(SEATS[seat]), *_levels(s, seat)]
    rows.append(f"  {say(_('obelisk'))}: {_row(list(s.obelisk[seat])[: s.levels[seat]])}")
    rows.append(f"  {say(_('tomb'))}: {_row(tomb(s, seat))}")
    cards = [f"{SLOTS[slot]} {code(card)}" for slot, card in enumerate(hand(s, seat))]
    rows.append(f"  {say(_('hand'))}: {_BETWEEN.join(cards)}")
    unclear = either_way(s, seat)
    if unclear:
        rows.append(f"  {say(_('one in hand, the others in the tomb'))}: {_row(unclear)}")
    return "\n".join([row.rstrip() for row in rows])


def _tile(tile: int, players: int, where: Message, locale: str) -> str:
    god, allowed = GOD_NAMES[tile - 1].say(locale), permits(players, tile).say(locale)
    return f"{tile} {god} ({allowed}): {where.say(locale)}"


def _tiles(s: Necropolis) -> range:
    return range(1, int(TILES[s.players]) + 1)


def _where(s: Necropolis, tile: int) -> Message:
    if tile == s.aside:
        return _("out in this round")
    owners = [SEATS[seat] for seat in range(s.players) if s.tile[seat] == tile]
    return owners[0] if owners else _("free")


def _levels(s: Necropolis, seat: int) -> list[str]:
    """The levels of a pyramid that have cards, the highest first."""
    rows = []
    for level in range(len(WIDTHS) - 1, -1, -1):
        cards = list(s.pyramid[seat])[FIRST[level] : FIRST[level] + WIDTHS[level]]
        while cards and cards[-1] == NO_CARD:
            cards.pop()
        if cards:
            rows.append(f"  {level + 1}: {_row(cards)}")
    return rows


def _row(cards: list[int]) -> str:
    return _BETWEEN.join(code(card) for card in cards)


_ROWS = ("1", "2", "3", "4", "obelisk", "tomb", "hand")  # of a necropolis
NUMBERS = {str(card): number for number, card in enumerate(DECK, 1)}


def parse(
    drawing: str, *, phase: int = OVER, turn: int = 0, tiles: tuple[int, ...] = (), in_round: int = ROUNDS
) -> Necropolis:
    """A state with the necropolises of a drawing, as `draw` has them in English; the quarry is empty.

    Of a hand of several cards the last two were taken this turn.
    """
    s = Necropolis.blank()
    s.phase, s.turn, s.round = phase, turn, in_round
    seat = -1
    names = [str(name) for name in SEATS]
    for line in drawing.splitlines():
        label, _colon, rest = line.strip().partition(":")
        cards = [_number(word) for word in rest.split("|") if word.strip()] if label in _ROWS else []
        if label in names:
            seat = s.players
            s.players = seat + 1
        elif label.isdigit():
            for index, card in enumerate(cards):
                place = FIRST[int(label) - 1] + index
                if card:
                    put_card(s, seat, place, card)
        elif label == "obelisk":
            for level, card in enumerate(cards):
                s.obelisk[seat, level] = card
            s.levels[seat] = len(cards)
        elif label in _ROWS:  # tomb or hand
            for card in cards:
                s.held[seat, s.holds[seat]] = card
                s.holds[seat] += 1
            if label == "tomb":
                s.sure[seat] = len(cards)
            else:
                s.fresh[seat] = 0 if len(cards) == 1 else min(2, len(cards))
                s.kept[seat] = s.holds[seat] - s.fresh[seat] if len(cards) in (1, 3) else 0
    assert 2 <= s.players <= MOST_PLAYERS
    for owner, tile in enumerate(tiles):
        s.tile[owner] = tile
    return s


def _number(word: str) -> int:
    """A card from its letters, with or without the slot before them."""
    word = word.strip()
    return NO_CARD if word == "." else NUMBERS.get(word) or NUMBERS[word[2:]]


# The picture in words, for screen readers


def describe(s: Necropolis, locale: str) -> str:
    """Every necropolis, level by level."""
    return " ".join(_board_in_words(s, seat, locale) for seat in range(s.players))


@remembered_part(rows=("pyramid", "obelisk", *HELD))
def _board_in_words(s: Necropolis, seat: int, locale: str) -> str:
    def say(name: Message, lying: list[int]) -> str:
        names = [_("face down") if card == UNKNOWN else card_name(card) for card in lying if card != NO_CARD]
        said = "; ".join(name.say(locale) for name in names)
        return f"{name.say(locale)}: {said}." if said else ""

    rows = [
        say(_("Level {level}", level=level + 1), list(s.pyramid[seat])[FIRST[level] : FIRST[level] + WIDTHS[level]])
        for level in range(len(WIDTHS))
    ]
    rows.append(say(_("Obelisk"), list(s.obelisk[seat])))
    rows.append(say(_("Tomb"), tomb(s, seat)))
    rows.append(say(_("Hand"), hand(s, seat)))
    return f"{SEATS[seat].say(locale)}. " + " ".join(row for row in rows if row)
