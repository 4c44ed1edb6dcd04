"""The ids of elements of the picture that are named outside it. Fields are named as in `box.components`."""

from __future__ import annotations


def home_id(colour: int) -> str:
    """The id of the element with a colour's pyramids at home."""
    return f"home-{('red', 'green', 'yellow', 'blue')[colour]}"
