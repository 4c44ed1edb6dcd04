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
    "B": Letter(66, "M8 0H34Q54 0 54 25Q54 48 34 48H8M34 48Q60 48 60 74Q60 100 34 100H8V0"),
    "C": Letter(72, "M66 16Q54 0 40 0Q8 0 8 50Q8 100 40 100Q54 100 66 84"),
    "D": Letter(70, "M8 0H26Q62 6 62 50Q62 94 26 100H8z"),
    "E": Letter(56, "M52 0H8V100H52M8 50H42"),
    "F": Letter(54, "M50 0H8V100M8 50H42"),
    "G": Letter(76, "M68 16Q56 0 41 0Q8 0 8 50Q8 100 41 100Q68 100 68 74V58H44"),
    "H": Letter(70, "M8 0V100M62 0V100M8 50H62"),
    "I": Letter(34, "", "M4 100L9 16L17 0L20 16V100z", "M20 100V16L17 0L25 16L30 100z"),
    "J": Letter(50, "M42 0V74Q42 100 22 100Q10 100 4 88"),
    "K": Letter(68, "M8 0V100M60 0L10 54M24 40L62 100"),
    "L": Letter(54, "M8 0V100H50"),
    "M": Letter(82, "M8 100V0L41 58L74 0V100"),
    "N": Letter(74, "M8 100V0L66 100V0"),
    "O": Letter(96, "M48 0A50 50 0 1 1 47.9 0z", "M48 30A20 20 0 1 1 47.9 30z"),
    "P": Letter(66, "M8 100V0H36Q58 0 58 28Q58 56 36 56H8"),
    "Q": Letter(96, "M48 0A50 50 0 1 1 47.9 0zM60 70L88 104", "M48 30A20 20 0 1 1 47.9 30z"),
    "R": Letter(70, "M8 100V0H36Q58 0 58 27Q58 54 36 54H8M32 54L62 100"),
    "S": Letter(64, "M56 16Q46 0 31 0Q8 0 8 25Q8 45 32 49Q57 54 57 76Q57 100 32 100Q14 100 6 84"),
    "T": Letter(68, "M2 0H66M34 0V100"),
    "U": Letter(70, "M8 0V66Q8 100 35 100Q62 100 62 66V0"),
    "V": Letter(72, "M4 0L36 100L68 0"),
    "W": Letter(100, "M4 0L28 100L50 30L72 100L96 0"),
    "X": Letter(70, "M4 0L66 100M66 0L4 100"),
    "Y": Letter(68, "M2 0L34 50V100M66 0L34 50"),
    "Z": Letter(66, "M6 0H60L6 100H60"),
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
