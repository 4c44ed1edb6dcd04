"""The table of Pyramids as SVG: a plateau under the sky, the draft above it, each player's necropolis upon it."""

from __future__ import annotations

from benben.core.cache import remembered, remembered_part
from benben.core.drawing import places
from benben.core.drawing.materials import definitions
from benben.core.drawing.panels import Zone, cast, label, name_of, rect, shortened
from benben.core.game import Look
from benben.core.svg import Pen, document, element, group, pen, tag, text, url, words
from benben.core.text import Message
from benben.games.pyramids.box import components
from benben.games.pyramids.box.components import A_TOMB, ALLOWS, AN_OBELISK, BOTH, EITHER, ROUNDS
from benben.games.pyramids.picture import cards, player_boards
from benben.games.pyramids.picture.cards import carving, draw_card, symbols
from benben.games.pyramids.picture.element_ids import pair_id, tile_id
from benben.games.pyramids.picture.layout import Plan, layout
from benben.games.pyramids.picture.player_boards import came_from_where, draw_board
from benben.games.pyramids.rules.state import NO_CARD, OBELISK, OVER, PAIR, PYRAMID, TOMB, Necropolis
from benben.games.pyramids.words import _
from benben.games.pyramids.words.names import EDIFICES, GOD_NAMES, SEATS, card_name, permits
from benben.games.pyramids.words.points import tally
from benben.games.pyramids.words.text_board import describe, discarded, status

STYLE = (
    cards.STYLE
    + player_boards.STYLE
    + """
.pyramids .god { font-weight: 600; }
.pyramids .between { fill: var(--ink-soft); }
.pyramids .disc { fill: var(--lapis-deep); }
.pyramids .on-disc { fill: var(--paper); font-weight: 700; }
.pyramids .out { opacity: .45; }
.pyramids .kerb { stroke: var(--panel-edge); stroke-width: 1; }
.pyramids .kerb-light { fill: none; stroke: var(--cut-light); stroke-width: 2; }
.pyramids .joints { fill: none; stroke: var(--panel-edge); stroke-width: 1; opacity: .6; }
.pyramids .mat { fill: var(--panel); opacity: .55; }
.pyramids .lit > .mat, .pyramids .tile.lit > .shape { stroke: var(--amber); stroke-width: 3; }
"""
)


def picture(s: Necropolis, look: Look) -> str:
    plan, ink = layout(s, look), pen(look)
    came_from = came_from_where(s, look)
    points = [0] * s.players
    for line in tally(s):
        if line.points:
            points[line.seat] += line.points
    names = tuple([name_of(look, seat, SEATS[seat]) for seat in range(s.players)])
    body = [
        _place(plan, ink),
        _round(s.round, s.phase == OVER, plan, ink),
        *_tiles(s, names, plan, ink),
        *(_pair(pair, s.quarry[pair, 0], s.quarry[pair, 1], plan, ink) for pair in range(s.players)),
        _discards(s, 0 if s.phase == OVER else s.round, plan, ink),
        *(
            draw_board(s, seat, names[seat], points[seat], plan.boxes[seat], look.seat, came_from.get(seat, ()), ink)
            for seat in range(s.players)
        ),
    ]
    return document(
        body,
        game="pyramids",
        width=plan.wide,
        height=plan.high,
        title=f"Pyramids. {status(s).say(look.locale)}",
        description=describe(s, look.locale),
        style=STYLE,
        look=look,
    )


@remembered
def _place(plan: Plan, look: Pen) -> str:
    """The definitions, and the plateau."""
    ground = places.plateau(plan.wide, plan.high, plan.ground, plan.sun, look)
    kerb = _kerb(plan, look) if plan.kerb else ""
    return definitions([*places.shades(look), *symbols(look)]) + group([ground, kerb], class_="place")


def _kerb(plan: Plan, look: Pen) -> str:
    """The stone edge of the plateau."""
    whole = Zone(-places.BEYOND, plan.ground + 4, plan.wide + 2 * places.BEYOND, plan.kerb)
    light = f"M{whole.x:.0f} {whole.y:.1f}H{whole.right:.0f}"
    joints = "".join(f"M{x} {whole.y + 2:.1f}v{whole.high - 4:.1f}" for x in range(-1540, int(plan.wide) + 1600, 220))
    return (
        rect(Zone(whole.x, whole.foot, whole.wide, 5), 0, class_="cast")
        + rect(whole, 0, class_="kerb", fill=url(look, "tablet"))
        + tag("path", d=joints, class_="joints")
        + tag("path", d=light, class_="kerb-light")
    )


# The draft

_BOLD_LETTER = 0.71  # its width, generously, in parts of the size of the text


@remembered
def _round(number: int, over: bool, plan: Plan, look: Pen) -> str:
    """On a phone it stands with the discarded cards."""
    if over or plan.tall:
        return ""
    (x, y), said = plan.round_at, words(look, _round_in_words(number))
    return group([text(said, x, y, font_size=15, class_="god", text_anchor="end")], aria_label=said)


def _round_in_words(number: int) -> Message:
    return _("Round {round} of {rounds}", round=number, rounds=ROUNDS)


def _tiles(s: Necropolis, names: tuple[str, ...], plan: Plan, look: Pen) -> list[str]:
    builds = s.phase in (PAIR, PYRAMID, OBELISK, TOMB)
    owners = {tile: seat for seat, tile in enumerate(s.tile) if tile}
    parts = []
    for tile in range(1, len(plan.tiles) + 1):
        owner = owners.get(tile)
        acting = builds and owner == s.turn
        done = builds and owner is not None and tile < s.tile[s.turn]
        parts.append(_tile(tile, None if owner is None else names[owner], acting, done, tile == s.aside, plan, look))
    return parts


@remembered
def _tile(tile: int, owner: str | None, acting: bool, done: bool, out: bool, plan: Plan, look: Pen) -> str:
    """A tablet: the order of play, the god, what it allows, and who has it."""
    zone, name = plan.tile(tile), tile_id(tile)
    free, god = _("out") if out else _("free"), GOD_NAMES[tile - 1]
    size = min(12.0 if zone.wide < 100 else 17.0, zone.wide / 6.8, zone.high * 0.23)
    disc, left = size * 0.8, zone.x + size * (2.25 if zone.wide >= 100 else 1.95)
    longest = max(len(one.say(look.locale)) for one in GOD_NAMES)
    god_size = min(size, (zone.right - size * 0.4 - left) / (longest * _BOLD_LETTER))
    who = ("▸ " if acting else "✓ " if done else "") + (owner or free.say(look.locale))
    line = zone.high * 0.27
    parts = [
        cast(zone, 2.5, 10),
        rect(zone, 10, class_="tablet", fill=url(look, "tablet")),
        rect(zone, 10, class_="shape"),
        tag("circle", cx=left - size * 1.05, cy=zone.y + line, r=disc, class_="disc"),
        label(tile, Zone(left - size * 2.05, zone.y, 2 * size, 2 * line), size * 1.05, class_="on-disc"),
        text(god.say(look.locale), left, zone.y + line + god_size * 0.35, font_size=god_size, class_="god"),
        *_permits(ALLOWS[plan.players, tile], zone.x + zone.wide * 0.5, zone.y + zone.high * 0.57, size, look),
        text(
            shortened(who, zone.wide - 8, size * 0.86),
            zone.middle[0],
            zone.foot - size * 0.5,
            font_size=size * 0.86,
            class_="god" if acting else None if owner else "soft",
            text_anchor="middle",
        ),
    ]
    values = {"god": god, "tile": tile, "permits": permits(plan.players, tile)}
    said, after = _("{god}, tile {tile}: {permits}", **values), "out" if out else None
    return element(name, parts, look, said, before="tile", after=after, data_sound="papyrus")


def _permits(allows: int, x: float, y: float, size: float, look: Pen) -> list[str]:
    """The edifices of a tile: the pyramid, and what may come with it; each says its name to a pointer."""
    extra = {A_TOMB: [components.TOMB], AN_OBELISK: [components.OBELISK]}.get(
        allows, [components.TOMB, components.OBELISK] if allows in (EITHER, BOTH) else []
    )
    parts, left = [], x - size * 0.8 * len(extra)
    for k, edifice in enumerate([components.PYRAMID, *extra]):
        icon = carving(edifice, left + size * 1.6 * k, y, size)
        parts.append(group([tag("title", words(look, EDIFICES[edifice])), icon], class_="icon"))
        if k == 2 and allows == EITHER:
            parts.append(text("/", left + size * (1.6 * k - 0.95), y + size * 0.35, font_size=size, class_="between"))
    return parts


@remembered
def _pair(pair: int, left: int, right: int, plan: Plan, look: Pen) -> str:
    zone, name = plan.pair(pair), pair_id(pair)
    parts = [rect(zone, 9, class_="shape"), rect(zone, 9, class_="mat")]
    taken = left == NO_CARD
    if not taken:
        parts += [
            draw_card(card, *plan.in_pair(pair, i), plan.pair_cell, look, lies=True)
            for i, card in enumerate((left, right))
        ]
    if taken or not plan.tall:
        parts.append(text(pair + 1, zone.x + 6, zone.y + 15, font_size=13, class_="soft"))
    said, after = _pair_in_words(pair, left, right), "out" if taken else None
    return element(name, parts, look, said, before="pair", after=after, data_sound="papyrus")


def _pair_in_words(pair: int, left: int, right: int) -> Message:
    if left == NO_CARD:
        return _("Pair {pair} is taken.", pair=pair + 1)
    return _("Pair {pair}: {left}, and {right}", pair=pair + 1, left=card_name(left), right=card_name(right))


@remembered_part("discarded")
def _discards(s: Necropolis, round_: int, plan: Plan, look: Pen) -> str:
    """What lies in the box, face up: nobody needs to remember it. `round_`: 0 after the end."""
    gone, zone, x, y = discarded(s), plan.discards, plan.discards.x, plan.discards.y
    label = _("Discarded: {n}", n=len(gone)).say(look.locale)
    where = "on-earth" if zone.y > plan.ground else "soft"
    lines = [label] if plan.label or not round_ else [words(look, _round_in_words(round_)), label]
    parts = [text(line, x, y + 11 + 13 * n, font_size=12, class_=where) for n, line in enumerate(lines)]
    parts += [draw_card(card, *plan.discard(n), plan.discard_cell, look, dim=True) for n, card in enumerate(gone)]
    return group(parts, id=f"{look.prefix}discards", aria_label=label)
