"""Positions for render modes: text, SVG, and pixels."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benben.core.drawing.palette import LIGHT
from benben.core.errors import BadOptions
from benben.core.extras import needs
from benben.core.position import Position
from benben.core.text import texts

_ = texts(__package__)

RENDER_MODES = ("human", "rgb_array", "ansi", "svg")  # human: print the text
WIDTH = 800
_DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{ \.picture \{[^}]*\} \}")
_VARIABLE = re.compile(r"var\(--([a-z-]+)\)")
_FONTS = '"DejaVu Serif", "Liberation Serif", "Noto Serif", "Times New Roman", "DejaVu Sans", serif'


def render(position: Position, mode: str | None) -> Any:
    """A position in a render mode, in the eyes of the seat to act; at the end, as it is."""
    view = position if position.actor is None or position.seat is not None else position.view(position.actor)
    match mode:
        case "human":
            print(view.text())
            return None
        case "ansi":
            return view.text()
        case "svg":
            return view.svg()
        case "rgb_array":
            return pixels(view.svg())
        case _:
            raise BadOptions(_("There is no render mode “{mode}”.", mode=mode))


def pixels(svg: str, width: int = WIDTH) -> NDArray[np.uint8]:
    """An SVG picture as an array (height, width, 3), in the light palette."""
    with needs("research"):
        from PIL import Image

    with Image.open(BytesIO(png(svg, width))) as image:
        return np.array(image.convert("RGB"))


def png(svg: str, width: int = WIDTH) -> bytes:
    """An SVG picture as a PNG file. Its texts appear if one of `_FONTS` is installed."""
    with needs("research"):
        import resvg_py

    # The renderer knows neither variables nor media queries.
    plain = _VARIABLE.sub(lambda name: LIGHT[name[1]], _DARK.sub("", svg)).replace("serif; fill", f"{_FONTS}; fill")
    return bytes(resvg_py.svg_to_bytes(svg_string=plain, width=width, background=LIGHT["paper"]))
