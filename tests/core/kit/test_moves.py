from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from benben.core.kernels import Kernel, can_compile, kernel, specialise
from benben.core.kit.moves import Families

FAMILIES = Families()
LAY = FAMILIES.family("lay", quarry=3, turn=4, place=56)
TAKE = FAMILIES.family("take", tile=range(1, 6))
NONE = FAMILIES.family("none")
WAY = FAMILIES.table("way", field=[4, 4, 7], site=[0, 2, 1])
HIDDEN = -1


@kernel
def decoded(move: int) -> tuple[int, int, int, int]:
    if move in LAY:
        quarry, turn, place = LAY.fields(move)
        return 0, quarry, turn, place
    if move in TAKE:
        return 1, TAKE.tile(move), 0, 0
    if move in WAY:
        return 3, WAY.row(move), 0, 0
    return 2 if move in NONE else -1, 0, 0, 0


@kernel
def encoded(kind: int, a: int, b: int, c: int) -> int:
    if kind == 0:
        return LAY(a, b, c)
    if kind == 1:
        return TAKE(a)
    if kind == 3:
        return WAY(a)
    return NONE()


def engines() -> list[dict[str, Any]]:
    functions: dict[str, Kernel] = {"decoded": decoded, "encoded": encoded}
    modes = (False, True) if can_compile() else (False,)
    return [specialise(functions, {}, "test-moves", compiled, "benben.core") for compiled in modes]


def test_numbers_follow_the_declaration_in_both_modes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENBEN_CACHE", str(tmp_path))
    assert len(FAMILIES) == 3 * 4 * 56 + 5 + 1 + 3
    assert (LAY(0, 0, 0), LAY(2, 3, 55), TAKE(1), TAKE(5), NONE(), WAY(0)) == (0, 671, 672, 676, 677, 678)
    for engine in engines():
        for move in range(len(FAMILIES)):
            assert engine["encoded"](*engine["decoded"](move)) == move
        assert engine["decoded"](-1)[0] == -1
        assert engine["decoded"](len(FAMILIES))[0] == -1
        assert engine["decoded"](LAY(1, 2, 3)) == (0, 1, 2, 3)


def test_a_family_has_only_moves_within_its_ranges() -> None:
    with pytest.raises(AssertionError):
        LAY(0, 4, 0)
    with pytest.raises(AssertionError):
        TAKE(0)
    assert LAY.find(0, 4, 0) is None
    assert TAKE.find(6) is None
    assert TAKE.find(5) == 676
    with pytest.raises(AttributeError):
        _ = LAY.colour


def test_a_table_has_only_its_rows() -> None:
    assert [FAMILIES.decode(move) for move in WAY] == [(WAY, (4, 0)), (WAY, (4, 2)), (WAY, (7, 1))]
    assert WAY.find(4, 2) == 679
    assert WAY.find(7, 2) is None


def test_dispatch_calls_the_function_of_the_family() -> None:
    say: Callable[..., str] = FAMILIES.dispatch(
        {
            LAY: lambda s, quarry, turn, place, end: f"{s} {quarry}/{turn}/{place}{end}",
            TAKE: lambda s, tile, end: f"{s} {tile}{end}",
            NONE: lambda s, end: f"{s}{end}",
            WAY: lambda s, field, site, end: f"{s} {field}-{site}{end}",
            HIDDEN: lambda s, end: f"{s} ?{end}",
        }
    )
    assert [say("s", move, "!") for move in (LAY(1, 2, 3), TAKE(4), NONE(), WAY(2), HIDDEN)] == [
        "s 1/2/3!",
        "s 4!",
        "s!",
        "s 7-1!",
        "s ?!",
    ]
    with pytest.raises(AssertionError, match="no function for"):
        FAMILIES.dispatch({LAY: str})
