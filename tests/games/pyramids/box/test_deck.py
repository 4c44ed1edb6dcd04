"""PYR-1 to PYR-4: the cards, our list of them, and lists that others supply."""

import os
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from benben.core.kit.box_files import VARIABLE, BadBox, checked, written
from benben.games.pyramids import GAME
from benben.games.pyramids.box.components import (
    CELLS,
    DECK,
    FEET,
    GLYPHS,
    LETTERS,
    NO_GLYPH,
    PIECES,
    ROW,
    STONES,
)

ENTRIES = [str(card) for card in DECK]


@pytest.mark.rule("PYR-1")
def test_105_cards_of_2_or_3_stones_in_five_colours() -> None:
    assert len(DECK) == 105
    assert {len(card.stones) for card in DECK} == {2, 3}
    assert {colour for card in DECK for colour in card.stones} == set(range(5))
    assert {card.glyph for card in DECK} == {NO_GLYPH, 0, 1, 2}


@pytest.mark.rule("PYR-2")
def test_stones_fill_the_field_of_2_by_2() -> None:
    field = {0, 1, ROW, ROW + 1}
    for number, card in enumerate(DECK, 1):
        cells = [cell for colour in range(5) for cell in bits(int(CELLS[number, colour]))]
        assert sorted(cells) == sorted(field)
        assert sum(len(bits(int(FEET[number, colour]))) for colour in range(5)) == len(card.stones)
        if len(card.stones) == 3:
            assert sorted(len(column) for column in card.columns) == [1, 2], "one tall stone, two small ones"


@pytest.mark.rule("PYR-2")
def test_the_upper_stone_is_written_first() -> None:
    number = ENTRIES.index("b wr") + 1
    blue, white, red = (int(CELLS[number, colour]) for colour in range(3))
    assert (bits(blue), bits(white), bits(red)) == ({0, ROW}, {ROW + 1}, {1})


@pytest.mark.rule("PYR-3")
def test_our_deck_is_the_one_of_the_formula() -> None:
    colours = range(5)
    expected = []
    for tall in colours:
        for b, c in combinations([colour for colour in colours if colour != tall], 2):
            upper, lower = (b, c) if (c - b) % 5 in (1, 2) else (c, b)
            expected.append(f"{LETTERS[tall]} {LETTERS[upper]}{LETTERS[lower]}")
            expected.append(f"{LETTERS[lower]}{LETTERS[upper]} {LETTERS[tall]}")
    for left in colours:
        for step in (0, 1, 2):
            expected += [f"{LETTERS[left]} {LETTERS[(left + step) % 5]} {glyph}" for glyph in GLYPHS]
    assert sorted(ENTRIES) == sorted(expected)
    assert len(set(ENTRIES)) == 105


@pytest.mark.rule("PYR-3")
def test_our_deck_is_balanced() -> None:
    assert STONES.sum() == 270
    assert STONES.sum(axis=0).tolist() == [54] * 5
    assert Counter(card.glyph for card in DECK) == {NO_GLYPH: 60, 0: 15, 1: 15, 2: 15}
    assert GAME.box == "standard"


@pytest.mark.rule("PYR-4")
def test_a_card_and_its_half_turn_are_two_cards() -> None:
    """No move turns a card, so our list has both ways round, and they are built as they are."""
    upright, turned = ENTRIES.index("b wr") + 1, ENTRIES.index("rw b") + 1
    assert CELLS[upright].tolist() != CELLS[turned].tolist()
    assert STONES[upright].tolist() == STONES[turned].tolist()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda cards: cards.pop(), "104 entries. The rulebook prints 105 .PYR-1.: 1 are missing"),
        (lambda cards: cards.append("b b"), "1 are too many"),
        (lambda cards: cards.__setitem__(6, "b wx"), "entry 7, “b wx”: a card is two columns"),
        (lambda cards: cards.__setitem__(0, "bw rg"), "entry 1, “bw rg”: a card has 2 or 3 stones"),
        (lambda cards: cards.__setitem__(104, "b w sphinx"), "entry 105, “b w sphinx”: a card is"),
        (lambda cards: cards.__setitem__(3, 17), "entry 4, “17”: a card is"),
    ],
)
def test_a_wrong_entry_is_named(change: object, complaint: str) -> None:
    cards = list(ENTRIES)
    assert callable(change)
    change(cards)
    with pytest.raises(BadBox, match=complaint):
        checked({"name": "mine", "cards": cards}, PIECES)


def test_another_list_is_named_with_a_hash_of_its_cards() -> None:
    def name(cards: list[str]) -> str:
        return checked({"name": "mine", "cards": cards}, PIECES).name

    assert name(ENTRIES).startswith("mine-")
    assert name(ENTRIES) != name(ENTRIES[::-1])
    assert name([entry.upper().replace(" ", "  ") for entry in ENTRIES]) == name(ENTRIES)


def test_another_list_is_played_with_and_named_in_the_record(tmp_path: Path) -> None:
    program = (
        "from benben.core import record\n"
        "from benben.games.pyramids import GAME\n"
        "from benben.testing import Table\n"
        "end = Table(GAME, 2).match(1)[-1]\n"
        "print(record.write(end))\n"
        "assert record.verify(record.read(record.write(end)), lambda name: GAME) == end\n"
    )
    run = with_own_box(tmp_path, "all-blue", ["b b"] * 105, program)
    assert run.returncode == 0, run.stderr
    assert f"box: {checked({'name': 'all-blue', 'cards': ['b b'] * 105}, PIECES).name}" in run.stdout


def test_a_wrong_list_stops_the_game_with_its_reason(tmp_path: Path) -> None:
    run = with_own_box(tmp_path, "short", ENTRIES[:100], "import benben.games.pyramids")
    assert run.returncode != 0
    assert "pyramids.json: “cards” has 100 entries. The rulebook prints 105 (PYR-1): 5 are missing." in run.stderr


def with_own_box(folder: Path, name: str, cards: list[str], program: str) -> subprocess.CompletedProcess[str]:
    (folder / "pyramids.json").write_text(written(name, {"cards": cards}), "utf-8")
    environment = {**os.environ, VARIABLE: str(folder), "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)


def bits(cells: int) -> set[int]:
    return {bit for bit in range(64) if cells >> bit & 1}
