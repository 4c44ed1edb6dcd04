"""PDO-13 to PDO-16: areas seen from above, jewels, the Minos bonus."""

import pytest

from benben.games.pyramido import GAME
from benben.games.pyramido.box.components import COLOUR_OF, JEWELS_OF, LONG, NOTHING, WORDS
from benben.games.pyramido.rules.layers import FIRST_CELL
from benben.games.pyramido.rules.score import stage_points
from benben.games.pyramido.rules.state import Board
from benben.games.pyramido.words.points import areas
from benben.testing import Table
from tests.games.pyramido.drawn import board, state
from tests.games.pyramido.players import sensible_match


def counted(s: Board, stage: int) -> dict[str, tuple[int, int]]:
    """Quarters and jewels of each marked area."""
    return {WORDS[area.colour]: (len(area.quarters), area.jewels) for area in areas(s, 0, stage)}


def scored(*layers: str) -> tuple[dict[str, tuple[int, int]], int]:
    s = board(list(layers), list(layers))
    return counted(s, s.stage), stage_points(s, 0, s.stage)


@pytest.mark.rule("PDO-13", "PDO-14")
def test_an_area_is_what_joins_edge_to_edge() -> None:
    """The blue block in the corner touches the others only at a corner: it is another area."""
    first = """
        bB* bb nn yy rr
        bb  Bb nn yy rr
        nn  nn bB yY rr
        nn  nn bB yy rr
        nn  bB bb yy rr
        nn  bb bb yy rr
        nn  nn nn yy rr
        nn  nn nn yy rr
    """
    assert scored(first) == ({"blue": (8, 2)}, 4)


@pytest.mark.rule("PDO-14")
def test_only_marked_areas_count_and_each_once() -> None:
    first = """
        bB* bB nn yY rr*
        bb  bb nn yy RR
        nn  nn nn yY gg
        nn  nn nn yy GG
        nn  nn nn yy gg
        nn  nn nn yy GG
        nN* nn nn yy gg
        nn  nn nn yy GG
    """
    assert scored(first) == ({"brown": (40, 1), "blue": (8, 2), "red": (4, 2)}, 5 + 1)


@pytest.mark.rule("PDO-15")
@pytest.mark.parametrize(
    ("sizes", "points"),
    [("bB nn rr", 1 + 1), ("bB nN rr", 2 + 1), ("BB nN rr", 3 + 1), ("BB nn* rr", 2 + 0), ("bb* nn rr", 0)],
)
def test_the_marked_area_with_fewest_jewels_scores_again(sizes: str, points: int) -> None:
    """Also when it is the only one; none where it is bare."""
    upper = " ".join(block if block.islower() else f"{block}*" for block in sizes.split())
    top = f"{upper} gg gg\nbb nn rr gg gg\n"
    assert scored(top + "gg gg gg gg gg\n" * 6)[1] == points


@pytest.mark.rule("PDO-13")
def test_quarters_under_higher_layers_never_count() -> None:
    """Of these three jewels only the one in the outermost corner can still be seen after stage 2."""
    first = """
        Bb* bb bb bb bb
        bb  bb bb bb Bb
        bb  bB bb bb bb
        bb  bb bb bb bb
        nn  nn nn nn nn
        nn  nn nn nn nn
        nn  nn nn nn nn
        nn  nn nn nn nn
    """
    second = """
        bb* bb bb bb
        bb  bb bb bb
        rr  rr rr rr
        rr  rr rr rr
        rr  rr rr rr
        rr  rr rr rr
    """
    assert scored(first)[0] == {"blue": (40, 3)}
    assert scored(first, second)[0] == {"blue": (16 + 10 + 3 + 3, 1)}


@pytest.mark.rule("PDO-13")
def test_what_is_hidden_joins_nothing() -> None:
    """Blue at the left and right edges of layer 1 joins under layer 2, but only what is seen counts."""
    first = """
        nn nn nn nn nn
        nn nn nn nn nn
        bb bb bb bb bb
        Bb bb bb bb bB
        nn nn nn nn nn
        nn nn nn nn nn
        nn nn nn nn nn
        nn nn nn nn nn
    """
    apart = """
        bB* rr rr rr
        bb  rr rr rr
        rr  rr rr rr
        rr  rr rr rr
        rr  rr rr rr
        rr  rr rr rr
    """
    bridge = apart.replace("bB* rr rr rr", "bB* bb bb bb").replace("bb  rr rr rr", "bb  bb bb bb")
    assert scored(first, apart)[0] == {"blue": (4 + 2, 2)}
    assert scored(first, bridge)[0] == {"blue": (16 + 2 + 2, 3)}


@pytest.mark.rule("PDO-13")
def test_areas_go_across_all_layers() -> None:
    first = "gG gg gg gg gg\n" + "gg gg gg gg gg\n" * 7
    second = "Gg gg gg gg\n" + "gg gg gg gg\n" * 5
    third = "gg gg gG\n" + "gg gg gg\n" * 3
    fourth = "gG* gg\ngg gg\n"
    assert scored(first, second, third, fourth) == ({"green": (80, 4)}, 8)


@pytest.mark.rule("PDO-13", "PDO-9")
def test_a_card_changes_the_colour_of_a_block() -> None:
    """Blue on both sides of a brown block is two areas, of a blue card one, and the card brings its jewel."""
    bridge = """
        bB* bN bB rr rr
        bb  bn bb rr rr
        rr  rr rr rr rr
        rr  rr rr rr rr
        rr  rr rr rr rr
        rr  rr rr rr rr
        rr  rr rr rr rr
        rr  rr rr rr rr
    """
    apart = bridge.replace("bN", "nN").replace("bn", "nn")
    joined = bridge.replace("bN", "bb").replace("bn", "Bb+")
    assert scored(apart) == ({"blue": (4, 1)}, 2)
    assert scored(joined) == ({"blue": (12, 3)}, 6)


@pytest.mark.rule("PDO-16")
def test_markers_return_after_a_stage() -> None:
    """The next stage begins with none on the board, and what they marked is kept for the record."""
    match = sensible_match(Table(GAME, 2).start(1), 1)
    for now in match[1:]:
        assert now.before is not None
        before, after = state(now.before), state(now)
        if after.stage > before.stage and after.stage < 4:
            assert all(after.mark[seat, after.stage, colour] == 0 for seat in range(2) for colour in range(6))
            assert all(areas(after, seat, before.stage) for seat in range(2))


@pytest.mark.parametrize("seed", range(6))
def test_points_agree_with_a_slow_count(seed: int) -> None:
    """Quarters as a dictionary, areas by joining pairs until nothing changes."""
    for now in sensible_match(Table(GAME, 3).start(seed), seed)[:: 1 if seed == 0 else 7]:
        s = state(now)
        for seat in range(3):
            for stage in range(min(s.stage + 1, 4)):
                assert stage_points(s, seat, stage) == slow_points(s, seat, stage)


def slow_points(s: Board, seat: int, stage: int) -> int:
    seen: dict[tuple[int, int], tuple[int, bool]] = {}
    for level in range(stage + 1):
        for cell in range((LONG - level) ** 2):
            number = s.block[seat, FIRST_CELL[level] + cell]
            if number != NOTHING:
                row, column = divmod(cell, LONG - level)
                for k in range(4):
                    place = 2 * row + level + k // 2, 2 * column + level + k % 2
                    seen[place] = int(COLOUR_OF[number]), bool(JEWELS_OF[number] >> k & 1)
    group = {place: place for place in seen}
    changed = True
    while changed:
        changed = False
        for row, column in seen:
            for other in ((row + 1, column), (row, column + 1)):
                if other in seen and seen[other][0] == seen[row, column][0] and group[other] != group[row, column]:
                    group[other] = group[row, column] = min(group[other], group[row, column])
                    changed = True
    counts = []
    for colour in range(6):
        if s.mark[seat, stage, colour]:
            row, column = divmod(s.mark[seat, stage, colour] - 1, LONG - stage)
            root = group[2 * row + stage, 2 * column + stage]
            counts.append(sum(jewel for place, (_colour, jewel) in seen.items() if group[place] == root))
    return sum(counts) + min(counts, default=0)
