"""The cards in a hand or tomb, in true states and views. UNKNOWN is a card hidden from the viewer."""

from __future__ import annotations

from benben.core.kernels import inlined
from benben.games.pyramids.rules.state import UNKNOWN, Necropolis

HELD = ("held", "holds", "fresh", "kept", "sure")  # the fields that say what lies in a hand and a tomb


@inlined
def hand_size(s: Necropolis, seat: int) -> int:
    return int(s.fresh[seat]) + (1 if s.kept[seat] != 0 else 0)


@inlined
def is_kept_card(s: Necropolis, seat: int, slot: int) -> bool:
    """Whether a card of the hand is the kept one, which is the first."""
    return slot == 0 and s.kept[seat] != 0


@inlined
def hand_index(s: Necropolis, seat: int, slot: int) -> int:
    """The index in `held` of a card of the hand."""
    kept = int(s.kept[seat])
    fresh = s.holds[seat] - s.fresh[seat] + slot - (1 if kept != 0 else 0)
    return kept - 1 if is_kept_card(s, seat, slot) else int(fresh)


@inlined
def candidates(s: Necropolis, seat: int) -> int:
    """The number of held cards that may be the kept one, as far as others can tell: those from `sure` on."""
    return 0 if s.kept[seat] == 0 else s.holds[seat] - s.fresh[seat] - s.sure[seat]


@inlined
def assume_kept(s: Necropolis) -> None:
    """Fill in a candidate where a view does not say which card is kept."""
    for seat in range(s.players):
        if s.kept[seat] == UNKNOWN:
            s.kept[seat] = s.sure[seat] + 1


def hand(s: Necropolis, seat: int) -> list[int]:
    """The cards in hand, by slot."""
    kept = s.kept[seat]
    first = [] if kept == 0 else [UNKNOWN if kept == UNKNOWN else s.held[seat, kept - 1]]
    return first + _held(s, seat, s.holds[seat] - s.fresh[seat], s.holds[seat])


def tomb(s: Necropolis, seat: int) -> list[int]:
    """The cards in the tomb, oldest first."""
    end = s.holds[seat] - s.fresh[seat]
    if s.kept[seat] == UNKNOWN:
        return _held(s, seat, 0, s.sure[seat]) + [UNKNOWN] * (candidates(s, seat) - 1)
    return [card for i, card in enumerate(_held(s, seat, 0, end)) if i != s.kept[seat] - 1]


def tomb_size(s: Necropolis, seat: int) -> int:
    return int(s.holds[seat]) - hand_size(s, seat)


def either_way(s: Necropolis, seat: int) -> list[int]:
    """If the viewer cannot tell which card was kept: the cards of which one is in hand and the others in the tomb."""
    return _held(s, seat, s.sure[seat], s.holds[seat] - s.fresh[seat]) if s.kept[seat] == UNKNOWN else []


def _held(s: Necropolis, seat: int, start: int, end: int) -> list[int]:
    return [s.held[seat, i] for i in range(start, end)]
