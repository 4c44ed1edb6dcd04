from benben.core.cache import remembered, remembered_part
from benben.core.state import State, int8, int16
from benben.core.svg import number, tag


class Sample(State):
    turn = int8()
    secret = int8()
    hand = int16(2, 3)
    points = int8(2)


def sample(turn: int = 0, secret: int = 0) -> Sample:
    s = Sample.blank()
    s.turn, s.secret = turn, secret
    for seat in range(2):
        s.points[seat] = 10 + seat
        for place in range(3):
            s.hand[seat, place] = 100 * seat + place
    return s


def test_a_function_of_values_is_called_once_for_the_same_values() -> None:
    calls = []

    @remembered
    def draw(colour: int, size: float) -> str:
        calls.append((colour, size))
        return f"{colour} {size}"

    assert [draw(1, 2.5), draw(2, 2.5), draw(1, 2.5)] == ["1 2.5", "2 2.5", "1 2.5"]
    assert calls == [(1, 2.5), (2, 2.5)]


def test_a_function_of_a_part_reads_its_fields_and_nothing_else() -> None:
    seen = []

    @remembered_part("turn", rows=("hand", "points"))
    def draw(s: Sample, seat: int, locale: str) -> str:
        seen.append((s.turn, s.secret, [list(row) for row in s.hand], list(s.points)))
        return f"{locale} {seat} {s.turn} {list(s.hand[seat])}"

    assert draw(sample(turn=1, secret=7), 1, "en") == "en 1 1 [100, 101, 102]"
    assert seen == [(1, 0, [[0, 0, 0], [100, 101, 102]], [0, 11])]


def test_a_part_is_drawn_again_only_when_its_key_changes() -> None:
    calls = []

    @remembered_part("turn", rows=("hand",))
    def draw(s: Sample, seat: int, locale: str) -> None:
        calls.append((s.turn, seat, s.hand[seat, 0], locale))

    s = sample()
    draw(s, 0, "en")
    s.secret, s.points[0], s.hand[1, 0] = 5, 9, 77  # none of it in the key
    draw(s, 0, "en")
    assert calls == [(0, 0, 0, "en")]
    draw(s, 1, "en")
    draw(s, 0, "de")
    s.hand[0, 0] = 3
    draw(s, 0, "en")
    s.turn = 1
    draw(s, 0, "en")
    assert calls[1:] == [(0, 1, 77, "en"), (0, 0, 0, "de"), (0, 0, 3, "en"), (1, 0, 3, "en")]


def test_attributes_are_escaped_and_numbers_have_no_noise() -> None:
    assert (
        tag("a", class_='"<&', x=1.50, stroke_width=2, y=None)
        == '<a class="&quot;&lt;&amp;" x="1.5" stroke-width="2"/>'
    )
    assert [number(value) for value in (0.0, -0.0, 0.0, 3.0, 1 / 3, 7)] == ["0", "-0", "0", "3", "0.33", "7"]
