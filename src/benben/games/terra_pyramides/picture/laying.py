"""Laying out sites and resources from a real table by touching: the picture, and what a touch does to the text.

A pyramid takes three touches: its site, its colour and its level; a foundation two. A site that is laid out gets other
workers, or is cleared, by touching it again. A touch on a stone or on gold adds one.
"""

from __future__ import annotations

import re

from benben.core.drawing import places
from benben.core.drawing.materials import at, definitions
from benben.core.drawing.panels import Zone, label, rect, tiles
from benben.core.errors import IllegalMove, Reason
from benben.core.kit.laying import Held, Laying, back, choice, nothing_there, target, with_held
from benben.core.svg import Pen, group, text, words
from benben.core.text import Message
from benben.games.terra_pyramides.box.components import (
    COLOURS,
    POINTS,
    SITE_INDEX,
    SITES,
    STONE_KINDS,
    TO_BUILD,
    TOP_LEVEL,
    WHITE,
)
from benben.games.terra_pyramides.picture.drawing import (
    CELLS,
    WHOLE_STYLE,
    around_cell,
    chart,
    draw_place,
    ground,
    oasis,
)
from benben.games.terra_pyramides.picture.element_ids import gold_id, stone_id
from benben.games.terra_pyramides.picture.layout import MAP
from benben.games.terra_pyramides.picture.pieces import coin, foundation, level_shape, pawn, stone, symbols
from benben.games.terra_pyramides.picture.supplies import task_bar
from benben.games.terra_pyramides.rules.score import progress
from benben.games.terra_pyramides.rules.state import top_level
from benben.games.terra_pyramides.words import _
from benben.games.terra_pyramides.words.laid_out import FOUNDATION, MODES, VALUES, LaidOut, least_workers
from benben.games.terra_pyramides.words.names import COLOUR_NAMES, board_name
from benben.games.terra_pyramides.words.score_sheet import SHEETS
from benben.games.terra_pyramides.words.text_board import place_in_words, places_of

WIDTH, HEIGHT = 390.0, 620.0
CHART = Zone(4, 4, 382, 382)
RESOURCES = Zone(4, 390, 382, 58)
BAR = Zone(4, 452, 382, 48)
PALETTE = Zone(4, 504, 382, 112)
SCALE = CHART.wide / MAP
HELD = re.compile(rf"(?:{'|'.join(SITES)})(?: (?:{'|'.join(COLOURS[WHITE + 1 :])}))?")


# Touches


def on_touch(laid: LaidOut, held: Held, kind: str, what: str) -> str:
    site = held[0] if held else ""
    if kind == "mode" and what in MODES and not laid.sheet:
        laid.add(what)
    elif kind in SITE_INDEX and not what:
        return laid.text() if held == (kind,) else with_held(_checked(laid, kind), kind)
    elif kind == "value" and site and what.isdecimal():
        laid.add(f"{site} {FOUNDATION} {what} 1")
    elif kind == "colour" and site and what in COLOURS:
        return with_held(laid, site, what)
    elif kind == "level" and len(held) == 2 and what.isdecimal():
        laid.add(f"{site} {held[1]} {what} {least_workers(laid.s, int(what))}")
    elif kind == "workers" and _is_laid(laid, site) and what.isdecimal():
        return laid.with_site(site, f"{_step_of(laid, site)} {what}").text()
    elif kind == "clear" and _is_laid(laid, site):
        return with_held(laid.with_site(site), site)
    elif kind in ("stone", "gold"):
        laid.add(f"stone {what.partition('-')[2]}" if kind == "stone" else "gold")
    else:
        raise nothing_there()
    return laid.text()


def _checked(laid: LaidOut, site: str) -> LaidOut:
    """A site of another player is refused at once."""
    owner = int(laid.s.owner[SITE_INDEX[site]])
    if owner not in (0, laid.seat + 1):
        why = _("This site belongs to {seat}.", seat=board_name(laid.s, owner - 1))
        raise IllegalMove(Reason("terra_pyramides.layout-occupied", "TER-11", why))
    return laid


def _is_laid(laid: LaidOut, site: str) -> bool:
    return bool(site) and laid.s.owner[SITE_INDEX[site]] == laid.seat + 1


def _step_of(laid: LaidOut, site: str) -> str:
    """The step for a site without its workers."""
    return next(step for step in laid.own if step.startswith(f"{site} ")).rpartition(" ")[0]


# The picture


def draw(laid: LaidOut, held: Held, look: Pen) -> list[str]:
    shades = definitions([*places.shades(look), *symbols(look), oasis(look)])
    body = [shades, group([places.desert(WIDTH, HEIGHT, look)], class_="place")]
    if not laid.sheet:
        return [*body, *_modes(look)]
    return [
        *body,
        _map(laid, held, look),
        *_resources(laid, look),
        *_bar(laid, held, look),
        *_palette(laid, held, look),
    ]


def ask(laid: LaidOut, held: Held) -> Message:
    """What to touch."""
    if not laid.sheet:
        return _("What was played?")
    if len(held) == 2:
        return _("Touch the level of the pyramid on {site}.", site=held[0])
    if held and _is_laid(laid, held[0]):
        return _("{site}: how many workers stand there?", site=held[0])
    if held:
        return _("{site}: touch the value of the foundation, or the colour of the pyramid.", site=held[0])
    if laid.s.task:
        return _("Touch each site with workers, and the stones and gold that you have.")
    return _("Touch each site with workers of {seat}, and the stones and gold.", seat=board_name(laid.s, laid.seat))


def _modes(look: Pen) -> list[str]:
    parts = []
    for zone, sheet in zip(tiles(Zone(24, 110, WIDTH - 48, 400), 1, len(SHEETS), 14), SHEETS, strict=True):
        assert sheet.title is not None
        name = label(words(look, sheet.title), zone, 19)
        parts.append(choice(f"mode-{sheet.name}", zone, [name], sheet.title, look))
    return parts


def _map(laid: LaidOut, held: Held, look: Pen) -> str:
    sites = {place.name: place for place in places_of(laid.s)}
    parts = [chart(look)]
    for name, kind in CELLS:
        if name not in sites:
            parts.append(ground(name, kind, look))
            continue
        place, drawn = sites[name], [ground(name, kind, look)]
        said = words(look, _("Building site {site}, empty", site=name))
        if place.foundation:
            drawn.append(draw_place(place, (), look))
            said = place_in_words(place, bool(laid.s.task), look.locale)
        parts.append(target(name, drawn, said, look, "cell"))
    parts += [around_cell(name) for name in held[:1]]
    return group(parts, transform=at(CHART.x, CHART.y, SCALE), class_="map")


def _resources(laid: LaidOut, look: Pen) -> list[str]:
    zones, seat = tiles(RESOURCES, STONE_KINDS + 1, 1), laid.seat
    parts = []
    for kind, count in enumerate(laid.s.stone[seat]):
        said = _("Stones, {colour}: {n}", colour=COLOUR_NAMES[kind], n=count)
        drawn = stone(kind, zones[kind].middle[0], zones[kind].y + 20, 32, look)
        parts.append(_counter(stone_id(seat, kind), zones[kind], drawn, int(count), said, look))
    gold, zone = int(laid.s.gold[seat]), zones[-1]
    drawn = coin(zone.middle[0], zone.y + 20, 32, look)
    return [*parts, _counter(gold_id(seat), zone, drawn, gold, _("Gold: {n}", n=gold), look)]


def _counter(name: str, zone: Zone, drawn: str, count: int, said: Message, look: Pen) -> str:
    number = text(count, zone.middle[0], zone.foot - 4, font_size=15, class_="count", text_anchor="middle")
    shown = [group([drawn], class_=None if count else "empty"), number if count else ""]
    return target(name, [rect(zone, 7, class_="shape slot"), *shown], said, look)


def _bar(laid: LaidOut, held: Held, look: Pen) -> list[str]:
    half = BAR.wide / 2
    parts = [back(Zone(BAR.x, BAR.y, half - 4, BAR.high), look)]
    right = Zone(BAR.x + half + 4, BAR.y, half - 4, BAR.high)
    if held and _is_laid(laid, held[0]):
        said = _("Clear the site")
        parts.append(choice("clear", right, [label(words(look, said), right, 17)], said, look))
    elif laid.s.task:
        bar = Zone(right.x, right.y + 17, right.wide, 14)
        parts += [rect(right, 9, class_="panel"), task_bar(laid.s.task, int(progress(laid.s)), bar, look)]
    return parts


def _palette(laid: LaidOut, held: Held, look: Pen) -> list[str]:
    if len(held) == 2:
        return _levels(laid, COLOURS.index(held[1]), look)
    if not held:
        return []
    if _is_laid(laid, held[0]):
        return _workers(laid, SITE_INDEX[held[0]], look)
    return [*_values(look), *_colours(look)]


def _values(look: Pen) -> list[str]:
    parts = []
    for value, zone in zip(VALUES, tiles(PALETTE, len(VALUES), 2), strict=False):
        drawn = group([foundation(value, 0, 0)], transform=at(*zone.middle, 0.58))
        parts.append(choice(f"value-{value}", zone, [drawn], _("Foundation of {value}", value=value), look))
    return parts


def _colours(look: Pen) -> list[str]:
    colours = range(WHITE + 1, STONE_KINDS)
    zones = tiles(PALETTE, len(colours), 2)[len(colours) :]
    parts = []
    for colour, zone in zip(colours, zones, strict=True):
        drawn = group([level_shape(colour, 1, 0, 0, look)], transform=at(*zone.middle, 0.58))
        parts.append(
            choice(
                f"colour-{COLOURS[colour]}", zone, [drawn], _("Pyramid: {colour}", colour=COLOUR_NAMES[colour]), look
            )
        )
    return parts


def _levels(laid: LaidOut, colour: int, look: Pen) -> list[str]:
    parts = []
    for level, zone in enumerate(tiles(PALETTE, TOP_LEVEL, 1), 1):
        x, y = zone.middle
        shape = "".join(level_shape(colour, k, 0, 0, look) for k in range(1, level + 1))
        drawn = [group([shape], transform=at(x, y - 12, 0.8)), text(POINTS[level], x, zone.foot - 10, font_size=20,
                 class_="count", text_anchor="middle")]  # fmt: skip
        said = _("Level {level}, worth {points}", level=level, points=POINTS[level])
        mark = "" if level <= top_level(laid.s) else "idle"
        parts.append(choice(f"level-{level}", zone, drawn, said, look, mark=mark))
    return parts


def _workers(laid: LaidOut, site: int, look: Pen) -> list[str]:
    level, here = int(laid.s.level[site]), int(laid.s.workers[site])
    counts = range(1, TO_BUILD + 1) if level < top_level(laid.s) else range(here, here + 1)
    parts = []
    for count, zone in zip(counts, tiles(PALETTE, TO_BUILD, 1), strict=False):
        x, y = zone.middle
        drawn = [pawn(laid.seat, x + (k - (count - 1) / 2) * 30, y + 24, 52, look) for k in range(count)]
        said = _("Workers: {n}", n=count)
        parts.append(choice(f"workers-{count}", zone, drawn, said, look, mark="main" if count == here else ""))
    return parts


def describe(laid: LaidOut, locale: str) -> str:
    """The sites that are laid out."""
    laid_out = [place_in_words(place, bool(laid.s.task), locale) for place in places_of(laid.s) if place.foundation]
    return " ".join(laid_out) or ask(laid, ()).say(locale)


LAYING = Laying(
    title="Terra Pyramides",
    style=WHOLE_STYLE,
    size=(WIDTH, HEIGHT),
    read_steps=LaidOut,
    held=HELD,
    on_touch=on_touch,
    draw=draw,
    ask=ask,
    describe=describe,
)
