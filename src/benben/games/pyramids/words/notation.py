"""Moves of Pyramids as text and back.

`khepri` takes that tile, `pair 2` that pair. Cards of the hand are a, b, c, beginning with the kept card:
`b left` builds b at the left end of the pyramid's base (`right`, and `base` for its first card), `b 2.1` on the first
place of level 2, counted from the base's left end. `obelisk a`, `tomb a`, `none`, `keep a`. Others see `tomb ?`.
"""

from __future__ import annotations

import re

from benben.core.errors import IllegalMove, MalformedMove
from benben.core.kit.moves import Family
from benben.core.kit.notation import Notation, Number, Spelling, Word
from benben.games.pyramids.box.components import GODS
from benben.games.pyramids.rules.moves import BUILD, BURY, FAMILIES, KEEP_CARD, NONE, RAISE, SPARE, TAKE_PAIR, TAKE_TILE
from benben.games.pyramids.rules.pyramid_spots import RIGHT, SPOTS
from benben.games.pyramids.rules.secrets import A_CARD_BURIED
from benben.games.pyramids.rules.state import Necropolis
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import SLOTS, spot_name
from benben.games.pyramids.words.reasons import no_third_card

_BUILD = re.compile(r"(?:pyramid )?([abc]) (left|right|base|[234]\.[123])")
_SPOTS = {spot_name(spot): spot for spot in range(SPOTS)}


def _write_build(s: Necropolis, slot: int, spot: int) -> str:
    return f"{SLOTS[slot]} {'base' if spot == RIGHT and s.filled[s.turn] == 0 else spot_name(spot)}"


def _read_build(s: Necropolis, slot: str, where: str) -> int | None:
    if where == "base" and s.filled[s.turn] != 0:
        raise MalformedMove(_("Add the end of the base, for example “{slot} left”.", slot=slot))
    spot = RIGHT if where == "base" else _SPOTS.get(where)
    return None if spot is None else BUILD(SLOTS.index(slot), spot)


def _spare(family: Family) -> Word:
    """A card after the pyramid card. There is no move for a third one, so reading it tells why."""

    def read(s: Necropolis, text: str) -> int:
        slot = SLOTS.index(text)
        if slot >= SPARE:
            raise IllegalMove(no_third_card(s, family, slot))
        return slot

    return Word("[abc]", lambda s, slot: SLOTS[slot], read)


NOTATION = Notation(
    FAMILIES,
    {
        TAKE_TILE: ("{tile}", "tile {tile:number}", "god {tile:number}"),
        TAKE_PAIR: "pair {pair}",
        BUILD: Spelling(_write_build, _BUILD, _read_build),
        RAISE: "obelisk {slot:raised}",
        BURY: "tomb {slot:buried}",
        A_CARD_BURIED: "tomb ?",
        NONE: "none",
        KEEP_CARD: "keep {slot:kept}",
    },
    tile=Word("|".join(GODS), lambda s, tile: GODS[tile - 1], lambda s, text: GODS.index(text) + 1),
    number=Number(0),
    pair=Number(1),
    raised=_spare(RAISE),
    buried=_spare(BURY),
    kept=_spare(KEEP_CARD),
    otherwise=lambda text: _(
        "“{text}” is not a move. Type a god like khepri, a pair like “pair 2”, a card and its place like “b "
        "left” or “b 2.1”, or “obelisk a”, “tomb a”, “none” or “keep a”.",
        text=text,
    ),
)
write, read = NOTATION.write, NOTATION.read
