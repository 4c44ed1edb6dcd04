"""Laying out a board from a real table by touching: the picture, and what a touch does to the text.

A touch on a field puts a pyramid of the chosen colour on top of it; a touch on a colour's panel, or on its goal, brings
one home. A field touched after “take off” loses its top pyramid.
"""

from __future__ import annotations

import re

from benben.core.drawing.panels import Zone, label, tiles
from benben.core.game import TALL_SIZE, Look
from benben.core.kit.laying import Held, Laying, back, choice, nothing_there, place, with_held
from benben.core.svg import Pen, words
from benben.core.text import Message
from benben.games.pyramidis.box.components import FIELDS, GOAL, INDEX, LETTERS
from benben.games.pyramidis.picture.drawing import STYLE, board, ground, in_play, with_stack
from benben.games.pyramidis.picture.layout import Plan, plan
from benben.games.pyramidis.picture.pieces import CLASSES, pyramid
from benben.games.pyramidis.words import _
from benben.games.pyramidis.words.laid_out import HOME, SETS, LaidOut
from benben.games.pyramidis.words.names import NAMES
from benben.games.pyramidis.words.text_board import describe, field_in_words, stacks_of

TAKE_OFF = "take"  # held: the next touch takes a pyramid away
SIZE = (TALL_SIZE[0], 590.0)


# Touches


def on_touch(laid: LaidOut, held: Held, kind: str, what: str) -> str:
    takes = bool(held)
    if kind == "take" and laid.placed:
        return laid.text() if takes else with_held(laid, TAKE_OFF)
    if kind == "colours" and what in SETS:
        laid.add(what)
    elif kind == "on" and what in INDEX:
        if takes:
            laid = _without(laid, [what])
        else:
            laid.add(HOME if INDEX[what] == GOAL[laid.seat] else what)
    elif kind == "to" and what in CLASSES:
        laid = _touch_home(laid, CLASSES.index(what), takes)
    else:
        raise nothing_there()
    return laid.text()


def _touch_home(laid: LaidOut, colour: int, takes: bool) -> LaidOut:
    """Bring a pyramid of this colour home, or take it back; the colour chosen stays."""
    if takes:
        return _without(laid, [HOME], colour)
    chosen = laid.seat
    laid.choose(colour)
    laid.add(HOME)
    laid.seat = chosen
    return laid


def _without(laid: LaidOut, places: list[str], colour: int | None = None) -> LaidOut:
    """Without the last pyramid there."""
    for index in range(len(laid.placed) - 1, -1, -1):
        if laid.placed[index][1] in places and colour in (None, laid.placed[index][0]):
            return laid.without(index)
    raise nothing_there()


# The picture


def draw(laid: LaidOut, held: Held, look: Pen) -> list[str]:
    around_look = Look(locale=look.locale, prefix=look.prefix, size=SIZE)
    around = plan(laid.s, around_look)
    sand = ground(laid.s, around, look)
    if not laid.colours:
        return [sand, *_sets(look)]
    touched = [*_targets(laid, around, look), *_palette(laid, bool(held), around, look)]
    return [sand, *board(laid.s, around_look, around), *touched]


def ask(laid: LaidOut, held: Held) -> Message:
    """What to touch."""
    if not laid.colours:
        return _("Which colours play?")
    if held:
        return _("Touch what loses its top pyramid.")
    if len(laid.complete()) == len(laid.colours):
        return _("All pyramids are laid out.")
    if not laid.left(laid.seat):
        return _("All of {colour} are laid out. Choose another colour.", colour=NAMES[laid.seat])
    return _(
        "Touch the fields with {colour}, the bottom ones of a stack first. A touch on a panel brings one home.",
        colour=NAMES[laid.seat],
    )


def _sets(look: Pen) -> list[str]:
    """Which colours play."""
    titles = (_("Four players"), _("Red and yellow"), _("Green and blue"))
    parts = []
    for k, (letters, said) in enumerate(zip(SETS, titles, strict=True)):
        zone = Zone(40, 80 + k * 150, SIZE[0] - 80, 130)
        step = 62
        left = zone.middle[0] - step * (len(letters) - 1) / 2
        pieces = [
            pyramid(left + n * step, zone.y + 70, LETTERS.index(letter), True, 54, look)
            for n, letter in enumerate(letters)
        ]
        name = label(words(look, said), Zone(zone.x, zone.foot - 44, zone.wide, 36), 18)
        parts.append(choice(f"colours-{letters}", zone, [*pieces, name], said, look))
    return parts


def _targets(laid: LaidOut, around: Plan, look: Pen) -> list[str]:
    """What can be touched: the fields with their stacks, and the panels."""
    parts = []
    for stack in stacks_of(laid.s):
        if in_play(stack.field, laid.colours):
            zone = around.fields[stack.field]
            said = field_in_words(stack, laid.colours)
            parts.append(place(f"on-{FIELDS[stack.field]}", with_stack(stack, zone, around), said, look))
    for colour in laid.colours:
        said = _("{colour}: bring one home", colour=NAMES[colour])
        parts.append(place(f"to-{CLASSES[colour]}", around.panels[colour], said, look))
    return parts


def _palette(laid: LaidOut, takes: bool, around: Plan, look: Pen) -> list[str]:
    """The colours with what is left of them, “take off”, and “back”."""
    first, last = around.takes[0], around.takes[-1]
    whole = Zone(first.x - 2, first.y - 2, last.right - first.x + 4, first.high + 4)
    zones = tiles(whole, len(laid.colours) + 2, 1)
    parts = []
    for zone, colour in zip(zones, laid.colours, strict=False):
        left = laid.left(colour)
        x, y = zone.middle
        content = [
            pyramid(x - 11, y + 9, colour, True, 32, look),
            label(left, Zone(x + 4, zone.y, 26, zone.high), 18, class_="count"),
        ]
        mark = "main" if colour == laid.seat and not takes else "" if left else "idle"
        said = _("{colour}: {n} left", colour=NAMES[colour], n=left)
        parts.append(choice(f"player-{colour + 1}", zone, content, said, look, mark=mark))
    if laid.placed:
        said = _("Take one off")
        parts.append(choice("take", zones[-2], [label("−1", zones[-2], 19)], said, look, mark="main" if takes else ""))
    return [*parts, back(zones[-1], look, 14)]


def _describe(laid: LaidOut, locale: str) -> str:
    return describe(laid.s, laid.colours, stacks_of(laid.s), locale)


LAYING = Laying(
    title="Pyramidis",
    style=STYLE,
    size=SIZE,
    read_steps=LaidOut,
    held=re.compile(TAKE_OFF),
    on_touch=on_touch,
    draw=draw,
    ask=ask,
    describe=_describe,
)
