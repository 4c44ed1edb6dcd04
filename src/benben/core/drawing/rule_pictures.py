"""Pictures for the rules pages, drawn by a game's own `picture` from real positions.

    RULE_PICTURES = (
        RulePicture("PDS-9", _("Sowing jumps over a tower."), sampled(16), fields("a4", "e4"), ghost="a4:4"),
    )

A game has them in `picture/rule_pictures.py`. What a picture shows are zones of the game's layout.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benben.core.drawing.panels import Zone
from benben.core.game import STANDARD_BOX, WIDE_SIZE, Game, Look, Size
from benben.core.position import Position, start
from benben.core.sample import sample
from benben.core.svg import number
from benben.core.text import Message

_LARGEST = 560.0  # the width of a picture on the page, in pixels
_DEFINITIONS = re.compile(r"<defs>.*?</defs>", re.DOTALL)
_TITLES = re.compile(r"<(title|desc)\b[^>]*>.*?</\1>", re.DOTALL)
_FOR_TOUCH = re.compile(r' (?:id|role|aria-label|aria-labelledby|data-[a-z]+)="[^"]*"')

Zones = Callable[[Any, Look], Iterable[Zone]]  # (state, look) -> parts of the picture


@dataclass(frozen=True)
class RulePicture:
    """A picture on the rules page, below its rule."""

    rule: str
    caption: Message
    position: Callable[[Game], Position]
    show: Zones
    lit: tuple[str, ...] = ()  # ids of the elements to highlight
    ghost: str = ""  # a move that is shown before it is made, in notation
    seat: int = 0  # through whose eyes
    margin: float = 12.0  # around what is shown, in units of the picture
    size: Size = WIDE_SIZE  # of the whole picture
    zoom: float = 1.0  # pixels for a unit of the picture, where there is room


def rule_pictures(game: Game) -> tuple[RulePicture, ...]:
    """The pictures of a game, in the order of its rules; none if it declares none, or is played with another box."""
    if game.box != STANDARD_BOX:  # their moves and captions fit the pieces of our box
        return ()
    if find_spec(f"{game.package}.picture") is None or find_spec(f"{game.package}.picture.rule_pictures") is None:
        return ()
    declared: tuple[RulePicture, ...] = import_module(f"{game.package}.picture.rule_pictures").RULE_PICTURES
    return declared


def played(*moves: str, seed: int = 0, players: int = 0, **options: str) -> Callable[[Game], Position]:
    """The position after these moves, in notation; by default at the usual table."""

    def position(game: Game) -> Position:
        made = start(game, players or game.usual_table()[0], seed, **options)
        for move in moves:
            made = made.play(move)
        return made

    return position


def sampled(ply: int) -> Callable[[Game], Position]:
    """The position of the game's sample match after this number of moves."""

    return lambda game: sample(game)[ply]


def draw(game: Game, picture: RulePicture, language: str, prefix: str) -> tuple[str, str]:
    """The picture as SVG, and the definitions that it needs: the same for all pictures of a game with this prefix.

    Nothing in the picture can be touched or is read by itself, and its elements have no ids.
    """
    whole, zone = draw_whole(game, picture, language, prefix), shown(game, picture)
    start_tag, _bracket, body = _DEFINITIONS.sub("", whole).partition(">")
    for unwanted in (_TITLES, _FOR_TOUCH):
        body = unwanted.sub("", body)
    wide = min(zone.wide * picture.zoom, _LARGEST)
    attributes = {
        "viewBox": " ".join(map(number, zone)),
        "width": number(wide),
        "height": number(wide * zone.high / zone.wide),
        "class": _class(start_tag),
        "aria-hidden": "true",
    }
    said = " ".join(f'{name}="{value}"' for name, value in attributes.items())
    return f"<svg {said}>{body}", "".join(_DEFINITIONS.findall(whole))


def draw_whole(game: Game, picture: RulePicture, language: str, prefix: str) -> str:
    """The picture before it is cropped, as its seat would see it, without a trail of the last move."""
    view = picture.position(game).view(picture.seat)
    drawn = game.face.picture(view.state, _look(picture, language, prefix))
    if not picture.ghost:
        return drawn
    ghost = view.ghost(picture.ghost, locale=language, prefix=prefix, size=picture.size)
    return f"{drawn.removesuffix('</svg>')}{ghost}</svg>"


def shown(game: Game, picture: RulePicture) -> Zone:
    """The part of the picture that is shown."""
    look = _look(picture, "en", "")
    zones = list(picture.show(picture.position(game).view(picture.seat).state, look))
    wide, high = look.canvas
    left = max(0.0, min(zone.x for zone in zones) - picture.margin)
    top = max(0.0, min(zone.y for zone in zones) - picture.margin)
    right = min(wide, max(zone.right for zone in zones) + picture.margin)
    foot = min(high, max(zone.foot for zone in zones) + picture.margin)
    return Zone(left, top, right - left, foot - top)


def _look(picture: RulePicture, language: str, prefix: str) -> Look:
    size = picture.size
    return Look(
        picture.seat, lit=picture.lit, locale=language, prefix=prefix, style=False, wide=size[0] > size[1], size=size
    )


def _class(start_tag: str) -> str:
    found = re.search(r'class="([^"]*)"', start_tag)
    return found[1] if found else "picture"
