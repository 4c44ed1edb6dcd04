"""Text for people: English in the source, other languages in a `de.po` beside it.

A module writes `_ = texts(__package__)` and then `_("{colour} controls this stack.", colour=_("Yellow"))`. The result
is a `Message`: English by `str`, any language by `say`. Catalogues are plain `.po` files, read when first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources

LOCALES = ("en", "de")


@dataclass(frozen=True)
class Message:
    """A sentence with its values, not yet in any language."""

    domain: str  # the package whose catalogue translates it
    text: str
    values: tuple[tuple[str, object], ...] = ()

    def say(self, locale: str) -> str:
        template = catalogue(self.domain, locale).get(self.text) or self.text
        return template.format(**{name: _said(value, locale) for name, value in self.values})

    def __str__(self) -> str:
        return self.say("en")


def _said(value: object, locale: str) -> object:
    return value.say(locale) if isinstance(value, Message) else value


def texts(domain: str | None) -> Callable[..., Message]:
    """The `_` of a package."""
    assert domain is not None, "texts() needs the __package__ of a module in a package"

    def message(text: str, /, **values: object) -> Message:
        return Message(domain, text, tuple(values.items()))

    return message


@cache
def catalogue(domain: str, locale: str) -> dict[str, str]:
    """All translations of a package into a language; empty for English and for languages it does not have."""
    file = resources.files(domain).joinpath(f"{locale}.po")
    if locale == "en" or not file.is_file():
        return {}
    from babel.messages.pofile import read_po  # 30 ms, and only where another language is read

    with file.open("rb") as stream:
        return {str(entry.id): str(entry.string) for entry in read_po(stream) if entry.id}
