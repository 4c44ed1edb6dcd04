"""The ids of elements of the picture that are named outside it. Fields and sites are named as in `box.components`."""

from __future__ import annotations

from benben.games.terra_pyramides.box.components import COLOURS, FIELDS


def stack_id(stack: int) -> str:
    return f"stack-{stack + 1}"


def worker_id(field: int) -> str:
    """A worker on a tile of the row."""
    return f"worker-{FIELDS[field]}"


# On the board of a player, or of the team


def hand_id(who: int) -> str:
    return f"hand-{who + 1}"


def gold_id(who: int) -> str:
    return f"gold-{who + 1}"


def supply_id(who: int) -> str:
    return f"supply-{who + 1}"


def stone_id(who: int, colour: int) -> str:
    return f"stone-{who + 1}-{COLOURS[colour]}"
