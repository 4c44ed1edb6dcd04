"""Chosen deals: which piece of a real box came up at which place of the shuffles, as far as somebody has entered it.

The match of a real table has no seed. Instead its record names the pieces that were seen:

    eyes: 1
    deal cards: 4 17 - 60
    deal start: 1

`-` is a place that nobody has seen; so are all places after the last one named. Such a place gets one of the pieces
that were not named, in their order: it has made no difference to anything that was seen, so any piece will do. A chosen
deal stands where a match has its seed, as bytes that begin with `MARK`.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benben.core.contract import NOBODY
from benben.core.errors import BadOptions
from benben.core.text import texts

_ = texts(__package__)

SEED_BYTES = 32
MARK = b"deal:"
UNSEEN = "-"
EYES = "eyes"
DEAL = "deal "  # with the name of a shuffle: the header lines of a record


def is_chosen(seed: bytes | None) -> bool:
    """Is this a chosen deal and no seed?"""
    return seed is not None and seed.startswith(MARK) and len(seed) != SEED_BYTES


@dataclass(frozen=True)
class ChosenDeal:
    """The pieces at the places of each shuffle; None where nobody has seen one."""

    places: Mapping[str, Sequence[int | None]]
    eyes: int = NOBODY  # the seat whose hidden things were entered too

    @classmethod
    def from_lines(cls, lines: Mapping[str, str]) -> ChosenDeal:
        """From the header lines of a record. BadOptions for what is no deal."""
        places = {
            key.removeprefix(DEAL): [None if word == UNSEEN else _number(word) for word in value.split()]
            for key, value in lines.items()
            if key.startswith(DEAL)
        }
        return cls(places, _number(lines[EYES]) - 1 if EYES in lines else NOBODY)

    @classmethod
    def from_seed(cls, seed: bytes) -> ChosenDeal:
        assert is_chosen(seed)
        return cls.from_lines(dict(line.split(": ", 1) for line in seed[len(MARK) :].decode().splitlines()))

    def as_lines(self) -> dict[str, str]:
        """The header lines of a record."""
        lines = {EYES: str(self.eyes + 1)} if self.eyes != NOBODY else {}
        for name, pieces in self.places.items():
            words = [UNSEEN if piece is None else str(piece) for piece in pieces]
            while words and words[-1] == UNSEEN:
                words.pop()
            if words:
                lines[f"{DEAL}{name}"] = " ".join(words)
        return lines

    def as_seed(self) -> bytes:
        made = MARK + "\n".join(f"{key}: {value}" for key, value in self.as_lines().items()).encode()
        return made + b"\n" if len(made) == SEED_BYTES else made

    def check(self, shuffles: Mapping[str, int], players: int) -> None:
        """BadOptions unless these are pieces of this box, each at one place."""
        if not NOBODY <= self.eyes < players:
            raise BadOptions(_("There is no seat {seat}.", seat=self.eyes + 1))
        for name, pieces in self.places.items():
            if name not in shuffles:
                raise BadOptions(_("Nothing called “{name}” is shuffled in this game.", name=name))
            named = [piece for piece in pieces if piece is not None]
            if len(pieces) > shuffles[name] or any(not 0 <= piece < shuffles[name] for piece in named):
                raise BadOptions(_("“{name}” has {n} pieces, numbered from 0.", name=name, n=shuffles[name]))
            twice = next((piece for piece in named if named.count(piece) > 1), None)
            if twice is not None:
                raise BadOptions(_("Piece {piece} of “{name}” is named twice.", piece=twice, name=name))

    def is_complete(self, shuffles: Mapping[str, int]) -> bool:
        """Is every place known?"""
        return all(
            len(self.places.get(name, ())) == size and None not in self.places[name]
            for name, size in shuffles.items()
        )  # fmt: skip

    def cards(self, shuffles: Mapping[str, int], chance: random.Random | None = None) -> list[int]:
        """All shuffles, one after the other. Unseen places get the pieces that are left: in order, or by chance."""
        dealt: list[int] = []
        for name, size in shuffles.items():
            known = [*self.places.get(name, ())]
            known += [None] * (size - len(known))
            left = [piece for piece in range(size) if piece not in known]
            if chance:
                chance.shuffle(left)
            rest = iter(left)
            dealt += [next(rest) if piece is None else piece for piece in known]
        return dealt

    def completed(self, shuffles: Mapping[str, int]) -> ChosenDeal:
        """With a secret piece at every place that nobody has seen: to go on playing."""
        cards, places = iter(self.cards(shuffles, random.SystemRandom())), {}
        for name, size in shuffles.items():
            places[name] = [next(cards) for _place in range(size)]
        return ChosenDeal(places)


def _number(word: str) -> int:
    if not (word.isdecimal() and len(word) <= 4):
        raise BadOptions(_("“{word}” is not a number of a piece.", word=word[:20]))
    return int(word)
