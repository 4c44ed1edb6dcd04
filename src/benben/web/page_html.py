"""Pages as HTML: templates, static files, the style of the pictures, the rules as text."""

from __future__ import annotations

import re
from functools import cache, partial
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import benben
from benben.core import svg
from benben.core.game import Look
from benben.core.position import Position, start
from benben.core.rule_pages import rule_page
from benben.core.sample import sample
from benben.core.shuffle import SEED_BYTES
from benben.core.text import LOCALES, Message, catalogue, plural_form
from benben.web.client_strings import WORDS
from benben.web.rule_figures import with_figures

STATIC = Path(str(resources.files(__package__))) / "static"


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
    made.install_gettext_callables(  # type: ignore[attr-defined]  # a method of the extension
        lambda text: known.get(text) or text, partial(plural_form, __package__, language), newstyle=True
    )
    made.filters["say"] = lambda message: message.say(language) if isinstance(message, Message) else message
    made.globals.update(
        asset=asset,
        modules=modules,
        recovery=Markup(recovery()),
        locales=LOCALES,
        version=benben.__version__,
        words={name: message.say(language) for name, message in WORDS.items()},
        games=[benben.find(name) for name in benben.names()],
    )
    return made


class Assets(StaticFiles):
    """Static files under a path that changes with their content, so that browsers may keep them for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = IMMUTABLE if scope["path_params"]["stamp"] == stamp() else "no-store"
        return response


def asset(name: str) -> str:
    """The URL of a static file."""
    return f"/static/{stamp()}/{name}"


@cache
def modules(name: str) -> list[str]:
    """A script and all scripts that it imports, so that a browser can fetch them at once."""
    found, waiting = [], [name]
    while waiting:
        script = waiting.pop()
        if script not in found:
            found.append(script)
            waiting += re.findall(
                r"""^import\b.*?["']\./(\w+\.js)["'];""", (STATIC / script).read_text("utf-8"), re.MULTILINE
            )
    return found


@cache
def recovery() -> str:
    """The script that stands in the head of every page: it must be there when no other can be fetched."""
    return (STATIC / "recover.js").read_text("utf-8")


@cache
def stamp() -> str:
    """A hash of all static files: scripts import each other by their plain names, so they share one path."""
    files = [file.read_bytes() for file in sorted(STATIC.iterdir()) if file.is_file()]
    return sha256(b"".join([look_of_pictures().encode(), *files])).hexdigest()[:10]


PICTURES = "pictures.css"
IMMUTABLE = f"public, max-age={365 * 24 * 3600}, immutable"
COVER_MOMENT = 0.62  # part of the match that was played: late enough to show something


@cache
def look_of_pictures() -> str:
    """The style sheet of all pictures, with the palette."""
    games = [benben.find(name) for name in benben.names()]
    own = [svg.rules_of(start(game, *first_table(game)).svg()) for game in games]
    return "\n".join([svg.tokens(), svg.common_rules(), *own])


def first_table(game: benben.Game) -> tuple[int, bytes]:
    return game.usual_table()[0], bytes(SEED_BYTES)


@cache
def cover(name: str, language: str) -> Markup:
    """A picture for the start page: the game's own cover, or else a position of its sample match, or its first one."""
    game, prefix = benben.find(name), f"{name}-"
    if game.face.cover:
        drawn = game.face.cover(Look(locale=language, prefix=prefix, style=False))
    else:
        shown = _shown(game)
        drawn = shown.view(shown.actor or 0).svg(locale=language, prefix=prefix, style=False, wide=True)
    return Markup(drawn.replace("<svg ", '<svg preserveAspectRatio="xMidYMid slice" ', 1))


def _shown(game: benben.Game) -> Position:
    line = sample(game) or (start(game, *first_table(game)),)
    return line[int(len(line) * COVER_MOMENT)]


@cache
def rules(name: str, language: str) -> Markup:
    """The rules of a game; the id of a rule is its anchor."""
    page = rule_page(name, language)
    text = page.read_text("utf-8") if page else ""
    html = str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
    ids = "|".join(re.escape(rule) for rule in benben.find(name).rule_ids)
    html = html.replace("<pre>", '<pre tabindex="0">')  # on phones it is scrolled sideways, by keyboard too
    anchored = re.sub(rf"<(li|p)>(\s*(?:<p>)?)<strong>({ids})</strong>", r'<\1 id="\3">\2<strong>\3</strong>', html)
    return Markup(with_figures(anchored, benben.find(name), language))
