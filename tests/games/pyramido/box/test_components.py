"""PDO-1, PDO-4: the dominoes."""

import json
from importlib import resources

import pytest

from benben.games.pyramido.box.components import (
    COLOUR_OF,
    COLOURS,
    DOMINOES,
    JEWELS_OF,
    PRINTED_TOTALS,
    QUARTERS,
    TURNS_OF,
    block_number,
    load_dominoes,
)

DOCUMENT = resources.files("benben.games.pyramido.box").joinpath("dominoes.json").read_text("utf-8")


def looks(domino: int, turn: int) -> tuple[tuple[int, int], ...]:
    """Colour and jewels of the two cells it covers, in reading order."""
    halves = (0, 1) if turn < 2 else (1, 0)
    numbers = [block_number(domino, half, turn) for half in halves]
    return tuple((int(COLOUR_OF[number]), int(JEWELS_OF[number])) for number in numbers)


@pytest.mark.rule("PDO-1")
def test_90_different_dominoes_with_two_jewels_each() -> None:
    different = {min(looks(domino, 0), looks(domino, 2)) for domino in range(DOMINOES)}
    assert len(different) == 90
    assert all(sum(jewels.bit_count() for _colour, jewels in domino) == 2 for domino in different)


@pytest.mark.rule("PDO-1")
@pytest.mark.parametrize("colour", range(COLOURS))
def test_totals_are_those_printed(colour: int) -> None:
    blocks = [block for domino in range(DOMINOES) for block in looks(domino, 0) if block[0] == colour]
    assert (sum(jewels.bit_count() for _colour, jewels in blocks), len(blocks)) == PRINTED_TOTALS[colour]


def swapped(domino: int, half: str, letters: str) -> str:
    box = json.loads(DOCUMENT)
    box["dominoes"][domino][half] = letters
    return json.dumps(box)


@pytest.mark.parametrize(
    ("document", "complaint"),
    [
        (swapped(0, "left", "nnnn"), "two jewels"),
        (swapped(0, "left", "bBbb"), "jewels and blocks"),
        (swapped(0, "left", "nbNn"), "not a block"),
        (swapped(0, "left", "xXxx"), "not a block"),
        (json.dumps({"dominoes": json.loads(DOCUMENT)["dominoes"][1:]}), "numbered"),
    ],
)
def test_a_wrong_list_is_refused(document: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        load_dominoes(document)


@pytest.mark.rule("PDO-4")
def test_jewels_turn_with_the_domino() -> None:
    """Domino 1: a jewel in the upper left quarter of its left block, one in the lower left of its right block."""
    at = {
        turn: [
            [q for k, q in enumerate(QUARTERS) if JEWELS_OF[block_number(1, half, turn)] >> k & 1] for half in (0, 1)
        ]
        for turn in range(4)
    }
    assert at == {0: [["nw"], ["sw"]], 1: [["ne"], ["nw"]], 2: [["se"], ["ne"]], 3: [["sw"], ["se"]]}


@pytest.mark.rule("PDO-4")
def test_ten_dominoes_look_the_same_after_a_half_turn() -> None:
    assert [d for d in range(DOMINOES) if looks(d, 0) == looks(d, 2)] == [0, 11, 28, 29, 50, 51, 67, 68, 78, 84]
    assert all((TURNS_OF[domino] == 2) == (looks(domino, 1) == looks(domino, 3)) for domino in range(DOMINOES))
