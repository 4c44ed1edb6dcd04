"""PYR-1 to PYR-4: the cards, our list of them, and lists that others supply."""

import json
import os
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from benben.games.pyramids import GAME
from benben.games.pyramids.box.components import (
    CELLS,
    DECK,
    FEET,
    GLYPHS,
    LETTERS,
    NO_GLYPH,
    ROW,
    STONES,
    BadDeck,
    load,
)

ENTRIES = [str(card) for card in DECK.cards]


@pytest.mark.rule("PYR-1")
def test_105_cards_of_2_or_3_stones_in_five_colours() -> None:
    assert len(DECK.cards) == 105
    assert {len(card.stones) for card in DECK.cards} == {2, 3}
    assert {colour for card in DECK.cards for colour in card.stones} == set(range(5))
    assert {card.glyph for card in DECK.cards} == {NO_GLYPH, 0, 1, 2}


@pytest.mark.rule("PYR-2")
def test_stones_fill_the_field_of_2_by_2() -> None:
    field = {0, 1, ROW, ROW + 1}
    for number, card in enumerate(DECK.cards, 1):
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
    assert Counter(card.glyph for card in DECK.cards) == {NO_GLYPH: 60, 0: 15, 1: 15, 2: 15}
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
        (lambda cards: cards.pop(), "found 104 cards, expected 105"),
        (lambda cards: cards.__setitem__(6, "b wx"), "card 7: “b wx” must be two columns"),
        (lambda cards: cards.__setitem__(0, "bw rg"), "card 1: “bw rg” has 4 stones"),
        (lambda cards: cards.__setitem__(104, "b w sphinx"), "card 105: “b w sphinx” must be"),
        (lambda cards: cards.__setitem__(3, 17), "card 4: “17” must be"),
    ],
)
def test_a_wrong_entry_is_named(change: object, complaint: str, tmp_path: Path) -> None:
    cards = list(ENTRIES)
    assert callable(change)
    change(cards)
    with pytest.raises(BadDeck, match=complaint):
        load(written(tmp_path, "mine", cards))


def test_what_is_no_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadDeck, match="cannot be read"):
        load(tmp_path / "missing.json")
    (tmp_path / "text.json").write_text("b wr")
    with pytest.raises(BadDeck, match="not valid JSON"):
        load(tmp_path / "text.json")
    (tmp_path / "list.json").write_text("[]")
    with pytest.raises(BadDeck, match="must contain an object"):
        load(tmp_path / "list.json")
    with pytest.raises(BadDeck, match="the name must have") as refused:
        load(written(tmp_path, "My Box!", ENTRIES))
    assert refused.value.say("de") != refused.value.say("en")


def test_another_list_is_named_with_a_hash_of_its_cards(tmp_path: Path) -> None:
    first = load(written(tmp_path, "mine", ENTRIES)).box
    other = load(written(tmp_path, "mine", ENTRIES[::-1])).box
    assert first.startswith("mine-")
    assert first != other
    assert load(written(tmp_path, "mine", [entry.upper().replace(" ", "  ") for entry in ENTRIES])).box == first


def test_another_list_is_played_with_and_named_in_the_record(tmp_path: Path) -> None:
    file = written(tmp_path, "all-blue", ["b b"] * 105)
    program = (
        "from benben.core import record\n"
        "from benben.games.pyramids import GAME\n"
        "from benben.testing import Table\n"
        "end = Table(GAME, 2).match(1)[-1]\n"
        "print(record.write(end))\n"
        "assert record.verify(record.read(record.write(end)), lambda name: GAME) == end\n"
    )
    environment = {**os.environ, "BENBEN_PYRAMIDS_DECK": str(file), "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert run.returncode == 0, run.stderr
    assert f"box: {load(file).box}" in run.stdout
    assert "box: all-blue-" in run.stdout


def test_a_wrong_list_stops_the_game_with_its_reason(tmp_path: Path) -> None:
    file = written(tmp_path, "short", ENTRIES[:100])
    run = subprocess.run(
        [sys.executable, "-c", "import benben.games.pyramids"],
        env={**os.environ, "BENBEN_PYRAMIDS_DECK": str(file)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.returncode != 0
    assert "found 100 cards, expected 105" in run.stderr


def bits(cells: int) -> set[int]:
    return {bit for bit in range(64) if cells >> bit & 1}


def written(folder: Path, name: str, cards: list[str]) -> Path:
    file = folder / "deck.json"
    file.write_text(json.dumps({"name": name, "cards": cards}))
    return file
