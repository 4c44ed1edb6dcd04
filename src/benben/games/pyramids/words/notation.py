"""Moves of Pyramids as text and back.

`khepri` takes that tile, `pair 2` that pair. Cards of the hand are a, b, c, beginning with the kept card:
`b left` builds b at the left end of the pyramid's base (`right`, and `base` for its first card), `b 2.1` on the first
place of level 2, counted from the base's left end. `obelisk a`, `tomb a`, `none`, `keep a`. Others see `tomb ?`.
"""

from __future__ import annotations

import re

from benben.core.errors import IllegalMove, MalformedMove
from benben.games.pyramids.box.components import GODS
from benben.games.pyramids.rules import moves
from benben.games.pyramids.rules.pyramid_spots import RIGHT, SPOTS
from benben.games.pyramids.rules.secrets import A_CARD_BURIED
from benben.games.pyramids.rules.state import Necropolis
from benben.games.pyramids.words import _, reasons
from benben.games.pyramids.words.names import SLOTS, spot_name

_SPOTS = {spot_name(spot): spot for spot in range(SPOTS)}
_NUMBERED = re.compile(r"(tile|god|pair) ([1-5])")
_BUILD = re.compile(r"(?:pyramid )?([abc]) (left|right|base|[234]\.[123])")
_OTHER = re.compile(r"(obelisk|tomb|keep) ([abc])")
_OTHERS = {"obelisk": moves.RAISE, "tomb": moves.BURY, "keep": moves.KEEP_CARD}


def write(s: Necropolis, move: int) -> str:
    if move == A_CARD_BURIED:
        return "tomb ?"
    if move < moves.TAKE_PAIR:
        return GODS[move - moves.TAKE_TILE]
    if move < moves.BUILD:
        return f"pair {move - moves.TAKE_PAIR + 1}"
    if move < moves.RAISE:
        slot, spot = divmod(move - moves.BUILD, SPOTS)
        return f"{SLOTS[slot]} {'base' if spot == RIGHT and s.filled[s.turn] == 0 else spot_name(spot)}"
    if move < moves.BURY:
        return f"obelisk {SLOTS[move - moves.RAISE]}"
    if move < moves.NONE:
        return f"tomb {SLOTS[move - moves.BURY]}"
    return "none" if move == moves.NONE else f"keep {SLOTS[move - moves.KEEP_CARD]}"


def read(s: Necropolis, text: str) -> int:
    """Raises IllegalMove for a third card where only two are possible."""
    words = " ".join(text.lower().split())
    if words in GODS:
        return moves.TAKE_TILE + GODS.index(words)
    if words == "none":
        return moves.NONE
    if found := _NUMBERED.fullmatch(words):
        return (moves.TAKE_PAIR if found[1] == "pair" else moves.TAKE_TILE) + int(found[2]) - 1
    if found := _BUILD.fullmatch(words):
        spot = RIGHT if found[2] == "base" and s.filled[s.turn] == 0 else _SPOTS.get(found[2])
        if spot is not None:
            return moves.BUILD + SLOTS.index(found[1]) * SPOTS + spot
        if found[2] == "base":
            raise MalformedMove(_("Add the end of the base, for example “{slot} left”.", slot=found[1]))
    if found := _OTHER.fullmatch(words):
        slot = SLOTS.index(found[2])
        if slot >= moves.SPARE:
            raise IllegalMove(reasons.no_such_card(s, slot))
        return _OTHERS[found[1]] + slot
    raise MalformedMove(
        _(
            "“{text}” is not a move. Type a god like khepri, a pair like “pair 2”, a card and its place like “b "
            "left” or “b 2.1”, or “obelisk a”, “tomb a”, “none” or “keep a”.",
            text=text[:40],
        )
    )
