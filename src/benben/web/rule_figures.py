"""The pictures on a rules page, each below its rule."""

from __future__ import annotations

import re
from html import escape

from benben.core.drawing.rule_pictures import RulePicture, draw, rule_pictures
from benben.core.game import Game

_PREFIX = "rule-"  # of the ids of definitions
_END_OF_TEXT = re.compile(r"</p>|<ul>|<table>|<pre|</li>")


def figures(game: Game, rule: str, language: str) -> str:
    """The pictures of one rule, with the definitions that they need."""
    drawings = [
        (picture, draw(game, picture, language, f"{rule}-")) for picture in rule_pictures(game) if picture.rule == rule
    ]
    shown = "".join(_figure(drawn, picture, language) for picture, (drawn, _shared) in drawings)
    return _definitions(drawings[0][1][1]) + shown if drawings else ""


def with_figures(html: str, game: Game, language: str) -> str:
    """A rules page, in which the id of a rule is that of its element, with the pictures of the game.

    Definitions stand before the first picture: they are the same for all.
    """
    definitions = ""
    for picture in reversed(rule_pictures(game)):
        drawn, definitions = draw(game, picture, language, _PREFIX)
        at = _after_text(html, picture)
        html = f"{html[:at]}{_figure(drawn, picture, language)}{html[at:]}"
    return _definitions(definitions) + html if definitions else html


def _definitions(shared: str) -> str:
    return f'<svg class="definitions" aria-hidden="true">{shared}</svg>'


def _after_text(html: str, picture: RulePicture) -> int:
    """Where the text of the rule ends: before a list or table that belongs to it."""
    place = re.search(rf'\bid="{re.escape(picture.rule)}"', html)
    end = _END_OF_TEXT.search(html, place.end()) if place else None
    assert end, f"{picture.rule} is not on the page"
    return end.end() if end[0] == "</p>" else end.start()


def _figure(drawn: str, picture: RulePicture, language: str) -> str:
    said = escape(picture.caption.say(language))
    return f'<figure class="rule-picture">{drawn}<figcaption>{said}</figcaption></figure>'
