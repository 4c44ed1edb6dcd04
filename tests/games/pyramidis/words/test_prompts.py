"""What the seat to act is asked to do."""

import pytest

from tests.games.pyramidis.drawn import position, put


@pytest.mark.rule("PDS-7")
@pytest.mark.parametrize(
    ("fields", "now"),
    [
        ({"a4": "rrrrrrrr"}, "Take 1 to 5 pyramids from the top of your start field."),
        ({"a4": "rr"}, "Take 1 to 2 pyramids from the top of your start field."),
        ({"a4": "yr"}, "Take 1 to 2 pyramids from the top of your start field."),
        ({"a4": "r"}, "Move your last pyramid off its start field."),
        ({"a4": "r", "c4": "r"}, "Move a stack that has your colour on top, or the pyramid on your start field."),
        (
            {"a4": "rrr", "c4": "r"},
            "Move a stack that has your colour on top, or take 1 to 3 from your start field.",
        ),
        ({"a4": "ry", "c4": "r"}, "Move a stack that has your colour on top."),
    ],
)
def test_what_is_said_fits_what_can_be_moved(fields: dict[str, str], now: str) -> None:
    asked = position(put(**fields, h4="y")).ask()
    assert asked is not None
    assert str(asked.now) == now
