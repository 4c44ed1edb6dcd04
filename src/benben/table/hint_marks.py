"""Hints in the record of a match: a comment behind each move that was made with one.

12. a4:3 =5e1c ; asked for a hint
"""

from __future__ import annotations

import re
from collections.abc import Iterable

MARK = "asked for a hint"
_MARKED = re.compile(rf"(\d{{1,6}})\.[^;]*; *{MARK} *")


def marked(moves: Iterable[int]) -> dict[int, str]:
    """The comments of a record whose moves with these numbers, from 1, were made with a hint."""
    return dict.fromkeys(moves, MARK)


def hinted_moves(record: str) -> frozenset[int]:
    """The numbers of the moves that a record marks."""
    return frozenset(int(found[1]) for line in record.splitlines() if (found := _MARKED.fullmatch(line.strip())))
