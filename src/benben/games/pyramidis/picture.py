"""The board of Pyramidis as SVG.

A stack is drawn from the side, as the pyramids nest: every piece shows its colour and its frieze (red discs, green
reeds, yellow stars, blue waves), the bottom one lowest; the top one, whole, is the controller's. Towers stand in
gold.
"""

from __future__ import annotations

from dataclasses import dataclass
from dataclasses import field as field_of
from itertools import pairwise

from benben.core.errors import MalformedMove
from benben.core.game import Look
from benben.core.svg import classes, document, fills, group, lit, points, tag, text
from benben.core.text import Message, texts
from benben.games.pyramidis.components import (
    CENTRE,
    CLOCKWISE,
    COURSES,
    FIELDS,
    GOAL,
    HOME_TO_WIN,
    INDEX,
    MOST_TAKEN,
    NAMES,
    START,
    TOWER,
)
from benben.games.pyramidis.notation import Step, home_id, trace
from benben.games.pyramidis.rules import colour_of, is_over, origin, piece_at, steps_to_go, winning_seats
from benben.games.pyramidis.state import Board
from benben.games.pyramidis.text import status

_ = texts(__package__)

CELL = 100
EDGE = 26  # around the board, for the letters and numbers
SIZE = 8 * CELL + 2 * EDGE

WIDTH, HEIGHT = 84.0, 42.0  # of a pyramid
STEP = 12.5  # by how much the next pyramid of a stack stands higher
STACK_ROOM = 4 * STEP  # a stack of more than five is squeezed into the height of five

CLASSES = ("red", "green", "yellow", "blue")
PANEL = 2.66 * CELL  # the side of a player's panel; they lie in the corners, clockwise from red at the top left
_NEAR, _FAR = 14.0, SIZE - PANEL - 14.0
_PANELS = ((_NEAR, _NEAR), (_FAR, _NEAR), (_FAR, _FAR), (_NEAR, _FAR))

STYLE = (
    fills(CLASSES)
    + """
.pyramidis .start, .pyramidis .goal { fill: none; stroke-width: 5; opacity: .85; }
.pyramidis .unused { opacity: .35; }
.pyramidis .centre { fill: var(--sand); }
.pyramidis .arrow { stroke-width: 4; stroke-linecap: round; stroke-linejoin: round; opacity: .8; }
.pyramidis polyline.arrow { fill: none; }
.pyramidis .body { stroke: #00000073; stroke-width: 1.5; stroke-linejoin: round; }
.pyramidis .sign { fill: #fffaf0; stroke: none; }
.pyramidis .sign-line { fill: none; stroke: #fffaf0; stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
.pyramidis .of-yellow .sign { fill: #3a2a08; }
.pyramidis .tower { fill: none; stroke: var(--gold); stroke-width: 6; stroke-linejoin: round; }
.pyramidis .sown { fill: none; stroke: var(--lapis); stroke-width: 4; }
.pyramidis .left { stroke-dasharray: 9 7; }
.pyramidis .way { fill: none; stroke: var(--lapis); stroke-width: 5; opacity: .55; }
.pyramidis .way, .pyramidis .slot { stroke-linecap: round; stroke-linejoin: round; }
.pyramidis .way-end { fill: var(--lapis); }
.pyramidis .panel { fill: var(--stone); stroke: var(--stone-edge); stroke-width: 2; }
.pyramidis .acting .panel { stroke: var(--lapis); stroke-width: 6; }
.pyramidis .winning .panel { stroke: var(--gold); stroke-width: 8; }
.pyramidis .name { font-size: 34px; font-weight: 600; }
.pyramidis .note { font-size: 25px; }
.pyramidis .small { font-size: 19px; }
.pyramidis .count { font-size: 26px; font-weight: 700; }
.pyramidis .slot { fill: var(--sand); stroke: var(--stone-deep); stroke-width: 2; stroke-dasharray: 4 4; }
.pyramidis .take rect { fill: var(--lapis); }
.pyramidis .take text { fill: var(--paper); font-size: 30px; font-weight: 700; }
"""
)


def picture(s: Board, look: Look) -> str:
    last = _last_move(look)
    body = [
        tag("rect", x=0, y=0, width=SIZE, height=SIZE, rx=18, class_="ground"),
        *_labels(),
        *(_field(s, field, look) for field in range(len(FIELDS))),
        *_arrows(s),
        *_sowing(last),
        *(_stack(s, field, last, look) for field in range(len(FIELDS))),
        *(_panel(s, seat, last, look) for seat in range(s.players)),
    ]
    return document(
        body,
        game="pyramidis",
        width=SIZE,
        height=SIZE,
        title=f"Pyramidis. {status(s).say(look.locale)}",
        description=_describe(s, look.locale),
        style=STYLE,
        look=look,
    )


def path(s: Board, move: int) -> tuple[str, ...]:
    """Touch the stack; on the own start field then the number to take."""
    field = FIELDS[origin(s, move)]
    return (field,) if move < len(FIELDS) else (field, f"take-{move - len(FIELDS) + 1}")


def aim(s: Board, path: tuple[str, ...]) -> int:
    match path:
        case (field,) if field in INDEX:
            return INDEX[field]
        case (field, take) if field == FIELDS[START[s.turn]] and take in _TAKES:
            return len(FIELDS) + _TAKES.index(take)
    raise MalformedMove(_("Touch a stack; on your start field, then how many to take."))


_TAKES = [f"take-{n}" for n in range(1, MOST_TAKEN + 1)]


def ghost(s: Board, move: int, look: Look) -> str:
    """The way of the sowing, and each piece where it would land."""
    steps = trace(s, move)
    heights = {step.field: s.height[step.field] for step in steps}
    pieces = []
    for step in steps:
        if not step.home:
            x, y = _foot(step.field)
            pieces.append(_pyramid(x, y - min(heights[step.field], TOWER) * STEP, step.pieces[0], whole=True))
    return group([*_sowing(LastMove(int(origin(s, move)), steps)), *pieces], class_="ghost")


# The board


def _corner(field: int) -> tuple[float, float]:
    name = FIELDS[field]
    return EDGE + (ord(name[0]) - ord("a")) * CELL, EDGE + (int(name[1]) - 1) * CELL


def _middle(field: int) -> tuple[float, float]:
    x, y = _corner(field)
    return x + CELL / 2, y + CELL / 2


def _foot(field: int) -> tuple[float, float]:
    """The middle of the base line of a stack."""
    x, y = _corner(field)
    return x + CELL / 2, y + CELL - 7


def _colours(s: Board) -> list[int]:
    return [int(colour_of(s, seat)) for seat in range(s.players)]


def _in_play(s: Board, field: int) -> bool:
    return any(FIELDS[field] in COURSES[colour] for colour in _colours(s))


def _labels() -> list[str]:
    labels = []
    for column, letter in enumerate("abcdefgh"):
        x = EDGE + (column + 0.5) * CELL
        y = EDGE - 7 if letter in "de" else EDGE + 3 * CELL - 7
        labels.append(text(letter, x, y, class_="small soft", text_anchor="middle"))
    for row in range(1, 9):
        x = EDGE - 7 if row in (4, 5) else EDGE + 3 * CELL - 9
        labels.append(text(row, x, EDGE + (row - 0.5) * CELL + 7, class_="small soft", text_anchor="end"))
    return labels


def _field(s: Board, field: int, look: Look) -> str:
    x, y = _corner(field)
    parts = [
        tag(
            "rect",
            x=x + 3,
            y=y + 3,
            width=CELL - 6,
            height=CELL - 6,
            rx=9,
            class_=classes("field", "centre" if FIELDS[field] in CENTRE else None),
        ),
    ]
    for colour in _colours(s):
        name = CLASSES[colour]
        if field == START[colour]:
            parts.append(
                tag("rect", x=x + 14, y=y + 14, width=CELL - 28, height=CELL - 28, class_=f"start line-{name}")
            )
        if field in (START[colour], GOAL[colour]):
            parts.append(_sign(colour, x + CELL / 2, y + CELL / 2, 17, f"fill-{name}", f"line-{name}"))
        if field == GOAL[colour]:
            parts.append(tag("circle", cx=x + CELL / 2, cy=y + CELL / 2, r=CELL / 2 - 14, class_=f"goal line-{name}"))
    name = FIELDS[field]
    return group(
        parts, id=look.prefix + name, class_=classes(lit(look, name), None if _in_play(s, field) else "unused")
    )


def _tower_frame(x: float, y: float) -> str:
    """Battlements along the top, and corners at the foot."""
    a, b, foot, top = x + 6, x + CELL - 6, y + CELL - 6, y + 6
    third = (b - a) / 5
    wall = [(a, top + 20), (a, top)]
    for k in range(1, 5):
        wall += [(a + k * third, top if k % 2 else top + 9), (a + k * third, top + 9 if k % 2 else top)]
    wall += [(b, top), (b, top + 20)]
    return "".join(
        (
            tag("polyline", points=points(*wall), class_="tower"),
            tag("polyline", points=points((a, foot - 20), (a, foot), (a + 20, foot)), class_="tower"),
            tag("polyline", points=points((b, foot - 20), (b, foot), (b - 20, foot)), class_="tower"),
        )
    )


def _arrows(s: Board) -> list[str]:
    """On the border between two fields, which way each colour runs."""
    arrows = []
    for colour in _colours(s):
        course = [INDEX[name] for name in COURSES[colour]]
        for here, there in pairwise(course):
            (x1, y1), (x2, y2) = _middle(here), _middle(there)
            dx, dy = (x2 - x1) / CELL, (y2 - y1) / CELL
            # to the right of the way: the two colours of a ring, running against each other, do not meet
            x, y = (x1 + x2) / 2 - dy * 24, (y1 + y2) / 2 + dx * 24
            tail = points(
                (x - dx * 6 - dy * 7, y - dy * 6 + dx * 7),
                (x + dx * 4, y + dy * 4),
                (x - dx * 6 + dy * 7, y - dy * 6 - dx * 7),
            )
            # clockwise full, the other way open: told apart without colour
            shape = "polygon" if colour in CLOCKWISE else "polyline"
            full = f"fill-{CLASSES[colour]}" if colour in CLOCKWISE else None
            arrows.append(tag(shape, points=tail, class_=classes(f"arrow line-{CLASSES[colour]}", full)))
    return arrows


@dataclass(frozen=True)
class LastMove:
    """What to show of a move: where it began, its stops, and for each piece moved where it stood (ids, new to old)."""

    origin: int = -1
    steps: list[Step] = field_of(default_factory=list)
    came_from: dict[str, str] = field_of(default_factory=dict)


def _last_move(look: Look) -> LastMove:
    if not isinstance(look.before, Board) or look.move is None:
        return LastMove()
    steps = trace(look.before, look.move)
    return LastMove(int(origin(look.before, look.move)), steps, _came_from(look.before, look.move, steps))


def _came_from(before: Board, move: int, steps: list[Step]) -> dict[str, str]:
    left = origin(before, move)
    taken = before.height[left] if move < len(FIELDS) else move - len(FIELDS) + 1
    hand = [
        (piece_at(before.stack[left], level), f"{FIELDS[left]}-{level + 1}")
        for level in range(before.height[left] - taken, before.height[left])
    ]
    heights, home = list(before.height), list(before.home)
    heights[left] -= taken
    moved = {}
    for step in steps:
        for piece in step.pieces:
            # the lowest of its colour in hand: pieces are sown from the bottom, and come home all of one colour
            source = next(entry for entry in hand if entry[0] == piece)
            hand.remove(source)
            if step.home:
                home[piece] += 1
                moved[f"{home_id(piece)}-{home[piece]}"] = source[1]
            else:
                heights[step.field] += 1
                moved[f"{FIELDS[step.field]}-{heights[step.field]}"] = source[1]
    return moved


def _sowing(move: LastMove) -> list[str]:
    """The way of a move over the board."""
    if not move.steps:
        return []
    frames = [_frame(move.origin, "sown left"), *(_frame(step.field, "sown") for step in move.steps)]
    way = [_middle(move.origin), *(_middle(step.field) for step in move.steps)]
    end = tag("circle", cx=way[-1][0], cy=way[-1][1], r=9, class_="way-end")
    return [*frames, tag("polyline", points=points(*way), class_="way"), end]


def _frame(field: int, kind: str) -> str:
    x, y = _corner(field)
    return tag("rect", x=x + 6, y=y + 6, width=CELL - 12, height=CELL - 12, rx=7, class_=kind)


# Pieces


def _stack(s: Board, field: int, last: LastMove, look: Look) -> str:
    height = s.height[field]
    x, y = _foot(field)
    step = STEP if height <= TOWER else STACK_ROOM / (height - 1)
    parts = [_tower_frame(*_corner(field))] if s.towers >> field & 1 else []
    for level in range(height):
        name = f"{FIELDS[field]}-{level + 1}"
        colour = piece_at(s.stack[field], level)
        whole = level == height - 1
        drawing = _pyramid(x, y - level * step, colour, whole, frieze=height <= TOWER)
        origin_name = last.came_from.get(name)
        parts.append(
            group(
                [drawing],
                id=look.prefix + name,
                class_=classes(f"piece of-{CLASSES[colour]}", lit(look, name)),
                data_from=look.prefix + origin_name if origin_name else None,
            )
        )
    if height > TOWER:
        parts.append(tag("circle", cx=x + 29, cy=y - 15, r=18, class_="field"))
        parts.append(text(height, x + 29, y - 6, class_="count", text_anchor="middle"))
    return group(parts, id=f"{look.prefix}stack-{FIELDS[field]}", pointer_events="none")


def _pyramid(x: float, y: float, colour: int, whole: bool, frieze: bool = True, size: float = 1.0) -> str:
    """A pyramid standing on (x, y), lit from the left: its sign large if it is all to be seen, else its frieze."""
    half, height, step = size * WIDTH / 2, size * HEIGHT, size * STEP
    name = CLASSES[colour]
    peak, ridge = (x, y - height), (x + half * 0.34, y)
    parts = [
        tag("polygon", points=points((x - half, y), peak, (x + half, y)), class_=f"body fill-{name}"),
        tag("polygon", points=points(ridge, peak, (x + half, y)), class_="shade"),
    ]
    if whole and frieze:
        parts.append(_sign(colour, x - half * 0.06, y - height * 0.33, size * 17, "sign", "sign-line"))
    elif frieze:
        parts += [
            _sign(colour, x + k * half * 0.44, y - step / 2 - size * 0.3, size * 9.5, "sign", "sign-line")
            for k in (-1, 0, 1)
        ]
    return group(parts, class_=f"of-{name}")


def _sign(colour: int, x: float, y: float, size: float, fill: str, line: str) -> str:
    """The sign of a colour: a sun disc, a reed, a star, water."""
    r = size / 2
    if colour == 0:
        return tag("circle", cx=x, cy=y, r=r * 0.92, class_=fill)
    if colour == 1:
        return tag("rect", x=x - r * 0.36, y=y - r * 1.05, width=r * 0.72, height=r * 2.1, rx=r * 0.3, class_=fill)
    if colour == 2:
        corners = [(x + dx * r * k, y + dy * r * k) for dx, dy, k in _STAR]
        return tag("polygon", points=points(*corners), class_=fill)
    wave = points(*((x + r * 1.15 * (k / 2 - 1), y + (r * 0.5 if k % 2 == 0 else -r * 0.5)) for k in range(5)))
    return tag("polyline", points=wave, class_=line if line == "sign-line" else f"arrow {line}")


_STAR = [(0, -1, 1.2), (1, -1, 0.3), (1, 0, 1.2), (1, 1, 0.3), (0, 1, 1.2), (-1, 1, 0.3), (-1, 0, 1.2), (-1, -1, 0.3)]


# The players


def _panel(s: Board, seat: int, last: LastMove, look: Look) -> str:
    colour = int(colour_of(s, seat))
    x, y = _PANELS[colour]
    acting = not is_over(s) and s.turn == colour
    winning = is_over(s) and seat in winning_seats(s)
    note = _("to move") if acting else _("has won") if winning else _("{home} of 5 home", home=s.home[colour])
    parts = [
        tag("rect", x=x, y=y, width=PANEL, height=PANEL, rx=14, class_="panel"),
        _pyramid(x + 50, y + 72, colour, whole=True, size=0.9),
        text(NAMES[colour].say(look.locale), x + 100, y + 48, class_="name"),
        text(note.say(look.locale), x + 100, y + 80, class_="note soft"),
        _home(s, colour, x + 12, y + 158, last, look),
    ]
    if acting and s.control[colour] >> START[colour] & 1:
        parts += _take_buttons(min(MOST_TAKEN, s.height[START[colour]]), x + 12, y + 188, look)
    else:
        steps = _("{steps} steps to go", steps=steps_to_go(s, colour)).say(look.locale)
        parts.append(text(steps, x + PANEL / 2, y + 222, class_="note soft", text_anchor="middle"))
    return group(
        parts,
        id=f"{look.prefix}panel-{CLASSES[colour]}",
        class_=classes("acting" if acting else None, "winning" if winning else None),
    )


def _home(s: Board, colour: int, x: float, y: float, last: LastMove, look: Look) -> str:
    """A place for each of the five pyramids that win, and for those that came home beyond."""
    wide = PANEL - 24
    places = max(HOME_TO_WIN, s.home[colour])
    size = min(wide / places / WIDTH * 0.96, 0.56)
    parts = []
    for k in range(places):
        middle = x + wide * (k + 0.5) / places
        if k < s.home[colour]:
            name = f"{home_id(colour)}-{k + 1}"
            source = last.came_from.get(name)
            parts.append(
                group(
                    [_pyramid(middle, y, colour, whole=True, size=size)],
                    id=look.prefix + name,
                    data_from=look.prefix + source if source else None,
                )
            )
        else:
            half, high = size * WIDTH / 2, size * HEIGHT
            parts.append(
                tag("polygon", points=points((middle - half, y), (middle, y - high), (middle + half, y)), class_="slot")
            )
    return group(parts, id=look.prefix + home_id(colour), class_=lit(look, home_id(colour)))


def _take_buttons(most: int, x: float, y: float, look: Look) -> list[str]:
    """How many to take from the start field: touched after it."""
    each = (PANEL - 24) / MOST_TAKEN
    return [
        group(
            [
                tag("rect", x=x + (n - 1) * each + 2, y=y, width=each - 4, height=58, rx=9),
                text(n, x + (n - 0.5) * each, y + 40, text_anchor="middle"),
            ],
            id=f"{look.prefix}take-{n}",
            class_="take",
        )
        for n in range(1, most + 1)
    ]


# In words


def _describe(s: Board, locale: str) -> str:
    """Every stack, bottom to top, and who controls it."""
    sentences = []
    for field in range(len(FIELDS)):
        height = s.height[field]
        if height:
            pieces = [NAMES[piece_at(s.stack[field], level)] for level in range(height)]
            sentences.append(_stack_in_words(FIELDS[field], pieces, s.towers >> field & 1 == 1).say(locale))
    home = [
        _("{colour}: {home} of 5 home.", colour=NAMES[colour], home=s.home[colour]).say(locale)
        for colour in _colours(s)
    ]
    return " ".join(sentences + home)


def _stack_in_words(field: str, pieces: list[Message], tower: bool) -> Message:
    if len(set(pieces)) == 1:
        words = _("{n} × {colour}", n=len(pieces), colour=pieces[0]) if len(pieces) > 1 else pieces[0]
    else:
        words = Message(
            __package__ or "",
            ", ".join(f"{{p{k}}}" for k in range(len(pieces))),
            tuple((f"p{k}", piece) for k, piece in enumerate(pieces)),
        )
    if tower:
        return _("{field}: tower, {pieces}; {owner} controls it.", field=field, pieces=words, owner=pieces[-1])
    return _("{field}: {pieces}; {owner} controls it.", field=field, pieces=words, owner=pieces[-1])
