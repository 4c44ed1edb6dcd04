"""Text for people: English in the source, other languages in a `de.po` beside it.

A module writes `_ = texts(__package__)` and then `_("{colour} controls this stack.", colour=_("Yellow"))`. The result
is a `Message`: English by `str`, any language by `say`. Catalogues are plain `.po` files, read when first needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from gettext import c2py
from importlib import resources

LOCALES = ("en", "de")


@dataclass(frozen=True)
class Message:
    """A sentence with its values, not yet in any language."""

    domain: str  # the package whose catalogue translates it
    text: str
    values: tuple[tuple[str, object], ...] = ()
    plural: tuple[str, int] | None = None  # the text for several, and the number that decides

    def say(self, locale: str) -> str:
        if self.plural is None:
            template = catalogue(self.domain, locale).get(self.text) or self.text
        else:
            template = plural_form(self.domain, locale, self.text, *self.plural)
        if not self.values and "{" not in template:
            return template
        return template.format(**{name: _said(value, locale) for name, value in self.values})

    def fill(self, **values: object) -> Message:
        """The sentence with these values, for a text that was marked where they are not known: in a table."""
        return replace(self, values=tuple(values.items()))

    def __str__(self) -> str:
        return self.say("en")


def _said(value: object, locale: str) -> object:
    return value.say(locale) if isinstance(value, Message) else value


@dataclass(frozen=True)
class Texts:
    """The `_` of a package: `_("…")` for a text, `_.plural("{n} point", "{n} points", n)` where a number decides."""

    domain: str

    def __call__(self, text: str, /, **values: object) -> Message:
        return Message(self.domain, text, tuple(values.items()))

    def plural(self, one: str, many: str, n: int, /, **values: object) -> Message:
        n = int(n)  # tables and scores of kernels have NumPy ints, which the plural rules of gettext refuse
        return Message(self.domain, one, (("n", n), *values.items()), (many, n))


def texts(domain: str | None) -> Texts:
    """The `_` of a module: `_ = texts(__package__)`."""
    assert domain is not None, "texts() needs the __package__ of a module in a package"
    return Texts(domain)


@cache
def catalogue(domain: str, locale: str) -> dict[str, str]:
    """All translations of a package into a language; empty for English and for languages it does not have."""
    return _read(domain, locale)[0]


def plural_form(domain: str, locale: str, one: str, many: str, n: int) -> str:
    """The form of a text that the grammar of a language wants for n things."""
    _plain, plurals, index = _read(domain, locale)
    forms = plurals.get(one) or (one, many)
    return forms[index(n)]


@cache
def _read(domain: str, locale: str) -> tuple[dict[str, str], dict[str, tuple[str, ...]], Callable[[int], int]]:
    """A catalogue: texts, texts with several forms, and the rule that chooses the form."""
    file = resources.files(domain).joinpath(f"{locale}.po")
    if locale == "en" or not file.is_file():
        return {}, {}, lambda n: int(n != 1)
    from babel.messages.pofile import read_po  # 30 ms, and only where another language is read

    with file.open("rb") as stream:
        entries = read_po(stream)
    plain = {str(entry.id): str(entry.string) for entry in entries if entry.id and isinstance(entry.id, str)}
    plurals = {entry.id[0]: tuple(entry.string or ()) for entry in entries if isinstance(entry.id, tuple | list)}
    return plain, plurals, c2py(entries.plural_expr)
