"""The pieces of Pyramido as SVG: blocks, jewels, markers, cards, emblems. Everything is drawn once and used by name.

A colour is never alone: every block has its stone's texture, every jewel and marker its symbol.
"""

from __future__ import annotations

from collections.abc import Iterable

from benben.core.cache import remembered
from benben.core.drawing import materials
from benben.core.drawing.materials import SIZE, at, filled, gradients, use
from benben.core.svg import Pen, classes, element, group, symbol_id, tag
from benben.core.text import Message
from benben.games.pyramido.box.components import COLOUR_OF, FIRST_CARD, JEWELS_OF, WORDS

# Inside what is used elsewhere no selector knows its surroundings: those classes carry the game in their name.
STYLE = """
.pyramido .count { font-weight: 700; }
.pdo-cut { fill: none; stroke: #00000038; stroke-width: 2; }
.pdo-cut-light { fill: none; stroke: #ffffff30; stroke-width: 2; }
.pdo-rim { stroke: #4a2f04; stroke-width: 2; } .pdo-gem { fill: #fff8e6; }
.pdo-cast { fill: #000; opacity: .28; }
.pdo-on-gem { fill: #2b2013; stroke: #2b2013; }
.pdo-on-token { fill: #fffaf0; stroke: #fffaf0; } .pdo-dark-on-token { fill: #2b2013; stroke: #2b2013; }
.pyramido .papyrus { fill: #fff6de; stroke: #7d6230; stroke-width: 2; }
.pyramido .emblem { fill: #f0c550; stroke: #f0c550; } .pyramido .emblem-ground { fill: #2f2a4a; }
"""

_DARK_SIGNS = ("yellow", "aqua")  # light stones carry dark signs


# Signs, in a circle of radius 11 around the origin: what is filled, and what is drawn with a line. They take the colour
# of the place where they are used.
_SIGNS = {
    "brown": (  # a mask under the royal headcloth
        "M-9.5 9.5 L-8.5 -3 Q-8 -10.5 0 -10.5 Q8 -10.5 8.5 -3 L9.5 9.5 L5 9.5 L4.6 5 Q0 10.5 -4.6 5 L-5 9.5 Z "
        "M-4.8 -2.6 h3.6 v2 h-3.6 Z M1.2 -2.6 h3.6 v2 h-3.6 Z M-2.2 3.4 h4.4 v1.6 h-4.4 Z",
        "",
    ),
    "blue": (  # a cat
        "M-8.8 -10 L-3.6 -5.8 Q0 -6.8 3.6 -5.8 L8.8 -10 L9 1.5 Q7.5 9.5 0 9.5 Q-7.5 9.5 -9 1.5 Z "
        "M-6 -0.4 Q-3.6 -3 -2 0.8 Q-4.4 1.6 -6 -0.4 Z M6 -0.4 Q3.6 -3 2 0.8 Q4.4 1.6 6 -0.4 Z "
        "M-1.6 3.6 h3.2 l-1.6 2.2 Z",
        "",
    ),
    "yellow": (  # an ankh
        "M0 -11.5 C6.5 -11.5 9.5 -5 1.6 0 H8 V3.2 H1.6 V11 H-1.6 V3.2 H-8 V0 H-1.6 C-9.5 -5 -6.5 -11.5 0 -11.5 Z "
        "M0 -8.6 C-3.6 -8.6 -5 -4.8 0 -1.6 C5 -4.8 3.6 -8.6 0 -8.6 Z",
        "",
    ),
    "aqua": (  # a winged scarab under the sun
        "M-2.6 -1.6 Q-7 -2 -11 -6.4 Q-11.6 4 -2.8 5.6 Z M2.6 -1.6 Q7 -2 11 -6.4 Q11.6 4 2.8 5.6 Z "
        "M0 -1.8 a3.1 5.4 0 1 0 0.01 0 Z M0 -9.5 a3.1 3.1 0 1 0 0.01 0 Z",
        "",
    ),
    "red": (  # an eye
        "M-10.5 -0.6 Q0 -9.4 10.5 -0.6 Q0 6.6 -10.5 -0.6 Z M0 -3.9 a3.2 3.2 0 1 0 0.01 0 Z",
        "M-9 -6.2 Q0 -12 9 -6.2 M-2.4 4.6 L-3.6 9.6 M2.6 4.2 Q4.6 8.8 9.4 8",
    ),
    "green": (  # a lotus
        "M0 -10.6 Q4.6 -3.4 0 5.4 Q-4.6 -3.4 0 -10.6 Z M-1.4 5.4 Q-7.6 1.4 -7 -7 Q-2.2 -3 -1.4 5.4 Z "
        "M1.4 5.4 Q7.6 1.4 7 -7 Q2.2 -3 1.4 5.4 Z M-2 6.2 Q-9.6 6 -11 -1 Q-5.4 -0.6 -2 6.2 Z "
        "M2 6.2 Q9.6 6 11 -1 Q5.4 -0.6 2 6.2 Z",
        "M-5 9.4 H5",
    ),
}

# What the stones look like, in a square of 100.
_WAVE = " q10.5 -9 21 0 t21 0 t21 0 t21 0"
_SCALES = 4 * " a10.5 10.5 0 0 1 21 0"
_TEXTURES = {
    "brown": "M8 25 H92 M8 75 H92 M25 8 V25 M75 8 V25 M50 25 V75 M25 75 V92 M75 75 V92",
    "blue": " ".join(f"M8 {y}{_WAVE}" for y in (22, 42, 62, 82)),
    "yellow": " ".join(
        f"M{x} {y} h.1" for y in (14, 38, 62, 86) for x in ((14, 38, 62, 86) if y in (14, 62) else (26, 50, 74))
    ),
    "aqua": " ".join(f"M8 {y}{_SCALES}" for y in (29, 58, 87)),
    "red": "M8 36 L36 8 M8 64 L64 8 M8 92 L92 8 M36 92 L92 36 M64 92 L92 64",
    "green": "M16 8 V92 M30 8 V92 M43 8 V92 M57 8 V92 M70 8 V92 M84 8 V92",
}

_WATER = " q3.2 -3.6 6.4 0 t6.4 0 t6.4 0"
_EMBLEMS = (  # as the signs, by seat
    (  # the sun
        "M0 -5.4 a5.4 5.4 0 1 0 0.01 0 Z",
        "M0 -8.4 V-11 M0 8.4 V11 M-8.4 0 H-11 M8.4 0 H11 "
        "M-6 -6 L-7.8 -7.8 M6 -6 L7.8 -7.8 M-6 6 L-7.8 7.8 M6 6 L7.8 7.8",
    ),
    ("M4.4 -10 A10.4 10.4 0 1 0 9.4 5.6 A8.6 8.6 0 0 1 4.4 -10 Z", ""),  # the moon
    (  # a star
        "M0 -11 L2.8 -3.6 L10.5 -3.4 L4.4 1.4 L6.5 8.9 L0 4.6 L-6.5 8.9 L-4.4 1.4 L-10.5 -3.4 L-2.8 -3.6 Z",
        "",
    ),
    ("", " ".join(f"M-9.6 {y}{_WATER}" for y in (-5, 1, 7))),  # the river
)


def _shape(filled: str, drawn: str) -> list[str]:
    return [
        *([tag("path", d=filled, fill_rule="evenodd", stroke="none")] if filled else []),
        *([tag("path", d=drawn, fill="none", stroke_width=2.2, stroke_linecap="round")] if drawn else []),
    ]


@remembered
def symbols(look: Pen) -> list[str]:
    """What `use` refers to: a sign, a jewel, a marker and a block of each colour."""
    parts = gradients(WORDS, look)
    cuts = [
        tag("path", d="M50 3V97M3 50H97", class_="pdo-cut"),
        tag("path", d="M52 3V97M3 52H97", class_="pdo-cut-light"),
    ]
    for word in WORDS:
        ink = "pdo-dark-on-token" if word in _DARK_SIGNS else "pdo-on-token"
        gold = filled("yellow", look)
        parts.append(group(_shape(*_SIGNS[word]), id=symbol_id(look, f"sign-{word}")))
        parts.append(
            group(
                [
                    tag("circle", cx=1.5, cy=2, r=17.5, class_="pdo-cast"),
                    tag("circle", r=17, class_="pdo-rim", fill=gold),
                    tag("circle", r=13.6, class_="pdo-gem"),
                    use(f"sign-{word}", 0, 0, 1, look, class_="pdo-on-gem"),
                ],
                id=symbol_id(look, f"jewel-{word}"),
            )
        )
        parts.append(
            group(
                [
                    tag("circle", cx=2.5, cy=3, r=23, class_="pdo-cast"),
                    tag("circle", r=22, class_="pdo-rim", fill=gold),
                    tag("circle", r=17.5, class_="pdo-rim", fill=filled(word, look)),
                    use(f"sign-{word}", 0, 0, 1.12, look, class_=ink),
                ],
                id=symbol_id(look, f"token-{word}"),
            )
        )
        grain = (_TEXTURES[word], 6.0 if word == "yellow" else 3.0)
        parts += materials.block(f"stone-{word}", word, SIZE, SIZE, cuts, look, 6, grain)
    return parts


@remembered
def block(number: int, x: float, y: float, size: float, look: Pen) -> str:
    """Half of a domino, or a card, with its jewels, seen from above; (x, y) is its upper left corner."""
    word = WORDS[COLOUR_OF[number]]
    parts = []
    if number >= FIRST_CARD:
        parts.append(tag("rect", x=1, y=1, width=98, height=98, rx=9, class_="papyrus"))
        parts.append(use(f"stone-{word}", 8, 8, 0.84, look))
    else:
        parts.append(use(f"stone-{word}", 0, 0, 1, look))
    for quarter in range(4):
        if JEWELS_OF[number] >> quarter & 1:
            across, down = (24 + 52 * (k & 1) for k in (quarter, quarter >> 1))
            parts.append(use(f"jewel-{word}", across, down, 1.16, look))
    return group(parts, transform=at(x, y, size / SIZE))


@remembered
def token(colour: int, x: float, y: float, radius: float, look: Pen) -> str:
    """A marker around (x, y)."""
    return use(f"token-{WORDS[colour]}", x, y, radius / 23, look)


@remembered
def emblem(seat: int, x: float, y: float, radius: float) -> str:
    """The sign of a player, in gold on night blue."""
    parts = [tag("circle", r=15, class_="emblem-ground"), group(_shape(*_EMBLEMS[seat]), class_="emblem")]
    return group(parts, transform=at(x, y, radius / 15))


def named(
    name: str,
    parts: Iterable[str],
    look: Pen,
    fresh: bool = False,
    *more: str | None,
    said: Message | None = None,
    sound: str | None = None,
) -> str:
    """A group with its id, marked where it is new or lit, and what it is in words."""
    return element(name, parts, look, said, before=classes(*more, "fresh" if fresh else None), data_sound=sound)


def marker_on(colour: int, x: float, y: float, unit: float, look: Pen) -> str:
    """A marker in the middle of a block."""
    return token(colour, x + unit / 2, y + unit / 2, unit * 0.22, look)
