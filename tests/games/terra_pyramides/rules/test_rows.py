"""TER-6 to TER-10: laying a tile, choosing, stocking and activating a row."""

import pytest

from benben.core.errors import IllegalMove
from benben.games.terra_pyramides.box.components import STONE_KINDS, TABLES
from benben.games.terra_pyramides.words.row_yields import yields
from tests.games.terra_pyramides.drawn import board, legal, new, play, position, put, refusal, site, stones

START = put(e5="*", f5="r", e6="b", f6="+")


@pytest.mark.rule("TER-6")
def test_a_tile_goes_onto_any_free_field() -> None:
    now = position(START)
    lays = legal(now, "lay")
    assert lays == {f"lay {field}" for field in TABLES.fields if field not in ("e5", "f5", "e6", "f6")}
    after = now.play("lay a10")
    assert board(after).tile[TABLES.fields.index("a10")] == board(now).hand[0]
    assert TABLES.sites[board(after).stairs[TABLES.fields.index("a10")]] == "b10"
    assert board(after).hand[0] == 0


@pytest.mark.rule("TER-6")
@pytest.mark.parametrize(
    ("move", "code"),
    [("lay e5", "occupied"), ("lay b1", "oasis"), ("lay d1", "site"), ("lay a10-a7", "not-beside")],
)
def test_a_tile_goes_nowhere_else(move: str, code: str) -> None:
    now = position(START)
    with pytest.raises(IllegalMove, match="TER-6") as refused:
        now.play(move)
    assert refused.value.code == f"terra_pyramides.{code}"


@pytest.mark.rule("TER-6")
def test_one_tile_a_turn() -> None:
    now = position(START).play("lay a10")
    assert legal(now, "lay") == set()
    assert refusal(now, "lay b9") == ("already-laid", "TER-6")


@pytest.mark.rule("TER-7")
def test_an_empty_site_gets_the_top_foundation() -> None:
    now = position(START)
    top = board(now).deck[board(now).deck_left - 1]
    assert site(now, "b10") == "#"
    after = now.play("lay a10")
    assert site(after, "b10") == str(top)
    assert board(after).deck_left == board(now).deck_left - 1
    assert now.reveals(now.parse("lay a10"))


@pytest.mark.rule("TER-7")
def test_a_site_has_one_foundation() -> None:
    now = position(put(e5="*", e4="3A2"))
    after = now.play("lay e3")  # below it lies e4
    assert site(after, "e4") == "3A2"
    assert board(after).deck_left == board(now).deck_left
    together = position(put(e5="*", e4="3A2"), task=1)
    assert not together.reveals(together.parse("lay e3"))


@pytest.mark.rule("TER-8")
def test_rows_end_at_sites_and_at_the_edge() -> None:
    def row(field: str, axis: int) -> tuple[str, ...]:
        return TABLES.rows[TABLES.row_of[TABLES.fields.index(field), axis]]

    assert row("e7", 0) == ("b7", "c7", "d7", "e7")  # between the sites a7 and f7
    assert row("e7", 1) == ("e5", "e6", "e7", "e8")
    assert row("e7", 2) == ("e7", "f8", "g9", "h10")  # d6 is a site; the edge ends it
    assert row("e7", 3) == ("c9", "d8", "e7", "f6")  # between b10 and g5, the oasis d8 included
    assert row("a1", 0) == ("a1", "b1", "c1")  # b1 is an oasis and belongs to it


@pytest.mark.rule("TER-8")
def test_the_row_goes_through_the_tile_just_laid() -> None:
    now = position(START, hands=["+"]).play("lay e7")
    assert legal(now, "row") == {"row across", "row down", "row falling", "row rising"}
    after = now.play("row down")
    assert TABLES.rows[board(after).row - 1] == ("e5", "e6", "e7", "e8")
    assert refusal(position(START), "row down") == ("lay-first", "TER-8")
    assert refusal(after, "row across") == ("row-chosen", "TER-8")


@pytest.mark.rule("TER-8")
def test_axes_with_the_same_fields_are_one_row() -> None:
    now = position(START).play("lay a1")
    assert TABLES.rows[TABLES.row_of[0, 1]] == TABLES.rows[TABLES.row_of[0, 3]] == ("a1",)
    assert legal(now, "row") == {"row across", "row down", "row falling"}
    assert refusal(now, "row rising") == ("same-row", "TER-8")


@pytest.mark.rule("TER-8", "TER-9", "TER-10")
def test_the_first_example_of_the_rulebook() -> None:
    """Down: two workers, a blue stone, two eyes. Across there was a grey stone, diagonally an eye and a worker."""
    now = position(put(e6="b*", e8="+*", d7="k", f8="*"), hands=["+"]).play("lay e7")
    field = TABLES.fields.index("e7")
    of_axis = {axis: yields(board(now), int(TABLES.row_of[field, axis])) for axis in range(4)}
    gold, blue, grey, workers = 0, 1, 2, STONE_KINDS
    assert of_axis[0] == [0, 0, 1, 0, 0, 0, 0, 1]
    assert (of_axis[2][gold], of_axis[2][workers]) == (1, 1)
    assert (of_axis[1][gold], of_axis[1][blue], of_axis[1][grey], of_axis[1][workers]) == (2, 1, 0, 2)

    after = now.play("row down")
    assert board(after).gold[0] == 2
    assert stones(after) == "b"
    assert board(after).supply[0] == 12
    assert legal(after, "return") == {"return e7", "return e8"}
    assert board(now).supply[0] == 14


@pytest.mark.rule("TER-10")
def test_oases_give_gold_although_they_stay_free() -> None:
    now = play(position(put(), hands=["*"]), "lay a1", "row across")  # a1, the oasis b1, and c1, still free
    assert board(now).gold[0] == 2


@pytest.mark.rule("TER-10")
def test_stones_come_in_their_colours() -> None:
    now = play(position(put(b7="r", c7="r+", d7="p"), hands=["g"]), "lay e7", "row across")
    assert stones(now) == "rrgp"
    assert board(now).gold[0] == 0


FOUR_WORKERS = put(b7="+", c7="+", d7="+")


@pytest.mark.rule("TER-9")
def test_every_worker_symbol_gets_a_worker() -> None:
    now = play(position(FOUR_WORKERS, hands=["+"]), "lay e7", "row across")
    assert legal(now, "return") == {"return b7", "return c7", "return d7", "return e7"}
    assert board(now).supply[0] == 10


@pytest.mark.rule("TER-9")
@pytest.mark.parametrize("supply", [1, 2, 3])
def test_with_too_few_workers_the_player_chooses_the_tiles(supply: int) -> None:
    """Each choice of tiles comes up exactly once."""
    now = play(position(FOUR_WORKERS, hands=["+"], supply=[supply]), "lay e7", "row across")
    found = []
    open_ends = [now]
    while open_ends:
        here = open_ends.pop()
        if legal(here, "stock"):
            assert legal(here) == legal(here, "stock")
            open_ends += [here.play(move) for move in here.legal_moves]
        else:
            found.append(frozenset(legal(here, "return")))
            assert board(here).supply[0] == 0
    assert len(found) == len(set(found)) == {1: 4, 2: 6, 3: 4}[supply]
    assert {len(tiles) for tiles in found} == {supply}


@pytest.mark.rule("TER-9")
def test_nothing_comes_between_stocking_and_taking() -> None:
    now = play(position(FOUR_WORKERS, hands=["+"], supply=[2], gold=[4], stones=["r"]), "lay e7", "row across")
    assert refusal(now, "buy stone") == ("stock-first", "TER-9")
    assert refusal(now, "stock e6") == ("outside-row", "TER-9")
    now = now.play("stock c7")
    assert refusal(now, "stock c7") == ("stocked", "TER-9")
    assert refusal(now, "stock b7") == ("stock-order", "TER-9")


@pytest.mark.rule("TER-9")
def test_without_workers_the_row_still_gives_gold_and_stones() -> None:
    now = play(position(put(b7="r+", c7="+*"), hands=["+"], supply=[0]), "lay e7", "row across")
    assert (stones(now), board(now).gold[0], board(now).waiting) == ("r", 1, 0)


@pytest.mark.rule("TER-10")
def test_gold_and_stones_of_the_row_can_be_used_for_extra_actions_before_workers_move() -> None:
    now = position(put(c7="b+"), hands=["*"], gold=[2])
    now = play(now, "lay e7", "row across")
    assert {"buy stone", "return c7"} <= legal(now)


def test_the_first_turn_of_a_real_match() -> None:
    now = new(2, seed=3)
    assert len(legal(now, "lay")) == 64
    assert legal(now) == legal(now, "lay")
