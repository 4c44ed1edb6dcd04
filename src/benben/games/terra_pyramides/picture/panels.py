"""What lies around the board of Terra Pyramides: racks, the players' boards, supplies."""

from __future__ import annotations

from benben.core.cache import remembered, remembered_part
from benben.core.game import Look
from benben.core.svg import Pen, classes, group, lit, points, tag, text, words
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
from benben.games.terra_pyramides.picture.layout import (
    EDGE,
    GOLD_PLACE,
    HAND_PLACE,
    PANEL_HIGH,
    PANEL_WIDE,
    RACK,
    SUPPLY_PLACE,
    TIPS_PLACE,
    WIDTH,
    panel_place,
    plan,
    slot_place,
    stack_middle,
)
from benben.games.terra_pyramides.picture.pieces import (
    coin,
    eye,
    foundation,
    level_shape,
    pawn,
    small_level,
    stone,
    tile,
)
from benben.games.terra_pyramides.rules.legal import can_search
from benben.games.terra_pyramides.rules.score import progress, winning_seats
from benben.games.terra_pyramides.rules.state import OVER, Board, player
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES, board_name, tile_words
from benben.games.terra_pyramides.words.text_board import shown_tiles

STYLE = """
.terra_pyramides .rack, .terra_pyramides .panel { fill: var(--stone); stroke: var(--stone-edge); stroke-width: 2; }
.terra_pyramides .acting > .panel { stroke: var(--lapis); stroke-width: 6; }
.terra_pyramides .winning > .panel { stroke: var(--gold); stroke-width: 8; }
.terra_pyramides .slot { fill: var(--sand); stroke: var(--stone-edge); stroke-width: 2; }
.terra_pyramides .lit > :is(.slot, .panel, .bar) { stroke: var(--lapis); stroke-width: 5; }
.terra_pyramides .empty { opacity: .32; }
.terra_pyramides .name { font-size: 30px; font-weight: 600; }
.terra_pyramides .count { font-size: 31px; font-weight: 700; }
.terra_pyramides .note { font-size: 22px; }
.terra_pyramides .small { font-size: 20px; }
.terra_pyramides .held { font-size: 27px; font-weight: 700; }
.terra_pyramides .emblem { fill: none; stroke: var(--stone-deep); stroke-width: 2.5; stroke-linejoin: round; }
.terra_pyramides .bar { fill: var(--sand); stroke: var(--stone-edge); stroke-width: 2; }
.terra_pyramides .done { fill: var(--gold); }
"""

_SPHINX = [
    (-1.5, 0.9), (-1.5, 0.2), (-1.1, -0.1), (0, -0.15), (0.15, -1), (0.5, -1.25), (0.9, -1), (0.95, -0.35), (0.7, -0.1),
    (0.8, 0.45), (1.6, 0.5), (1.6, 0.9),
]  # fmt: skip


# Racks


def racks(s: Board, look: Pen) -> list[str]:
    parts = [_empty_racks()]
    for stack, count in enumerate(s.height):
        shown = shown_tiles(s, stack) if s.open and stack in OPEN_STACKS else []
        parts.append(_stack(stack, count, shown[0] if shown else None, can_search(s, stack), look))
    return parts


@remembered
def _empty_racks() -> str:
    half = (WIDTH - 2 * EDGE) / 2
    parts = []
    for side in range(2):
        x = EDGE + side * half
        parts.append(tag("rect", x=x + 2, y=8, width=half - 4, height=RACK - 8, rx=12, class_="rack"))
        parts.append(emblem(side, x + half - 26 if side else x + 26, RACK / 2 + 4, 12))
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
def _stack(stack: int, count: int, shown: int | None, searched: bool, look: Pen) -> str:
    """`shown`: the top tile where it lies face up; `searched`: with the button to look through it."""
    x, y = stack_middle(stack)
    name = f"stack-{stack + 1}"
    parts = [tag("rect", x=x - 27, y=y - 38, width=54, height=72, rx=9, class_="slot")]
    for layer in range(count):
        top = layer == count - 1
        parts.append(tile(shown if top and shown is not None else UNKNOWN, x, y + 8 - 4.5 * layer, 44))
    label = [text(stack + 1, x + 36, y - 21, class_="note soft")]
    if count:
        label.append(text(f"×{count}", x + 31, y + 34, class_="times"))
    said = _("Stack {stack}, tiles: {n}", stack=stack + 1, n=count)
    if shown is not None:
        said = _("Stack {stack}, tiles: {n}; on top: {tile}", stack=stack + 1, n=count, tile=tile_words(shown))
    pieces = [
        group(
            parts,
            id=look.prefix + name,
            class_=classes(lit(look, name), None if count else "empty"),
            aria_label=words(look, said),
        ),
        group(label, pointer_events="none"),
    ]
    if searched:
        button = [tag("circle", cx=x + 43, cy=y, r=14), group([eye(x + 43, y, 17)])]
        said = _("Search stack {stack} for 1 gold", stack=stack + 1)
        pieces.append(group(button, id=f"{look.prefix}look-{stack + 1}", class_="button", aria_label=words(look, said)))
    return "".join(pieces)


# The players


def panel(s: Board, who: int, points: int, origins: dict[str, str], look: Look, ink: Pen) -> str:
    over = s.phase == OVER
    state = "winning" if over and who in winning_seats(s) else None
    if not over and player(s) == who:
        state = "acting"
    return _panel(s, who, points, state, panel_place(s, who, look), origins.get(f"hand-tile-{who + 1}"), ink)


@remembered_part("task", "symbols", rows=("gold", "supply", "tips", "stone", "hand", "source"))
def _panel(
    s: Board,
    who: int,
    points: int,
    state: str | None,
    place: tuple[float, float, float],
    source: str | None,
    look: Pen,
) -> str:
    """`source`: the element that the tile in hand came from with the last move."""
    x, y, scale = place
    name = f"panel-{who + 1}"
    parts = [
        tag("rect", x=0, y=0, width=PANEL_WIDE, height=PANEL_HIGH, rx=12, class_="panel"),
        pawn(who, 28, 62, 50),
        text(board_name(s, who).say(look.locale), 52, 36, class_="name"),
        text(_("Points: {n}", n=points).say(look.locale), 52, 64, class_="note soft"),
        _counter("gold", who, s.gold[who], look),
        _counter("supply", who, s.supply[who], look),
        _counter("tips", who, s.tips[who], look),
        *(_stones(who, kind, count, look) for kind, count in enumerate(s.stone[who])),
        _hand(who, s.hand[who], s.source[who], bool(s.symbols), source, look),
    ]
    return group(
        parts,
        id=look.prefix + name,
        class_=classes(state, lit(look, name)),
        transform=f"translate({x:.1f} {y:.1f}) scale({scale:.3f})",
        data_enlarge=words(look, board_name(s, who)),
    )


def _tip() -> str:
    return tag("polygon", points=points((-14, 12), (0, -12), (14, 12)), class_="slab")


@remembered
def _counter(kind: str, who: int, count: int, look: Pen) -> str:
    (x, y), drawn, said = {
        "gold": (GOLD_PLACE, coin(0, 0, 30), _("Gold: {n}", n=count)),
        "supply": (SUPPLY_PLACE, pawn(who, 0, 18, 35), _("Workers in supply: {n}", n=count)),
        "tips": (TIPS_PLACE, _tip(), _("Pyramid tips: {n}", n=count)),
    }[kind]
    name = f"{kind}-{who + 1}"
    parts = [
        tag("rect", x=x - 30, y=y - 25, width=66, height=50, rx=9, class_="slot"),
        group(
            [drawn],
            transform=f"translate({x - (16 if count > 9 else 14):.1f} {y:.1f})",
            class_=None if count else "empty",
        ),
        text(count, x + 33, y + 11, class_="count", text_anchor="end"),
    ]
    return group(parts, id=look.prefix + name, class_=lit(look, name), aria_label=words(look, said))


@remembered
def _stones(who: int, kind: int, count: int, look: Pen) -> str:
    x, y = slot_place(kind)
    name = f"stone-{who + 1}-{COLOURS[kind]}"
    parts = [
        tag("rect", x=x - 21, y=y - 32, width=43, height=64, rx=8, class_="slot"),
        group([stone(kind, x - 2, y - 10, 24)], class_=None if count else "empty"),
        text(count, x, y + 28, class_="held", text_anchor="middle") if count else "",
    ]
    said = _("Stones, {colour}: {n}", colour=COLOUR_NAMES[kind], n=count)
    return group(parts, id=look.prefix + name, class_=lit(look, name), aria_label=words(look, said))


@remembered
def _hand(who: int, code: int, stack: int, symbols: bool, source: str | None, look: Pen) -> str:
    """The tile in hand, and the number of the stack that it is from."""
    x, y = HAND_PLACE
    name, inner = f"hand-{who + 1}", f"hand-tile-{who + 1}"
    parts = [tag("rect", x=x - 37, y=y - 41, width=80, height=78, rx=9, class_="slot")]
    if code:
        parts.append(
            group(
                [tile(code, x - 6, y - 2, 58)],
                id=look.prefix + inner,
                data_from=look.prefix + source if source else None,
            )
        )
        parts.append(text(stack, x + 33, y - 18, class_="small soft", text_anchor="middle"))
        if symbols:
            parts.append(emblem((stack - 1) // STACKS_A_HALF, x + 33, y + 20, 6))
    return group(parts, id=look.prefix + name, class_=lit(look, name))


# The supplies


def supplies(s: Board, wide: bool, look: Pen) -> str:
    return _supplies(s, int(progress(s)) if s.task else 0, wide, look)


@remembered_part("players", "turns", "task", "first_left", "level_left", "deck_left")
def _supplies(s: Board, progress: int, wide: bool, look: Pen) -> str:
    """What is left of foundations and levels, the turn, and how far the task is: in two lines, wide in one."""
    zone = plan(wide).supplies
    each = zone.wide / (10 if wide else 6)
    rounds = 28 if s.task else (28 if s.players == 2 else TILES - 4) // s.players
    turn = min(s.turns // (1 if s.task else s.players) + 1, rounds)
    said = _("Turn {turn} of {rounds}", turn=turn, rounds=rounds)
    parts = [
        tag("rect", x=zone.x, y=zone.y, width=zone.wide, height=zone.high, rx=12, class_="panel"),
        text(words(look, said), zone.x + 14, zone.y + 30, class_="note soft"),
    ]
    for number, colour in enumerate(range(1, STONE_KINDS)):
        x = zone.x + (number + 0.5) * each
        left = s.first_left[colour]
        parts.append(
            group(
                [
                    small_level(colour, x, zone.y + 84),
                    text(left, x, zone.y + 106, class_="times", text_anchor="middle"),
                ],
                class_=None if left else "empty",
            )
        )
    first, line = (zone.x + 6 * each, zone.y) if wide else (zone.x, zone.y + 68)
    for number, left in enumerate(s.level_left):
        x = first + (number + 0.5) * each
        pile = [level_shape(WHITE, level, 0, 0) for level in range(1, number + 3)]
        parts.append(group(pile, transform=f"translate({x:.1f} {line + 84:.1f}) scale(.55)"))
        parts.append(text(left, x, line + 106, class_="times", text_anchor="middle"))
    x = first + 3.5 * each
    parts.append(group([foundation(UNKNOWN, 0, 0)], transform=f"translate({x:.1f} {line + 68:.1f}) scale(.45)"))
    parts.append(text(s.deck_left, x, line + 106, class_="times", text_anchor="middle"))
    if s.task and wide:
        parts.append(_task(s.task, progress, zone.x + 4.5 * each, zone.y - 12, 5.2 * each, True, look))
    elif s.task:
        parts.append(_task(s.task, progress, zone.x + 4.1 * each, zone.y + 112, 1.75 * each, False, look))
    return group(parts, id=f"{look.prefix}supplies", class_=lit(look, "supplies"))


def _task(task: int, have: int, x: float, y: float, wide: float, beside: bool, look: Pen) -> str:
    """A bar that fills as the task is done, its figures above it or beside it."""
    need = TASK_NEEDS[task]
    share = min(1.0, have / need)
    figures = (x + wide, y + 43, "end") if beside else (x + wide / 2, y + 26, "middle")
    long, top = (wide - 180, y + 24) if beside else (wide, y + 38)
    parts = [
        text(f"{have} / {need}", figures[0], figures[1], class_="count", text_anchor=figures[2]),
        tag("rect", x=x, y=top, width=long, height=18, rx=9, class_="bar"),
        tag("rect", x=x, y=top, width=max(18.0, long * share), height=18, rx=9, class_="done") if have else "",
    ]
    return group(parts, id=f"{look.prefix}task", class_=lit(look, "task"))
