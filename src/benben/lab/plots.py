"""Plots for reports, as SVG text: the same bytes for the same numbers, on every machine with the same Matplotlib."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import StringIO
from typing import Any

from benben.core.extras import needs

LAPIS, AMBER, STONE, INK = "#1f4a86", "#c9821b", "#e9dcc0", "#2b2115"
_STYLE = {
    "svg.hashsalt": "benben", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 10,
    "axes.edgecolor": INK, "axes.labelcolor": INK, "text.color": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.spines.top": False, "axes.spines.right": False, "figure.facecolor": "none", "axes.facecolor": "none",
}  # fmt: skip


def _drawn(draw: Callable[[Any], None], width: float = 6.4, height: float = 3.2) -> str:
    with needs("lab"):
        import matplotlib

        matplotlib.use("svg", force=True)
        from matplotlib.figure import Figure
    with matplotlib.rc_context(_STYLE):  # type: ignore[arg-type]  # its names are typed as a closed list
        figure = Figure(figsize=(width, height), layout="constrained")
        draw(figure.add_subplot())
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return text.getvalue()[text.getvalue().index("<svg") :]


def curve(
    values: Sequence[float],
    title: str,
    across: str,
    *,
    bounds: Sequence[float] = (),
    band: Sequence[tuple[float, float]] = (),
) -> str:
    """A line over the games, with dashed bounds or a shaded interval."""

    def draw(axes: Any) -> None:
        numbers = range(1, len(values) + 1)
        if band:
            axes.fill_between(numbers, [low for low, _high in band], [high for _low, high in band], color=STONE)
        axes.plot(numbers, values, color=LAPIS, linewidth=2)
        for bound in bounds:
            axes.axhline(bound, color=AMBER, linestyle="--", linewidth=1)
        axes.set_title(title, loc="left")
        axes.set_xlabel(across)

    return _drawn(draw)


def histogram(values: Sequence[float], title: str, across: str) -> str:
    """The frequency of each value."""

    def draw(axes: Any) -> None:
        axes.hist(values, bins=min(40, max(5, len(set(values)))), color=LAPIS, edgecolor="white", linewidth=0.5)
        axes.set_title(title, loc="left")
        axes.set_xlabel(across)
        axes.set_ylabel("games")

    return _drawn(draw)


def intervals(rows: dict[str, tuple[float, float, float]], title: str, across: str, middle: float | None) -> str:
    """Values with their intervals, one below the other, the first on top; a line in the middle for comparison."""

    def draw(axes: Any) -> None:
        for place, (value, low, high) in enumerate(reversed(rows.values())):
            axes.plot([low, high], [place, place], color=STONE, linewidth=6, solid_capstyle="round")
            axes.plot([value], [place], "o", color=LAPIS)
        axes.set_yticks(range(len(rows)), list(reversed(rows)))
        if middle is not None:
            axes.axvline(middle, color=AMBER, linestyle="--", linewidth=1)
        axes.set_title(title, loc="left")
        axes.set_xlabel(across)

    return _drawn(draw, height=1.2 + 0.32 * len(rows))


def reliability(rows: Sequence[tuple[float, float, float]], title: str) -> str:
    """Chances said across, victories had upwards with their interval (half its width); on the line both are equal."""

    def draw(axes: Any) -> None:
        axes.plot([0, 1], [0, 1], color=AMBER, linestyle="--", linewidth=1)
        for said, had, half in rows:
            axes.plot([said, said], [had - half, had + half], color=STONE, linewidth=6, solid_capstyle="round")
        axes.plot([said for said, _had, _half in rows], [had for _said, had, _half in rows], "o", color=LAPIS)
        axes.set_xlim(0, 1)
        axes.set_ylim(0, 1)
        axes.set_title(title, loc="left")
        axes.set_xlabel("chance said")
        axes.set_ylabel("victories had")

    return _drawn(draw, width=4.8, height=4.8)
