"""Sites and resources of Terra Pyramides as they lie on a real table, as text.

    competitive
    player 1; d1 foundation 3 1; a2 red 4 2; stone red; stone white; gold
    player 2; f2 blue 5 1

The first line says what was played: `competitive`, or `task-1` to `task-3`; a team is player 1. A site has a foundation
of a value or a pyramid of a colour and level, then the number of workers. What cannot be is refused with its rule.
Nothing here scores: `tally` does, on the state that the text describes.
"""

from __future__ import annotations

from collections.abc import Iterator

from benben.core.errors import IllegalMove, Reason
from benben.core.game import Line
from benben.core.kit.laying import Entries, Layout, LayoutByPlayer, no_step
from benben.core.text import Message
from benben.games.terra_pyramides.box.components import (
    COLOURS,
    FIRST_LEVELS,
    FOUNDATION_LIST,
    MOST_GOLD,
    MOST_STONES,
    POINTS,
    SITE_INDEX,
    SITES,
    TEAM_TIPS,
    TEAM_WORKERS,
    TIPS,
    TO_BUILD,
    TOP_LEVEL,
    UNKNOWN,
    WHITE,
    WORKERS,
)
from benben.games.terra_pyramides.rules.score import progress
from benben.games.terra_pyramides.rules.state import SEATS, Board, stones, top_level
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES, SEAT_NAMES, board_name
from benben.games.terra_pyramides.words.points import tally
from benben.games.terra_pyramides.words.score_sheet import (
    END_OF_TURN,
    IN_THE_BOX,
    PRINTED_GOLD,
    PRINTED_STONES,
    PYRAMIDS,
    SHEETS,
    SUPPLY,
)

MODES = tuple(sheet.name for sheet in SHEETS)
FOUNDATION = "foundation"
VALUES = tuple(sorted(set(FOUNDATION_LIST)))  # how many there are of each is our reading: it is not checked


class LaidOut(LayoutByPlayer):
    """What the text describes, as a state."""

    def __init__(self, text: str) -> None:
        self.s = Board.blank()
        self.sheet = ""  # until the first step says what was played
        super().__init__(text, SEATS)

    # The text

    def add(self, step: str) -> None:
        if step in MODES and not self.sheet:
            self._begin(step)
            return
        if self.s.task and step.startswith("player ") and step != "player 1":
            raise _refused("team", "TER-28", _("Together you have one board. It is entered once."))
        super().add(step)
        self.s.players = 1 if self.s.task else self.players

    def text(self) -> str:
        return f"{self.sheet}\n{super().text()}" if self.sheet else super().text()

    def without_last(self) -> Layout:
        return super().without_last() if any(self.steps) else type(self)("")

    def with_site(self, site: str, *steps: str) -> Layout:
        """With these steps instead of the current player's step for a site."""
        at = next(number for number, step in enumerate(self.own) if step.startswith(f"{site} "))
        return self.with_own([*self.own[:at], *steps, *self.own[at + 1 :]])

    @property
    def names(self) -> tuple[Message, ...]:
        return (board_name(self.s, 0),) if self.s.task else SEAT_NAMES

    def _begin(self, mode: str) -> None:
        self.sheet = mode
        self.s.task = MODES.index(mode)
        self.s.players = 1 if self.s.task else self.players
        if self.s.task:
            self.seat = 0

    # The steps

    def do(self, step: str) -> None:
        if not self.sheet:
            self._begin(MODES[0])
        match step.split():
            case ["gold"]:
                self._add_gold()
            case ["stone", colour] if colour in COLOURS:
                self._add_stone(COLOURS.index(colour))
            case [site, kind, value, workers] if site in SITE_INDEX and value.isdecimal() and workers.isdecimal():
                self._occupy(step, SITE_INDEX[site], kind, int(value), int(workers))
            case _:
                raise no_step(step)

    def _limits(self) -> tuple[int, int, tuple[Message, Message], str]:
        """The most stones and gold, why, and the rule.

        Tasks 1 and 3 may be solved in the middle of a turn, when the limits of TER-20 do not hold yet.
        """
        if self.s.task in (1, 3):
            return PRINTED_STONES, PRINTED_GOLD, IN_THE_BOX, "TER-3"
        return MOST_STONES, MOST_GOLD, END_OF_TURN, "TER-20"

    def _add_gold(self) -> None:
        _stones, most, why, rule = self._limits()
        if self.s.gold[self.seat] == most:
            raise _refused("gold", rule, why[1])
        self.s.gold[self.seat] += 1

    def _add_stone(self, colour: int) -> None:
        most, _gold, why, rule = self._limits()
        if stones(self.s, self.seat) == most:
            raise _refused("stones", rule, why[0])
        self.s.stone[self.seat, colour] += 1

    def _occupy(self, step: str, site: int, kind: str, value: int, workers: int) -> None:
        s = self.s
        if s.owner[site]:
            raise _refused("occupied", "TER-11", _("This site belongs to {seat}.", seat=self._owner_of(site)))
        self._check_workers(kind, value, workers)
        if kind == FOUNDATION and value in VALUES:
            s.foundation[site] = value
        elif kind in COLOURS and kind != COLOURS[WHITE] and 1 <= value <= TOP_LEVEL:
            self._check_pieces(COLOURS.index(kind), value)
            s.foundation[site], s.level[site], s.colour[site] = UNKNOWN, value, COLOURS.index(kind)
        else:
            raise no_step(step)
        s.owner[site], s.workers[site] = self.seat + 1, workers

    def _owner_of(self, site: int) -> Message:
        return board_name(self.s, int(self.s.owner[site]) - 1)

    def _check_workers(self, kind: str, level: int, workers: int) -> None:
        """TER-4, TER-12; a pyramid finished in task 3 has lost its workers (TER-31)."""
        s = self.s
        finished = kind != FOUNDATION and level == top_level(s)
        if finished and workers != least_workers(s, level):
            why = _("A finished pyramid takes no more workers.")
            raise _refused("finished", "TER-31" if s.task == 3 else "TER-12", why)
        if not finished and not 1 <= workers <= TO_BUILD:
            raise _refused("workers", "TER-12", _("One to three workers stand on a site."))
        players = max(self.players, self.seat + 1)
        most = TEAM_WORKERS if s.task else WORKERS[players]
        for seat in range(players):
            placed = sum(int(s.workers[site]) for site in self._sites_of(seat)) + (workers if seat == self.seat else 0)
            if placed > most:
                why = _("{seat} has {n} workers on sites, and there are {most}.", seat=board_name(s, seat), n=placed,
                        most=most)  # fmt: skip
                raise _refused("worker", "TER-28" if s.task else "TER-4", why)

    def _check_pieces(self, colour: int, level: int) -> None:
        """TER-17: a pyramid has one piece of every level up to its own."""
        s = self.s
        if level > top_level(s):
            raise _refused("level", "TER-31", _("A pyramid that reaches 35 grows no more."))
        built = [site for site in range(len(SITES)) if s.level[site]]
        if sum(s.colour[site] == colour for site in built) == FIRST_LEVELS:
            why = _("There are {n} first levels in {colour}.", n=FIRST_LEVELS, colour=COLOUR_NAMES[colour])
            raise _refused("colour", "TER-3", why)
        for one in range(2, min(level, TOP_LEVEL - 1) + 1):
            if sum(s.level[site] >= one for site in built) == SUPPLY[one - 1]:
                why = _("There are {n} pieces of level {level}, and all of them are laid out.", n=SUPPLY[one - 1],
                        level=one)  # fmt: skip
                raise _refused("pieces", "TER-17", why)
        most = TEAM_TIPS if s.task else TIPS
        own = [site for site in self._sites_of(self.seat) if s.level[site] == TOP_LEVEL]
        if level == TOP_LEVEL and len(own) == most:
            raise _refused("tips", "TER-3", _("There are {n} tips.", n=most))

    def _sites_of(self, seat: int) -> Iterator[int]:
        return (site for site in range(len(SITES)) if self.s.owner[site] == seat + 1)

    # Points

    def tally(self) -> list[Line]:
        return tally(self.s) if any(self.steps) else []

    def entries(self) -> Entries:
        """For the score sheet: of everybody with anything laid out; a team has one column."""
        columns = 1 if self.s.task else self.players
        found: Entries = {name: [None] * columns for name in (*PYRAMIDS, "foundations", "stones", "gold")}
        for seat in range(columns):
            if self.steps[seat]:
                for name, value in self._entries_of(seat).items():
                    found[name][seat] = value
        if self.s.task == 3:
            found["colours"] = [int(progress(self.s))]
        return found

    def _entries_of(self, seat: int) -> dict[str, int]:
        s, own = self.s, list(self._sites_of(seat))
        pyramids = {f"pyramid-{POINTS[level]}": sum(s.level[site] == level for site in own) for level in range(1, 6)}
        foundations = sum(int(s.foundation[site]) for site in own if not s.level[site])
        return {**pyramids, "foundations": foundations, "stones": int(stones(s, seat)), "gold": int(s.gold[seat])}


def least_workers(s: Board, level: int) -> int:
    """On a site of this level; 0: a foundation."""
    return 0 if s.task == 3 and level == top_level(s) else 1


def _refused(code: str, rule: str, message: Message) -> IllegalMove:
    return IllegalMove(Reason(f"terra_pyramides.layout-{code}", rule, message))
