"""Pages as HTML: templates, languages, static files, the look of the pictures, the rules as text."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

import benben
from benben.core import svg
from benben.core.position import start
from benben.core.record import read, replay
from benben.core.shuffle import SEED_BYTES
from benben.core.text import LOCALES, Message, catalogue
from benben.web.words import WORDS

STATIC = Path(str(resources.files(__package__))) / "static"
_RULES = (
    Path(str(resources.files("benben"))) / "rules",  # as installed
    Path(str(resources.files("benben"))).parents[1] / "docs" / "rules",  # in a checkout
)


def page(template: str, language: str, **values: Any) -> str:
    """A page in a language."""
    return environment(language).get_template(template).render(language=language, **values)


@cache
def environment(language: str) -> Environment:
    made = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
    )
    known = catalogue(__package__, language)
    made.install_gettext_callables(  # type: ignore[attr-defined]  # an extension's own method
        lambda text: known.get(text) or text,
        lambda one, many, n: known.get(one if n == 1 else many) or (one if n == 1 else many),
        newstyle=True,
    )
    made.filters["say"] = lambda message: message.say(language) if isinstance(message, Message) else message
    made.globals.update(
        asset=asset,
        locales=LOCALES,
        version=benben.__version__,
        words={name: message.say(language) for name, message in WORDS.items()},
        games=[benben.find(name) for name in benben.names()],
    )
    return made


@cache
def asset(name: str) -> str:
    """The address of a static file; another one when the file changes, so that browsers may keep it for ever."""
    body = look_of_pictures().encode() if name == PICTURES else (STATIC / name).read_bytes()
    return f"/static/{stamp()}/{name}" if name.endswith(".js") else f"/static/{sha256(body).hexdigest()[:10]}/{name}"


@cache
def stamp() -> str:
    """Of all scripts together: they import each other by their plain names."""
    scripts = sorted(STATIC.glob("*.js"))
    return sha256(b"".join(script.read_bytes() for script in scripts)).hexdigest()[:10]


PICTURES = "pictures.css"
COVER_MOMENT = 0.62  # of the match: late enough to show something


@cache
def look_of_pictures() -> str:
    """The style of every game's pictures and the tokens of the palette, for pages."""
    games = [benben.find(name) for name in benben.names()]
    return svg.tokens() + "\n".join(svg.rules_of(start(game, *first_table(game)).svg()) for game in games)


def first_table(game: benben.Game) -> tuple[int, bytes]:
    return game.usual_table()[0], bytes(SEED_BYTES)


@cache
def cover(name: str, language: str) -> Markup:
    """A picture of a real position, for the start page: from the game's sample match, or else its beginning."""
    game = benben.find(name)
    sample = resources.files(game.state.__module__.rpartition(".")[0]).joinpath("sample.benben")
    line = [start(game, *first_table(game))]
    if sample.is_file():
        line = replay(read(sample.read_text("utf-8")), benben.find).line()
    shown = line[int(len(line) * COVER_MOMENT)]
    drawn = shown.view(shown.actor or 0).svg(locale=language, prefix=f"{name}-", style=False, wide=True)
    return Markup(drawn.replace("<svg ", '<svg preserveAspectRatio="xMidYMid slice" ', 1))


@cache
def rules(name: str, language: str) -> Markup:
    """A game's rules page; every rule can be linked to by its id."""
    files = [folder / f"{name}.{language}.md" for folder in _RULES]
    text = next((file.read_text("utf-8") for file in files if file.is_file()), "")
    html = str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
    ids = "|".join(re.escape(rule) for rule in benben.find(name).rule_ids)
    return Markup(re.sub(rf"<(li|p)>(\s*(?:<p>)?)<strong>({ids})</strong>", r'<\1 id="\3">\2<strong>\3</strong>', html))
