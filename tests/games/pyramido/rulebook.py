"""A match of four with the scores of the rulebook's example: its pictures are lost, so these pyramids are ours.

Each turn: the domino, where its left and right blocks go, the marker where there is a choice, and a card. The areas of
Carl's pyramid have the sizes that the rulebook counts.
"""

from __future__ import annotations

from benben.core.position import Position
from tests.games.pyramido.drawn import dealt, deck, play_turn, position

MIN = (
    """
    25 d5-e5, mark e5
    49 b5-c5, mark b5
    72 e4-d4, mark e4
    26 f6-f5, mark f5
    8 c3-c4
    52 d3-e3
    36 b3-b4
    19 f4-f3
    84 c6-b6
    73 d6-e6
    """,
    """
    50 a1-b1, mark b1, aqua a1 nw
    62 d2-d1
    12 a2-a3
    60 c2-c1
    64 c3-d3
    79 b3-b2
    """,
    """
    82 b2-b1, mark b2
    51 a1-a2, mark a2
    78 c1-c2, mark c1
    """,
    """
    43 a1-b1, mark a1, green b1 sw
    """,
)
CARL = (
    """
    28 d5-e5, mark d5
    40 b5-c5
    61 d4-e4, mark d4
    11 f6-f5, mark f6
    35 c3-c4
    85 e3-d3
    53 b4-b3
    33 f3-f4
    29 b6-c6
    83 e6-d6, green d6 sw
    """,
    """
    44 d3-c3, mark d3
    13 a2-a1
    32 b1-b2, mark b1
    0 d1-d2
    58 c2-c1
    27 a3-b3, mark a3
    """,
    """
    66 c2-c1, mark c1
    56 a1-b1, mark b1
    14 a2-b2, blue b2 ne
    """,
    """
    1 a1-b1, mark b1, aqua a1 nw
    """,
)
JO = (
    """
    77 d5-e5, mark d5
    4 f4-f5, mark f4
    6 g4-g5
    55 d4-e4
    86 e3-e2, mark e3
    39 g2-g3
    65 d3-d2
    22 h4-h5
    57 h2-h3
    63 f2-f3
    """,
    """
    47 b1-a1, mark b1
    88 a2-b2, mark a2
    71 c1-c2, mark c1
    67 d1-d2, mark d1
    21 c3-d3
    5 a3-b3
    """,
    """
    89 a2-a1, mark a2, blue a1 sw
    68 b1-c1, mark b1
    2 b2-c2
    """,
    """
    37 b1-a1, mark b1, aqua a1 sw
    """,
)
BRU = (
    """
    15 d5-e5, mark d5
    87 d3-d4
    76 e4-e3
    81 f3-g3
    70 d2-e2
    42 g2-f2
    41 c5-c4
    16 c3-c2
    80 f4-g4
    18 g5-f5
    """,
    """
    20 d3-c3, mark c3
    46 d1-d2, mark d1
    3 b1-b2
    30 a2-a1
    10 a3-b3
    48 c1-c2
    """,
    """
    38 a2-a1, mark a2
    69 c2-b2
    75 c1-b1
    """,
    """
    45 b1-a1, mark b1, blue a1 se
    """,
)

POINTS = {"min": (20, 24, 26, 19), "carl": (24, 23, 29, 22), "jo": (21, 22, 25, 18), "bru": (18, 21, 24, 20)}
SEATS = (MIN, CARL, JO, BRU)
BRUS_SEAT = 3
STARTERS = (0, BRUS_SEAT, BRUS_SEAT, BRUS_SEAT)  # by stage: Bru has fewest points in each of the first three


def turns(stages: int = 4) -> list[tuple[int, list[str]]]:
    """Stage and moves of each turn, in the order in which they are made."""
    return [
        (stage, script[stage].strip().splitlines()[k].strip().split(", "))
        for stage in range(stages)
        for k in range(len(MIN[stage].strip().splitlines()))
        for script in SEATS[STARTERS[stage] :] + SEATS[: STARTERS[stage]]
    ]


def played() -> list[Position]:
    """The opening, and the positions after each turn."""
    script = turns()
    now = position(dealt(deck([int(moves[0].split()[0]) for _stage, moves in script]), players=4))
    positions = [now]
    for _stage, (lay, *more) in script:
        now = play_turn(now, lay.split()[1], *more)
        positions.append(now)
    return positions
