"""What the bots know: sound at every position, right where it is plain who is ahead, and worth more than chance."""

from __future__ import annotations

import threading
from functools import cache

import numpy as np
import pytest

import benben
from benben.bots.bot import functions
from benben.bots.kernels import MOVE
from benben.bots.search import Tree
from benben.core.kit.scratch import float_scratch, scratch
from benben.core.position import Position
from benben.games.pyramido import GAME
from benben.games.pyramido.advice import LEVELS, priors
from benben.games.pyramido.advice.analysis import AREA, MOST_AREAS, corner_at, survey, turns_left
from benben.games.pyramido.advice.evaluation import evaluate
from benben.games.pyramido.advice.priors import weigh
from benben.games.pyramido.box.components import COLOUR_OF, COLOURS, block_number
from benben.games.pyramido.rules.layers import WINDOW
from benben.games.pyramido.rules.moves import LAY_ON, MARK_ON, NO_CARD, ends
from benben.games.pyramido.rules.score import VIEW
from benben.games.pyramido.rules.state import LAY, Board
from benben.testing import setups
from tests.games.pyramido.drawn import board, state
from tests.games.pyramido.players import sensible_match, sensible_moves


@cache
def matches() -> tuple[tuple[Position, ...], ...]:
    """One through all stages for every number of players."""
    return tuple(tuple(sensible_match(table.start(5), 5)) for table in setups(GAME))


def chances(s: Board) -> list[float]:
    out = np.zeros(s.players)
    evaluate(s, out)
    return [float(chance) for chance in out]


def weights(now: Position) -> dict[int, float]:
    numbers, state = now.legal_moves.numbers, now.state
    out = np.full(len(numbers), np.nan)
    assert isinstance(state, Board)
    weigh(state, np.array(numbers, np.int32), len(numbers), out)
    return dict(zip(numbers, out.tolist(), strict=True))


def test_chances_are_chances_at_every_position() -> None:
    for match in matches():
        for now in match[:-1]:
            found = chances(state(now))
            assert all(0 <= chance <= 1 for chance in found)
            assert sum(found) == pytest.approx(1)


def test_compiled_and_plain_agree() -> None:
    """On the chances after every move, and on the tree that grows from weights and chances."""
    compiled, plain = (functions(GAME, compiled) for compiled in (GAME.warm().compiled, False))
    for now in (now for match in matches() for now in match[:-1:11] if len(now.legal_moves) < 60):
        view = now.view(now.actor)
        trees = [Tree(view, kernels, np.random.SeedSequence(1), (0, 0.1, 0.5, 4)) for kernels in (compiled, plain)]
        for tree in trees:
            tree.run(12, None, threading.Event())
        found = [
            [(tree.links[node, MOVE], tree.values[node].tolist()) for node in range(tree.size[0])] for tree in trees
        ]
        assert found[0] == found[1]


def test_a_block_is_worth_the_same_from_what_was_seen_around_its_place() -> None:
    """`promise_of_block`, beside the slow way that looks around the place again for every block."""
    compared = 0
    for now in (now for match in matches() for now in match[:-1:4] if state(now).phase == LAY):
        s = state(now)
        view, label, marks = scratch(VIEW), scratch(VIEW), scratch(COLOURS)
        areas = float_scratch(MOST_AREAS, AREA)
        survey(s, s.turn, view, label, areas, marks)
        fewest, left = priors.fewest_jewels(label, areas, marks), turns_left(s, s.turn) - 1
        for move in now.legal_moves.numbers[::2]:
            quarry, turn, place = LAY_ON.fields(move)
            number, [here, _there] = block_number(s.quarry[quarry], 0, turn), ends(turn, place)
            beside, lasting = float_scratch(WINDOW, priors.SURROUNDINGS), float_scratch(WINDOW, 4)
            piece, twin, near = float_scratch(priors.PIECE), float_scratch(priors.PIECE), scratch(priors.MOST_NEAR)
            priors.look_around(s, s.turn, here, view, label, areas, marks, beside, lasting)
            n = priors.add_block(s, s.turn, view, label, corner_at(s.stage, here), number, twin, near, 0)
            assert priors.promise_of_block(
                s, here, number, label, areas, marks, fewest, left, beside, lasting, piece
            ) == priors.promise_of_piece(
                s, COLOUR_OF[number], twin, near, n, label, areas, marks, fewest, left
            )  # fmt: skip
            assert list(piece) == list(twin)
            compared += n > 0
    assert compared > 100


def test_every_move_has_a_weight() -> None:
    for match in matches():
        for now in match[:-1:5]:
            assert np.isfinite(list(weights(now).values())).all()


def test_a_layer_that_can_be_finished_is_kept_so() -> None:
    """The most promising lays are those after which dominoes still fill the layer, wherever there are such."""
    for now in (now for match in matches() for now in match[:-1:3] if state(now).phase == LAY):
        found = weights(now)
        whole = set(sensible_moves(now))
        if len(whole) < len(found):
            assert min(found[move] for move in whole) > max(found[move] for move in found if move not in whole)


JOINED = """
    bB* bB yy yy nn
    bb  bb yy yy nn
    bB  bB yy yy nn
    bb  bb yy yy nn
    nn  nn nn nn nn
    nn  nn nn nn nn
    nn  nn nn .. ..
    nn  nn nn .. ..
"""
APART = """
    bB* nn bB nn bB
    bb  nn bb nn bb
    nn  yy nn yy nn
    nn  yy nn yy nn
    bB  nn nn nn nn
    bb  nn nn nn nn
    nn  nn nn .. ..
    nn  nn nn .. ..
"""
BROKEN = JOINED.replace("yy yy nn", "yy yy ..", 2).replace("nn .. ..", "nn .. nn", 2)
BURIED = JOINED.replace("bB* bB", "bb* bb").replace("bb  bb", "bB  bB", 1)  # the next layer hides these two jewels


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        pytest.param(JOINED, APART, id="jewels joined under one marker"),
        pytest.param(JOINED, JOINED.replace("*", " "), id="marked, with one turn left"),
        pytest.param(JOINED, BROKEN, id="a layer that dominoes can fill"),
        pytest.param(JOINED, BURIED, id="jewels that will still be seen"),
    ],
)
def test_who_is_ahead(better: str, worse: str) -> None:
    for seat in range(2):
        pyramids = ([better], [worse]) if seat == 0 else ([worse], [better])
        found = chances(board(*pyramids, turn=0))
        assert found[seat] > 0.55


def test_stuck_is_as_good_as_lost_without_cards() -> None:
    assert chances(board([JOINED], [BROKEN], cards=(7, 7)))[1] > 0.02
    assert chances(board([JOINED], [BROKEN], cards=(7, 1)))[1] < 0.001


def test_cards_are_worth_keeping() -> None:
    found = chances(board([JOINED], [JOINED], cards=(7, 0)))
    assert found[0] > 0.7


def test_points_made_count() -> None:
    s = board([JOINED], [JOINED])
    s.points[1, 0] = 5
    assert chances(s)[1] > 0.6


def test_the_better_marker_first() -> None:
    """Of the two blocks of a new domino the one in the area with more jewels."""
    marking = [now for match in matches() for now in match if set(now.legal_moves.numbers) == set(MARK_ON)]
    assert marking
    for now in marking:
        for better, worse in (tuple(MARK_ON), tuple(MARK_ON)[::-1]):
            if weights(now)[better] > weights(now)[worse]:
                seat = state(now).turn
                assert chances(state(now.play(better)))[seat] >= chances(state(now.play(worse)))[seat] - 0.1


def test_no_card_is_wasted_early() -> None:
    """In the first stage no card promises more than to keep it."""
    early = [now for match in matches() for now in match[:-1] if NO_CARD() in now.legal_moves and state(now).stage == 0]
    assert early
    for now in early:
        found = weights(now)
        assert sum(weight > found[NO_CARD()] for weight in found.values()) <= len(found) // 4


def test_greedy_beats_random() -> None:
    standings = benben.tournament(GAME.name, ["greedy", "random"], 20)
    assert standings[0].wins >= 19


def test_greedy_finishes_its_pyramids() -> None:
    """As the rulebook's table does: 83 to 98 points."""
    standings = benben.tournament(GAME.name, ["greedy", "greedy"], 6)
    assert sum(standing.points for standing in standings) / 12 > 75


def test_levels() -> None:
    names = [level.name for level in LEVELS]
    assert names == ["novice", "casual", "club", "expert", "master"]
    efforts = [level.effort for level in LEVELS[2:-1]]
    assert efforts == sorted(efforts)
