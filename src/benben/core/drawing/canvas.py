"""The size of a picture: that of the stage it is shown on, rounded so that few pictures serve all screens.

A picture has two arrangements, wide and tall. Its units are about the pixels of a phone or of a small window; on a
larger stage the whole is larger. What a stage has beyond its picture is little, and the ground goes on there.
"""

from __future__ import annotations

from math import ceil, log

from benben.core.game import TALL_SIZE, WIDE_SIZE, Size

_STEP = 1.07  # between two ratios of width to height
_TALL, _WIDE = (-12, 0), (3, 12)  # steps: from 0.44 to 1, and from 1.23 to 2.25
_HEIGHTS = (480.0, 560.0, 630.0, WIDE_SIZE[1])  # of wide pictures
_WIDTHS = (TALL_SIZE[0], 480.0, 620.0)  # of tall pictures


def canvas(width: float, height: float) -> Size:
    """The size of the picture for a stage of this size in pixels. A tall picture uses the whole width."""
    steps = log(max(width, 1) / max(height, 1)) / log(_STEP)
    if steps > (_TALL[1] + _WIDE[0]) / 2:
        high = _nearest(_HEIGHTS, height)
        return float(round(high * _STEP ** _between(round(steps), _WIDE))), high
    wide = _nearest(_WIDTHS, width)
    return wide, float(round(wide / _STEP ** _between(ceil(steps - 0.01), _TALL)))


def _between(step: int, ends: tuple[int, int]) -> int:
    return min(max(step, ends[0]), ends[1])


def _nearest(sizes: tuple[float, ...], wish: float) -> float:
    return min(sizes, key=lambda size: abs(log(size / max(wish, 1))))
