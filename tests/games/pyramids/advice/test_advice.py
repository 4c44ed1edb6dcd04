"""What the bots know: chances that are chances, in every position, and better for the seat that stands better."""

import itertools

import numpy as np
import pytest

import benben
from benben.bots.bot import warm
from benben.core.kernels import Kernel, can_compile
from benben.core.position import Position
from benben.games.pyramids import GAME
from benben.games.pyramids.advice import edifice_values, evaluation, priors
from benben.games.pyramids.box.components import COLOURS
from benben.games.pyramids.rules import score
from benben.games.pyramids.rules.moves import BUILD, BURY, NONE, RAISE
from benben.games.pyramids.rules.pyramid_spots import OPEN, OPEN_COUNT, SHAPES
from benben.games.pyramids.rules.state import OBELISK, PYRAMID, TILE, TOMB
from benben.testing import Table
from tests.games.pyramids.drawn import RULEBOOK, position, state
from tests.games.pyramids.rules.test_score import THREE_OF_EACH, TWO_YELLOW

KERNELS: dict[str, Kernel] = {"evaluate": evaluation.evaluate, "weigh": priors.weigh}


def chances(now: Position) -> list[float]:
    out = np.zeros(now.players)
    evaluation.evaluate(state(now), out)
    return out.tolist()


def weights(now: Position) -> dict[int, float]:
    moves = np.array(now.legal_moves.numbers, np.int32)
    out = np.full(len(moves), np.nan)
    priors.weigh(state(now), moves, len(moves), out)
    return dict(zip(moves.tolist(), out.tolist(), strict=True))


@pytest.mark.parametrize("players", GAME.players)
def test_chances_and_weights_in_every_position(players: int) -> None:
    compiled = GAME.specialise(KERNELS, compiled=can_compile())
    for now in Table(GAME, players).match(5)[:-1]:
        found = chances(now)
        assert all(0 <= chance <= 1 for chance in found)
        assert sum(found) == pytest.approx(1)
        assert np.isfinite(list(weights(now).values())).all()
        if can_compile() and now.actor == 0:
            record = now.state.record[0]
            out, room = np.zeros(players), np.full(GAME.most_legal, np.nan)
            compiled["evaluate"](record, out)
            assert out.tolist() == pytest.approx(found)
            moves = np.array(now.legal_moves.numbers, np.int32)
            compiled["weigh"](record, moves, len(moves), room)
            assert room[: len(moves)].tolist() == pytest.approx(list(weights(now).values()))


def test_looking_changes_nothing() -> None:
    for now in Table(GAME, 3).match(6)[:-1:5]:
        s = state(now)
        before = s.record.tobytes()
        evaluation.evaluate(s, np.zeros(3))
        moves = np.array(now.legal_moves.numbers, np.int32)
        priors.weigh(s, moves, len(moves), np.zeros(len(moves)))
        assert s.record.tobytes() == before


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (THREE_OF_EACH, RULEBOOK),
        (RULEBOOK, "1: r y tomb"),
        (f"{RULEBOOK}\nobelisk: b wr | b b obelisk", f"{RULEBOOK}\nobelisk: b wr | y y obelisk"),
        (f"{RULEBOOK}\ntomb: y y tomb | w w tomb", f"{RULEBOOK}\ntomb: r r tomb"),
        (f"{RULEBOOK}\nhand: a y y obelisk", RULEBOOK),
    ],
    ids=["three of each", "a pyramid", "an obelisk of one colour", "more colours in the tomb", "a card in hand"],
)
def test_better_is_likelier_to_win(better: str, worse: str) -> None:
    for first, second in itertools.permutations((better, worse)):
        now = position(f"Thebes\n{first}\nMemphis\n{second}", phase=TILE, in_round=9)
        assert (chances(now)[0] > 0.55) == (first is better)


def test_a_lead_weighs_more_towards_the_end() -> None:
    early, late = (
        position(f"Thebes\n{RULEBOOK}\nMemphis\n{TWO_YELLOW}", phase=TILE, in_round=number) for number in (3, 9)
    )
    assert abs(chances(late)[0] - 0.5) > abs(chances(early)[0] - 0.5)


def test_a_full_pyramid_is_worth_its_points() -> None:
    for drawing in (RULEBOOK, THREE_OF_EACH, TWO_YELLOW):
        s = state(position(f"Thebes\n{drawing}\nMemphis"))
        cells, feet = np.zeros(COLOURS, np.int64), np.zeros(COLOURS, np.int64)
        edifice_values.lay_out(s, 0, cells, feet)
        assert edifice_values.pyramid_outlook(cells, feet, int(s.filled[0])) == score.pyramid_points(s, 0)


def test_a_card_in_thought_is_a_card_built() -> None:
    """`with_card` makes of a pyramid what the rules make of it."""
    built = 0
    for now in Table(GAME, 2).match(7)[:-1]:
        s = state(now)
        if s.phase != PYRAMID:
            continue
        assert now.actor is not None
        seat = now.actor
        cells, feet, new_cells, new_feet = (np.zeros(COLOURS, np.int64) for _ in range(4))
        edifice_values.lay_out(s, seat, cells, feet)
        filled = int(s.filled[seat])
        for move in now.legal_moves:
            after = state(now.play(move))
            card = next(card for card in after.pyramid[seat] if card and card not in list(s.pyramid[seat]))
            spot = BUILD.spot(move.number)
            assert edifice_values.with_card(filled, card, spot, cells, feet, new_cells, new_feet) == after.filled[seat]
            edifice_values.lay_out(
                after, seat, cells_after := np.zeros(COLOURS, np.int64), feet_after := cells_after.copy()
            )
            assert (new_cells == cells_after).all()
            assert (new_feet == feet_after).all()
            built += 1
    assert built > 60


def test_room_to_grow() -> None:
    """A first card has free cells on every side; a full pyramid has none."""
    assert edifice_values.standing(0b1 | 0b1 << 8, 0b1, SHAPES[1]) == (1, 3), "two on its left, one over it"
    assert edifice_values.ROOM[SHAPES[-1]] == edifice_values.ROOM_LEFT[SHAPES[-1]] == 0
    assert all(OPEN_COUNT[shape] and OPEN[shape].any() for shape in SHAPES[1:-1])


def test_in_the_last_round_everything_is_used() -> None:
    """A card that brings points is raised or buried rather than kept: there is no next round."""
    for phase, family in ((OBELISK, RAISE), (TOMB, BURY)):
        now = position(f"Thebes\n{RULEBOOK}\nhand: a y y tomb | b y b tomb\nMemphis", phase=phase, tiles=(4, 1))
        found = weights(now)
        assert max(found[family(0)], found[family(1)]) > found[NONE()]


def test_greedy_beats_random() -> None:
    if can_compile():
        warm(GAME)
    games = 40 if can_compile() else 2
    greedy = benben.tournament(GAME.name, ["greedy", "random"], games)[0]
    assert greedy.wins >= 0.9 * games
