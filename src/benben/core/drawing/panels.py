"""Panels: rectangles in a picture, plates with the name of a seat, buttons, and texts that fit."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

from benben.core.game import Look
from benben.core.svg import Pen, classes, group, lit, points, tag, text, words
from benben.core.text import Message

_LETTER = 0.66  # the width of a letter, generously, in parts of the size of the text


class Zone(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    wide: float
    high: float

    @property
    def right(self) -> float:
        return self.x + self.wide

    @property
    def foot(self) -> float:
        return self.y + self.high

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.wide / 2, self.y + self.high / 2

    def inner(self, by: float) -> Zone:
        """The zone without a border of this width."""
        return Zone(self.x + by, self.y + by, self.wide - 2 * by, self.high - 2 * by)


def tiles(zone: Zone, columns: int, rows: int, gap: float = 4) -> list[Zone]:
    """A zone divided into equal parts, row by row."""
    wide, high = zone.wide / columns, zone.high / rows
    return [
        Zone(zone.x + column * wide + gap / 2, zone.y + row * high + gap / 2, wide - gap, high - gap)
        for row in range(rows)
        for column in range(columns)
    ]


def rect(zone: Zone, round_: float = 8, **attributes: object) -> str:
    return tag("rect", x=zone.x, y=zone.y, width=zone.wide, height=zone.high, rx=round_, **attributes)


def cast(zone: Zone, length: float, round_: float = 8) -> str:
    """The shadow of a rectangle that stands this high above the ground."""
    far = Zone(zone.x + length, zone.y + length * 1.2, zone.wide, zone.high)
    near = Zone(zone.x + length / 2, zone.y + length * 0.6, zone.wide, zone.high)
    return rect(far, round_, class_="cast") + rect(near, round_, class_="cast")


def panel(zone: Zone, round_: float = 10) -> str:
    """A sheet that lies on the ground."""
    return cast(zone, 3, round_) + rect(zone, round_, class_="panel")


def shortened(content: str, room: float, size: float) -> str:
    """As much of a text as fits."""
    most = max(1, int(room / (size * _LETTER)))
    return content if len(content) <= most else f"{content[: most - 1].rstrip()}…"


def name_of(look: Look, seat: int, title: Message) -> str:
    """The name of the person on a seat, or else that of the seat."""
    return (look.names[seat] if seat < len(look.names) else "") or title.say(look.locale)


def plate(
    zone: Zone,
    size: float,
    name: str,
    title: str,
    *,
    badge: str = "",
    badge_wide: float = 0,
    acting: bool = False,
    winning: bool = False,
) -> str:
    """A seat in a line of this size: badge, name of the person, and the seat's own name where that is another and fits.

    `badge`: a drawing around the origin. A triangle (of class `turn`, by which the page knows the board of who acts)
    stands before the seat that acts, a star before a winner.
    """
    x, y, parts = zone.x, zone.y + zone.high / 2, []
    if acting or winning:
        parts.append(_star(x + size * 0.42, y, size * 0.5) if winning else _pointer(x, y, size))
        x += size
    if badge:
        parts.append(group([badge], transform=f"translate({x + badge_wide / 2:.1f} {y:.1f})"))
        x += badge_wide + size * 0.35
    room, small = zone.right - x, size * 0.78
    shown = shortened(name, room, size)
    line = [tag("tspan", escape(shown), class_="plate-name", font_size=size)]
    left = room - len(shown) * size * _LETTER - size * 0.6
    if name != title and left > len(title) * small * _LETTER:
        line.append(tag("tspan", escape(title), class_="plate-seat", font_size=small, dx=size * 0.4))
    parts.append(tag("text", *line, x=x, y=y + size * 0.35))
    said = name if name == title else f"{name} ({title})"
    return group(parts, class_="plate", aria_label=said)


def figure(value: object, right: float, y: float, size: float, said: str) -> str:
    """A number that ends at `right`, with its meaning for a pointer."""
    title = tag("title", escape(said))
    place = {"x": right, "y": y + size * 0.36, "font_size": size, "text_anchor": "end"}
    return tag("text", title, escape(str(value)), **place, class_="plate-points")


def _pointer(x: float, y: float, size: float) -> str:
    d = f"M{x:.1f} {y - size * 0.4:.1f}L{x + size * 0.68:.1f} {y:.1f}L{x:.1f} {y + size * 0.4:.1f}z"
    return tag("path", d=d, class_="turn")


def _star(x: float, y: float, r: float) -> str:
    corners = ((0, -1), (0.28, -0.34), (1, -0.3), (0.46, 0.18), (0.62, 0.86), (0, 0.48))
    mirrored = [(-dx, dy) for dx, dy in reversed(corners[1:5])]
    return tag(
        "polygon", points=points(*((x + r * dx, y + r * dy) for dx, dy in (*corners, *mirrored))), class_="crown"
    )


def button(
    name: str, zone: Zone, content: list[str], said: Message, look: Look | Pen, *, main: bool = False, key: str = ""
) -> str:
    """Something to press; its first child is its shape. `key`: a digit of the keyboard that presses it."""
    return group(
        [rect(zone, 9, class_="shape face"), *content],
        id=look.prefix + name,
        class_=classes("button", "main" if main else None, lit(look, name)),
        aria_label=words(look, said),
        data_key=key or None,
    )


def label(content: object, zone: Zone, size: float, **attributes: object) -> str:
    """A text in the middle of a zone."""
    x, y = zone.middle
    return text(content, x, y + size * 0.35, font_size=size, text_anchor="middle", **attributes)


def column_name(name: object, x: float, y: float, size: float) -> str:
    """The name of a column of a grid, above it: the middle of its foot is (x, y)."""
    return text(name, x, y, font_size=size, class_="soft", text_anchor="middle")


def row_name(name: object, x: float, y: float, size: float) -> str:
    """The name of a row of a grid, on its left: the end of its foot is (x, y)."""
    return text(name, x, y, font_size=size, class_="soft", text_anchor="end")
