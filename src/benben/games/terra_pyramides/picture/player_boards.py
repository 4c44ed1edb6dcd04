"""The players' boards of Terra Pyramides: holdings, and the tile in hand."""

from __future__ import annotations

from benben.core.cache import remembered, remembered_part
from benben.core.drawing.materials import at
from benben.core.drawing.panels import Zone, figure, name_of, panel, plate, rect
from benben.core.game import Look
from benben.core.kit.seats import winning_seats
from benben.core.svg import Pen, element, group, lit, tag, text, words
from benben.games.terra_pyramides.box.components import COLOURS, STACKS_A_HALF, UNKNOWN
from benben.games.terra_pyramides.picture.layout import LEAST_TEXT, PanelPlan, Plan
from benben.games.terra_pyramides.picture.pieces import coin, emblem, pawn, stone, tile
from benben.games.terra_pyramides.rules.score import winners
from benben.games.terra_pyramides.rules.state import OVER, Board, player
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.names import COLOUR_NAMES, board_name, tile_words

DIGIT = 0.66  # the width of a digit, generously, in parts of the size of the text

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
    edge, digits = min(4.0, zone.wide * 0.06), len(str(count))
    size = min(zone.high * 0.7, zone.wide * (0.37 if zone.wide > 45 else 0.46))
    size = min(size, zone.wide - 3 * edge - digits * DIGIT * LEAST_TEXT)  # the rest is for the number
    drawn, said = {
        "gold": (coin(0, 0, size, look), _("Gold: {n}", n=count)),
        "supply": (pawn(who, 0, size * 0.55, size * 1.1, look), _("Workers in supply: {n}", n=count)),
        "tips": (_tip(size), _("Pyramid tips: {n}, for fifth levels", n=count)),
    }[kind]
    beside = zone.wide - size - 3 * edge
    name, number = f"{kind}-{who + 1}", min(36.0, max(size * 0.82, LEAST_TEXT), beside / (DIGIT * digits))
    right = (zone.right - edge, zone.middle[1] + number * 0.36)
    parts = [
        rect(zone, 8, class_="shape slot"),
        tag("title", words(look, said)),
        group([drawn], transform=at(zone.x + size * 0.5 + edge, zone.middle[1]), class_=None if count else "empty"),
        text(count, *right, font_size=number, class_="count", text_anchor="end"),
    ]
    return element(name, parts, look, said)


@remembered
def _stones(who: int, kind: int, count: int, zone: Zone, look: Pen) -> str:
    name = f"stone-{who + 1}-{COLOURS[kind]}"
    size = min(zone.wide - (8 if zone.wide > 20 else 1), zone.high * 0.56)
    x, y = zone.middle[0], zone.y + zone.high * (0.08 if zone.high > 30 else 0.04) + size / 2
    said = _("Stones, {colour}: {n}", colour=COLOUR_NAMES[kind], n=count)
    number = min(22.0, max(zone.high * (0.3 if zone.high > 56 else 0.34), LEAST_TEXT))
    foot = zone.foot - number * (0.3 if zone.high > 30 else 0.2)
    parts = [
        rect(zone, min(7.0, zone.wide * 0.2), class_="shape slot"),
        tag("title", words(look, said)),
        group([stone(kind, x, y, size, look)], class_=None if count else "empty"),
        text(count, x, foot, font_size=number, class_="count", text_anchor="middle") if count else "",
    ]
    return element(name, parts, look, said)


@remembered
def _hand(who: int, code: int, stack: int, symbols: bool, zone: Zone, source: str | None, look: Pen) -> str:
    """The tile in hand, and the number of the stack that it is from."""
    name, inner = f"hand-{who + 1}", f"hand-tile-{who + 1}"
    is_flat = zone.high < 30
    size = min(zone.wide - 14, zone.high - 8) if is_flat else min(zone.wide, zone.high) - 8
    parts = [rect(zone, 8, class_="shape slot")]
    if code:
        x, y = zone.middle
        drawn = tile(code, zone.x + 3 + size / 2 if is_flat else x, y, size, look)
        parts.append(
            group([drawn], id=look.prefix + inner, data_from=look.prefix + source if source else None),
        )
        if is_flat:
            foot = zone.y + LEAST_TEXT if symbols else y + LEAST_TEXT * 0.36
            parts.append(text(stack, zone.right - 3, foot, font_size=LEAST_TEXT, class_="soft", text_anchor="end"))
        elif zone.high > 1.15 * zone.wide:
            parts.append(text(stack, zone.middle[0], zone.y + 13, font_size=13, class_="soft", text_anchor="middle"))
        if symbols:
            r = 3.6 if is_flat else 5
            parts.append(emblem((stack - 1) // STACKS_A_HALF, zone.right - 1.8 * r, zone.foot - 1.6 * r, r))
    said = _("The tile for the next turn: face down")
    if code not in (0, UNKNOWN):
        said = _("The tile for the next turn: {tile}", tile=tile_words(code))
    return element(name, parts, look, said if code else None)
