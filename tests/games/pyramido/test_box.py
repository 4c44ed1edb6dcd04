"""PDO-1 to PDO-3: dominoes, markers and cards, the opening; what is hidden of it."""

import json
from collections import Counter
from importlib import resources

import pytest

from benben.core.rng import new_rng
from benben.games.pyramido import GAME, text
from benben.games.pyramido.components import (
    COLOUR_OF,
    COLOURS,
    DOMINOES,
    JEWELS_OF,
    PRINTED_TOTALS,
    QUARTERS,
    TURNS_OF,
    WORDS,
    block_number,
    card_number,
    load_dominoes,
)
from benben.games.pyramido.hidden import imagine
from benben.games.pyramido.layers import block_at
from benben.games.pyramido.state import NO_DOMINO, UNKNOWN
from benben.testing import Table
from tests.games.pyramido.drawn import dealt, deck, moves, play_turn, position, state
from tests.games.pyramido.players import sensible_match

DOCUMENT = resources.files("benben.games.pyramido").joinpath("dominoes.json").read_text("utf-8")


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


@pytest.mark.rule("PDO-2")
def test_six_markers_and_three_cards() -> None:
    s = dealt(players=4)
    for seat in range(4):
        assert s.cards[seat] == 0b111
        assert len(text.markers_in_hand(s, seat)) == 6


@pytest.mark.rule("PDO-2")
@pytest.mark.parametrize("colours", [("brown", "blue"), ("yellow", "aqua"), ("red", "green")])
def test_a_card_has_two_sides_with_one_jewel_each(colours: tuple[str, str]) -> None:
    now = position(dealt(deck([0, 1, 2]))).play("1 d5-e5").play("mark d5")
    sides = {f"{colour} e5 {quarter}" for colour in colours for quarter in QUARTERS}
    assert sides <= moves(now)
    for side in sides:
        colour, _cell, quarter = side.split()
        number = block_at(state(now.play(side)), 0, state(now).new[1])
        assert number == card_number(WORDS.index(colour), QUARTERS.index(quarter))
        assert JEWELS_OF[number].bit_count() == 1
    later = play_turn(now.play(f"{colours[0]} e5 nw").play("stack 1"), "d5-e5", "mark d5").play("1 d6-e6")
    later = later if "no card" in moves(later) else later.play("mark d6")
    assert {str(move).split()[0] for move in later.legal_moves} == {"no", *WORDS} - set(colours)


@pytest.mark.rule("PDO-3")
@pytest.mark.parametrize("players", GAME.players)
def test_three_in_the_quarry_and_four_open_stacks(players: int) -> None:
    s = state(Table(GAME, players).start(1))
    assert list(s.height) == [22, 22, 22, 21]
    stacks = [s.stack[pile, level] for pile in range(4) for level in range(s.height[pile])]
    assert sorted([*s.quarry, *stacks]) == list(range(DOMINOES))


@pytest.mark.rule("PDO-3")
def test_the_start_player_is_drawn() -> None:
    table = Table(GAME, 4)
    starters = Counter(table.start(seed).actor for seed in range(80))
    assert set(starters) == {0, 1, 2, 3}
    assert max(starters.values()) < 40


@pytest.mark.rule("PDO-3")
def test_only_the_tops_are_seen() -> None:
    now = Table(GAME, 3).match(1)[10]
    for seat in (0, 1, 2, None):
        seen, true = state(now.view(seat)), state(now)
        for pile in range(4):
            height = true.height[pile]
            levels = [seen.stack[pile, level] for level in range(22)]
            assert levels == [UNKNOWN] * (height - 1) + [true.stack[pile, height - 1]] + [NO_DOMINO] * (22 - height)
        assert list(seen.quarry) == list(true.quarry)
        assert [seen.block[k, c] for k in range(3) for c in range(54)] == [
            true.block[k, c] for k in range(3) for c in range(54)
        ]


@pytest.mark.rule("PDO-3")
def test_imagined_stacks_hold_what_nobody_has_seen_in_any_order() -> None:
    match = sensible_match(Table(GAME, 4).start(2), 2)
    now = match[int(len(match) * 0.9)]
    true, view = state(now), state(now.view(0))
    hidden = {(pile, level) for pile in range(4) for level in range(true.height[pile] - 1)}
    unseen = {true.stack[place] for place in hidden}
    where: dict[int, Counter[tuple[int, int]]] = {domino: Counter() for domino in unseen}
    rounds = 600
    for k in range(rounds):
        world = view.copy()
        imagine(world, new_rng(k))
        assert {world.stack[place] for place in hidden} == unseen
        for place in hidden:
            where[world.stack[place]][place] += 1
    for places in where.values():  # each domino as often in each place, but for chance
        assert all(abs(places[place] - rounds / len(hidden)) < 6 * (rounds / len(hidden)) ** 0.5 for place in hidden)


def test_a_refill_and_nothing_else_reveals() -> None:
    for now in sensible_match(Table(GAME, 2).start(3), 3)[:-1]:
        for move in now.legal_moves:
            assert now.reveals(move) == str(move).startswith("stack")
