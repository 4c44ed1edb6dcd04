"""What lies around the board of Terra Pyramides: racks, the strip of buttons, supplies, the players' boards."""

from __future__ import annotations

import numpy as np

from benben.core.contract import NOBODY
from benben.core.game import Look
from benben.core.svg import classes, group, lit, points, tag, text
from benben.core.text import Message, texts
from benben.games.terra_pyramides import choices, rules
from benben.games.terra_pyramides.board import AXES, STACKS
from benben.games.terra_pyramides.components import (
    COLOURS,
    OPEN_STACKS,
    STACKS_A_HALF,
    STONE_KINDS,
    TABLES,
    TASK_NEEDS,
    TILES,
    UNKNOWN,
    WHITE,
)
from benben.games.terra_pyramides.layout import (
    EDGE,
    GOLD_PLACE,
    HAND_PLACE,
    LARGE,
    MARGIN,
    PANEL_HIGH,
    PANEL_TOP,
    PANEL_WIDE,
    RACK,
    STATUS_TOP,
    STRIP,
    STRIP_TOP,
    SUPPLY_PLACE,
    TIPS_PLACE,
    WIDTH,
    panel_place,
    slot_place,
    stack_middle,
)
from benben.games.terra_pyramides.moves import ACTIONS, Action
from benben.games.terra_pyramides.pieces import (
    coin,
    eye,
    figure,
    foundation,
    level_shape,
    pawn,
    remembered,
    sign,
    stone,
    tile,
)
from benben.games.terra_pyramides.rows import row_name, yields
from benben.games.terra_pyramides.state import FINISH, MOVE, OVER, PICK, ROW, Board
from benben.games.terra_pyramides.text import board_name, shown_tiles, status

_ = texts(__package__)

STYLE = """
.terra_pyramides .rack, .terra_pyramides .panel { fill: var(--stone); stroke: var(--stone-edge); stroke-width: 2; }
.terra_pyramides .acting > .panel { stroke: var(--lapis); stroke-width: 6; }
.terra_pyramides .winning > .panel { stroke: var(--gold); stroke-width: 8; }
.terra_pyramides .slot { fill: var(--sand); stroke: var(--stone-edge); stroke-width: 2; }
.terra_pyramides .lit > :is(.slot, .panel, .bar) { stroke: var(--lapis); stroke-width: 5; }
.terra_pyramides .empty { opacity: .32; }
.terra_pyramides .status { font-size: 30px; font-weight: 600; }
.terra_pyramides .name { font-size: 30px; font-weight: 600; }
.terra_pyramides .count { font-size: 31px; font-weight: 700; }
.terra_pyramides .note { font-size: 22px; }
.terra_pyramides .small { font-size: 20px; }
.terra_pyramides .button > rect, .terra_pyramides .button > circle { fill: var(--paper); stroke: var(--lapis); }
.terra_pyramides .button > rect, .terra_pyramides .button > circle { stroke-width: 3; }
.terra_pyramides .button .glyph { fill: none; stroke: var(--lapis); stroke-width: 6; stroke-linecap: round; }
.terra_pyramides .badge > rect { fill: var(--paper); stroke: var(--lapis); stroke-width: 2.5; }
.terra_pyramides .times { font-size: 20px; font-weight: 700; }
.terra_pyramides .halo { paint-order: stroke; stroke: var(--paper); stroke-width: 6; }
.terra_pyramides .held { font-size: 27px; font-weight: 700; }
.terra_pyramides .emblem { fill: none; stroke: var(--stone-deep); stroke-width: 2.5; stroke-linejoin: round; }
.terra_pyramides .bar { fill: var(--sand); stroke: var(--stone-edge); stroke-width: 2; }
.terra_pyramides .done { fill: var(--gold); }
"""

_SPHINX = [
    (-1.5, 0.9), (-1.5, 0.2), (-1.1, -0.1), (0, -0.15), (0.15, -1), (0.5, -1.25), (0.9, -1), (0.95, -0.35), (0.7, -0.1),
    (0.8, 0.45), (1.6, 0.5), (1.6, 0.9),
]  # fmt: skip
AXIS_LINES = {"across": (1, 0), "down": (0, 1), "falling": (1, 1), "rising": (1, -1)}


# Racks


def racks(s: Board, look: Look) -> list[str]:
    half = (WIDTH - 2 * EDGE) / 2
    parts = []
    for side in range(2):
        x = EDGE + side * half
        parts.append(tag("rect", x=x + 2, y=8, width=half - 4, height=RACK - 8, rx=12, class_="rack"))
        parts.append(emblem(side, x + half - 26 if side else x + 26, RACK / 2 + 4, 12))
    return parts + [_stack(s, stack, look) for stack in range(STACKS)]


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


def _stack(s: Board, stack: int, look: Look) -> str:
    x, y = stack_middle(stack)
    count, name = s.height[stack], f"stack-{stack + 1}"
    is_open = bool(s.open and stack in OPEN_STACKS)
    shown = shown_tiles(s, stack) if is_open else []
    parts = [tag("rect", x=x - 27, y=y - 38, width=54, height=72, rx=9, class_="slot")]
    for layer in range(count):
        top = layer == count - 1
        parts.append(tile(shown[0] if top and shown else UNKNOWN, x, y + 8 - 4.5 * layer, 44))
    label = [text(stack + 1, x + 36, y - 21, class_="note soft")]
    if count:
        label.append(text(f"×{count}", x + 31, y + 34, class_="times"))
    pieces = [
        group(parts, id=look.prefix + name, class_=classes(lit(look, name), None if count else "empty")),
        group(label, pointer_events="none"),
    ]
    if choices.can_search(s, stack):
        button = [tag("circle", cx=x + 43, cy=y, r=14), group([eye(x + 43, y, 17)])]
        pieces.append(group(button, id=f"{look.prefix}look-{stack + 1}", class_="button"))
    return "".join(pieces)


# What to do


def status_line(s: Board, look: Look) -> str:
    return text(status(s).say(look.locale), WIDTH / 2, STATUS_TOP + 30, class_="status", text_anchor="middle")


def strip(s: Board, look: Look) -> list[str]:
    """Buttons for what has no place of its own: rows with what they give, tiles of a stack, purchases, levels."""
    x, parts = MARGIN, []
    moves = legal_actions(s) if look.seat in (NOBODY, s.turn) or s.task else []
    if s.phase == PICK:
        for above, code in enumerate(shown_tiles(s, s.looking - 1)):
            name = f"take-{above + 1}"
            parts.append(_button(name, look, x, 96, [tile(code, x + 48, STRIP_TOP + STRIP / 2, 66)]))
            x += 104
        return parts
    if s.phase == ROW:
        for action in moves:
            if action.kind == "row":
                row = int(TABLES.row_of[s.laid - 1, action.what])
                parts.append(_row_button(AXES[action.what], yields(s, row), x, look))
                x += 134
    elif s.phase in (MOVE, FINISH) and s.row:
        parts.append(text(row_name(s.row - 1), x + 6, STRIP_TOP + STRIP / 2 + 8, class_="note soft"))
        parts.append(badge(yields(s, s.row - 1), x + 105, STRIP_TOP + STRIP / 2 - 19, left=True))
    parts += _extra_buttons(s, moves, look)
    return parts or _legend(look)


def legal_actions(s: Board) -> list[Action]:
    room = np.empty(choices.MOST_LEGAL, np.int64)
    count = choices.legal(s, room)
    return [ACTIONS[int(room[k])] for k in range(count)]


def _button(name: str, look: Look, x: float, wide: float, content: list[str]) -> str:
    frame = tag("rect", x=x, y=STRIP_TOP + 2, width=wide, height=STRIP - 4, rx=10)
    return group([frame, group(content)], id=look.prefix + name, class_=classes("button", lit(look, name)))


def _row_button(axis: str, gained: list[int], x: float, look: Look) -> str:
    dx, dy = AXIS_LINES[axis]
    cx, cy = x + 21, STRIP_TOP + STRIP / 2
    line = tag("line", x1=cx - dx * 12, y1=cy - dy * 12, x2=cx + dx * 12, y2=cy + dy * 12, class_="glyph")
    parts = [line]
    for number, (kind, count) in enumerate(_things(gained)):  # six kinds at most: a row has four tiles
        column, row = number % 3, number // 3
        parts.append(_thing(kind, count, x + 51 + column * 29, STRIP_TOP + 24 + row * 38, below=True))
    return _button(f"row-{axis}", look, x, 128, parts)


def _extra_buttons(s: Board, moves: list[Action], look: Look) -> list[str]:
    """From the right: purchases, levels, the end of the turn; only what can be done now."""
    who, kinds = rules.player(s), {action.kind for action in moves}
    middle, x, parts = STRIP_TOP + STRIP / 2, WIDTH - MARGIN, []
    for kind, name in (("buy", "buy-stone"), ("hire", "buy-worker")):
        if kind in kinds:
            x -= 82
            ware = stone(WHITE, x + 55, middle - 12, 28) if kind == "buy" else pawn(who, x + 56, middle + 8, 46)
            price = [coin(x + 19, middle - 12, 24), text(3, x + 19, middle + 30, class_="times", text_anchor="middle")]
            parts.append(_button(name, look, x, 76, [ware, *price]))
    if "raise" in kinds:
        x -= 82
        pile = [level_shape(WHITE, level, x + 38, middle + 26) for level in (1, 2, 3)]
        parts.append(_button("build", look, x, 76, pile))
    colours = sorted({action.to for action in moves if action.kind == "found"})
    for colour in reversed(colours):
        x -= 45
        parts.append(_button(f"build-{COLOURS[colour]}", look, x, 41, [_small_level(colour, x + 20, middle + 12)]))
    if "end" in kinds:
        x -= 160
        words = text(_("End the turn").say(look.locale), x + 76, middle + 8, class_="note", text_anchor="middle")
        parts.append(_button("end-turn", look, x, 152, [words]))
    return parts


@remembered
def _small_level(colour: int, x: float, y: float) -> str:
    """A first level in miniature."""
    name = COLOURS[colour]
    body = tag(
        "polygon",
        points=points((x - 17, y), (x - 11, y - 26), (x + 11, y - 26), (x + 17, y)),
        class_=f"block fill-{name}",
    )
    return group([body, sign(colour, x, y - 13, 15)], class_=f"of-{name}")


def _legend(look: Look) -> list[str]:
    """What the signs on tiles mean, where there is nothing to press."""
    y, each = STRIP_TOP + STRIP / 2, WIDTH / 3
    signs = (
        (figure(0, 20, 40, "figure"), _("a worker to move")),
        (stone(WHITE, -2, 2, 26), _("a stone in its colour")),
        (eye(0, 0, 36), _("1 gold, as an oasis")),
    )
    parts = []
    for number, (drawn, words) in enumerate(signs):
        parts.append(group([drawn], transform=f"translate({(number + 0.16) * each:.1f} {y:.1f})"))
        parts.append(text(words.say(look.locale), (number + 0.25) * each, y + 8, class_="note soft"))
    return [group(parts, class_="on-paper")]


# What a row gives


def _things(gained: list[int]) -> list[tuple[int, int]]:
    """Kind (0 gold, a colour, or STONE_KINDS for workers) and number of all that a row gives."""
    return [(kind, number) for kind, number in enumerate(gained) if number]


def _wide(number: int) -> float:
    """The room for something on a badge, with its number if there are several."""
    return 28 if number == 1 else 42


def _thing(kind: int, number: int, x: float, y: float, below: bool = False) -> str:
    """Something a row gives, and how often: beside it, or over its lower corner."""
    if kind == 0:
        drawn = coin(x, y, 23)
    elif kind == STONE_KINDS:
        drawn = figure(x, y + 14, 29, "figure")
    else:
        drawn = stone(kind, x - 2, y + 2, 18)
    if number == 1:
        return drawn
    return drawn + (
        text(number, x + 5, y + 19, class_="times halo") if below else text(number, x + 14, y + 9, class_="times")
    )


def badge(gained: list[int], x: float, y: float, left: bool = False) -> str:
    """What a row gives, in a frame around (x, y), or to the right of it."""
    things = _things(gained)
    wide = max(30, sum(_wide(number) for _kind, number in things)) + 18
    x0 = x if left else min(max(x - wide / 2, 4), WIDTH - wide - 4)
    parts = [tag("rect", x=x0, y=y, width=wide, height=38, rx=19)]
    if not things:
        parts.append(text("–", x0 + wide / 2, y + 27, class_="count soft", text_anchor="middle"))
    at = x0 + 22
    for kind, number in things:
        parts.append(_thing(kind, number, at, y + 18))
        at += _wide(number)
    return group(parts, class_="badge")


# The players


def panel(s: Board, who: int, origins: dict[str, str], look: Look) -> str:
    x, y, scale = panel_place(s, who, look)
    over = s.phase == OVER
    acting = not over and rules.player(s) == who
    winning = over and who in rules.winning_seats(s)
    name = f"panel-{who + 1}"
    parts = [
        tag("rect", x=0, y=0, width=PANEL_WIDE, height=PANEL_HIGH, rx=12, class_="panel"),
        pawn(who, 28, 62, 50),
        text(board_name(s, who).say(look.locale), 52, 36, class_="name"),
        text(_points(s, who).say(look.locale), 52, 64, class_="note soft"),
        _counter("gold", who, s.gold[who], GOLD_PLACE, coin(0, 0, 30), look),
        _counter("supply", who, s.supply[who], SUPPLY_PLACE, pawn(who, 0, 19, 38), look),
        _counter("tips", who, s.tips[who], TIPS_PLACE, _tip(), look),
        *(_stones(s, who, kind, look) for kind in range(STONE_KINDS)),
        _hand(s, who, origins, look),
    ]
    return group(
        parts,
        id=look.prefix + name,
        class_=classes("acting" if acting else None, "winning" if winning else None, lit(look, name)),
        transform=f"translate({x:.1f} {y:.1f}) scale({scale:.3f})",
    )


def _points(s: Board, who: int) -> Message:
    return _("Points: {n}", n=rules.points_of(s, who))


def _tip() -> str:
    return tag("polygon", points=points((-14, 12), (0, -12), (14, 12)), class_="slab")


def _counter(kind: str, who: int, count: int, place: tuple[float, float], drawn: str, look: Look) -> str:
    name = f"{kind}-{who + 1}"
    x, y = place
    parts = [
        tag("rect", x=x - 30, y=y - 25, width=66, height=50, rx=9, class_="slot"),
        group([drawn], transform=f"translate({x - 14:.1f} {y:.1f})", class_=None if count else "empty"),
        text(count, x + 33, y + 11, class_="count", text_anchor="end"),
    ]
    return group(parts, id=look.prefix + name, class_=lit(look, name))


def _stones(s: Board, who: int, kind: int, look: Look) -> str:
    x, y = slot_place(kind)
    count, name = s.stone[who, kind], f"stone-{who + 1}-{COLOURS[kind]}"
    parts = [
        tag("rect", x=x - 21, y=y - 32, width=43, height=64, rx=8, class_="slot"),
        group([stone(kind, x - 2, y - 10, 24)], class_=None if count else "empty"),
        text(count, x, y + 28, class_="held", text_anchor="middle") if count else "",
    ]
    return group(parts, id=look.prefix + name, class_=lit(look, name))


def _hand(s: Board, who: int, origins: dict[str, str], look: Look) -> str:
    x, y = HAND_PLACE
    name, inner = f"hand-{who + 1}", f"hand-tile-{who + 1}"
    parts = [tag("rect", x=x - 37, y=y - 41, width=80, height=78, rx=9, class_="slot")]
    if s.hand[who]:
        source = origins.get(inner)
        parts.append(
            group(
                [tile(s.hand[who], x - 6, y - 2, 58)],
                id=look.prefix + inner,
                data_from=look.prefix + source if source else None,
            )
        )
        parts.append(text(s.source[who], x + 33, y - 18, class_="small soft", text_anchor="middle"))
        if s.symbols:
            parts.append(emblem((s.source[who] - 1) // STACKS_A_HALF, x + 33, y + 20, 6))
    return group(parts, id=look.prefix + name, class_=lit(look, name))


# The supplies


def supplies(s: Board, look: Look) -> str:
    """What is left of foundations and levels, the turn, and how far the task is."""
    x0 = MARGIN + LARGE * PANEL_WIDE + 10
    wide, high = WIDTH - MARGIN - x0, LARGE * PANEL_HIGH
    each = wide / 6
    rounds = 28 if s.task else (28 if s.players == 2 else TILES - 4) // s.players
    turn = min(s.turns // (1 if s.task else s.players) + 1, rounds)
    parts = [
        tag("rect", x=x0, y=PANEL_TOP, width=wide, height=high, rx=12, class_="panel"),
        text(
            _("Turn {turn} of {rounds}", turn=turn, rounds=rounds).say(look.locale),
            x0 + 14,
            PANEL_TOP + 30,
            class_="note soft",
        ),
    ]
    for number, colour in enumerate(range(1, STONE_KINDS)):
        x = x0 + (number + 0.5) * each
        left = s.first_left[colour]
        parts.append(
            group(
                [
                    _small_level(colour, x, PANEL_TOP + 84),
                    text(left, x, PANEL_TOP + 106, class_="times", text_anchor="middle"),
                ],
                class_=None if left else "empty",
            )
        )
    for number, left in enumerate(s.level_left):
        x = x0 + (number + 0.5) * each
        pile = [level_shape(WHITE, level, 0, 0) for level in range(1, number + 3)]
        parts.append(group(pile, transform=f"translate({x:.1f} {PANEL_TOP + 152:.1f}) scale(.55)"))
        parts.append(text(left, x, PANEL_TOP + 174, class_="times", text_anchor="middle"))
    x = x0 + 3.5 * each
    parts.append(group([foundation(UNKNOWN, 0, 0)], transform=f"translate({x:.1f} {PANEL_TOP + 136:.1f}) scale(.45)"))
    parts.append(text(s.deck_left, x, PANEL_TOP + 174, class_="times", text_anchor="middle"))
    if s.task:
        parts.append(_task(s, x0 + 4.1 * each, PANEL_TOP + 112, 1.75 * each, look))
    return group(parts, id=f"{look.prefix}supplies", class_=lit(look, "supplies"))


def _task(s: Board, x: float, y: float, wide: float, look: Look) -> str:
    """A bar that fills as the task is done."""
    have, need = int(rules.progress(s)), TASK_NEEDS[s.task]
    share = min(1.0, have / need)
    parts = [
        text(f"{have} / {need}", x + wide / 2, y + 26, class_="count", text_anchor="middle"),
        tag("rect", x=x, y=y + 38, width=wide, height=18, rx=9, class_="bar"),
        tag("rect", x=x, y=y + 38, width=max(18.0, wide * share), height=18, rx=9, class_="done") if have else "",
    ]
    return group(parts, id=f"{look.prefix}task", class_=lit(look, "task"))
