"""Nothing depends on colour: pieces of two colours differ in a sign or a pattern, read from the picture."""

from collections import defaultdict
from xml.etree import ElementTree

import pytest

import benben
from benben.core.drawing.palette import MATERIALS
from benben.testing import Table

# The kinds of pieces of each game, and how many colours each has.
KINDS = {
    "pyramidis": {"whole-*": 4, "carrier-*": 4},
    "pyramido": {"stone-*": 6, "jewel-*": 6, "token-*": 6, "sign-*": 6},
    "pyramids": {"*-1": 5, "*-2": 5, "*-2g": 5, "*-1s": 5, "*-2s": 5},
    "terra_pyramides": {"cube-*": 7, "pawn-*": 4},
}
GEOMETRY = ("d", "points", "x", "y", "width", "height", "rx", "cx", "cy", "r", "transform")

Shape = tuple[object, ...]


def symbols(game: str) -> dict[str, ElementTree.Element]:
    """What a picture of a full table uses, by name."""
    of = benben.find(game)
    match = Table(of, of.players[-1]).match(7)
    drawn = ElementTree.fromstring(match[len(match) // 2].view(0).svg())
    return {part.get("id", "").partition("-")[2]: part for part in drawn.findall(".//{*}defs/{*}g")}


def shape(part: ElementTree.Element, known: dict[str, ElementTree.Element]) -> Shape:
    """The geometry of a piece, without its colours."""
    own: list[object] = [part.tag, *(part.get(name) for name in GEOMETRY)]
    if target := part.get("href"):
        own.append(shape(known[target.partition("-")[2]], known))
    return (*own, *(shape(inside, known) for inside in part))


def kind_of(name: str, colours: set[str]) -> tuple[str, str] | None:
    """The kind of a piece and its colour: `whole-*` and `red` for `whole-red`."""
    words = name.split("-")
    for n, word in enumerate(words):
        if word in colours:
            return "-".join([*words[:n], "*", *words[n + 1 :]]), word
    return None


def by_kind(game: str) -> dict[str, dict[str, Shape]]:
    known = symbols(game)
    found: dict[str, dict[str, Shape]] = defaultdict(dict)
    for name, part in known.items():
        seats = {"1", "2", "3", "4"} if name.startswith("pawn") else set()
        if kind := kind_of(name, {*MATERIALS, *seats}):
            found[kind[0]][kind[1]] = shape(part, known)
    return found


@pytest.mark.parametrize("game", benben.names())
def test_two_colours_never_look_the_same_in_grey(game: str) -> None:
    kinds = by_kind(game)
    assert {kind: len(colours) for kind, colours in kinds.items()} == KINDS[game]
    alike = [(kind, sorted(colours)) for kind, colours in kinds.items() if len(set(colours.values())) < len(colours)]
    assert not alike
