"""The pieces of Pyramidis as SVG.

A stack is drawn from the side, as the pyramids nest: every piece shows its colour and its sign (a sun disc, a leaf of
reed, a star, water), the bottom one lowest; the top one, whole, is the controller's. A tower stands on gold leaf.
"""

from __future__ import annotations

from benben.core.cache import remembered
from benben.core.drawing.materials import engraved, filled, gradients, sign, use
from benben.core.svg import Pen, group, symbol_id, tag

CLASSES = ("red", "green", "yellow", "blue")

STYLE = """
.pds-edge { stroke: #00000059; stroke-width: 1.2; stroke-linejoin: round; } .pds-glow { fill: #fff; opacity: .3; }
"""


@remembered
def symbols(look: Pen) -> list[str]:
    """For each colour a pyramid that carries others, and a whole one, 100 wide; their foot is the origin."""
    parts = gradients((*CLASSES, "white"), look)
    for name in CLASSES:
        front = {"fill": filled(name, look), "class_": "pds-edge"}
        parts.append(
            group(
                [
                    tag("path", d="M-31-28L0-38L33-31L5-19z", class_=f"pds-edge light-{name}"),
                    tag("path", d="M-50 0L-31-28L5-19L10 12z", **front),
                    tag("path", d="M-50 0L-31-28L-18-25L-26 5z", class_="pds-glow"),
                    tag("path", d="M10 12L5-19L33-31L50-5z", class_=f"pds-edge dark-{name}"),
                    engraved(name, -12, -8, 23),
                    sign(name, 24, -11, 15, f"ink-{name}"),
                ],
                id=symbol_id(look, f"carrier-{name}"),
            )
        )
        parts.append(
            group(
                [
                    tag("path", d="M-50 0L0-68L10 12z", **front),
                    tag("path", d="M-50 0L0-68L-24 5z", class_="pds-glow"),
                    tag("path", d="M10 12L0-68L50-5z", class_=f"pds-edge dark-{name}"),
                    engraved(name, -12, -13, 30),
                ],
                id=symbol_id(look, f"whole-{name}"),
            )
        )
    return parts


def pyramid(x: float, y: float, colour: int, whole: bool, wide: float, look: Pen) -> str:
    """A pyramid standing on (x, y)."""
    name = CLASSES[colour]
    kind = "whole" if whole else "carrier"
    return use(f"{kind}-{name}", x, y, wide / 100, look, class_=f"body fill-{name}")


def shadow(x: float, y: float, wide: float, height: int) -> str:
    """Of a stack: the higher, the longer."""
    long = wide * (0.46 + 0.05 * min(height, 10))
    return tag("ellipse", cx=x + long * 0.34, cy=y + wide * 0.05, rx=long, ry=wide * 0.13, class_="cast")
