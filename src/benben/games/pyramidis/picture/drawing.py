"""The board of Pyramidis as SVG: a cross of fields, the stacks on it, the players' panels in its corners."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from benben.core.cache import remembered
from benben.core.game import Look
from benben.core.svg import Pen, classes, document, fills, group, lit, pen, points, tag, text, words
from benben.games.pyramidis.box.components import (
    CENTRE,
    CLOCKWISE,
    COURSES,
    FIELDS,
    GOAL,
    HOME_TO_WIN,
    INDEX,
    MOST_TAKEN,
    START,
    TOWER,
)
from benben.games.pyramidis.picture.element_ids import home_id
from benben.games.pyramidis.picture.last_move import LastMove, last_move, sowing
from benben.games.pyramidis.picture.layout import CELL, EDGE, PANEL, PANELS, SIZE, corner, foot, middle
from benben.games.pyramidis.picture.pieces import CLASSES, HEIGHT, STACK_ROOM, STEP, WIDTH, pyramid, sign, tower_frame
from benben.games.pyramidis.rules.legal import is_over
from benben.games.pyramidis.rules.score import winning_seats
from benben.games.pyramidis.rules.state import Board
from benben.games.pyramidis.words import _
from benben.games.pyramidis.words.names import NAMES
from benben.games.pyramidis.words.points import steps_left
from benben.games.pyramidis.words.text_board import Stack, colours_of, describe, field_in_words, stacks_of, status

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
.pyramidis .order { fill: var(--paper); font-size: 24px; font-weight: 700; }
.pyramidis .jump { fill: none; stroke: var(--lapis); stroke-width: 7; stroke-linecap: round; }
.pyramidis .ghost { opacity: .85; }
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
    last, ink = last_move(look), pen(look)
    colours, stacks = colours_of(s), stacks_of(s)
    body = [
        tag("rect", x=0, y=0, width=SIZE, height=SIZE, rx=18, class_="ground"),
        _labels(),
        *(_field(stack, colours, ink) for stack in stacks),
        _arrows(colours),
        *sowing(last),
        *(_stack(stack, _sources(FIELDS[stack.field], len(stack.pieces), last), ink) for stack in stacks),
        *(_panel(_player(s, seat, colour), last, ink) for seat, colour in enumerate(colours)),
    ]
    return document(
        body,
        game="pyramidis",
        width=SIZE,
        height=SIZE,
        title=f"Pyramidis. {status(s).say(look.locale)}",
        description=describe(s, colours, stacks, look.locale),
        style=STYLE,
        look=look,
    )


def _sources(name: str, count: int, last: LastMove) -> tuple[str | None, ...]:
    """For each piece of a stack or a home: the element it came from with the last move."""
    return tuple([last.came_from.get(f"{name}-{k}") for k in range(1, count + 1)])


# The board


def _in_play(field: int, colours: tuple[int, ...]) -> bool:
    return any(FIELDS[field] in COURSES[colour] for colour in colours)


@remembered
def _labels() -> str:
    labels = []
    for column, letter in enumerate("abcdefgh"):
        x = EDGE + (column + 0.5) * CELL
        y = EDGE - 7 if letter in "de" else EDGE + 3 * CELL - 7
        labels.append(text(letter, x, y, class_="small soft", text_anchor="middle"))
    for row in range(1, 9):
        x = EDGE - 7 if row in (4, 5) else EDGE + 3 * CELL - 9
        labels.append(text(row, x, EDGE + (row - 0.5) * CELL + 7, class_="small soft", text_anchor="end"))
    return "".join(labels)


@remembered
def _field(stack: Stack, colours: tuple[int, ...], look: Pen) -> str:
    field = stack.field
    x, y = corner(field)
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
    for colour in colours:
        name = CLASSES[colour]
        if field == START[colour]:
            parts.append(
                tag("rect", x=x + 14, y=y + 14, width=CELL - 28, height=CELL - 28, class_=f"start line-{name}")
            )
        if field in (START[colour], GOAL[colour]):
            parts.append(sign(colour, x + CELL / 2, y + CELL / 2, 17, f"fill-{name}", f"line-{name}"))
        if field == GOAL[colour]:
            parts.append(tag("circle", cx=x + CELL / 2, cy=y + CELL / 2, r=CELL / 2 - 14, class_=f"goal line-{name}"))
    name = FIELDS[field]
    return group(
        parts,
        id=look.prefix + name,
        class_=classes(lit(look, name), None if _in_play(field, colours) else "unused"),
        aria_label=words(look, field_in_words(stack, colours)),
    )


@remembered
def _arrows(colours: tuple[int, ...]) -> str:
    """On the border between two fields, which way each colour runs."""
    arrows = []
    for colour in colours:
        course = [INDEX[name] for name in COURSES[colour]]
        for here, there in pairwise(course):
            (x1, y1), (x2, y2) = middle(here), middle(there)
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
    return "".join(arrows)


# Pieces


@remembered
def _stack(stack: Stack, sources: tuple[str | None, ...], look: Pen) -> str:
    field, height = stack.field, len(stack.pieces)
    x, y = foot(field)
    step = STEP if height <= TOWER else STACK_ROOM / (height - 1)
    parts = [tower_frame(*corner(field))] if stack.tower else []
    for level, (colour, source) in enumerate(zip(stack.pieces, sources, strict=True)):
        name = f"{FIELDS[field]}-{level + 1}"
        whole = level == height - 1
        drawing = pyramid(x, y - level * step, colour, whole, frieze=height <= TOWER)
        parts.append(
            group(
                [drawing],
                id=look.prefix + name,
                class_=classes(f"piece of-{CLASSES[colour]}", lit(look, name)),
                data_from=look.prefix + source if source else None,
            )
        )
    if height > TOWER:
        parts.append(tag("circle", cx=x + 29, cy=y - 15, r=18, class_="field"))
        parts.append(text(height, x + 29, y - 6, class_="count", text_anchor="middle"))
    return group(parts, id=f"{look.prefix}stack-{FIELDS[field]}", pointer_events="none")


# The players


class Player(NamedTuple):
    """What a player's panel shows."""

    colour: int
    acting: bool
    winning: bool
    home: int
    steps: int  # to go
    most: int  # to be taken from the start field now; 0 where it cannot be moved


def _player(s: Board, seat: int, colour: int) -> Player:
    over = is_over(s)
    acting = not over and s.turn == colour
    start = int(START[colour])
    most = min(MOST_TAKEN, s.height[start]) if acting and s.control[colour] >> start & 1 else 0
    winning = over and seat in winning_seats(s)
    return Player(colour, acting, winning, s.home[colour], steps_left(s, colour), most)


def _panel(player: Player, last: LastMove, look: Pen) -> str:
    return _panel_of(player, _sources(home_id(player.colour), player.home, last), look)


@remembered
def _panel_of(player: Player, sources: tuple[str | None, ...], look: Pen) -> str:
    colour, acting, winning, home, steps, most = player
    x, y = PANELS[colour]
    note = _("to move") if acting else _("has won") if winning else _("{home} of 5 home", home=home)
    parts = [
        tag("rect", x=x, y=y, width=PANEL, height=PANEL, rx=14, class_="panel"),
        pyramid(x + 50, y + 72, colour, whole=True, size=0.9),
        text(NAMES[colour].say(look.locale), x + 100, y + 48, class_="name"),
        text(note.say(look.locale), x + 100, y + 80, class_="note soft"),
        _home(colour, x + 12, y + 158, sources, look),
    ]
    if most:
        parts += _take_buttons(most, x + 12, y + 188, look)
    else:
        said = _("{steps} steps to go", steps=steps).say(look.locale)
        parts.append(text(said, x + PANEL / 2, y + 222, class_="note soft", text_anchor="middle"))
    return group(
        parts,
        id=f"{look.prefix}panel-{CLASSES[colour]}",
        class_=classes("acting" if acting else None, "winning" if winning else None),
        data_enlarge=words(look, NAMES[colour]),
    )


def _home(colour: int, x: float, y: float, sources: tuple[str | None, ...], look: Pen) -> str:
    """A place for each of the five pyramids that win, and for those that came home beyond."""
    wide = PANEL - 24
    places = max(HOME_TO_WIN, len(sources))
    size = min(wide / places / WIDTH * 0.96, 0.56)
    parts = []
    for k in range(places):
        middle = x + wide * (k + 0.5) / places
        if k < len(sources):
            source = sources[k]
            parts.append(
                group(
                    [pyramid(middle, y, colour, whole=True, size=size)],
                    id=f"{look.prefix}{home_id(colour)}-{k + 1}",
                    data_from=look.prefix + source if source else None,
                )
            )
        else:
            half, high = size * WIDTH / 2, size * HEIGHT
            parts.append(
                tag("polygon", points=points((middle - half, y), (middle, y - high), (middle + half, y)), class_="slot")
            )
    return group(parts, id=look.prefix + home_id(colour), class_=lit(look, home_id(colour)))


def _take_buttons(most: int, x: float, y: float, look: Pen) -> list[str]:
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
            aria_label=words(look, _("Take {n} from the top", n=n)),
        )
        for n in range(1, most + 1)
    ]
