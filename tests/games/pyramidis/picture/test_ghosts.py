"""The ghost of a move: each piece where it lands, in order, and the towers that are jumped."""

import re

import pytest

from tests.games.pyramidis.drawn import position, put


def numbers(ghost: str) -> list[str]:
    return re.findall(r'class="order"[^>]*>([^<]+)<', ghost)


@pytest.mark.rule("PDS-8")
def test_pieces_are_numbered_as_they_are_sown() -> None:
    now = position(put(b4="ryr", h4="y"))
    assert numbers(now.ghost("b4")) == ["1", "2", "3"]
    assert re.findall(r'"body fill-(\w+)"', now.ghost("b4")) == ["red", "yellow", "red"]


@pytest.mark.rule("PDS-9")
def test_an_arch_goes_over_each_tower_that_is_jumped() -> None:
    now = position(put(b4="rr", c4="yyyyy", d4="ryryr", h4="y"))
    assert now.ghost("b4").count('class="jump"') == 2
    assert position(put(b4="rr", c4="yyyy", h4="y")).ghost("b4").count('class="jump"') == 0


@pytest.mark.rule("PDS-13")
def test_what_comes_home_together_is_counted_together() -> None:
    now = position(put(b5="rrr", h4="y"))
    assert numbers(now.ghost("b5")) == ["1-3"]
