"""Neighbours and areas of grids."""

from benben.core.kit.grid import EVERYWHERE, neighbours, take_area


def cells(drawing: str) -> int:
    return sum(1 << k for k, mark in enumerate("".join(drawing.split())) if mark == "x")


def test_neighbours_of_a_grid_with_an_empty_column() -> None:
    set_, near = cells("x... ..x. ...."), cells(".xx. xx.x ..x.")
    assert neighbours(set_, 4, EVERYWHERE, EVERYWHERE) == near


def test_neighbours_do_not_wrap_around() -> None:
    columns = cells(".xx .xx .xx"), cells("xx. xx. xx.")
    assert neighbours(cells("..x ... x.."), 3, *columns) & cells("xxx xxx xxx") == cells(".x. x.x .x.")


def test_an_area_is_taken_in_order() -> None:
    grid = [*(0, 0, 0, 0), *(2, 2, 1, 0), *(1, 2, 1, 0), *(0, 0, 0, 0)]
    found = [0] * len(grid)
    assert found[: take_area(grid, 4, 4, found)] == [4, 5, 9]
    assert grid == [*(0, 0, 0, 0), *(0, 0, 1, 0), *(1, 0, 1, 0), *(0, 0, 0, 0)]
