"""What the programs in C need of the boxes of the games, by the names that they use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from benben.games.pyramidis.box import components as pyramidis
from benben.games.pyramido.box import components as pyramido
from benben.games.pyramids.box import components as pyramids


def pyramidis_tables() -> Mapping[str, Any]:
    fields, colours = range(len(pyramidis.FIELDS)), range(pyramidis.COLOURS)
    return {
        "FIELDS": len(fields),
        "COLOURS": pyramidis.COLOURS,
        "PIECES": pyramidis.PIECES,
        "TOWER": pyramidis.TOWER,
        "MOST_TAKEN": pyramidis.MOST_TAKEN,
        "HOME_TO_WIN": pyramidis.HOME_TO_WIN,
        "MOVE_LIMIT_2": pyramidis.MOVE_LIMIT[2],
        "MOVE_LIMIT_4": pyramidis.MOVE_LIMIT[4],
        "START": [pyramidis.START[colour] for colour in colours],
        "GOAL": [pyramidis.GOAL[colour] for colour in colours],
        "NEXT": [[pyramidis.NEXT[colour, field] for field in fields] for colour in colours],
    }


def pyramido_tables() -> Mapping[str, Any]:
    def block(domino: int, half: int, turn: int = 0) -> int:
        return pyramido.block_number(domino, half, turn)

    dominoes, halves = range(pyramido.DOMINOES), range(2)
    return {
        "COLOURS": pyramido.COLOURS,
        "DOMINOES": pyramido.DOMINOES,
        "QUARRY": pyramido.QUARRY,
        "STACKS": pyramido.STACKS,
        "TALLEST": pyramido.TALLEST,
        "CARDS": pyramido.CARDS,
        "STAGES": pyramido.STAGES,
        "TURNS": [pyramido.TURNS[stage] for stage in range(pyramido.STAGES)],
        "TURNS_OF": [pyramido.TURNS_OF[domino] for domino in dominoes],
        "COLOUR": [[pyramido.COLOUR_OF[block(domino, half)] for half in halves] for domino in dominoes],
        "JEWELS_OF": [
            [[pyramido.JEWELS_OF[block(domino, half, turn)] for turn in range(4)] for half in halves]
            for domino in dominoes
        ],
    }


def pyramids_tables() -> Mapping[str, Any]:
    cards = pyramids.DECK
    return {
        "CARDS": pyramids.CARDS,
        "ROUNDS": pyramids.ROUNDS,
        "COLOURS": pyramids.COLOURS,
        "PYRAMID": pyramids.PYRAMID,
        "OBELISK": pyramids.OBELISK,
        "TOMB": pyramids.TOMB,
        "STONES": [[[column[-1], column[0]] for column in card.columns] for card in cards],  # the lower one first
        "TALL": [[len(column) == 1 for column in card.columns] for card in cards],
        "GLYPH": [card.glyph for card in cards],
    }


TABLES: Mapping[str, Callable[[], Mapping[str, Any]]] = {
    "pyramidis": pyramidis_tables,
    "pyramido": pyramido_tables,
    "pyramids": pyramids_tables,
}
