"""Why a move is refused, and what is no move."""

import pytest

import benben
from tests.games.pyramidis.drawn import position, put

NOW = position(put(a4="rrr", h4="y", c4="ry", d4="rr", b5="r"))


@pytest.mark.parametrize(
    ("text", "code", "rule"),
    [
        ("h4:1", "not-yours", "PDS-6"),
        ("c4:1", "not-yours", "PDS-6"),
        ("e4:1", "empty", "PDS-6"),
        ("d4:1", "whole-stack", "PDS-7"),
        ("a4:0", "one-to-five", "PDS-7"),
        ("a4:6", "one-to-five", "PDS-7"),
        ("a4:5", "too-many", "PDS-7"),
        ("a4", "how-many", "PDS-7"),
    ],
)
def test_a_part_of_a_stack_is_refused_for_what_is_wrong(text: str, code: str, rule: str) -> None:
    with pytest.raises(benben.IllegalMove) as refused:
        NOW.play(text)
    assert (refused.value.code, refused.value.rule) == (f"pyramidis.{code}", rule)


@pytest.mark.parametrize("text", ["a4:00051", "a4:01", "a4:", "a4:-1", "a4:1.5", "1.5", "a4:99999"])
def test_counts_are_plain_numbers(text: str) -> None:
    with pytest.raises(benben.MalformedMove):
        NOW.play(text)
