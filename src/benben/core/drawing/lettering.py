"""Our own lettering for titles: letters with a line of gold in dark stone. A is a pyramid, I an obelisk, O the sun."""

from __future__ import annotations

from typing import NamedTuple

from benben.core.drawing.materials import at
from benben.core.drawing.panels import Zone
from benben.core.svg import group, tag

HIGH = 100.0
GAP = 16.0
SPACE = 44.0


class Letter(NamedTuple):
    """In a field of this width, 100 high: what is drawn with a line, what is filled light, what is filled dark."""

    wide: float
    line: str = ""
    light: str = ""
    dark: str = ""


LETTERS = {
    "A": Letter(84, "", "M0 100L40 0L54 100z", "M54 100L40 0L84 100z"),
    "D": Letter(70, "M8 0H26Q62 6 62 50Q62 94 26 100H8z"),
    "E": Letter(56, "M52 0H8V100H52M8 50H42"),
    "I": Letter(34, "", "M4 100L9 16L17 0L20 16V100z", "M20 100V16L17 0L25 16L30 100z"),
    "M": Letter(82, "M8 100V0L41 58L74 0V100"),
    "O": Letter(96, "M48 0A50 50 0 1 1 47.9 0z", "M48 30A20 20 0 1 1 47.9 30z"),
    "P": Letter(66, "M8 100V0H36Q58 0 58 28Q58 56 36 56H8"),
    "R": Letter(70, "M8 100V0H36Q58 0 58 27Q58 54 36 54H8M32 54L62 100"),
    "S": Letter(64, "M56 16Q46 0 31 0Q8 0 8 25Q8 45 32 49Q57 54 57 76Q57 100 32 100Q14 100 6 84"),
    "T": Letter(68, "M2 0H66M34 0V100"),
    "Y": Letter(68, "M2 0L34 50V100M66 0L34 50"),
}


def lettering(title: str, zone: Zone) -> str:
    """A title in the middle of a zone, as large as fits."""
    widths = [LETTERS[letter].wide if letter != " " else SPACE for letter in title.upper()]
    whole = sum(widths) + GAP * (len(widths) - 1)
    scale = min(zone.wide / whole, zone.high / HIGH)
    parts, x = [], 0.0
    for letter, wide in zip(title.upper(), widths, strict=True):
        if letter != " ":
            parts.append(group(_drawn(LETTERS[letter]), transform=at(x, 0)))
        x += wide + GAP
    left, top = zone.middle[0] - whole * scale / 2, zone.middle[1] - HIGH * scale / 2
    return group(parts, transform=at(left, top, scale), class_="title")


def _drawn(letter: Letter) -> list[str]:
    """The dark edge first, then the gold, then its light."""
    filled = letter.light + letter.dark
    parts = []
    if letter.line:
        parts += [tag("path", d=letter.line, class_="letter-edge"), tag("path", d=letter.line, class_="letter-line")]
        parts.append(tag("path", d=letter.line, class_="letter-light", transform="translate(-2.5 -2.5)"))
    if filled:
        parts.append(tag("path", d=filled, class_="letter-rim"))
    if letter.light:
        parts.append(tag("path", d=letter.light, class_="letter-face"))
    if letter.dark:
        parts.append(tag("path", d=letter.dark, class_="letter-dark"))
    return parts
