"""What lies around the map of Terra Pyramides: stacks, the players' boards, supplies."""

from __future__ import annotations

from collections.abc import Callable

from benben.core.cache import remembered, remembered_part
from benben.core.drawing.materials import at
from benben.core.drawing.panels import Zone, figure, name_of, panel, plate, rect
from benben.core.game import Look
from benben.core.kit.seats import winning_seats
from benben.core.svg import Pen, classes, group, lit, points, tag, text, words
from benben.core.text import Message
from benben.games.terra_pyramides.box.components import (
    COLOURS,
    OPEN_STACKS,
    STACKS_A_HALF,
    STONE_KINDS,
    TASK_NEEDS,
    TILES,
    UNKNOWN,
    WHITE,
)
from benben.games.terra_pyramides.picture.layout import PanelPlan, Plan
from benben.games.terra_pyramides.picture.pieces import (
    coin,
    foundation,
    level_shape,
    pawn,
    stone,
    tile,
)
from benben.games.terra_pyramides.rules.score import progress, winners
from benben.games.terra_pyramides.rules.state import OVER, Board, player
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES, board_name, tile_words
from benben.games.terra_pyramides.words.text_board import shown_tiles

STYLE = """
.terra_pyramides .slot { fill: var(--well); stroke: var(--panel-edge); stroke-width: 1; }
.terra_pyramides .lit > :is(.slot, .panel, .bar) { stroke: var(--amber); stroke-width: 3; }
.terra_pyramides .empty { opacity: .32; }
.terra_pyramides .count { font-weight: 700; }
.terra_pyramides .emblem { fill: none; stroke: var(--ink-soft); stroke-width: 2; stroke-linejoin: round; }
.terra_pyramides .bar { fill: var(--well); stroke: var(--panel-edge); stroke-width: 1; }
.terra_pyramides .done { fill: var(--gold); }
.terra_pyramides .tip { fill: #d9cbab; } .terra_pyramides .tip-dark { fill: #8f7843; }
"""

_SPHINX = [
    (-1.5, 0.9), (-1.5, 0.2), (-1.1, -0.1), (0, -0.15), (0.15, -1), (0.5, -1.25), (0.9, -1), (0.95, -0.35), (0.7, -0.1),
    (0.8, 0.45), (1.6, 0.5), (1.6, 0.9),
]  # fmt: skip


# Stacks


def stacks(s: Board, around: Plan, look: Pen) -> list[str]:
    parts = [_emblems(around)] if s.symbols else []
    for stack, count in enumerate(s.height):
        shown = shown_tiles(s, stack) if s.open and stack in OPEN_STACKS else []
        parts.append(_stack(stack, count, shown[0] if shown else None, around, look))
    return parts


@remembered
def _emblems(around: Plan) -> str:
    """TER-26: the half of the map that a stack belongs to."""
    parts = []
    for side in range(2):
        zone = around.stack(side * STACKS_A_HALF)
        parts.append(emblem(side, zone.right - 12, zone.middle[1], 5))
    return "".join(parts)


@remembered
def emblem(side: int, x: float, y: float, r: float) -> str:
    """The sphinx (TER-26: left half), or the scarab (right half)."""
    if side == 0:
        return tag("polygon", points=points(*((x + dx * r, y + dy * r) for dx, dy in _SPHINX)), class_="emblem")
    legs = " ".join(
        f"M {x + side_ * r * 0.6:.1f} {y + dy * r:.1f} L {x + side_ * r * 1.4:.1f} {y + dy * r * 1.5:.1f}"
        for side_ in (-1, 1)
        for dy in (-0.5, 0.1, 0.6)
    )
    shell = f"M {x:.1f} {y - r * 0.3:.1f} v {r * 1.3:.1f} M {x - r * 0.65:.1f} {y - r * 0.3:.1f} h {r * 1.3:.1f}"
    return tag("ellipse", cx=x, cy=y, rx=r * 0.72, ry=r, class_="emblem") + tag(
        "path", d=f"{legs} {shell}", class_="emblem"
    )


@remembered
def _stack(stack: int, count: int, shown: int | None, around: Plan, look: Pen) -> str:
    """`shown`: the top tile where it lies face up."""
    zone, name = around.stack(stack), f"stack-{stack + 1}"
    size = min(zone.high * 0.68, zone.wide - 16)
    parts = [rect(zone, 7, class_="shape slot")]
    for layer in range(count):
        top = layer == count - 1
        x, y = zone.x + 3 + size / 2 + 0.5 * (STACKS_A_HALF - layer), zone.foot - size / 2 - 4 - size * 0.055 * layer
        parts.append(tile(shown if top and shown is not None else UNKNOWN, x, y, size, look))
    right, small = zone.right - 3, min(14.0, zone.high * 0.26)
    parts.append(text(stack + 1, right, zone.y + small, font_size=small, class_="soft", text_anchor="end"))
    if count:
        parts.append(text(f"×{count}", right, zone.foot - 5, font_size=small, class_="count", text_anchor="end"))
    said = _("Stack {stack}, tiles: {n}", stack=stack + 1, n=count)
    if shown is not None:
        said = _("Stack {stack}, tiles: {n}; on top: {tile}", stack=stack + 1, n=count, tile=tile_words(shown))
    return group(
        parts,
        id=look.prefix + name,
        class_=classes(lit(look, name), None if count else "empty"),
        aria_label=words(look, said),
    )


# The players


def draw_panel(s: Board, who: int, earned: int, origins: dict[str, str], around: Plan, look: Look, ink: Pen) -> str:
    over = s.phase == OVER
    state = "winning" if over and who in winning_seats(winners, s) else None
    if not over and player(s) == who:
        state = "acting"
    name = board_name(s, who).say(look.locale) if s.task else name_of(look, who, board_name(s, who))
    return _panel(s, who, name, earned, state, around.panels[who], origins.get(f"hand-tile-{who + 1}"), ink)


@remembered_part("task", "symbols", rows=("gold", "supply", "tips", "stone", "hand", "source"))
def _panel(
    s: Board,
    who: int,
    name: str,
    earned: int,
    state: str | None,
    place: tuple[PanelPlan, float, float, float],
    source: str | None,
    look: Pen,
) -> str:
    """`source`: the element that the tile in hand came from with the last move."""
    part, x, y, scale = place
    head, size = part.head, part.size
    said = _("Points: {n}", n=earned).say(look.locale)
    line = Zone(head.x, head.y, head.wide - size * 2.6, head.high)
    badge = pawn(who, 0, size * 0.75, size * 1.5, look)
    title, marks = board_name(s, who).say(look.locale), {"acting": state == "acting", "winning": state == "winning"}
    parts = [
        panel(Zone(0, 0, part.wide, part.high)),
        plate(line, size, name, title, badge=badge, badge_wide=size * 1.2, **marks),
        figure(earned, head.right, head.middle[1], size * 1.25, said),
        _counter("gold", who, s.gold[who], part.gold, look),
        _counter("supply", who, s.supply[who], part.supply, look),
        _counter("tips", who, s.tips[who], part.tips, look),
        *(_stones(who, kind, count, part.stones[kind], look) for kind, count in enumerate(s.stone[who])),
        _hand(who, s.hand[who], s.source[who], bool(s.symbols), part.hand, source, look),
    ]
    return group(
        parts,
        id=f"{look.prefix}panel-{who + 1}",
        class_=lit(look, f"panel-{who + 1}"),
        transform=at(x, y, scale),
        data_enlarge=name,
    )


def _tip(size: float) -> str:
    a = size / 2
    return tag("path", d=f"M{-a} {a * 0.8}L0 {-a * 0.9}L{a * 0.3} {a * 0.8}z", class_="tip") + tag(
        "path", d=f"M{a * 0.3} {a * 0.8}L0 {-a * 0.9}L{a} {a * 0.8}z", class_="tip-dark"
    )


@remembered
def _counter(kind: str, who: int, count: int, zone: Zone, look: Pen) -> str:
    """What it is on the left, how many on the right: the number never covers the picture."""
    size = min(zone.high * 0.7, zone.wide * (0.37 if zone.wide > 45 else 0.46))
    drawn, said = {
        "gold": (coin(0, 0, size, look), _("Gold: {n}", n=count)),
        "supply": (pawn(who, 0, size * 0.55, size * 1.1, look), _("Workers in supply: {n}", n=count)),
        "tips": (_tip(size), _("Pyramid tips: {n}, for fifth levels", n=count)),
    }[kind]
    edge = min(4.0, zone.wide * 0.06)
    beside = zone.wide - size - 3 * edge  # the room for the number
    name, number = f"{kind}-{who + 1}", min(36.0, size * 0.82, beside / (0.66 * len(str(count))))
    right = (zone.right - edge, zone.middle[1] + number * 0.36)
    parts = [
        rect(zone, 8, class_="shape slot"),
        tag("title", words(look, said)),
        group([drawn], transform=at(zone.x + size * 0.5 + edge, zone.middle[1]), class_=None if count else "empty"),
        text(count, *right, font_size=number, class_="count", text_anchor="end"),
    ]
    return group(parts, id=look.prefix + name, class_=lit(look, name), aria_label=words(look, said))


@remembered
def _stones(who: int, kind: int, count: int, zone: Zone, look: Pen) -> str:
    name = f"stone-{who + 1}-{COLOURS[kind]}"
    size = min(zone.wide - (8 if zone.wide > 20 else 1), zone.high * 0.56)
    x, y = zone.middle[0], zone.y + zone.high * 0.08 + size / 2
    said = _("Stones, {colour}: {n}", colour=COLOUR_NAMES[kind], n=count)
    number = min(22.0, zone.high * 0.3 if zone.high > 56 else zone.high * 0.34)
    parts = [
        rect(zone, min(7.0, zone.wide * 0.2), class_="shape slot"),
        tag("title", words(look, said)),
        group([stone(kind, x, y, size, look)], class_=None if count else "empty"),
        text(count, x, zone.foot - number * 0.3, font_size=number, class_="count", text_anchor="middle")
        if count
        else "",
    ]
    return group(parts, id=look.prefix + name, class_=lit(look, name), aria_label=words(look, said))


@remembered
def _hand(who: int, code: int, stack: int, symbols: bool, zone: Zone, source: str | None, look: Pen) -> str:
    """The tile in hand, and the number of the stack that it is from."""
    name, inner = f"hand-{who + 1}", f"hand-tile-{who + 1}"
    size = min(zone.wide, zone.high) - 8
    parts = [rect(zone, 8, class_="shape slot")]
    if code:
        drawn = tile(code, *zone.middle, size, look)
        parts.append(
            group([drawn], id=look.prefix + inner, data_from=look.prefix + source if source else None),
        )
        if zone.high > 1.15 * zone.wide:
            parts.append(text(stack, zone.middle[0], zone.y + 13, font_size=13, class_="soft", text_anchor="middle"))
        if symbols:
            parts.append(emblem((stack - 1) // STACKS_A_HALF, zone.right - 9, zone.foot - 8, 5))
    said = _("The tile for the next turn: face down")
    if code not in (0, UNKNOWN):
        said = _("The tile for the next turn: {tile}", tile=tile_words(code))
    return group(parts, id=look.prefix + name, class_=lit(look, name), aria_label=words(look, said) if code else None)


# The supplies


def supplies(s: Board, around: Plan, look: Pen) -> str:
    return _supplies(s, int(progress(s)) if s.task else 0, around, look)


@remembered_part("players", "turns", "task", "first_left", "level_left", "deck_left")
def _supplies(s: Board, progress: int, around: Plan, look: Pen) -> str:
    """What is left of foundations and levels, the turn, and how far the task is; on a phone in one line."""
    zone = around.supplies
    rounds = 28 if s.task else (28 if s.players == 2 else TILES - 4) // s.players
    turn = min(s.turns // (1 if s.task else s.players) + 1, rounds)
    said = words(look, _("Turn {turn} of {rounds}", turn=turn, rounds=rounds))
    flat = zone.high < 44 or zone.wide < 280
    before, top = (max(zone.wide * 0.13, 42.0), 0.0) if flat else (0.0, min(zone.high * 0.36, 24.0))
    parts = [rect(zone, 9, class_="panel")]
    if flat:
        parts.append(text(f"{turn}/{rounds}", zone.x + 6, zone.middle[1] + 5, font_size=13, class_="count"))
    else:
        parts.append(text(said, zone.x + 12, zone.y + 16, font_size=13, class_="soft"))
    left = [*s.first_left[1:STONE_KINDS], *s.level_left, s.deck_left]
    things = Zone(zone.x + before, zone.y + top, zone.wide - before - 4, zone.high - top)
    parts += [_left_over(number, count, things, look) for number, count in enumerate(left)]
    if s.task and not flat:
        parts.append(task_bar(s.task, progress, Zone(zone.right - 210, zone.y + 3, 200, 14), look))
    elif s.task:
        parts.append(task_bar(s.task, progress, Zone(zone.right - 150, zone.foot - 15, 146, 13), look))
    return group(parts, id=f"{look.prefix}supplies", class_=lit(look, "supplies"), aria_label=said)


@remembered
def _left_over(number: int, count: int, things: Zone, look: Pen) -> str:
    """One kind of piece and how many are left of it, in its place among all."""
    in_one_row = things.wide > 27 * len(_SUPPLY) and things.high < things.wide * 0.2
    columns = len(_SUPPLY) if in_one_row else -(-len(_SUPPLY) // 2)
    wide, high = things.wide / columns, things.high / -(-len(_SUPPLY) // columns)
    size = min(high * 0.8, wide * 0.46)
    x = things.x + number % columns * wide + size * 0.7
    y = things.y + (number // columns + 0.5) * high
    parts = [
        tag("title", words(look, _supply_name(number, count))),
        rect(Zone(x - size * 0.6, y - high / 2, wide, high), 4, class_="shape"),
        group([_SUPPLY[number](look)], transform=at(x, y, size / 80), class_=None if count else "empty"),
        text(count, x + size * 0.62, y + size * 0.24, font_size=min(16.0, size * 0.66), class_="count"),
    ]
    return group(parts, class_="icon")


def _first_level(colour: int) -> Callable[[Pen], str]:
    return lambda look: level_shape(colour, 1, 0, 0, look)


def _pile(levels: int) -> Callable[[Pen], str]:
    return lambda look: "".join(level_shape(WHITE, level, 0, 0, look) for level in range(1, levels + 1))


_LEVELS = 3  # levels 2 to 4 are common to all colours
_SUPPLY: tuple[Callable[[Pen], str], ...] = (  # about 80 wide
    *(_first_level(colour) for colour in range(1, STONE_KINDS)),
    *(_pile(number + 2) for number in range(_LEVELS)),
    lambda look: foundation(UNKNOWN, 0, 0),
)


def _supply_name(number: int, count: int) -> Message:
    if number < STONE_KINDS - 1:
        return _("First levels left, {colour}: {n}", colour=COLOUR_NAMES[number + 1], n=count)
    if number < STONE_KINDS - 1 + _LEVELS:
        return _("Pieces left for level {level}: {n}", level=number - STONE_KINDS + 3, n=count)
    return _("Foundations left: {n}", n=count)


def task_bar(task: int, have: int, zone: Zone, look: Pen) -> str:
    """A bar that fills as the task is done, with its figures."""
    need = TASK_NEEDS[task]
    long = zone.wide - 74
    bar = Zone(zone.x, zone.y + 1, long, zone.high - 2)
    done = Zone(bar.x, bar.y, max(12.0, long * min(1.0, have / need)), bar.high)
    parts = [
        rect(bar, 6, class_="bar"),
        rect(done, 6, class_="done") if have else "",
        text(f"{have} / {need}", zone.right, zone.y + 12, font_size=14, class_="count", text_anchor="end"),
    ]
    return group(parts, id=f"{look.prefix}task", class_=lit(look, "task"))
