"""Moves as text and back, from one pattern for each move family.

    NOTATION = Notation(
        FAMILIES,
        {
            MOVE: "{field}-{site}",
            TAKE: ("{tile}", "tile {tile:number}"),      # written as the first, read as any
            PAY: "pay [with ]{colour}",                  # text in brackets is read, but not written
            LAY: Spelling(_write_lay, _LAY, _read_lay),  # what no pattern says
            SOME_TILE: "take ?",                         # a code of `seen`: only written
        },
        field=Names(FIELDS), site=Names(SITES), tile=Names(GODS), number=Number(1), colour=Names(COLOURS),
        otherwise=lambda text: _("“{text}” is not a move.", text=text),
    )
    write, read = NOTATION.write, NOTATION.read

`{field}` is a field of the family, said by the word of the same name, `{tile:number}` by another word. A placeholder
that is no field of the family is said from the state alone, and checked when it is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benben.core.errors import MalformedMove
from benben.core.kit.moves import Families, Family, TableFamily
from benben.core.text import Message

LONGEST = 40  # characters of a move, and of nonsense in a message
_PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?\}")
_OPTIONAL = re.compile(r"\[[^]]*\]")


@dataclass(frozen=True)
class Word:
    """Writes and reads a value. `read` may raise IllegalMove or MalformedMove."""

    pattern: str  # a regular expression without groups; `read` gets only what matches it
    say: Callable[[Any, Any], str]  # (state, value) -> text; the value is None where the state alone decides
    read: Callable[[Any, str], Any]  # (state, text) -> value


def Names(names: Sequence[str], aliases: Mapping[str, int] | None = None) -> Word:  # noqa: N802  # reads as a type
    """A word from a list; the value is its index. Aliases are read, but not written."""
    values = {name: index for index, name in enumerate(names)} | dict(aliases or {})
    longest_first = sorted(values, key=len, reverse=True)
    return Word("|".join(map(re.escape, longest_first)), lambda s, value: names[value], lambda s, text: values[text])


def Number(first: int) -> Word:  # noqa: N802
    """A number of one or two digits; `first` stands for the value 0."""
    return Word(r"0|[1-9]\d?", lambda s, value: str(value + first), lambda s, text: int(text) - first)


@dataclass(frozen=True)
class Spelling:
    """Writes and reads the moves of a family that no pattern describes."""

    write: Callable[..., str]  # (state, *fields) -> text
    pattern: re.Pattern[str]
    read: Callable[..., int | None]  # (state, *groups of the pattern) -> move; None: another pattern may fit


@dataclass(frozen=True)
class _Reader:
    pattern: re.Pattern[str]
    read: Callable[[Any, re.Match[str]], int | None]


class Notation:
    """The notation of a game. `write(state, move)` and `read(state, text)` are its two directions."""

    def __init__(
        self,
        families: Families,
        patterns: Mapping[Family | int, str | tuple[str, ...] | Spelling],
        *,
        otherwise: Callable[[str], Message],
        **words: Word,
    ) -> None:
        self.families, self.otherwise, self.words = families, otherwise, words
        self._readers: list[_Reader] = []
        writers: dict[Family | int, Callable[..., str]] = {}
        for family, pattern in patterns.items():
            if isinstance(pattern, Spelling):
                writers[family] = pattern.write
                self._readers.append(_spelled(pattern))
                continue
            forms = (pattern,) if isinstance(pattern, str) else pattern
            writers[family] = self._writer(family, forms[0])
            if isinstance(family, Family):
                self._readers += [self._reader(family, form) for form in forms]
        self.write = families.dispatch(writers)

    def read(self, s: Any, text: str) -> int:
        """The number of a move, legal or not."""
        said = " ".join(text[: 2 * LONGEST].lower().split())
        for reader in self._readers:
            found = reader.pattern.fullmatch(said)
            if found is not None:
                move = reader.read(s, found)
                if move is not None:
                    return move
        raise MalformedMove(self.otherwise(text[:LONGEST]))

    def _writer(self, family: Family | int, form: str) -> Callable[..., str]:
        form = _OPTIONAL.sub("", form)
        fields = _fields(family) if isinstance(family, Family) else ()
        texts = _PLACEHOLDER.split(form)[::3]
        said = [
            (fields.index(name) if name in fields else None, self.words[word or name].say)
            for name, word in _PLACEHOLDER.findall(form)
        ]

        def write(s: Any, *values: int) -> str:
            parts = [texts[0]]
            for (index, say), text in zip(said, texts[1:], strict=True):
                parts += [say(s, None if index is None else values[index]), text]
            return "".join(parts)

        return write

    def _reader(self, family: Family, form: str) -> _Reader:
        names = [(name, self.words[word or name]) for name, word in _PLACEHOLDER.findall(form)]
        texts = _PLACEHOLDER.split(form)[::3]
        pattern = _literal(texts[0])
        for (_name, word), text in zip(names, texts[1:], strict=True):
            pattern += f"({word.pattern}){_literal(text)}"
        fields = _fields(family)

        def read(s: Any, found: re.Match[str]) -> int | None:
            values = {name: word.read(s, text) for (name, word), text in zip(names, found.groups(), strict=True)}
            return family.find(*(values[name] for name in fields))

        return _Reader(re.compile(pattern), read)


def _fields(family: Family) -> tuple[str, ...]:
    return family.columns if isinstance(family, TableFamily) else family.names


def _literal(text: str) -> str:
    """A regular expression for the text between placeholders: brackets are optional, blanks around a hyphen too."""
    escaped = re.escape(text).replace(r"\[", "(?:").replace(r"\]", ")?")
    return escaped.replace(r"\-", " ?- ?")


def _spelled(spelling: Spelling) -> _Reader:
    return _Reader(spelling.pattern, lambda s, found: spelling.read(s, *found.groups()))
