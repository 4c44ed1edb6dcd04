"""Solve the tasks and write the records: `python -m tests.games.terra_pyramides.solve [task …]`.

A small honest player: it sees what a seat may see, plans a turn with a beam search in a world imagined from that view,
looks one turn further, and values what is built, held and in reach. Deals are tried one after the other until each task
is solved.
"""

import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

from benben.core import record
from benben.core.contract import at
from benben.core.kernels import kernel
from benben.core.position import Position, start
from benben.games.terra_pyramides import GAME
from benben.games.terra_pyramides.box.components import STONE_KINDS, WORKER
from benben.games.terra_pyramides.rules.board_tables import FIELDS, REACH_FROM, REACH_SITE, SITES
from benben.games.terra_pyramides.rules.legal import is_paved
from benben.games.terra_pyramides.rules.moves import DRAW, END, FAMILIES, LOOK
from benben.games.terra_pyramides.rules.score import points_of
from benben.games.terra_pyramides.rules.state import EXCHANGE, FINISH, LAY, OVER, PICK, ROW, TEAM, Board, top_level
from tests.games.terra_pyramides.drawn import board, kind

FOLDER = Path(__file__).parents[2] / "golden" / GAME.name
BEAM, NARROW = 40, 8  # how many lines are followed in this turn and in the next
CANDIDATES, SAMPLES = 12, 4  # how many ends of a turn are looked at more closely, and how often
TARGETS = np.array([0, 4, 4, 6], np.int64)  # by task: how many pyramids are built side by side
LAST_TURNS = 26
PLAYERS = {1: 2, 2: 1, 3: 3}
ENOUGH = 8  # workers in reach of a place that still count


@kernel
def worth(s: Board) -> float:
    """How well the team stands: what is built and held, in stones and workers."""
    goal = TARGETS[s.task]
    top = top_level(s)
    finished = 0
    for site in range(SITES):
        finished += 1 if s.level[site] == top else 0
    goal = max(goal, finished + 1)
    done = np.zeros(SITES, np.float64)
    for site in range(SITES):
        level = s.level[site]
        if level > 0:
            done[site] = 1.06 * level * (level + 1) / 2 + 2 * level + 1 + 0.5 * level
            if level < top:
                done[site] += s.workers[site] - 1
            if s.task == 3:
                for other in range(site):  # a colour twice is wasted
                    if s.level[other] > 0 and s.colour[other] == s.colour[site]:
                        done[site] *= 0.3
        elif s.owner[site] > 0:
            done[site] = 0.9 * s.workers[site]
    value = 0.0
    need = np.zeros(STONE_KINDS, np.int64)
    free = goal
    reach = workers_in_reach(s)
    for _ in range(goal):
        best = 0
        for site in range(SITES):
            if done[site] > done[best]:
                best = site
        if done[best] <= 0:
            break
        value += done[best]
        level = s.level[best]
        if level > 0:
            free -= 1
            need[s.colour[best]] += top * (top + 1) // 2 - level * (level + 1) // 2
        if level < top:
            value += 0.12 * min(reach[best], ENOUGH)
        done[best] = 0
    for site in range(SITES):
        value += 0.25 * done[site]
    for colour in range(1, STONE_KINDS):
        held = s.stone[TEAM, colour]
        used = min(held, need[colour])
        value += 0.9 * used
        if free > 0 and need[colour] == 0 and held > 0:
            value += 0.75 * held
            free -= 1
        else:
            value += 0.4 * (held - used)
    value += 0.97 * s.stone[TEAM, 0] + 0.3 * s.gold[TEAM]
    waiting = s.waiting
    while waiting:
        waiting &= waiting - 1
        value += 0.7
    if s.task == 2 and s.turns >= LAST_TURNS:  # only points count in the end
        value = 0.1 * value + points_of(s, TEAM)
    return float(value) + (1000.0 if s.phase == OVER and s.turns < 28 else 0.0)


@kernel
def workers_in_reach(s: Board) -> Any:
    """By site: how many worker symbols have a paved way to it."""
    reach = np.zeros(SITES, np.int64)
    for field in range(FIELDS):
        if s.tile[field] & WORKER:
            for way in range(REACH_FROM[field], REACH_FROM[field + 1]):
                if is_paved(s, way):
                    reach[REACH_SITE[way]] += 1
    return reach


@kernel
def worth_of(states: Any, i: int) -> float:
    return worth(at(states, i))


def ends_of_turn(root: Any, width: int) -> list[tuple[float, list[int], Any]]:
    """What a turn can come to, up to its draw, the best first: value, moves and state."""
    engine, room = GAME.warm(), GAME.move_room()
    ends: list[tuple[float, list[int], Any]] = []
    beam: list[tuple[float, list[int], Any]] = [(0.0, [], root)]
    while beam:
        later: dict[bytes, tuple[float, list[int], Any]] = {}
        for value, moves, state in beam:
            phase = int(state["phase"][0])
            for move in room[: engine.legal_of(state, 0, room)].tolist():
                does = kind(move)
                if does in ("draw", "look", "take", "end"):
                    ends.append((value, moves, state))
                    break
                if does == "back" or (phase in (LAY, ROW) and does not in ("lay", "row")):
                    continue
                after = state.copy()
                engine.play_one(after, 0, move)
                entry = (WORTH(after, 0), [*moves, move], after)
                if int(after["turns"][0]) != int(state["turns"][0]) or int(after["phase"][0]) == OVER:
                    ends.append(entry)
                else:
                    later[after.tobytes()] = entry
        beam = list(later.values())
        if beam and int(beam[0][2]["phase"][0]) != ROW:
            beam = sorted(beam, key=lambda entry: -entry[0])[:width]
    return sorted(ends, key=lambda end: -end[0])


def plan(now: Position, chance: random.Random) -> list[int]:
    """The moves of this turn up to its draw that look best, this turn and the next one, in an imagined world."""
    root = now.view(now.actor).imagine(chance.randrange(1 << 30)).state.record
    ends = ends_of_turn(root, BEAM)[:CANDIDATES]
    return max(ends, key=lambda end: (next_turn(end, chance), end[0]))[1]


def next_turn(end: tuple[float, list[int], Any], chance: random.Random) -> float:
    """The mean value after another turn, with tiles drawn at random."""
    engine, room = GAME.warm(), GAME.move_room()
    total = 0.0
    for _n in range(SAMPLES):
        state = end[2].copy()
        while int(state["phase"][0]) in (FINISH, EXCHANGE, PICK):  # else the turn has ended by itself
            moves = room[: engine.legal_of(state, 0, room)].tolist()
            draws = [move for move in moves if kind(move) in ("draw", "take", "end")]
            engine.play_one(state, 0, chance.choice(draws or [m for m in moves if m in LOOK]))
        total += WORTH(state, 0) if int(state["phase"][0]) == OVER else ends_of_turn(state, NARROW)[0][0]
    return total / SAMPLES


def draw(now: Position, chance: random.Random) -> int:
    """Search where gold is left, and take the tile that the next turn can make most of."""
    view = now.view(now.actor)
    heights = board(view).height
    moves = list(now.legal_moves.numbers)
    if board(now).phase == PICK:
        world = view.imagine(chance.randrange(1 << 30))
        return max(moves, key=lambda move: after_draw(world.play(move)))
    for family in (LOOK, DRAW):
        found = [move for move in moves if move in family]
        if found:
            return max(found, key=lambda move: heights[FAMILIES.decode(move)[1][0]])
    return next(move for move in moves if move in END)


def after_draw(now: Position) -> float:
    state = now.state.record
    return float(WORTH(state, 0)) if now.is_over else ends_of_turn(state, NARROW)[0][0]


def solve(task: int, players: int, seed: int) -> Position:
    now = start(GAME, players, bytes([task, seed]) * 16, mode=f"task-{task}")
    chance = random.Random(seed)
    while not now.is_over:
        turn = board(now).turns
        for move in plan(now, chance):
            now = now.play(move)
        while not now.is_over and board(now).turns == turn:
            now = now.play(draw(now, chance))
    return now


WORTH = GAME.specialise({"worth_of": worth_of}, compiled=True)["worth_of"]


def main(tries: int, tasks: list[int]) -> None:
    for task in tasks:
        players = PLAYERS[task]
        for seed in range(tries):
            end = solve(task, players, seed)
            print(f"task {task}, deal {seed}: {end.score[0]} points, {'solved' if end.winners else 'lost'}", flush=True)
            if end.winners:
                (FOLDER / f"task-{task}-solved.benben").write_text(record.write(end), encoding="utf-8")
                break


if __name__ == "__main__":
    main(200, [int(task) for task in sys.argv[1:]] or [1, 2, 3])
