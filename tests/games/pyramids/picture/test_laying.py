"""Laying out edifices by touching: the engine's points, few touches, and refusals with their rules."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import benben
from benben.core.errors import IllegalMove, MalformedMove
from benben.core.game import Look
from benben.games.pyramids.box.components import DECK
from benben.games.pyramids.picture.cards import MATERIALS
from benben.games.pyramids.picture.laying import LAYING
from benben.games.pyramids.rules.hands import tomb
from benben.games.pyramids.rules.pyramid_spots import ABOVE, PLACES, WIDTHS
from benben.games.pyramids.rules.score import score
from benben.games.pyramids.rules.state import Necropolis
from benben.games.pyramids.words.laid_out import SPOT_NAMES, LaidOut
from tests.games.pyramids.drawn import RULEBOOK, position, state
from tests.golden.make import FOLDER

RECORDS = sorted((FOLDER / "pyramids").glob("*.benben"))
SECONDS_A_TOUCH = 0.6


def final(record: Path) -> Necropolis:
    s = benben.read(str(record)).state
    assert isinstance(s, Necropolis)
    return s


def touches(s: Necropolis, seat: int) -> Iterator[str]:
    """What somebody touches who copies these edifices."""
    for place in range(PLACES):
        spot = "right" if place < WIDTHS[0] else SPOT_NAMES[ABOVE + place - WIDTHS[0]].replace(".", "_")
        yield from _card(int(s.pyramid[seat, place]), spot)
    for level in range(s.levels[seat]):
        yield from _card(int(s.obelisk[seat, level]), "obelisk")
    for card in tomb(s, seat):
        yield from _card(int(card), "tomb")


def _card(card: int, place: str) -> Iterator[str]:
    yield f"colour-{MATERIALS[DECK[card - 1].columns[0][0]]}"
    yield f"pick-{card}"
    yield f"at-{place}"


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_edifices_laid_out_by_touching_have_the_engines_points(record: Path) -> None:
    s, text = final(record), ""
    for seat in range(s.players):
        text = LAYING.touch(text, f"player-{seat + 1}")
        count = 1
        for element in touches(s, seat):
            assert f'id="{element}"' in LAYING.picture(text, Look(style=False)), element
            text = LAYING.touch(text, element)
            count += 1
        assert count * SECONDS_A_TOUCH < 60, f"{count} touches"
    points, engine = [0] * s.players, [0] * s.players
    lines = LAYING.tally(text)
    for line in lines:
        points[line.seat] += line.points or 0
    score(s, engine)
    assert points == engine
    assert all(None not in row for row in LAYING.entries(text).values())
    shown = LAYING.picture(text, Look(style=False))
    assert all(f'id="{cell}"' in shown for line in lines if line.seat == s.players - 1 for cell in line.cells)


def test_the_golden_records_hold_tables_of_every_size() -> None:
    assert {final(record).players for record in RECORDS} == {2, 3, 4, 5}


def test_the_rulebooks_example_laid_out_by_touching() -> None:
    text = LAYING.touch("", "player-1")
    for element in touches(state(position(f"Thebes\n{RULEBOOK}\nMemphis")), 0):
        text = LAYING.touch(text, element)
    points = {rule: [line.points for line in LAYING.tally(text) if line.rule == rule] for rule in ("PYR-19", "PYR-20")}
    assert points == {"PYR-19": [4, 2, 6, 3, 1], "PYR-20": [6]}


@pytest.mark.rule("PYR-22")
def test_the_rulebooks_obelisk_laid_out_by_touching() -> None:
    """Red and blue on three levels each: six points for one of them."""
    text = LAYING.touch("", "player-1")
    for element in touches(state(position(f"Thebes\n{RULEBOOK}\nobelisk: b wr | r gb | w gy | rb y\nMemphis")), 0):
        assert f'id="{element}"' in LAYING.picture(text, Look(style=False)), element
        text = LAYING.touch(text, element)
    (line,) = [line for line in LAYING.tally(text) if line.rule == "PYR-22"]
    assert line.points == 6
    assert len(line.cells) >= 3, "its levels are lit"
    assert LAYING.entries(text)["levels"] == [3, None]


def test_tombs_count_only_when_every_pyramid_is_whole() -> None:
    s = final(RECORDS[0])
    text = LAYING.touch("", "player-1")
    for element in touches(s, 0):
        text = LAYING.touch(text, element)
    assert not [line for line in LAYING.tally(text) if line.rule == "PYR-23"]
    assert LAYING.entries(text)["levels"] == [LAYING.entries(text)["levels"][0], None]


def test_the_text_is_a_notation_that_can_be_read_again() -> None:
    text = "player 2; 5 right\nplayer 1; 17 right; 3 left; 8 2.1; 22 obelisk; 61 tomb"
    assert LaidOut(text).text() == text
    assert LAYING.touch(text, "back") == text.removesuffix("; 61 tomb")
    held = LAYING.touch(text, "colour-red")
    assert held == f"{text}\nhold red"
    assert LAYING.touch(held, "back") == text
    assert LAYING.touch(LAYING.touch(text, "pick-70"), "at-left") == f"{text}; 70 left"
    assert LaidOut(text).s.pyramid[0, 0] == 3, "a card at the left end moves the others"


def refused(steps: str) -> str:
    """The code and the rule by which these steps are refused."""
    with pytest.raises(IllegalMove) as error:
        LaidOut(steps)
    return f"{error.value.code.partition('-')[2]} {error.value.rule}"


def test_what_cannot_be_is_refused_with_its_rule() -> None:
    assert refused("1 right; 1 tomb") == "twice PYR-3"
    assert refused("1 right; player 2; 1 right") == "twice PYR-3"
    assert refused("1 left") == "spot PYR-15"
    assert refused("1 right; 2 2.1") == "spot PYR-15"
    assert refused("1 right; 2 right; 3 right; 4 right; 5 right") == "spot PYR-15"
    assert refused("; ".join(f"{card} obelisk" for card in range(1, 12))) == "obelisk-full PYR-11"
    assert refused("; ".join(f"{card} tomb" for card in range(1, 12))) == "tomb-full PYR-11"
    both = [f"{card} obelisk" for card in range(1, 11)] + [f"{card} tomb" for card in range(11, 21)]
    assert refused("; ".join([*both, "30 right", "31 right"])) == "cards PYR-10"
    with pytest.raises(IllegalMove, match="No two cards are equal"):
        LAYING.touch("player 1; 1 right", "pick-1")
    for nonsense in ("hello", "0 right", "106 right", "1 2.4", "1 4.2", "player 6", "1 tomb; " * 2_000):
        with pytest.raises((MalformedMove, IllegalMove)):
            LaidOut(nonsense)
    for text, element in (("", "at-tomb"), ("", "pick-x"), ("\nhold pink", ""), ("\nhold card 200", "")):
        with pytest.raises(MalformedMove):
            LAYING.touch(text, element)
