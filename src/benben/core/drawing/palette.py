"""The palette: tokens of light and dark, and the materials that pieces are made of. Data only."""

from __future__ import annotations

from typing import NamedTuple

LIGHT = {
    "paper": "#f7f1e5",  # the page
    "sand": "#eadcc0",  # what the board lies on
    "stone": "#f6ecd8",  # a field
    "stone-edge": "#cdb98f",
    "stone-deep": "#a98f5f",  # lines and arrows cut into stone
    "ink": "#2d2416",  # text
    "ink-soft": "#57482e",
    "lapis": "#1f4a86",  # what matters now
    "gold": "#b98516",  # what is precious: towers, winners
    "shade": "#00000038",  # the side away from the light
    "light": "#ffffff66",  # the side towards it
    "red": "#b53f2b",
    "green": "#2f6a45",
    "yellow": "#e3b23c",
    "blue": "#4a86cc",
    "purple": "#7a4d91",
    "brown": "#8a5a3a",
    "aqua": "#3aa39a",
    "white": "#fbf8f1",
    "grey": "#8d8a83",
    # What just happened, and who is to act
    "amber": "#a05a00",
    "lapis-deep": "#1f4a86",
    # Places: by day …
    "sky": "#efd6a2",
    "sky-low": "#fbeed6",
    "sun": "#fff3cd",
    "orb": "#fffbee",
    "star": "#ffffff00",
    "dune-far": "#efdab0",
    "dune": "#e2c48a",
    "dune-shade": "#cfab6c",
    "plateau": "#c9a566",
    "earth": "#7d5a30",
    "earth-low": "#523819",
    "strata": "#a27b4545",
    "lamp": "#4f3417",
    "chamber": "#22150a",
    "sand-light": "#f0dfb8",
    "sand-dark": "#e3c994",
    "ripple": "#c9a56066",
    "on-earth": "#f6e8c8",  # texts on earth and in chambers
    # Sheets
    "tablet": "#fdf6e6",
    "tablet-low": "#e4d0a4",
    "panel": "#fcf4e2",
    "panel-edge": "#c9b184",
    "well": "#eadcbf",
    "cast": "#3b25082e",
    # Carved stone
    "slab-side": "#a58c5a",
    "hollow": "#d6c397",
    "cut-dark": "#8f7643b0",
    "cut-light": "#fffaeae0",
}
DARK = LIGHT | {
    "paper": "#17140f",
    "sand": "#2a241a",
    "stone": "#3d3527",
    "stone-edge": "#5a4e38",
    "stone-deep": "#8b7a58",
    "ink": "#f1e6cf",
    "ink-soft": "#bfae8b",
    "lapis": "#7fb0ee",
    "gold": "#e5b543",
    "light": "#ffffff40",
    "red": "#e0705a",
    "green": "#5fb083",
    "amber": "#ffb63d",
    "lapis-deep": "#9cc4f7",
    # … and by night
    "sky": "#0d1730",
    "sky-low": "#2b3350",
    "sun": "#8da2cf8c",
    "orb": "#f4ecd2",
    "star": "#f4ecd2b0",
    "dune-far": "#2b3048",
    "dune": "#2a2a38",
    "dune-shade": "#1d1d2a",
    "plateau": "#4a3f33",
    "earth": "#33261a",
    "earth-low": "#1a120b",
    "strata": "#6b543550",
    "lamp": "#6b4519",
    "chamber": "#1c1108",
    "sand-light": "#2a2b39",
    "sand-dark": "#1b1b26",
    "ripple": "#7a6b5550",
    "tablet": "#453b2b",
    "tablet-low": "#2c251a",
    "panel": "#2e281f",
    "panel-edge": "#5f533d",
    "well": "#221d16",
    "cast": "#00000059",
    "slab-side": "#2a2115",
    "hollow": "#241d13",
    "cut-dark": "#000000a0",
    "cut-light": "#7d6c4a80",
}


class Material(NamedTuple):
    """Three shades of a stone, the ink of its sign, and its grain: lines and dots in a square of 100.

    A grain is a path and the width of its line; it has a light part and a dark part.
    """

    light: str
    base: str
    dark: str
    ink: str
    grain: tuple[str, float] = ("", 0)
    grain_dark: tuple[str, float] = ("", 0)
    grain_shade: str = ""  # "": the light shade
    grain_dark_shade: str = ""  # "": the dark shade


def _dots(*places: tuple[int, int]) -> str:
    return "".join(f"M{x} {y}h.1" for x, y in places)


def _rings(*sizes: int) -> str:
    """Bands around a point near the upper edge."""
    return "".join(f"M{40 - r} 30a{r} {r * 0.8:g} 0 1 0 {2 * r} 0a{r} {r * 0.8:g} 0 1 0 {-2 * r} 0" for r in sizes)


_SPECKS = _dots((14, 22), (31, 71), (38, 12), (55, 88), (62, 30), (77, 15), (84, 62), (90, 84), (12, 90), (48, 55))
_GRAINS = _dots((20, 12), (70, 8), (88, 34), (10, 48), (34, 40), (66, 52), (24, 84), (80, 74), (46, 92), (56, 20))
_SCALES = "".join(
    f"M{x} {y}a12.5 14 0 0 0 25 0"
    for y, first in ((12, 0), (37, -12), (62, 0), (87, -12))
    for x in range(first, 100, 25)
)
_BRICKS = "M0 25H100M0 50H100M0 75H100M30 0V25M80 0V25M55 25V50M5 25V50M30 50V75M80 50V75M55 75V100M5 75V100"

MATERIALS = {
    # limestone
    "white": Material("#fffaf0", "#efe3c8", "#b9a478", "#5f4d2b", grain_dark=(_SPECKS + _GRAINS, 2.4)),
    # lapis lazuli, with specks of gold
    "blue": Material(
        "#6f9be6", "#2b59ab", "#14326a", "#f6de9a", (_SPECKS, 2.6), ("M0 74q30-18 56-2t50-10", 3), "#f5d77c", "#a5c4f5"
    ),
    # carnelian
    "red": Material(
        "#ec8a68",
        "#b8402b",
        "#74190f",
        "#ffeedd",
        ("M0 24q26 9 50 0t50-4M0 76q26-9 50 1t50 3", 2),
        ("M0 50q25-7 50 0t50 2", 3),
    ),
    # malachite, banded
    "green": Material(
        "#6cc394", "#22704a", "#0b3b25", "#f2ffe9", (_rings(14, 38, 64, 92), 2.2), (_rings(25, 51, 78, 106), 5)
    ),
    # gold, polished
    "yellow": Material("#fff3bd", "#e3b338", "#8f5f0e", "#4a2f04", ("M10 100L52 0M34 100L76 0M44 100L86 0", 7)),
    # mud brick
    "brown": Material("#bd8a5e", "#87583a", "#4b2c16", "#ffeed8", grain_dark=(_BRICKS, 2.6)),
    # faience
    "aqua": Material("#95e4da", "#2f978e", "#0e4b46", "#f0fffc", (_SCALES, 3)),
    # amethyst
    "purple": Material(
        "#bda3ea",
        "#7350b0",
        "#3a2366",
        "#fbf3ff",
        ("M0 60L38 0M38 0L70 44L100 20", 2),
        ("M70 44L52 100M70 44L100 78", 3),
    ),
    # granite
    "grey": Material("#bdb8ae", "#85817a", "#46443f", "#ffffff", (_SPECKS, 3), (_GRAINS, 4)),
}
