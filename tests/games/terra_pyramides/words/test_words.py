"""Notation, reasons, stories and the board as text."""

import random

import pytest

from benben.core.errors import IllegalMove, MalformedMove
from benben.core.position import Position
from benben.core.text import LOCALES
from benben.games.terra_pyramides.box.components import SITES
from benben.games.terra_pyramides.rules.moves import FAMILIES, MOST_LEGAL
from benben.games.terra_pyramides.words.text_board import parse
from tests.games.terra_pyramides.drawn import board, legal, new, play, position, put

MOVES = len(FAMILIES)


def test_every_move_is_written_and_read_back() -> None:
    now = new(2)
    assert [now.parse(now.notation(move)) for move in range(MOVES)] == list(range(MOVES))


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("  LAY  e7 ", "lay e7"),
        ("lay e7 - f7", "lay e7"),
        ("lay e7>f7", "lay e7"),
        ("row |", "row down"),
        ("Row H", "row across"),
        ("e7 - f7", "e7-f7"),
        ("e7>f7", "e7-f7"),
        ("swap red blue", "swap blue red"),
        ("Build f7 BLUE", "build f7 blue"),
    ],
)
def test_reading_is_liberal(text: str, canonical: str) -> None:
    now = new(2)
    assert now.notation(now.parse(text)) == canonical


@pytest.mark.parametrize(
    "text", ["lay", "lay z9", "row sideways", "draw 9", "take 0", "take ?", "pay pink", "e5-", "buy"]
)
def test_what_is_no_move_is_malformed(text: str) -> None:
    with pytest.raises(MalformedMove) as malformed:
        new(2).parse(text)
    assert all(malformed.value.say(locale) for locale in LOCALES)


@pytest.mark.parametrize("text", ["back e5", "stock d1", "return b1", "buy worker e5", "e5-f5", "lay d1"])
def test_a_cell_of_the_wrong_kind_has_a_reason(text: str) -> None:
    with pytest.raises(IllegalMove):
        new(2).parse(text)


@pytest.mark.rule("TER-18")
def test_a_bought_worker_goes_where_ter_18_allows() -> None:
    """A tile field, an oasis, a site without a foundation, another player’s: always the rule of buying."""
    now = position(put(e5="*"), gold=[3], hands=["g", "+"])
    free = {name.split()[-1] for name in legal(now, "hire")}
    impossible = sorted({*SITES, "e5", "d1"} - free)
    assert free
    assert len(impossible) > 5
    for site in impossible:
        with pytest.raises(IllegalMove) as refused:
            now.play(f"buy worker {site}")
        assert refused.value.rule == "TER-18"


@pytest.mark.rule("TER-20")
def test_the_way_out_of_five_gold_is_a_search() -> None:
    stacks = ["r b", "+ * k", "", "", "", "", "", ""]
    given: dict[str, object] = {"hands": ["g", "+", "+", "+"], "stacks": stacks, "gold": [5]}
    now = play(position(put(e5="*"), **given), "lay e7", "row falling")
    assert "search a stack for 1 gold, or buy something" in str(now.why_not("draw 1").message)
    given["stones"] = ["bbbbbbb"]
    now = play(position(put(e5="*"), **given), "lay e7", "row falling", "swap blue blue")
    assert str(now.why_not("draw 1").message).endswith("search a stack for 1 gold.")
    given |= {"gold": [6], "stones": [""]}
    now = play(position(put(e5="*"), **given), "lay e7", "row falling")
    assert "spend some first" in str(now.why_not("draw 1").message)


def test_every_reason_can_be_said_at_every_moment() -> None:
    """No move is refused without a reason, in any phase of a turn."""
    phases: dict[object, Position] = {}
    tables: list[dict[str, object]] = [{}, {"symbols": True}, {"open_stacks": True}, {"mode": "task-3"}]
    for seed, options in enumerate(tables):
        now, chance = new(2, seed, **options), random.Random(seed)
        while not now.is_over:
            phases.setdefault((board(now).phase, seed), now)
            now = now.play(chance.choice(now.legal_moves.numbers))
    cells = put(b7="+", c7="+", d7="+", f7="2A3")
    short = position(cells, hands=["+"], supply=[2], stones=["rb"])
    phases["stock"] = play(short, "lay e7", "row across")
    phases["pay"] = play(short, "build f7 red")
    full = position(put(b7="+"), hands=["*"], gold=[4], stones=["rrrrrrrrr"])
    phases["exchange"] = play(full, "lay e7", "row falling", "swap red red")
    codes = set()
    for now in phases.values():
        for move in set(range(MOVES)) - set(now.legal_moves.numbers):
            reason = now.why_not(move)
            codes.add(reason.code)
            assert reason.rule in now.game.rule_ids
            assert all(reason.message.say(locale) for locale in LOCALES)
    assert len(codes) > 25


def test_the_board_as_text_and_back() -> None:
    now, chance = new(3, 5), random.Random(5)
    for _n in range(60):
        now = now.play(chance.choice(now.legal_moves.numbers))
    while board(now).phase:
        now = now.play(chance.choice(now.legal_moves.numbers))
    s = board(now)
    lines = now.text().splitlines()[1:11]
    again = parse(
        "\n".join(" ".join(line.split()[1:]) for line in lines),
        players=3,
        turn=s.turn,
        gold=list(s.gold)[:3],
        stones=["".join("wbkrgyp"[kind] * s.stone[who, kind] for kind in range(7)) for who in range(3)],
    )
    for name in ("tile", "stairs", "foundation", "level", "colour", "owner", "workers", "supply", "gold", "free"):
        assert list(getattr(again, name)) == list(getattr(s, name)), name


def test_what_happened_is_told_step_by_step() -> None:
    cells = put(e6="b*", e8="+*", f7="3A3")
    now = play(position(cells, hands=["+"], stones=["rw"]), "lay e7")
    assert [str(line.message) for line in now.tell()] == ["Turquoise lays on e7: worker."]
    now = now.play("row down")
    assert [str(line.message) for line in now.tell()] == [
        "Turquoise activates the row e5-e8.",
        "The row gives 2 gold, stones: blue, workers: 2.",
    ]
    now = now.play("build f7 red")
    assert [str(line.message) for line in now.tell()] == ["Turquoise starts a pyramid on f7: red."]
    now = now.play("pay red")
    assert [str(line.message) for line in now.tell()] == [
        "Paid with a stone: red.",
        "The pyramid on f7 grows to level 1 and is worth 5.",
    ]
    assert now.tell()[0].message.say("de") == "Bezahlt mit einem Stein: rot."


def test_move_lists_stay_short() -> None:
    """Full boards of one player: still below the bound."""
    places = dict(zip(("e4", "d6", "f7", "g5"), ("2A3", "2A3", "3A3", "3A3"), strict=True))
    now = position(put(e5="*", **places), stones=["wbr"], gold=[4])
    assert len(legal(now, "found")) == 24
    assert len(now.legal_moves) <= MOST_LEGAL


def test_the_text_says_what_each_row_gives() -> None:
    now = position(put(e6="b*", e8="+*", d7="k", f8="*"), hands=["+"]).play("lay e7")
    assert "row down (e5-e8): The row gives 2 gold, stones: blue, workers: 2." in now.text()
    assert "row across (b7-e7): The row gives stones: grey, workers: 1." in now.text()
    assert "row down (e5-e8): Die Reihe bringt 2 Gold, Steine: blau, Arbeitskräfte: 2." in now.text("de")
