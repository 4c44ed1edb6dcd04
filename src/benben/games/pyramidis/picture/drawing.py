"""The board of Pyramidis as SVG: a slab with carved fields, the stacks on it, and the players' panels."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from benben.core.cache import remembered
from benben.core.drawing import places
from benben.core.drawing.materials import at, definitions, sign
from benben.core.drawing.panels import Zone, button, label, name_of, panel, plate, rect
from benben.core.game import Look
from benben.core.kit.seats import winning_seats
from benben.core.svg import Pen, classes, document, element, fills, group, lit, pen, points, tag, text, url, words
from benben.games.pyramidis.box.components import (
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
from benben.games.pyramidis.picture.layout import Plan, plan
from benben.games.pyramidis.picture.pieces import CLASSES, pyramid, shadow, symbols
from benben.games.pyramidis.picture.pieces import STYLE as PIECES_STYLE
from benben.games.pyramidis.rules.legal import is_over
from benben.games.pyramidis.rules.score import winners
from benben.games.pyramidis.rules.state import Board
from benben.games.pyramidis.words import _
from benben.games.pyramidis.words.names import NAMES
from benben.games.pyramidis.words.points import steps_left
from benben.games.pyramidis.words.text_board import Stack, colours_of, describe, field_in_words, stacks_of, status

STYLE = (
    PIECES_STYLE
    + fills(CLASSES)
    + """
.pyramidis .slab-side { fill: var(--slab-side); } .pyramidis .slab { stroke: var(--panel-edge); stroke-width: 1.5; }
.pyramidis .hollow { fill: var(--hollow); } .pyramidis .gold-leaf { opacity: .9; }
.pyramidis .cut-dark { fill: none; stroke: var(--cut-dark); stroke-width: 2.5; stroke-linejoin: round;
  stroke-linecap: round; }
.pyramidis .cut-light { fill: none; stroke: var(--cut-light); stroke-width: 2; stroke-linejoin: round;
  stroke-linecap: round; }
.pyramidis .start, .pyramidis .goal { fill: none; stroke-width: 4; }
.pyramidis .unused { opacity: .3; } .pyramidis .unused > rect { fill: var(--hollow); }
.pyramidis .arrow { stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; opacity: .85; }
.pyramidis polyline.arrow { fill: none; }
.pyramidis .line-yellow { stroke: var(--gold); }
.pyramidis .sown { fill: none; stroke: var(--amber); stroke-width: 3; }
.pyramidis .left { stroke-dasharray: 8 6; }
.pyramidis .way { fill: none; stroke: var(--amber); stroke-width: 4; opacity: .7; stroke-linecap: round;
  stroke-linejoin: round; }
.pyramidis .way-end { fill: var(--amber); }
.pyramidis .ghost :is(.way, .sown) { stroke: var(--lapis); } .pyramidis .ghost .way-end { fill: var(--lapis); }
.pyramidis .order { fill: var(--paper); font-weight: 700; }
.pyramidis .jump { fill: none; stroke: var(--lapis); stroke-width: 5; stroke-linecap: round; }
.pyramidis .ghost .body { opacity: .72; }
.pyramidis .count { font-weight: 700; } .pyramidis .tag { fill: var(--panel); stroke: var(--panel-edge); }
.pyramidis .slot { fill: var(--well); stroke: var(--stone-deep); stroke-width: 1; stroke-dasharray: 4 4; }
.pyramidis .lit > .shape { stroke: var(--amber); stroke-width: 4; }
"""
)


def picture(s: Board, look: Look) -> str:
    ink, around = pen(look), plan(s, look)
    return document(
        [ground(s, around, ink), *board(s, look, around)],
        game="pyramidis",
        width=around.width,
        height=around.height,
        title=f"Pyramidis. {status(s).say(look.locale)}",
        description=describe(s, colours_of(s), stacks_of(s), look.locale),
        style=STYLE,
        look=look,
    )


def ground(s: Board, around: Plan, look: Pen) -> str:
    """The definitions, the sand, and the slab."""
    return _setting(colours_of(s), around, look)


def board(s: Board, look: Look, around: Plan) -> list[str]:
    """What lies on the ground: fields, stacks, and the players' panels."""
    last, ink = last_move(look), pen(look)
    colours, stacks = colours_of(s), stacks_of(s)
    names = [name_of(look, seat, NAMES[colour]) for seat, colour in enumerate(colours)]
    return [
        *(_field(stack, colours, around, ink) for stack in stacks),
        _arrows(colours, around),
        *sowing(last, around),
        *(_stack(stack, _sources(FIELDS[stack.field], len(stack.pieces), last), around, ink) for stack in stacks),
        *(_panel(_player(s, seat, colour), names[seat], last, around, ink) for seat, colour in enumerate(colours)),
    ]


def _sources(name: str, count: int, last: LastMove) -> tuple[str | None, ...]:
    """For each piece of a stack or a home: the element it came from with the last move."""
    return tuple([last.came_from.get(f"{name}-{k}") for k in range(1, count + 1)])


# The board


def in_play(field: int, colours: tuple[int, ...]) -> bool:
    return any(FIELDS[field] in COURSES[colour] for colour in colours)


@remembered
def _setting(colours: tuple[int, ...], around: Plan, look: Pen) -> str:
    thick = around.piece * 0.16
    outline = _outline(around)
    down = {"d": outline, "transform": at(0, thick)}
    parts = [
        tag("path", d=outline, transform=at(8, thick + 10), class_="cast"),
        tag("path", **down, class_="slab-side"),
        tag("path", d=outline, class_="slab", fill=url(look, "tablet")),
    ]
    if not around.cross:
        zone = around.slab[0]
        y = (around.fields[INDEX[COURSES[colours[0]][0]]].foot + around.fields[INDEX[COURSES[colours[0]][-1]]].y) / 2
        parts += [
            tag("path", d=f"M{zone.x + 30:.1f} {y + dy:.1f}H{zone.right - 30:.1f}", class_=class_)
            for dy, class_ in ((-4, "cut-dark"), (-1.5, "cut-light"), (4, "cut-dark"), (6.5, "cut-light"))
        ]
    ground = places.desert(around.width, around.height, look)
    return definitions([*places.shades(look), *symbols(look)]) + group([ground, *parts], class_="place")


def _outline(around: Plan) -> str:
    """Of the slab: a rectangle, or two that cross."""
    up, across = around.slab[0], around.slab[-1]
    if up == across:
        return f"M{up.x:.1f} {up.y:.1f}H{up.right:.1f}V{up.foot:.1f}H{up.x:.1f}z"
    return (
        f"M{up.x:.1f} {up.y:.1f}H{up.right:.1f}V{across.y:.1f}H{across.right:.1f}V{across.foot:.1f}H{up.right:.1f}"
        f"V{up.foot:.1f}H{up.x:.1f}V{across.foot:.1f}H{across.x:.1f}V{across.y:.1f}H{up.x:.1f}z"
    )


@remembered
def _field(stack: Stack, colours: tuple[int, ...], around: Plan, look: Pen) -> str:
    """A carved field. What is touched is the field with the stack that stands on it."""
    field, name = stack.field, FIELDS[stack.field]
    zone, used = around.fields[field], in_play(stack.field, colours)
    inner = zone.inner(min(zone.wide, zone.high) * 0.05)
    parts = [rect(with_stack(stack, inner, around), 8, class_="shape")]
    if used:
        parts += carved_field(inner)
        if stack.tower:
            leaf = inner.inner(inner.high * 0.08)
            parts.append(rect(leaf, 5, class_="gold-leaf", fill=url(look, "m-yellow")))
        carved = [_carved(field, colour, inner) for colour in colours if field in (START[colour], GOAL[colour])]
        size = max(9.0, around.piece * 0.13)
        label_at = (inner.x + size * 0.4, inner.y + size * 1.15)
        parts += carved or [text(name, *label_at, font_size=size, class_="soft")]
    else:
        parts.append(rect(zone, 3))
    return element(name, parts, look, field_in_words(stack, colours), after=None if used else "unused")


def with_stack(stack: Stack, zone: Zone, around: Plan) -> Zone:
    """A field with the stack that stands on it."""
    height = len(stack.pieces)
    if height < 2:
        return zone
    top = around.foot(stack.field)[1] - (height - 1) * around.step(stack.field, height) - around.piece * 0.7
    top = min(top, zone.y)
    return Zone(zone.x, top, zone.wide, zone.foot - top)


def carved_field(zone: Zone) -> list[str]:
    """Cut into the slab: dark where the light does not reach."""
    return [
        rect(zone, 7, class_="hollow"),
        tag("path", d=f"M{zone.x:.1f} {zone.foot - 6:.1f}V{zone.y:.1f}H{zone.right - 6:.1f}", class_="cut-dark"),
        tag("path", d=f"M{zone.right:.1f} {zone.y + 6:.1f}V{zone.foot:.1f}H{zone.x + 6:.1f}", class_="cut-light"),
    ]


def _carved(field: int, colour: int, zone: Zone) -> str:
    """A start square or a goal circle, in the colour and with the sign of its player."""
    name, (x, y) = CLASSES[colour], zone.middle
    r = min(zone.wide, zone.high) * 0.36
    if field == START[colour]:
        square = Zone(x - r, y - r, 2 * r, 2 * r)
        frame = rect(square, 3, class_=f"start line-{name}")
        edge = f"M{x - r - 3:.1f} {y + r + 3:.1f}V{y - r - 3:.1f}H{x + r + 3:.1f}"
        cut = tag("path", d=edge, class_="cut-dark")
    else:
        frame = tag("circle", cx=x, cy=y, r=r, class_=f"goal line-{name}")
        cut = tag(
            "path",
            d=f"M{x - r - 3:.1f} {y:.1f}A{r + 3:.1f} {r + 3:.1f} 0 0 1 {x:.1f} {y - r - 3:.1f}",
            class_="cut-dark",
        )
    return cut + frame + sign(name, x, y, r * 0.9, f"face-{name} line-{name}")


@remembered
def _arrows(colours: tuple[int, ...], around: Plan) -> str:
    """On the border between two fields, which way each colour runs."""
    arrows, size = [], around.piece * 0.06
    for colour in colours:
        course = [INDEX[name] for name in COURSES[colour]]
        for here, there in pairwise(course):
            (x1, y1), (x2, y2) = around.middle(here), around.middle(there)
            far = abs(x2 - x1) + abs(y2 - y1)
            dx, dy = (x2 - x1) / far, (y2 - y1) / far
            # to the right of the way: the two colours of a ring, running against each other, do not meet
            zone = around.fields[here]
            aside = (zone.high if dx else zone.wide) * 0.3
            x, y = (x1 + x2) / 2 - dy * aside, (y1 + y2) / 2 + dx * aside
            tail = points(
                (x - size * (dx + dy), y - size * (dy - dx)),
                (x + dx * size * 0.7, y + dy * size * 0.7),
                (x - size * (dx - dy), y - size * (dy + dx)),
            )
            # clockwise full, the other way open: told apart without colour
            shape = "polygon" if colour in CLOCKWISE else "polyline"
            full = f"fill-{CLASSES[colour]}" if colour in CLOCKWISE else None
            arrows.append(tag(shape, points=tail, class_=classes(f"arrow line-{CLASSES[colour]}", full)))
    return group(arrows, pointer_events="none")


# Pieces


@remembered
def _stack(stack: Stack, sources: tuple[str | None, ...], around: Plan, look: Pen) -> str:
    """From the bottom to the top; how many, where they are more than a glance can count."""
    field, height, wide = stack.field, len(stack.pieces), around.piece
    x, y = around.foot(field)
    step = around.step(field, height)
    parts = [shadow(x, y, wide, height)] if height else []
    for level, (colour, source) in enumerate(zip(stack.pieces, sources, strict=True)):
        name = f"{FIELDS[field]}-{level + 1}"
        parts.append(
            group(
                [pyramid(x, y - level * step, colour, level == height - 1, wide, look)],
                id=look.prefix + name,
                class_=classes("piece", lit(look, name)),
                data_from=look.prefix + source if source else None,
            )
        )
    if height >= TOWER:
        size = max(11.0, wide * 0.19)
        disc = Zone(x - wide * 0.52 - size * 0.5, y - size * 0.6, size * 1.5, size * 1.35)
        parts += [rect(disc, size * 0.6, class_="tag"), label(height, disc, size, class_="count")]
    name = FIELDS[field]
    return group(parts, id=f"{look.prefix}stack-{name}", data_fans=look.prefix + name, pointer_events="none")


# The players


class PlayerPanel(NamedTuple):
    """What a player's panel shows."""

    colour: int
    acting: bool
    winning: bool
    home: int
    steps: int  # to go
    most: int  # to be taken from the start field now; 0 where it cannot be moved


def _player(s: Board, seat: int, colour: int) -> PlayerPanel:
    over = is_over(s)
    acting = not over and s.turn == colour
    start = int(START[colour])
    most = min(MOST_TAKEN, s.height[start]) if acting and s.control[colour] >> start & 1 else 0
    winning = over and seat in winning_seats(winners, s)
    return PlayerPanel(colour, acting, winning, s.home[colour], steps_left(s, colour), most)


def _panel(player: PlayerPanel, name: str, last: LastMove, around: Plan, look: Pen) -> str:
    sources = _sources(home_id(player.colour), player.home, last)
    return _panel_of(player, name, sources, around, look) + _take_buttons(player, around, look)


@remembered
def _panel_of(player: PlayerPanel, name: str, sources: tuple[str | None, ...], around: Plan, look: Pen) -> str:
    colour, acting, winning, _home_count, steps, most = player
    zone, size = around.panels[colour], around.size
    note = _("has won") if winning else _("{steps} steps to go", steps=steps)
    line = Zone(zone.x + size * 0.6, zone.y + size * 0.3, zone.wide - size * 1.2, size * 1.8)
    badge = pyramid(0, size * 0.5, colour, True, size * 1.5, look)
    title = NAMES[colour].say(look.locale)
    marks = {"acting": acting, "winning": winning}
    high = size * (2.6 if around.takes_in_panel else 1.5)
    homes = Zone(line.x, line.foot + size * 0.3, line.wide, high)
    below = homes.foot + size * 1.05
    if zone.wide > 20 * size:  # beside the name
        line = Zone(line.x, zone.y + zone.high * 0.14, zone.wide * 0.42, size * 2)
        homes = Zone(line.right + size, zone.y + zone.high * 0.2, zone.right - line.right - 2 * size, zone.high * 0.6)
        below = line.foot + size * 1.3
    parts = [
        panel(zone),
        plate(line, size, name, title, badge=badge, badge_wide=size * 1.6, **marks),
        _home(colour, homes, sources, look),
    ]
    if not (most and around.takes_in_panel):
        said = note.say(look.locale)
        tip = _("The steps that the pyramids not yet home have to go, all together: the fewest decide a tie.")
        shown = text(said, line.x, below, font_size=max(11.0, size * 0.8), class_="soft")
        parts.append(group([shown], aria_label=words(look, tip)))
    return group(
        parts,
        id=f"{look.prefix}panel-{CLASSES[colour]}",
        data_enlarge=name,
    )


def _home(colour: int, zone: Zone, sources: tuple[str | None, ...], look: Pen) -> str:
    """A place for each of the five pyramids that win, and for those that came home beyond."""
    count = max(HOME_TO_WIN, len(sources))
    wide = min(zone.wide / count * 0.9, zone.high * 1.3)
    parts, y = [rect(zone, 6, class_="shape")], zone.foot - wide * 0.14
    for k in range(count):
        x = zone.x + wide * 1.1 * (k + 0.5)
        if k < len(sources):
            source = sources[k]
            parts.append(
                group(
                    [pyramid(x, y, colour, True, wide, look)],
                    id=f"{look.prefix}{home_id(colour)}-{k + 1}",
                    data_from=look.prefix + source if source else None,
                )
            )
        else:
            half, high = wide / 2, wide * 0.62
            corners = points((x - half, y), (x, y - high), (x + half, y))
            parts.append(tag("polygon", points=corners, class_="slot"))
    said = _("Pyramids home: {n}; {goal} win", n=len(sources), goal=HOME_TO_WIN)
    return element(home_id(colour), parts, look, said)


@remembered
def _take_buttons(player: PlayerPanel, around: Plan, look: Pen) -> str:
    """How many to take from the start field: touched after it."""
    buttons = []
    for n in range(1, player.most + 1):
        zone, said = around.take(n, player.colour), _("Take {n} from the top", n=n)
        size = min(24.0, zone.high * 0.5)
        buttons.append(button(f"take-{n}", zone, [label(n, zone, size, class_="count")], said, look, key=str(n)))
    return "".join(buttons)
