"""Drawing: what all pictures share. Elements as text, one palette of stone and lapis, light and dark.

Colours are classes, never attributes, so that a page can restyle them; there are no inline styles (a strict page
forbids them). `drawing.palette` is the one source of the palette: pictures carry it when they stand alone, pages have
it in their style sheet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache, lru_cache
from html import escape, unescape
from typing import NamedTuple

from benben.core.drawing.palette import DARK, LIGHT
from benben.core.drawing.style import COMMON
from benben.core.game import Look
from benben.core.text import Message


class Pen(NamedTuple):
    """The part of a Look that a drawing needs. Plain values: it may be part of the key of a cache."""

    prefix: str = ""
    locale: str = "en"
    lit: frozenset[str] = frozenset()


def pen(look: Look) -> Pen:
    return Pen(look.prefix, look.locale, frozenset(look.lit))


def tag(name: str, *children: str, **attributes: object) -> str:
    """An element. `class_` and `stroke_width` become `class` and `stroke-width`; None leaves an attribute out."""
    if attributes.get("aria_label") is not None:
        attributes.setdefault("role", "group")  # only what has a role may have words
    said = "".join([f'{_attribute(key)}{_value(value)}"' for key, value in attributes.items() if value is not None])
    return f"<{name}{said}>{''.join(children)}</{name}>" if children else f"<{name}{said}/>"


@cache
def _attribute(key: str) -> str:
    """The beginning of an attribute."""
    return f' {key.rstrip("_").replace("_", "-")}="'


def _value(value: object) -> str:
    """A number has nothing to escape."""
    if isinstance(value, float):
        return number(value)
    return str(value) if type(value) is int else _escaped(str(value))


def number(value: object) -> str:
    """Coordinates without noise."""
    if not isinstance(value, float):
        return str(value)
    return _rounded(value) if value else _without_noise(value)  # to a cache 0.0 and -0.0 are one key


def _without_noise(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


# The same coordinates, ids, classes and words come again and again.
_rounded = lru_cache(maxsize=16384)(_without_noise)
_escaped = lru_cache(maxsize=16384)(escape)


def text(content: object, x: float, y: float, **attributes: object) -> str:
    return tag("text", _escaped(str(content)), x=x, y=y, **attributes)


def symbol_id(look: Look | Pen, name: str) -> str:
    """The id of a definition in a picture; pages have ids of their own."""
    return f"{look.prefix}d-{name}"


def url(look: Look | Pen, name: str) -> str:
    """A reference to a definition: the value of `fill`, for example."""
    return f"url(#{symbol_id(look, name)})"


def points(*corners: tuple[float, float]) -> str:
    """Corners for a polygon or polyline."""
    return " ".join(f"{number(float(x))},{number(float(y))}" for x, y in corners)


def group(children: Iterable[str], **attributes: object) -> str:
    return tag("g", *children, **attributes)


def classes(*names: str | None) -> str | None:
    """Those that apply, joined."""
    return " ".join(name for name in names if name) or None


def lit(look: Look | Pen, name: str) -> str | None:
    """The class of an element that the look lights up."""
    return "lit" if name in look.lit else None


def words(look: Look | Pen, message: Message) -> str:
    """The words for `aria_label`: keyboards and screen readers need them wherever something can be touched."""
    return message.say(look.locale)


def element(
    name: str,
    parts: Iterable[str],
    look: Look | Pen,
    said: Message | None,
    *,
    before: str | None = None,
    after: str | None = None,
    **more: object,
) -> str:
    """A part that can be touched or lit, with its id, its classes (`before` and `after` "lit") and its words."""
    marks = classes(before, lit(look, name), after)
    label = words(look, said) if said else None
    return group(parts, id=look.prefix + name, class_=marks, aria_label=label, **more)


def document(
    body: Iterable[str], *, game: str, width: float, height: float, title: str, description: str, style: str, look: Look
) -> str:
    """A whole picture, with its text alternative, and with the style sheet where it must stand alone."""
    return tag(
        "svg",
        tag("title", escape(title), id=f"{look.prefix}title"),
        tag("desc", escape(description), id=f"{look.prefix}desc"),
        tag("style", stylesheet(style)) if look.style else "",
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(float(width))} {number(float(height))}",
        role="img" if look.style else "group",  # in a page its parts are read and touched
        aria_labelledby=f"{look.prefix}title {look.prefix}desc",
        lang=look.locale,
        class_=f"picture {game}",
    )


@cache
def stylesheet(style: str) -> str:
    """The tokens, light and dark, and the rules of a picture that stands alone."""
    dark = f"@media (prefers-color-scheme: dark) {{ .picture {{ {_tokens(DARK, LIGHT)} }} }}"
    return f".picture {{ {_tokens(LIGHT)} }} {dark} {common_rules()} {_short(style)}"


@cache
def common_rules() -> str:
    """The rules that all pictures share."""
    return _short(COMMON)


def _short(rules: str) -> str:
    return " ".join(rules.split())


def tokens() -> str:
    """The palette for a page: light or dark as the reader's system has it, or as the page says in `data-theme`."""
    light, dark = _tokens(LIGHT), _tokens(DARK, LIGHT)
    return (
        f":root {{ {light} }}\n"
        f"@media (prefers-color-scheme: dark) {{ :root:not([data-theme=light]) {{ {dark} }} }}\n"
        f":root[data-theme=dark] {{ {dark} }}\n"
    )


def rules_of(picture: str) -> str:
    """The rules of its own in the style sheet of a picture that stands alone."""
    style = unescape(picture.partition("<style>")[2].partition("</style>")[0])
    return style.partition(common_rules())[2]


def _tokens(values: dict[str, str], known: dict[str, str] | None = None) -> str:
    return " ".join(f"--{name}: {value};" for name, value in values.items() if (known or {}).get(name) != value)


def fills(names: Collection[str]) -> str:
    """A class for each colour: `.fill-red { fill: var(--red) }`, and the same for lines."""
    return "".join(
        f".fill-{name} {{ fill: var(--{name}); }} .line-{name} {{ stroke: var(--{name}); }}\n" for name in names
    )
