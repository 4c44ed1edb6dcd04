"""Laying out sites and resources by touching: the engine's points, few touches, and refusals with their rules."""

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

import pytest

import benben
from benben.core.errors import IllegalMove, MalformedMove
from benben.core.game import Look
from benben.games.terra_pyramides.box.components import COLOURS, SITES
from benben.games.terra_pyramides.picture.laying import LAYING
from benben.games.terra_pyramides.rules.score import progress, score
from benben.games.terra_pyramides.rules.state import Board
from benben.games.terra_pyramides.words.laid_out import MODES, LaidOut
from tests.golden.make import FOLDER

RECORDS = sorted((FOLDER / "terra_pyramides").glob("*.benben"))
SECONDS_A_TOUCH = 0.6


def final(record: Path) -> Board:
    s = benben.read(str(record)).state
    assert isinstance(s, Board)
    return s


def touches(s: Board, seat: int) -> Iterator[str]:
    """What somebody touches who copies what a player has, workers included."""
    for site, name in enumerate(SITES):
        if s.owner[site] == seat + 1:
            yield name
            if s.level[site]:
                yield f"colour-{COLOURS[s.colour[site]]}"
                yield f"level-{s.level[site]}"
            else:
                yield f"value-{s.foundation[site]}"
            if s.workers[site] > 1:
                yield name
                yield f"workers-{s.workers[site]}"
    for kind, count in enumerate(s.stone[seat]):
        yield from [f"stone-{seat + 1}-{COLOURS[kind]}"] * count
    yield from [f"gold-{seat + 1}"] * s.gold[seat]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_sites_laid_out_by_touching_have_the_engines_points(record: Path) -> None:
    s, text = final(record), LAYING.touch("", "player-1")
    text = LAYING.touch(text, f"mode-{MODES[s.task]}")
    players = 1 if s.task else s.players
    for seat in range(players):
        text = LAYING.touch(text, f"player-{seat + 1}")
        count = 1
        for element in touches(s, seat):
            assert f'id="{element}"' in LAYING.picture(text, Look(style=False)), element
            text = LAYING.touch(text, element)
            count += 1
        assert count * SECONDS_A_TOUCH < 60, f"{count} touches"
    laid = LaidOut(text)
    for field in ("owner", "level", "workers", "gold"):
        assert list(getattr(laid.s, field)) == list(getattr(s, field)), field
    points, engine = [0] * players, [0] * s.players
    score(s, engine)
    lines = LAYING.tally(text)
    for line in lines:
        if line.seat >= 0:
            points[line.seat] += line.points or 0
    assert points == engine[:players]
    shown = LAYING.picture(text, Look(style=False))
    last = [cell for line in lines if line.seat in (-1, players - 1) for cell in line.cells]
    assert all(f'id="{cell}"' in shown for cell in last)
    if s.task:
        assert progress(laid.s) == progress(s)
        assert str(lines[0].message).startswith(f"Task {s.task}")


def test_the_golden_records_hold_the_competition_and_tasks() -> None:
    assert {final(record).task for record in RECORDS} >= {0, 1}


def test_the_text_is_a_notation_that_can_be_read_again() -> None:
    text = "competitive\nplayer 2; f2 blue 5 1\nplayer 1; d1 foundation 3 1; stone red; gold"
    assert LaidOut(text).text() == text
    assert LAYING.touch(text, "back") == text.removesuffix("; gold")
    held = LAYING.touch(text, "d1")
    assert held == f"{text}\nhold d1"
    assert LAYING.touch(held, "d1") == LAYING.touch(held, "back") == text, "touched again, or back: not held any more"
    assert LAYING.touch(held, "workers-3") == text.replace("foundation 3 1", "foundation 3 3")
    assert LAYING.touch(held, "clear") == "competitive\nplayer 2; f2 blue 5 1\nplayer 1; stone red; gold\nhold d1"
    assert LAYING.touch(LAYING.touch(f"{text}\nhold a2", "colour-red"), "level-4") == f"{text}; a2 red 4 1"
    assert LAYING.touch("player 1", "mode-task-2") == "task-2\nplayer 1"
    assert LAYING.touch("task-2\nplayer 1", "back") == "player 1", "what was played can be chosen again"
    assert LaidOut("player 1; gold").text() == "competitive\nplayer 1; gold"


# The rulebook prints no example of a whole score, but the table of values, and one point for each resource.
PRINTED = (
    *(touch for site, level in zip(("d1", "i1", "a2", "f2", "c3"), range(1, 6), strict=True)
      for touch in (site, "colour-red" if level < 4 else "colour-blue", f"level-{level}")),
    "h3", "value-3", "h3", "workers-2", "stone-1-red", "stone-1-white", "gold-1",
)  # fmt: skip


@pytest.mark.rule("TER-15", "TER-23", "TER-24")
def test_the_printed_values_entered_by_touching() -> None:
    text = "competitive\nplayer 1"
    for element in PRINTED:
        text = LAYING.touch(text, element)
    points = {str(line.message): line.points for line in LAYING.tally(text)}
    assert sorted(n or 0 for n in points.values()) == [1, 2, 3, 5, 10, 20, 35, 60]
    assert points["Pyramid on c3, blue, level 5."] == 60
    assert points["Foundation on h3."] == 3


@pytest.mark.rule("TER-29", "TER-30", "TER-31")
@pytest.mark.parametrize(
    ("task", "levels", "rest", "told"),
    [
        (1, (5, 5, 5, 5), (), "4 of 4 pyramids of 60"),
        (2, (5, 5, 5, 5, 4), ("gold-1",), "276 points; more than 275"),
        (3, (4,) * 6, (), "6 of 6 colours"),
    ],
)
def test_the_goals_of_the_tasks_entered_by_touching(
    task: int, levels: Sequence[int], rest: Sequence[str], told: str
) -> None:
    text = LAYING.touch("", f"mode-task-{task}")
    pyramid = (
        (site, f"colour-{colour}", f"level-{level}")
        for site, colour, level in zip(SITES, COLOURS[1:], levels, strict=False)
    )
    for element in (*chain.from_iterable(pyramid), *rest):
        assert f'id="{element}"' in LAYING.picture(text, Look(style=False)), element
        text = LAYING.touch(text, element)
    lines = LAYING.tally(text)
    assert told in str(lines[0].message)
    assert sum(line.points or 0 for line in lines) == sum((0, 5, 10, 20, 35, 60)[level] for level in levels) + len(rest)


def test_entries_fill_the_score_sheet() -> None:
    text = "player 1; d1 foundation 3 1; i1 foundation 2 2; a2 red 4 1; f2 red 1 3; stone red; stone white; gold"
    filled = {name: values for name, values in LAYING.entries(text).items() if any(values)}
    assert filled == {
        "pyramid-5": [1, None],
        "pyramid-35": [1, None],
        "foundations": [5, None],
        "stones": [2, None],
        "gold": [1, None],
    }
    task = LaidOut("task-3; a2 red 4 0; d1 red 4 0; f2 blue 4 0; c3 blue 3 1")
    assert task.sheet == "task-3"
    assert task.entries()["colours"] == [2]
    assert [str(name) for name in task.names] == ["Together"]


def refused(steps: str) -> str:
    """The code and the rule by which these steps are refused."""
    with pytest.raises(IllegalMove) as error:
        LaidOut(steps)
    return f"{error.value.code.partition('-')[2]} {error.value.rule}"


def pyramids(count: int, level: int, colours: str = "red blue grey green yellow purple") -> str:
    names = colours.split()
    return "; ".join(f"{SITES[k]} {names[k % len(names)]} {level} 1" for k in range(count))


def test_what_cannot_be_is_refused_with_its_rule() -> None:
    assert refused("d1 red 1 1; player 2; d1 blue 1 1") == "occupied TER-11"
    assert refused("d1 foundation 1 0") == refused("d1 red 3 4") == "workers TER-12"
    assert refused("d1 red 5 2") == "finished TER-12"
    assert refused("task-3; d1 red 4 1") == "finished TER-31"
    assert refused("task-3; d1 red 5 1") == "level TER-31"
    assert refused("; ".join(f"{site} foundation 1 3" for site in SITES[:5])) == "worker TER-4"
    fourteen = "; ".join(f"{site} foundation 1 3" for site in SITES[:4]) + f"; {SITES[4]} foundation 1 2"
    assert refused(f"{fourteen}; player 3; {SITES[5]} foundation 1 1") == "worker TER-4", "with three players: 12"
    assert refused(f"task-1; {fourteen}") == "worker TER-28"
    assert refused(pyramids(4, 1, "red")) == "colour TER-3"
    assert refused(pyramids(11, 2)) == refused(pyramids(9, 4)) == "pieces TER-17"
    assert refused(pyramids(3, 5)) == "tips TER-3"
    assert refused("; ".join(["gold"] * 5)) == "gold TER-20"
    assert refused("; ".join(["stone red"] * 8)) == "stones TER-20"
    assert refused("task-1; " + "; ".join(["gold"] * 25)) == "gold TER-3"
    assert refused("task-1; " + "; ".join(["stone red"] * 33)) == "stones TER-3"
    assert refused("task-1; player 2") == "team TER-28"
    LaidOut(pyramids(10, 2)), LaidOut("task-1; " + pyramids(8, 5)), LaidOut("task-3; d1 red 4 0")  # these can be
    with pytest.raises(IllegalMove, match="belongs to Brown"):
        LAYING.touch("player 2; f2 blue 5 1\nplayer 1", "f2")
    nonsense = ("hello", "a1 red 1 1", "d1 white 1 1", "d1 red 6 1", "d1 foundation 9 1", "player 5", "gold; task-1",
                "stone pink", "gold; " * 2_000)  # fmt: skip
    for steps in nonsense:
        with pytest.raises((MalformedMove, IllegalMove)):
            LaidOut(steps)
    for text, element in (("", "value-1"), ("competitive\nhold d1", "level-2"), ("\nhold a1", ""), ("", "clear"),
                          ("gold", "mode-task-1")):  # fmt: skip
        with pytest.raises(MalformedMove):
            LAYING.touch(text, element)
