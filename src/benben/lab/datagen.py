"""Positions of a run with what came of them, for learning: one Parquet file.

game, ply       which position of which game of the run
seat            the seat to act
state           the record of the position as bytes: `benben.find(game).state.from_bytes(state)`
shares, points  by seat, at the end of that game
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from benben.core.extras import needs
from benben.lab.games import Played, replayed
from benben.lab.run import Run

ROWS = 50_000  # in a row group


def write_positions(run: Run, file: Path, each: int) -> int:
    """Draw `each` positions of every game, the same for the same run; returns how many were written.

    The states hold the whole truth, hidden cards included: veil them before a bot learns from them.
    """
    with needs("lab"):
        import pyarrow
        import pyarrow.parquet as parquet
    numbers = pyarrow.int32()
    schema = pyarrow.schema([
        ("game", numbers), ("ply", numbers), ("seat", numbers), ("state", pyarrow.binary()),
        ("shares", pyarrow.list_(pyarrow.float32())), ("points", pyarrow.list_(numbers)),
    ])  # fmt: skip
    count, rows = 0, []
    with parquet.ParquetWriter(file, schema, compression="zstd") as sink:
        for played in run.games():
            rows += _positions(run, played, each)
            if len(rows) >= ROWS:
                sink.write_table(pyarrow.Table.from_pylist(rows, schema=schema))
                count, rows = count + len(rows), []
        sink.write_table(pyarrow.Table.from_pylist(rows, schema=schema))
    return count + len(rows)


def _positions(run: Run, played: Played, each: int) -> list[dict[str, Any]]:
    line = replayed(run.plan.contest, played).line()[:-1]
    chosen = sorted(
        random.Random(f"{run.plan.contest.seed} {played.number}").sample(range(len(line)), min(each, len(line)))
    )
    shares = [played.share(seat) for seat in range(len(played.bots))]
    return [
        {
            "game": played.number,
            "ply": ply,
            "seat": line[ply].actor,
            "state": line[ply].state.record.tobytes(),
            "shares": shares,
            "points": list(played.points),
        }
        for ply in chosen
    ]
