"""PDO-4 to PDO-7: where a domino may lie."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benben.core.errors import IllegalMove
from benben.core.position import Position
from benben.games.pyramido import GAME
from benben.games.pyramido.box.components import FIRST_CARD, LONG, NOTHING, TURNS_OF
from benben.games.pyramido.rules.layers import FIRST_CELL, place_at
from benben.games.pyramido.rules.moves import LAY_ON, ends
from benben.games.pyramido.rules.state import CELLS, LAY, Board
from benben.games.pyramido.words.names import cell_name
from benben.testing import Table
from tests.games.pyramido.drawn import board, dealt, deck, moves, play_turn, position, state
from tests.games.pyramido.players import sensible_match

TWO_JEWELS = [2, 3, 8, 9, 14, 15, 18, 19, 20, 21, 23, 24, 25]  # dominoes that look different in all four turns
SAME_AFTER_HALF_TURN = 0

FULL_5X4 = "nn nn nn nn\nnn nn nn nn\n" * 5
FULL_4X5 = "nn nn nn nn nn\nnn nn nn nn nn\n" * 4


def lays(now: Position, quarry: int = 1) -> set[str]:
    """Where the domino on a quarry place may go."""
    return {move[2:] for move in moves(now) if move.startswith(f"{quarry} ")}


def alone(*layout: str, takes: list[int] = TWO_JEWELS) -> Position:
    """Seat 0 has laid dominoes so and is to lay the next; seat 1 always lays in one row or below."""
    now = position(dealt(deck([d for pair in zip(takes, range(30, 44), strict=False) for d in pair])))
    others = ["d5-e5", "d6-e6", "d7-e7", "d8-e8", "d9-e9", "f5-g5", "f6-g6", "f7-g7", "f8-g8", "f9-g9"]
    for mine, other in zip(layout, others, strict=False):
        now = play_turn(play_turn(now, mine), other)
    return now


def refused(now: Position, move: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as error:
        now.play(move)
    return error.value.code, error.value.rule


@pytest.mark.rule("PDO-4")
def test_any_of_the_three_in_any_direction() -> None:
    now = position(dealt(sorted(range(90), key=lambda domino: TURNS_OF[domino] == 2)))
    now = play_turn(play_turn(now, "d5-e5"), "d5-e5")
    for quarry in (1, 2, 3):
        assert {"d6-e6", "e6-d6", "d6-d7", "d7-d6"} <= lays(now, quarry)


@pytest.mark.rule("PDO-4")
def test_what_looks_the_same_after_a_half_turn_is_one_move() -> None:
    now = alone("d5-e5", takes=[2, SAME_AFTER_HALF_TURN])
    assert state(now).quarry[0] == SAME_AFTER_HALF_TURN
    assert {"d6-e6", "d6-d7"} <= lays(now)
    assert not {"e6-d6", "d7-d6"} & lays(now)
    assert now.parse("1 e6-d6") == now.parse("1 d6-e6")  # said either way
    after = now.play("1 e6-d6")
    assert str(after.last_move) == "1 d6-e6"


@pytest.mark.rule("PDO-4")
@pytest.mark.parametrize(
    ("lay", "drawing"),
    [  # domino 3: blue with jewels upper left and lower right, and brown; then turned
        ("d6-e6", ["Bb nn", "bB nn"]),
        ("e6-d6", ["nn Bb", "nn bB"]),
        ("d6-d7", ["bB", "Bb", "nn", "nn"]),
        ("d7-d6", ["nn", "nn", "bB", "Bb"]),
    ],
)
def test_the_domino_lies_as_said(lay: str, drawing: list[str]) -> None:
    now = alone("d5-e5", takes=[2, 3]).play(f"1 {lay}")
    text = str(now).split("Sun:")[1].split("Moon:")[0]
    rows = [line[6:].replace("*", " ").split() for line in text.splitlines()[5:]]
    laid = [[cell for cell in row if cell != ".."] for row in rows if row]
    assert [" ".join(row) for row in laid] == drawing


@pytest.mark.rule("PDO-5")
def test_the_first_domino_counts_once() -> None:
    """Moved or turned, the pyramid would be the same."""
    now = position(dealt(TWO_JEWELS + [d for d in range(90) if d not in TWO_JEWELS]))
    assert moves(now) == {"1 d5-e5", "2 d5-e5", "3 d5-e5"}
    for other in ("1 e5-d5", "1 d5-d6", "1 c5-d5"):
        assert refused(now, other) == ("pyramido.first-domino", "PDO-5")


@pytest.mark.rule("PDO-5")
def test_edge_to_edge_with_a_block_laid_before() -> None:
    now = alone("d5-e5")
    assert {"f5-g5", "b5-c5", "c5-c4", "f4-f5", "e6-f6", "c4-d4", "d3-d4"} <= lays(now)
    for corner_only in ("f6-g6", "c6-b6", "f4-g4", "c6-c7", "d1-d2"):
        assert refused(now, f"1 {corner_only}") == ("pyramido.not-touching", "PDO-5")
    assert refused(now, "1 e5-f5") == ("pyramido.occupied", "PDO-7")
    assert refused(now, "1 d5.5-e5.5") == ("pyramido.half-offset", "PDO-5")
    assert refused(now, "1 c4-d5") == ("pyramido.not-neighbours", "PDO-4")


@pytest.mark.rule("PDO-5")
def test_the_second_placement_counted_by_hand() -> None:
    """Around a lying domino: 2 + 2 at the ends, 3 + 3 along, 2 + 2 standing on it, 2 + 2 standing beside each end."""
    now = alone("d5-e5")
    across = {"b5-c5", "f5-g5", "c4-d4", "d4-e4", "e4-f4", "c6-d6", "d6-e6", "e6-f6"}
    down = {"d3-d4", "e3-e4", "d6-d7", "e6-e7", "c4-c5", "c5-c6", "f4-f5", "f5-f6"}
    back = {"-".join(reversed(lay.split("-"))) for lay in across | down}
    assert lays(now) == across | down | back


@pytest.mark.rule("PDO-5")
def test_some_rectangle_must_hold_all() -> None:
    five_long = alone("d5-e5", "f5-g5", "c5-c4")  # c to g: five columns, so four rows at most
    assert refused(five_long, "1 h5-h6") == ("pyramido.breaks-rectangle", "PDO-5")
    assert refused(five_long, "1 b4-b5") == ("pyramido.breaks-rectangle", "PDO-5")
    assert {"d3-d4", "d6-d7"} <= lays(five_long)
    taller = alone("d5-e5", "f5-g5", "c5-c4", "d3-d4")  # rows 3 to 5: one more, above or below
    assert refused(taller, "1 e6-e7") == ("pyramido.breaks-rectangle", "PDO-5")
    assert {"e6-f6", "d2-e2"} <= lays(taller)
    fixed = alone("d5-e5", "f5-g5", "c5-c4", "d3-d4", "e6-f6")
    assert not any("2" in lay for lay in lays(fixed))
    upright = alone("d5-e5", "d6-d7", "d4-d3")  # five rows, two columns
    assert refused(upright, "1 d8-e8")[0] == "pyramido.breaks-rectangle"
    assert {"c5-b5", "f5-g5"} <= lays(upright)
    assert refused(alone("d5-e5", "d6-d7", "d4-d3", "c5-b5"), "1 f5-f6")[0] == "pyramido.breaks-rectangle"


@pytest.mark.rule("PDO-5")
@pytest.mark.parametrize("order", [("d5-e5", "d4-e4", "f4-f5", "c5-c4"), ("d5-e5", "f4-f5", "c5-c4", "d4-e4")])
def test_growing_upwards_and_to_the_left_keeps_blocks_markers_and_names(order: tuple[str, ...]) -> None:
    """The dominoes lie where they were laid, however the frame moved."""
    now = alone()
    said: dict[str, int] = {}
    for lay in order:
        seat = state(now).turn
        domino = state(now).quarry[0]
        said |= dict.fromkeys(lay.split("-"), domino)
        now = play_turn(now, lay)
        s = state(now)
        found = {
            cell_name(s, seat, place_at(cell // 5, cell % 5)): (number - 1) >> 3 for cell, number in blocks(s, seat)
        }
        assert found == said
        marks = [s.mark[seat, 0, colour] - 1 for colour in range(6) if s.mark[seat, 0, colour]]
        assert all(s.block[seat, cell] for cell in marks)
        now = play_turn(now, ["d5-e5", "d6-e6", "d7-e7", "d8-e8"][len(said) // 2 - 1])


def blocks(s: Board, seat: int) -> list[tuple[int, int]]:
    return [(cell, s.block[seat, cell]) for cell in range(25) if s.block[seat, cell]]


@pytest.mark.rule("PDO-5")
def test_the_same_shape_has_the_same_blocks_whichever_way_it_grew() -> None:
    """Laid from left to right or from right to left: the frame is that of the blocks, not of the first domino."""
    rightwards = state(alone("d5-e5", "f5-g5", takes=[2, 3]))
    leftwards = state(alone("d5-e5", "b5-c5", takes=[3, 2]))
    assert blocks(rightwards, 0) == blocks(leftwards, 0)
    assert rightwards.occupied[0] == leftwards.occupied[0]
    assert (rightwards.rows[0], rightwards.columns[0]) == (leftwards.rows[0], leftwards.columns[0]) == (1, 4)


@pytest.mark.rule("PDO-6")
@pytest.mark.parametrize(
    ("base", "sizes"), [(FULL_5X4, [(4, 3), (3, 2), (2, 1)]), (FULL_4X5, [(3, 4), (2, 3), (1, 2)])]
)
def test_layers_shrink_and_keep_their_orientation(base: str, sizes: list[tuple[int, int]]) -> None:
    layers = [base]
    for rows, columns in sizes:
        empty = (".. " * columns + "\n") * 2 * rows
        now = position(board([*layers, empty], [*layers, empty]))
        across = {f"{c}{r}-{chr(ord(c) + 1)}{r}" for r in range(1, rows + 1) for c in "abcde"[: columns - 1]}
        down = {f"{c}{r}-{c}{r + 1}" for r in range(1, rows) for c in "abcde"[:columns]}
        found = {"-".join(sorted(lay.split("-"))) for lay in lays(now)}
        assert found == across | down  # any two neighbours: nothing has to touch
        edge = f"{'abcde'[columns - 1]}1-{'abcde'[columns]}1"
        assert refused(now, f"1 {edge}") == ("pyramido.overhangs", "PDO-6")
        assert refused(now, "1 z1-a1") == ("pyramido.overhangs", "PDO-6")
        assert refused(now, "1 a1-a0") == ("pyramido.overhangs", "PDO-6")
        assert refused(now, "1 a1.5-a2.5") == ("pyramido.half-offset", "PDO-6")
        layers.append(empty.replace("..", "bb"))


@pytest.mark.rule("PDO-6")
def test_everything_counts_as_connected_in_later_layers() -> None:
    corner = "bb bb .. ..\nbb bb .. ..\n.. .. .. ..\n.. .. .. ..\n.. .. .. ..\n.. .. .. ..\n"
    assert "c3-d3" in lays(position(board([FULL_4X5, corner], [FULL_4X5, corner])))


@pytest.mark.rule("PDO-7")
@pytest.mark.parametrize("seed", range(3))
def test_what_is_laid_stays(seed: int) -> None:
    """Nothing moves but with the whole first layer; a block is only ever hidden by a card."""
    for now in sensible_match(Table(GAME, 2).start(seed), seed)[1:]:
        assert now.before is not None
        before, after = state(now.before), state(now)
        for seat in range(2):
            moved = 0
            if before.stage == after.stage == 0 and before.rows[seat]:
                moved = (before.corner[seat, 0] - after.corner[seat, 0]) * LONG
                moved += before.corner[seat, 1] - after.corner[seat, 1]
            for cell in range(CELLS):
                old = before.block[seat, cell]
                if old != NOTHING:
                    new = after.block[seat, cell + moved]
                    assert new == old or (new >= FIRST_CARD and old < FIRST_CARD and before.turn == seat)


@given(st.integers(0, 2**32))
@settings(max_examples=25, deadline=None)
def test_the_quick_list_agrees_with_a_slow_one(seed: int) -> None:
    """Random play through a match; `legal` uses sets of bits, here the rule is spelled out cell by cell."""
    chance = random.Random(seed)
    now = Table(GAME, 2).start(seed)
    while not now.is_over:
        if state(now).phase == LAY:
            numbers = now.legal_moves.numbers
            assert {frozenset(ends(*LAY_ON.fields(move)[1:])) for move in numbers} == slow_pairs(state(now))
            assert all(move in LAY_ON for move in numbers)
        now = now.play(chance.choice(now.legal_moves.numbers))


def slow_pairs(s: Board) -> set[frozenset[int]]:
    seat, side = s.turn, LONG - s.stage
    laid = {divmod(cell, side) for cell in range(side * side) if s.block[seat, FIRST_CELL[s.stage] + cell] != NOTHING}
    if s.stage == 0 and not laid:
        return {frozenset((place_at(0, 0), place_at(0, 1)))}
    pairs = set()
    for row in range(-2, 5):
        for column in range(-2, 5):
            for other in ((row, column + 1), (row + 1, column)):
                pair = {(row, column), other}
                if not pair & laid and (fits_first_layer(laid, pair) if s.stage == 0 else fits_layer(s, pair)):
                    pairs.add(frozenset(place_at(*cell) for cell in pair))
    return pairs


def fits_first_layer(laid: set[tuple[int, int]], pair: set[tuple[int, int]]) -> bool:
    touches = any(abs(a - c) + abs(b - d) == 1 for a, b in laid for c, d in pair)
    rows, columns = zip(*(laid | pair), strict=True)
    size = sorted((max(rows) - min(rows) + 1, max(columns) - min(columns) + 1))
    return touches and size[0] <= 4 and size[1] <= 5


def fits_layer(s: Board, pair: set[tuple[int, int]]) -> bool:
    rows, columns = s.rows[s.turn] - s.stage, s.columns[s.turn] - s.stage
    return all(0 <= row < rows and 0 <= column < columns for row, column in pair)
