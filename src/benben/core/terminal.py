"""Colours for text boards on a terminal."""

from __future__ import annotations

from collections.abc import Mapping

_CODES = {
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "purple": "35",
    "aqua": "36",
    "white": "97",
    "grey": "90",
    "brown": "38;5;137",
    "bold": "1",
}


def paint(text: str, colour: str, on: bool = True) -> str:
    """The text in a colour, if colours are on."""
    return f"\x1b[{_CODES[colour]}m{text}\x1b[0m" if on and text else text


def paint_letters(text: str, colours: Mapping[str, str], on: bool = True) -> str:
    """Paint each letter that has a colour; case-insensitive."""
    if not on:
        return text
    return "".join(paint(letter, colours[letter.lower()]) if letter.lower() in colours else letter for letter in text)
