import re
from typing import Any

import numpy as np
import pytest

from benben.core.errors import IllegalMove, MalformedMove, Reason
from benben.core.kit.moves import Families
from benben.core.kit.notation import Names, Notation, Number, Spelling, Word
from benben.core.kit.prompts import Prompt, Prompts
from benben.core.kit.touch import Touch
from benben.core.text import Message, texts

FAMILIES = Families()
WALK = FAMILIES.table("walk", field=[0, 0, 1], site=[0, 1, 1])
TILE = FAMILIES.family("tile", tile=range(1, 4))
PAY = FAMILIES.family("pay", colour=2)
OWN = FAMILIES.family("own", n=2)
SUM = FAMILIES.family("sum", total=10)
END = FAMILIES.family("end")
SECRET = -1


def text(words: str) -> Message:
    return Message("benben.core", words)


def read_own(s: str, name: str) -> None:
    if name != s:
        raise IllegalMove(Reason("test.not-yours", "T-1", text("Not yours.")))


NOTATION = Notation(
    FAMILIES,
    {
        WALK: "{field}-{site}",
        TILE: ("{tile}", "tile {tile:number}"),
        PAY: "pay [with ]{colour}",
        OWN: "{start}:{n}",
        SUM: Spelling(
            lambda s, total: f"{total}+0", re.compile(r"(\d)\+(\d)"), lambda s, a, b: SUM.find(int(a) + int(b))
        ),
        END: "end",
        SECRET: "pay ?",
    },
    field=Names(("a1", "a10")),
    site=Names(("x", "y")),
    tile=Names(("nobody", "horus", "thoth", "khepri"), {"the first": 1}),
    number=Number(0),
    colour=Names(("red", "blue")),
    start=Word("[a-z]", lambda s, _none: str(s), read_own),
    n=Number(1),
    otherwise=lambda said: Message("benben.core", "“{said}” is no move.", (("said", said),)),
)


def test_what_is_written_is_read() -> None:
    shifted = Notation(
        FAMILIES,
        {WALK: "{field}-{site}", TILE: "t{tile}", PAY: "{colour}", OWN: "own {n}", SUM: "sum {total:n}", END: "end"},
        field=Names(("a1", "a10")), site=Names(("x", "y")), tile=Number(0), colour=Names(("red", "blue")), n=Number(1),
        otherwise=text,
    )  # fmt: skip
    for move in range(len(FAMILIES)):
        assert shifted.read("s", shifted.write("s", move)) == move
    assert [shifted.write("s", move) for move in (WALK(2), TILE(3), PAY(0), OWN(1), END())] == [
        "a10-y",
        "t3",
        "red",
        "own 2",
        "end",
    ]


def test_numbers_are_plain() -> None:
    for said in ("tile 03", "tile +3", "tile 3.0", "tile 003", "tile 333"):
        with pytest.raises(MalformedMove):
            NOTATION.read("s", said)


def test_notation_reads_more_than_it_writes() -> None:
    assert NOTATION.read("s", "A1 - X") == WALK(0)
    assert NOTATION.read("s", "tile  3") == TILE(3)
    assert NOTATION.read("s", "horus") == NOTATION.read("s", "the first") == TILE(1)
    assert NOTATION.read("s", "pay with blue") == NOTATION.read("s", "pay blue") == PAY(1)
    assert NOTATION.read("s", "4+5") == SUM(9)
    assert NOTATION.write("s", SECRET) == "pay ?"


@pytest.mark.parametrize(
    "nonsense", ["", "a10-x", "nobody", "tile 9", "9+9", "pay", "end now", "pay ?", "é" * 50, "9" * 5000]
)
def test_nonsense_is_malformed(nonsense: str) -> None:
    with pytest.raises(MalformedMove):
        NOTATION.read("s", nonsense)


def test_a_word_may_refuse() -> None:
    assert NOTATION.write("b", OWN(1)) == "b:2"
    assert NOTATION.read("b", "b:2") == OWN(1)
    with pytest.raises(IllegalMove):
        NOTATION.read("b", "c:2")


def test_paths_lead_back_to_moves() -> None:
    def legal(s: Any, out: Any) -> int:
        out[0] = END()
        return 1

    touch = Touch(
        FAMILIES,
        legal,
        {
            WALK: lambda s, field, site: (f"field-{field}", f"site-{site}"),
            TILE: lambda s, tile: (f"tile-{tile}",) if tile < 3 else (),
            PAY: lambda s, colour: (f"stone-{colour}",),
            OWN: lambda s, n: ("button",),
            SUM: lambda s, total: (f"sum-{total}",),
            END: lambda s: ("button",),
        },
        hint=text("Touch something."),
        turns={WALK: 1},
        special=lambda s, path: TILE(3) if path == ("third",) else None,
    )
    assert touch.aim("s", ("field-0", "site-1")) == WALK(1)
    assert (touch.turns("s", WALK(1)), touch.turns("s", PAY(1))) == (1, 0)
    assert touch.aim("s", ("stone-1",)) == PAY(1)
    assert touch.aim("s", ("button",)) == END(), "a legal move first"
    assert touch.aim("s", ("third",)) == TILE(3)
    for path in ((), ("field-1", "site-0"), ("nothing",)):
        with pytest.raises(MalformedMove, match="Touch something"):
            touch.aim("s", path)


def test_a_hint_may_depend_on_the_path() -> None:
    touch = Touch(
        FAMILIES,
        lambda s, out: 0,
        dict.fromkeys(FAMILIES.families, lambda s, *fields: ()),
        hint=lambda s, path: text(f"After {path[0]}, touch {s}."),
    )
    with pytest.raises(MalformedMove, match=r"After card-1, touch a field\."):
        touch.aim("a field", ("card-1", "nothing"))


class Turn:
    phase, seat = 1, 2


def test_one_table_says_what_to_do_and_refuses_everything_else() -> None:
    plain = Prompt(text("Lay a tile."), text("Red lays."), "lay-now", "T-1", text("Then draw."))
    depends = Prompt(
        lambda s: text(f"Draw {s.seat}."),
        lambda s: text(f"Seat {s.seat} draws."),
        "draw-now",
        "T-2",
        lambda s: None,
        wrong=text("Now draw."),
        cells=lambda s: (f"stack-{s.seat}",),
    )
    prompts, turn = Prompts("test", {0: plain, 1: depends}), Turn()
    assert str(prompts.ask(turn).now) == "Draw 2."
    assert prompts.ask(turn).then is None
    assert str(prompts.status(turn)) == "Seat 2 draws."
    assert prompts.wrong_step(turn) == Reason("test.draw-now", "T-2", text("Now draw."), ("stack-2",))
    turn.phase = 0
    assert str(prompts.ask(turn).then) == "Then draw."
    assert str(prompts.wrong_step(turn).message) == "You cannot do that now. Lay a tile."
    assert "Das geht jetzt nicht" in prompts.wrong_step(turn).message.say("de")


def test_a_text_from_a_table_gets_its_values_later() -> None:
    text = Message("benben.core.kit", "{player} has won.")
    filled = text.fill(player=Message("benben.core", "Red"))
    assert str(filled) == "Red has won."
    assert filled.say("de") == "Red hat gewonnen."
    assert text.values == ()


def test_numbers_of_kernels_choose_a_plural() -> None:
    two: Any = np.int64(2)
    points = texts("benben.core").plural("{n} point", "{n} points", two)
    assert points.say("en") == points.say("de") == "2 points"
