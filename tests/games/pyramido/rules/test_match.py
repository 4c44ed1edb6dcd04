"""PDO-16 to PDO-18: from stage to stage, and the end; the rulebook's match."""

import pytest

from benben.core.contract import NOBODY
from benben.core.kit.seats import winning_seats
from benben.core.position import Position
from benben.games.pyramido import GAME
from benben.games.pyramido.rules.play import begin_turn
from benben.games.pyramido.rules.score import stage_points, winners
from benben.games.pyramido.rules.state import LAY, OVER, Board
from benben.games.pyramido.words.points import areas
from benben.testing import Table
from tests.games.pyramido import rulebook
from tests.games.pyramido.drawn import board, dealt, deck, play_turn, position, state
from tests.games.pyramido.players import sensible_match

CARL = 1


@pytest.fixture(scope="module")
def match() -> list[Position]:
    return rulebook.played()


def sizes(s: Board, seat: int, stage: int) -> list[int]:
    return sorted(area.jewels for area in areas(s, seat, stage))


@pytest.mark.rule("PDO-14", "PDO-15")
@pytest.mark.parametrize(
    ("stage", "jewels", "points"),
    [(0, [3, 3, 3, 4, 4, 4], 24), (1, [4, 4, 5, 6], 23), (2, [5, 6, 6, 7], 29), (3, [7, 8], 22)],
)
def test_the_rulebooks_stages(match: list[Position], stage: int, jewels: list[int], points: int) -> None:
    s = state(match[-1])
    assert sizes(s, CARL, stage) == jewels
    assert s.points[CARL, stage] == points


@pytest.mark.rule("PDO-15")
def test_the_rulebooks_last_stage_without_a_card(match: list[Position]) -> None:
    """Carl takes another domino, and lays no card: one area of 7, counted twice."""
    s = state(match[-3])
    assert (s.stage, s.turn) == (3, CARL)
    s.quarry[0] = 9
    after = state(play_turn(position(s), "a1-b1", "mark a1"))
    assert sizes(after, CARL, 3) == [7]
    assert stage_points(after, CARL, 3) == 14


@pytest.mark.rule("PDO-17", "PDO-18")
def test_the_rulebooks_match(match: list[Position]) -> None:
    end = match[-1]
    for seat, points in enumerate(rulebook.POINTS.values()):
        assert tuple(state(end).points[seat, stage] for stage in range(4)) == points
    assert end.score == (89, 98, 86, 83)
    assert end.is_over
    assert end.winners == (CARL,)
    begins = [match[40], match[64], match[76]]  # 10, 6 and 3 turns of four players
    assert [state(now).stage for now in begins] == [1, 2, 3]
    assert [now.actor for now in begins] == [rulebook.BRUS_SEAT] * 3


@pytest.mark.rule("PDO-17")
@pytest.mark.parametrize(
    ("starter", "points", "begins"),
    [
        (0, (5, 4, 3, 9), 2),
        (0, (5, 3, 3, 9), 1),  # tied: the first clockwise from the one now due, the last starter
        (2, (3, 3, 4, 9), 0),
        (1, (3, 3, 3, 3), 1),
        (3, (3, 9, 3, 4), 0),
    ],
)
def test_fewest_points_begin_the_next_stage(starter: int, points: tuple[int, ...], begins: int) -> None:
    pyramids = [[blue_with(jewels)] for jewels in points]
    s = board(*pyramids, turn=starter)
    begin_turn(s)
    assert [s.points[seat, 0] for seat in range(4)] == [2 * jewels for jewels in points]
    assert (s.stage, s.starter, s.turn, s.phase) == (1, begins, begins, LAY)


def blue_with(jewels: int) -> str:
    """A first layer, all blue, one block marked."""
    blocks = ["bB" if k < jewels else "bb" for k in range(20)]
    blocks[0] += "*"
    rows = [" ".join(blocks[5 * row : 5 * row + 5]) + "\n" + "bb " * 5 + "\n" for row in range(4)]
    return "".join(rows)


@pytest.mark.rule("PDO-17")
def test_turns_go_clockwise() -> None:
    now = position(dealt(deck(list(range(20))), players=3, starter=1))
    seats = []
    for lay in ["d5-e5"] * 3 + ["d6-e6"] * 3:
        seats.append(now.actor)
        now = play_turn(now, lay)
    assert seats == [1, 2, 0, 1, 2, 0]


def ended(points: list[tuple[int, ...]], cards: list[int], lost: int = 0) -> list[int]:
    s = dealt(players=len(points))
    s.phase, s.stage, s.lost = OVER, 4, lost
    for seat, by_stage in enumerate(points):
        s.cards[seat] = cards[seat]
        for stage, scored in enumerate(by_stage):
            s.points[seat, stage] = scored
    return winning_seats(winners, s)


@pytest.mark.rule("PDO-18")
def test_most_points_then_cards_then_the_best_stage_then_shared() -> None:
    assert ended([(10, 10, 10, 11), (40, 0, 0, 0)], [0, 7]) == [0]
    assert ended([(10, 10, 10, 10), (40, 0, 0, 0)], [0b110, 0b100]) == [0]
    assert ended([(10, 10, 10, 10), (40, 0, 0, 0)], [0b010, 0b100]) == [1]
    assert ended([(40, 0, 0, 0), (0, 0, 40, 0), (0, 39, 1, 0)], [1, 2, 4]) == [0, 1]
    assert ended([(40, 0, 0, 0), (0, 0, 39, 0)], [7, 0], lost=0b01) == [1]


@pytest.mark.rule("PDO-18")
@pytest.mark.parametrize("players", GAME.players)
def test_a_match_has_four_stages_of_10_6_3_and_1_turns(players: int) -> None:
    match = sensible_match(Table(GAME, players).start(7), 7)
    turns = [0, 0, 0, 0]
    for now in match[1:]:
        if str(now.last_move).startswith("stack"):
            assert now.before is not None
            turns[state(now.before).stage] += 1
    assert turns == [10 * players, 6 * players, 3 * players, players]
    assert len(match) <= GAME.longest


@pytest.mark.parametrize("players", GAME.players)
def test_compiled_and_plain_kernels_agree_through_all_stages(players: int) -> None:
    """The conformance suite asks this of random matches, which seldom finish the first layer."""
    match = sensible_match(Table(GAME, players).start(8), 8)
    engines = GAME.specialised(compiled=False), GAME.warm()
    records = [match[0].state.record for _engine in engines]
    room = GAME.move_room()
    for now in match[1:]:
        assert now.last_move is not None
        for engine, record in zip(engines, records, strict=True):
            assert now.last_move.number in room[: engine.legal_of(record, 0, room)]
            engine.play_one(record, 0, now.last_move.number)
        assert records[0].tobytes() == records[1].tobytes() == now.state.record.tobytes()
    assert all(engine.actor_of(record, 0) == NOBODY for engine, record in zip(engines, records, strict=True))
