"""Teaches Numba the kit: the types of its objects, and the machine code of their methods.

The objects are constants of a game, so their numbers are part of their type and end up as constants in the code. Plain
Python says what the code here does. Importing this package registers all of it.
"""

from benben.core.kit.compiled import bit_sets, events, families, scratch, states, tables, whole_records

__all__ = ["bit_sets", "events", "families", "scratch", "states", "tables", "whole_records"]
