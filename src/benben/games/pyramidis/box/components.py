"""The components of Pyramidis: 32 pyramids and a cross of 28 fields.

Sources: the rulebook prints the number of pyramids, the length of a course and the directions; public pictures confirm
the shape of the board; which arm belongs to which colour is our reading (PDS-3).
"""

from __future__ import annotations

from benben.core.kit.tables import table

RED, GREEN, YELLOW, BLUE = range(4)  # in the order of turns, clockwise (PDS-5)
COLOURS = 4
CLOCKWISE = (RED, GREEN)  # PDS-2
LETTERS = "rgyb"

PIECES = 8  # of each colour
TOWER = 5  # a stack of this height is a tower (PDS-9)
MOST_TAKEN = 5  # from the start field in one move (PDS-7)
HOME_TO_WIN = 5  # PDS-15
MOVE_LIMIT = {2: 300, 4: 600}  # PDS-17

# PDS-1: a bar of 2x8 and a bar of 8x2 that share the four central fields. Row 1 is at the top.
FIELDS = tuple(
    f"{column}{row}" for row in range(1, 9) for column in ("abcdefgh" if row in (4, 5) else "de")
)  # fmt: skip
INDEX = {name: field for field, name in enumerate(FIELDS)}
CENTRE = ("d4", "e4", "d5", "e5")  # PDS-4

# PDS-2, PDS-3: the 16 fields of each colour's course, from its start square to its goal circle.
_ROW_4, _ROW_5 = [f"{c}4" for c in "abcdefgh"], [f"{c}5" for c in "abcdefgh"]
_COLUMN_D, _COLUMN_E = [f"d{r}" for r in range(1, 9)], [f"e{r}" for r in range(1, 9)]
COURSES = (
    _ROW_4 + _ROW_5[::-1],  # red: a4 … h4 h5 … a5
    _COLUMN_E + _COLUMN_D[::-1],  # green: e1 … e8 d8 … d1
    _ROW_4[::-1] + _ROW_5,  # yellow: h4 … a4 a5 … h5
    _COLUMN_E[::-1] + _COLUMN_D,  # blue: e8 … e1 d1 … d8
)


def _way_on(colour: int, field: str) -> str:
    """The next field for a colour: along its course, or straight back to it from a foreign course (PDS-12)."""
    course = COURSES[colour]
    if field in course:
        return course[(course.index(field) + 1) % len(course)]
    column, row = field[0], int(field[1])
    if column in "de":  # an arm above or below: along the column towards the centre
        return f"{column}{row + 1 if row < 4 else row - 1}"
    return f"{chr(ord(column) + (1 if column < 'd' else -1))}{row}"


def _steps(colour: int, field: str) -> int:
    """The number of fields to the goal, ignoring towers (PDS-17)."""
    steps = 0
    while field != COURSES[colour][-1]:
        field = _way_on(colour, field)
        steps += 1
    return steps


# Tables for the kernels, by colour and field.
START = table([INDEX[course[0]] for course in COURSES])
GOAL = table([INDEX[course[-1]] for course in COURSES])
NEXT = table([[INDEX[_way_on(colour, field)] for field in FIELDS] for colour in range(COLOURS)])
STEPS = table([[_steps(colour, field) for field in FIELDS] for colour in range(COLOURS)])
