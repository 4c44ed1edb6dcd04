"""Score sheets by hand: the rulebooks' examples, what is refused and why, tie-breaks, and who begins."""

from collections.abc import Sequence
from typing import Any

import pytest

import benben
from benben.core.score_sheet import Key, Row, ScoreSheet, Section
from benben.core.text import texts
from benben.games.pyramido.box.components import WORDS
from tests.games.pyramido import rulebook
from tests.pads.filled import Entries, Filled, evaluated, fill
from tests.registered import games_with

_ = texts("benben.games")


def sheet(game: str, name: str = "") -> ScoreSheet:
    return next(one for one in benben.find(game).face.sheets if name in ("", one.name))


def look(of: ScoreSheet, entries: Entries, players: int = 2, first: int = 0, language: str = "en") -> dict[str, Any]:
    return evaluated([Filled(of, players, entries, first, [], [], [])], language)[0]


def fault(of: ScoreSheet, entries: Entries, players: int = 2, language: str = "en") -> tuple[str, str] | None:
    found = look(of, entries, players, language=language)["fault"]
    return (found["rule"], found["why"]) if found else None


def stage(number: int, *columns: Sequence[int | None]) -> Entries:
    """The areas of a stage, by column, in the order of the colours."""
    width = max(map(len, columns))
    return {
        f"stage-{number}-{WORDS[k]}": [column[k] if k < len(column) else None for column in columns]
        for k in range(width)
    }


@pytest.mark.rule("PDO-14")
@pytest.mark.rule("PDO-15")
def test_the_worked_examples_of_pyramido() -> None:
    entries = (
        stage(1, [4, 4, 3, 3, 4, 3], [1])
        | stage(2, [4, 5, 6, 4], [1])
        | stage(3, [6, 6, 5, 7], [1])
        | stage(4, [7, 8], [7])
    )
    found = look(sheet("pyramido"), entries)
    assert found["fault"] is None
    assert [found["points"][f"stage-{n}-minos"][0] for n in (1, 2, 3, 4)] == [3, 4, 5, 7]
    assert found["result"]["totals"] == [24 + 23 + 29 + 22, 2 + 2 + 2 + 14]
    assert found["result"]["winners"] == [0]


@pytest.mark.rule("PDO-14")
@pytest.mark.rule("PDO-15")
@pytest.mark.rule("PDO-17")
def test_the_four_seats_of_the_rulebooks_match_of_pyramido() -> None:
    """Every area of every player, as the players would count them."""
    of = sheet("pyramido")
    filled = fill(rulebook.played())
    found = look(of, filled.entries, 4)
    assert found["fault"] is None
    assert found["result"]["totals"] == [89, 98, 86, 83]
    for stage, section in enumerate(of.sections[:4]):
        points = [sum(found["points"][row.name][seat] or 0 for row in section.rows) for seat in range(4)]
        assert points == [player[stage] for player in rulebook.POINTS.values()]
    assert found["result"]["winners"] == [1]
    assert found["result"]["starters"][:4] == list(rulebook.STARTERS)


@pytest.mark.rule("PDO-15")
def test_a_marked_area_without_jewels_makes_the_bonus_nothing() -> None:
    assert look(sheet("pyramido"), stage(1, [4, 0], [4]))["result"]["totals"] == [4, 8]


@pytest.mark.rule("PDO-17")
def test_fewest_points_begin_and_ties_go_clockwise_from_the_last_starter() -> None:
    def starters(first: int, *stages: list[int]) -> list[int | None]:
        entries: Entries = {}
        for number, points in enumerate(stages, 1):
            entries |= stage(number, *([one] for one in points))
        found: list[int | None] = look(sheet("pyramido"), entries, len(stages[0]), first)["result"]["starters"]
        return found

    assert starters(0, [5, 3, 4])[:3] == [0, 1, None]
    assert starters(2, [5, 3, 3], [4, 4, 4])[:3] == [2, 2, 2]
    assert starters(0, [5, 3, 3], [1, 4, 1])[:3] == [0, 1, 2]


@pytest.mark.rule("PDO-18")
def test_ties_of_pyramido_are_broken_by_cards_and_then_by_the_best_stage() -> None:
    tied = stage(1, [3], [4]) | stage(2, [4], [3]) | stage(3, [2], [2]) | stage(4, [1], [1])
    open_tie = look(sheet("pyramido"), tied)["result"]
    assert (open_tie["winners"], open_tie["open"]) == ([0, 1], 1)
    by_cards = look(sheet("pyramido"), tied | {"cards": [2, 1]})["result"]
    assert (by_cards["winners"], by_cards["used"]) == ([0], [1])
    shared = look(sheet("pyramido"), tied | {"cards": [1, 1]})["result"]
    assert (shared["winners"], shared["open"]) == ([0, 1], None)
    better = stage(1, [5], [3]) | stage(2, [1], [3]) | stage(3, [2], [2]) | stage(4, [1], [1])
    by_stage = look(sheet("pyramido"), better | {"cards": [1, 1]})["result"]
    assert (by_stage["winners"], by_stage["used"]) == ([0], [2])


@pytest.mark.rule("PDO-12")
def test_who_has_lost_cannot_win_and_the_last_one_left_has_won() -> None:
    three = look(sheet("pyramido"), stage(1, [9], [2], [3]) | {"lost": [1, None, None]}, 3)["result"]
    assert three["winners"] == [2]
    two = look(sheet("pyramido"), {"lost": [1, None]})["result"]
    assert (two["winners"], two["isLastLeft"], two["missing"]) == ([1], True, [])


def test_what_cannot_be_is_refused_with_its_rule() -> None:
    pyramido, pyramids, terra = sheet("pyramido"), sheet("pyramids"), sheet("terra_pyramides", "competitive")
    assert fault(pyramido, stage(1, [26], [1])) == (
        "PDO-1",
        "All dominoes together have 24 brown jewels, and your card has one.",
    )
    assert fault(pyramido, stage(4, [1, 1, 1], [1])) == (
        "PDO-9",
        "Stage 4 is one turn: one marker, and a second one only on a card.",
    )
    too_few_cards = stage(3, [1, 1, 1, 1], [1]) | {"cards": [3, 3]}
    assert fault(pyramido, too_few_cards) == (
        "PDO-9",
        "A turn brings one marker, and a second one only with a card. These markers need more cards.",
    )
    assert fault(pyramido, stage(3, [1, 1, 1, 1], [1]) | {"cards": [2, 3]}) is None
    assert (fault(pyramido, stage(1, [8, 8, 8], [1])) or "")[0] == "PDO-1"
    assert (fault(pyramido, {"cards": [4, 0]}) or "")[0] == "PDO-18"
    assert (fault(pyramids, {"levels": [11, 0]}) or "")[0] == "PYR-11"
    assert (fault(pyramids, {"group-b": [20, 0], "group-w": [11, 0]}) or "")[0] == "PYR-1"
    assert (fault(terra, {"gold": [5, 0]}) or "")[0] == "TER-20"
    assert (fault(terra, {"pyramid-60": [3, 0]}) or "")[0] == "TER-3"
    assert (fault(terra, {"pyramid-20": [5, 4]}) or "")[0] == "TER-17"
    assert (fault(terra, {"pyramid-5": [15, 0]}) or "")[0] == "TER-4"
    assert fault(terra, {"gold": [5, 0]}, language="de") == ("TER-20", "Am Ende eines Zuges hast du höchstens 4 Gold.")


@pytest.mark.parametrize("value", [-1, 1.5])
def test_only_whole_numbers(value: Any) -> None:
    found = look(sheet("pyramids"), {"levels": [value, None]})["fault"]
    assert found["kind"] == "number"


@pytest.mark.rule("PYR-19")
@pytest.mark.rule("PYR-20")
@pytest.mark.rule("PYR-21")
@pytest.mark.rule("PYR-22")
@pytest.mark.rule("PYR-23")
def test_the_worked_examples_of_pyramids() -> None:
    groups = dict(zip(["group-b", "group-w", "group-r", "group-g", "group-y"], [4, 2, 6, 3, 1], strict=True))
    entries: Entries = {name: [stones, 3] for name, stones in groups.items()}
    found = look(sheet("pyramids"), entries | {"levels": [3, 6], "tomb-r": [2, 2], "tomb-b": [1, None]})
    assert found["points"]["largest"] == [6, 3]
    assert found["points"]["bonus"] == [0, 10]
    assert found["points"]["levels"] == [6, 15]
    assert (found["points"]["tomb-r"], found["points"]["tomb-b"]) == ([0, 0], [5, 0])
    assert found["result"]["totals"] == [22 + 6 + 5, 15 + 3 + 10 + 15]


@pytest.mark.rule("PDS-15")
@pytest.mark.rule("PDS-16")
@pytest.mark.rule("PDS-17")
def test_how_a_match_of_pyramidis_ends() -> None:
    pyramidis = sheet("pyramidis")
    assert look(pyramidis, {"home": [3, 5]})["result"]["winners"] == [1]
    assert look(pyramidis, {"home": [3, 4], "won": [1, None]})["result"]["winners"] == [0]
    assert (fault(pyramidis, {"home": [5, 5]}) or "")[0] == "PDS-15"
    assert fault(pyramidis, {"home": [5, 5], "won": [None, 1]}) is None
    assert look(pyramidis, {"home": [3, 3], "won": [1, 1]})["fault"]["kind"] == "single"
    limit = look(pyramidis, {"home": [4, 4], "steps": [12, 9]})["result"]
    assert (limit["winners"], limit["used"]) == ([1], [2])


@pytest.mark.rule("TER-29")
@pytest.mark.rule("TER-30")
@pytest.mark.rule("TER-31")
def test_the_tasks_of_terra_pyramides_have_one_column() -> None:
    def solved(number: int, entries: Entries) -> bool:
        return bool(look(sheet("terra_pyramides", f"task-{number}"), entries, 3)["result"]["solved"])

    assert solved(1, {"pyramid-60": [4]})
    assert not solved(1, {"pyramid-60": [3]})
    assert solved(2, {"pyramid-60": [4], "pyramid-35": [1], "gold": [1]})
    assert not solved(2, {"pyramid-60": [4], "pyramid-35": [1]})
    assert solved(3, {"pyramid-35": [6], "colours": [6]})
    assert (fault(sheet("terra_pyramides", "task-3"), {"pyramid-35": [5], "colours": [6]}, 3) or "")[0] == "TER-31"


def test_a_sheet_that_no_page_could_evaluate_is_refused_when_it_is_declared() -> None:
    def declared(value: Any) -> ScoreSheet:
        row = Row("all", _("All"), "LOT-1", value=value)
        return ScoreSheet("one", (2,), (Section("part", _("Part"), (row,)),), (Key(None, _("Most"), "LOT-1"),))

    declared(("sum", 1, 2))
    for wrong in ("nothing", ("shout", 1), ("minus", 1), ("table", (1, 2)), ("sum", ("max", "none"))):
        with pytest.raises(ValueError, match=r"formula|row or section"):
            declared(wrong)


def test_every_rule_of_a_sheet_is_a_rule_of_its_game() -> None:
    for game in games_with("words.score_sheet"):
        assert game.face.sheets
        for one in game.face.sheets:
            rules = [row.rule for row in one.rows] + [row.limit_rule for row in one.rows if row.limit_rule]
            rules += [key.rule for key in one.keys] + [check.rule for check in one.checks]
            assert set(rules) <= set(game.rule_ids)
