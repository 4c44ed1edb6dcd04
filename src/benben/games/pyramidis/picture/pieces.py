"""The pieces and the measures of Pyramidis as SVG.

A stack is drawn from the side, as the pyramids nest: every piece shows its colour and its frieze (red discs, green
reeds, yellow stars, blue waves), the bottom one lowest; the top one, whole, is the controller's. Towers stand in
gold.
"""

from __future__ import annotations

from benben.core.cache import remembered
from benben.core.svg import group, points, tag
from benben.games.pyramidis.picture.layout import CELL

WIDTH, HEIGHT = 84.0, 42.0  # of a pyramid
STEP = 12.5  # by how much the next pyramid of a stack stands higher
STACK_ROOM = 4 * STEP  # a stack of more than five is squeezed into the height of five
CLASSES = ("red", "green", "yellow", "blue")


@remembered
def tower_frame(x: float, y: float) -> str:
    """Battlements along the top, and corners at the foot."""
    a, b, foot, top = x + 6, x + CELL - 6, y + CELL - 6, y + 6
    third = (b - a) / 5
    wall = [(a, top + 20), (a, top)]
    for k in range(1, 5):
        wall += [(a + k * third, top if k % 2 else top + 9), (a + k * third, top + 9 if k % 2 else top)]
    wall += [(b, top), (b, top + 20)]
    return "".join(
        (
            tag("polyline", points=points(*wall), class_="tower"),
            tag("polyline", points=points((a, foot - 20), (a, foot), (a + 20, foot)), class_="tower"),
            tag("polyline", points=points((b, foot - 20), (b, foot), (b - 20, foot)), class_="tower"),
        )
    )


@remembered
def pyramid(x: float, y: float, colour: int, whole: bool, frieze: bool = True, size: float = 1.0) -> str:
    """A pyramid standing on (x, y), lit from the left: its sign large if it is all to be seen, else its frieze."""
    half, height, step = size * WIDTH / 2, size * HEIGHT, size * STEP
    name = CLASSES[colour]
    peak, ridge = (x, y - height), (x + half * 0.34, y)
    parts = [
        tag("polygon", points=points((x - half, y), peak, (x + half, y)), class_=f"body fill-{name}"),
        tag("polygon", points=points(ridge, peak, (x + half, y)), class_="shade"),
    ]
    if whole and frieze:
        parts.append(sign(colour, x - half * 0.06, y - height * 0.33, size * 17, "sign", "sign-line"))
    elif frieze:
        parts += [
            sign(colour, x + k * half * 0.44, y - step / 2 - size * 0.3, size * 9.5, "sign", "sign-line")
            for k in (-1, 0, 1)
        ]
    return group(parts, class_=f"of-{name}")


def sign(colour: int, x: float, y: float, size: float, fill: str, line: str) -> str:
    """The sign of a colour: a sun disc, a reed, a star, water."""
    r = size / 2
    if colour == 0:
        return tag("circle", cx=x, cy=y, r=r * 0.92, class_=fill)
    if colour == 1:
        return tag("rect", x=x - r * 0.36, y=y - r * 1.05, width=r * 0.72, height=r * 2.1, rx=r * 0.3, class_=fill)
    if colour == 2:
        corners = [(x + dx * r * k, y + dy * r * k) for dx, dy, k in _STAR]
        return tag("polygon", points=points(*corners), class_=fill)
    wave = points(*((x + r * 1.15 * (k / 2 - 1), y + (r * 0.5 if k % 2 == 0 else -r * 0.5)) for k in range(5)))
    return tag("polyline", points=wave, class_=line if line == "sign-line" else f"arrow {line}")


_STAR = [(0, -1, 1.2), (1, -1, 0.3), (1, 0, 1.2), (1, 1, 0.3), (0, 1, 1.2), (-1, 1, 0.3), (-1, 0, 1.2), (-1, -1, 0.3)]
