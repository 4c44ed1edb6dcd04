"""Draws the documentation pictures: one position of each game, from a golden match.

`python -m checks.pictures` writes docs/pictures/<game>.svg.
"""

from __future__ import annotations

from pathlib import Path

import benben
from benben.core.position import Position

ROOT = Path(__file__).parent.parent
MOMENT = 0.6  # fraction of the match: late enough for a full board


def position(game: str) -> Position:
    """A position from the golden match with the most players."""
    players = max(benben.find(game).players)
    line = benben.read(str(ROOT / "tests" / "golden" / game / f"{game}-{players}.benben")).line()
    return line[int(len(line) * MOMENT)]


def main() -> None:
    for game in benben.names():
        picture = position(game).view().svg(wide=True)
        (ROOT / "docs" / "pictures" / f"{game}.svg").write_text(picture + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
