"""The drawing kit: texts can be read by day and by night, materials are told apart without colour, covers are sound."""

import re
from itertools import combinations
from string import ascii_uppercase
from xml.etree import ElementTree

import pytest

import benben
from benben.core.drawing.lettering import LETTERS
from benben.core.drawing.materials import SIGNS
from benben.core.drawing.palette import DARK, LIGHT, MATERIALS
from benben.core.drawing.panels import Zone, plate, shortened
from benben.core.game import Look

READABLE = 4.5  # WCAG AA for texts
VISIBLE = 3.0  # and for signs and frames
TEXTS = {  # ink: what it is written on
    "ink": ("panel", "tablet", "tablet-low", "well", "sky", "sky-low", "sand-light", "sand-dark", "hollow"),
    "ink-soft": ("panel", "tablet", "tablet-low", "well", "sky", "sky-low", "sand-light", "sand-dark", "hollow"),
    "on-earth": ("earth", "earth-low", "chamber", "lamp"),
    "paper": ("lapis-deep", "lapis"),
}


def luminance(colour: str) -> float:
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize(("name", "palette"), [("day", LIGHT), ("night", DARK)])
def test_texts_can_be_read(name: str, palette: dict[str, str]) -> None:
    for ink, grounds in TEXTS.items():
        for ground in grounds:
            found = contrast(palette[ink], palette[ground])
            assert found >= READABLE, f"{ink} on {ground} by {name}: {found:.2f}"
    for ground in ("panel", "sand-light", "sand-dark", "tablet", "sky-low"):
        assert contrast(palette["lapis"], palette[ground]) >= VISIBLE, f"lapis on {ground} by {name}"


@pytest.mark.parametrize(("name", "palette"), [("day", LIGHT), ("night", DARK)])
def test_the_last_move_stands_out_from_all_it_lies_on(name: str, palette: dict[str, str]) -> None:
    for ground in ("stone", "sand", "panel", "tablet", "tablet-low", "well", "sand-light", "sand-dark", "hollow"):
        assert contrast(palette["amber"], palette[ground]) >= VISIBLE, f"amber on {ground} by {name}"


def test_signs_stand_out_from_their_material() -> None:
    for name, material in MATERIALS.items():
        assert contrast(material.ink, material.base) >= VISIBLE, name


def test_materials_are_told_apart_without_colour() -> None:
    for one, other in combinations(MATERIALS, 2):
        assert SIGNS[one][0] != SIGNS[other][0]


def test_a_long_name_is_shortened_and_nothing_is_markup() -> None:
    assert shortened("Ann", 100, 16) == "Ann"
    assert shortened("Nebuchadnezzar", 60, 16).endswith("…")
    drawn = plate(Zone(0, 0, 300, 30), 16, "<b>&", "Red", acting=True)
    assert "&lt;b&gt;&amp;" in drawn
    ElementTree.fromstring(drawn)


def test_every_letter_can_be_drawn() -> None:
    assert set(LETTERS) == set(ascii_uppercase)


@pytest.mark.parametrize("name", [name for name in benben.names() if benben.find(name).face.cover])
def test_covers_are_sound(name: str) -> None:
    game = benben.find(name)
    assert game.face.cover
    drawn = game.face.cover(Look(prefix="x-", style=False))
    ElementTree.fromstring(drawn)
    ids = re.findall(r'\sid="([^"]+)"', drawn)
    assert len(set(ids)) == len(ids)
    assert all(found.startswith("x-") for found in ids)
    assert set(re.findall(r'(?:href="#|url\(#)([^")]+)', drawn)) <= set(ids), "what it refers to is in it"
    assert "style" not in drawn
