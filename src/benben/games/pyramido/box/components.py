"""The components of Pyramido: 90 dominoes; for each player six markers and three resurfacing cards.

Sources: the rulebook prints numbers, layer sizes and totals by colour; the list of dominoes is in `dominoes.json` and
is checked against those totals below (PDO-1); public pictures confirm the colours of the cards (PDO-2).
"""

from __future__ import annotations

import json
from importlib import resources

from benben.core.kernels import kernel
from benben.core.kit.tables import table

BROWN, BLUE, YELLOW, AQUA, RED, GREEN = range(6)
COLOURS = 6
LETTERS = "nbyarg"
WORDS = ("brown", "blue", "yellow", "aqua", "red", "green")  # in notation and element ids

PRINTED_TOTALS = {  # colour: jewels, blocks
    YELLOW: (29, 31), AQUA: (31, 29), BLUE: (28, 34), BROWN: (24, 37), RED: (32, 26), GREEN: (36, 23),
}  # fmt: skip

MOST_PLAYERS = 4

DOMINOES = 90
QUARRY = 3
STACKS = 4
TALLEST = 22  # PDO-3: 22, 22, 22 and 21
CARDS = 3  # per player

STAGES = 4
LONG, SHORT = 5, 4  # side lengths of the first layer in blocks; each later one is a block shorter (PDO-5, PDO-6)
TURNS = table([10, 6, 3, 1])  # dominoes in each layer

HALVES = ("left", "right")  # of a domino
QUARTERS = ("nw", "ne", "sw", "se")  # of a block, in the bit order of a jewel set

# The content of a cell is a number: half of a domino in one of four rotations, or a card. 0 is empty.
NOTHING = 0
FIRST_CARD = 1 + 8 * DOMINOES
BLOCKS = FIRST_CARD + 4 * COLOURS


@kernel
def block_number(domino: int, half: int, turn: int) -> int:
    """Half 0 is the left block of the unturned domino; `turn` counts quarter turns clockwise."""
    return 1 + 8 * domino + 4 * half + turn


@kernel
def domino_of(number: int) -> int:
    """The domino of a block; a card has none."""
    return (number - 1) >> 3


@kernel
def card_number(colour: int, quarter: int) -> int:
    """A card side with its jewel in this quarter."""
    return FIRST_CARD + 4 * colour + quarter


@kernel
def side_of(card: int, side: int) -> int:
    """The colour of a side of a card (PDO-2)."""
    return 2 * card + side


@kernel
def card_of(colour: int) -> int:
    """The card that has a side of this colour."""
    return colour >> 1


def _turned(jewels: int) -> int:
    """A jewel set after a quarter turn clockwise: upper left goes to upper right."""
    nw, ne, sw, se = (jewels >> quarter & 1 for quarter in range(4))
    return sw | nw << 1 | se << 2 | ne << 3


def load_dominoes(document: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Colour and jewels by domino and half. Raises ValueError if the list contradicts the printed totals."""
    entries = json.loads(document)["dominoes"]
    if [entry["id"] for entry in entries] != list(range(DOMINOES)):
        raise ValueError(f"the dominoes are numbered 0 to {DOMINOES - 1}, in order")
    dominoes = [(_block(entry["left"]), _block(entry["right"])) for entry in entries]
    totals = {colour: [0, 0] for colour in range(COLOURS)}
    for number, domino in enumerate(dominoes):
        if sum(jewels.bit_count() for _colour, jewels in domino) != 2:
            raise ValueError(f"domino {number} must have two jewels")
        for colour, jewels in domino:
            totals[colour][0] += jewels.bit_count()
            totals[colour][1] += 1
    for colour, printed in PRINTED_TOTALS.items():
        if tuple(totals[colour]) != printed:
            raise ValueError(f"{WORDS[colour]}: jewels and blocks are {totals[colour]}, printed are {printed}")
    return dominoes


def _block(letters: str) -> tuple[int, int]:
    if len(letters) != 4 or len(set(letters.lower())) != 1 or letters[0].lower() not in LETTERS:
        raise ValueError(f"{letters!r} is not a block")
    return LETTERS.index(letters[0].lower()), sum(1 << k for k, letter in enumerate(letters) if letter.isupper())


_DOMINOES = load_dominoes(resources.files(__package__ or "").joinpath("dominoes.json").read_text("utf-8"))

# By cell content: the colour, and the jewels as one bit per quarter.
_BLOCKS = [(-1, 0)] * BLOCKS
for _number, _domino in enumerate(_DOMINOES):
    for _half, (_colour, _jewels) in enumerate(_domino):
        for _turn in range(4):
            _BLOCKS[block_number(_number, _half, _turn)] = (_colour, _jewels)
            _jewels = _turned(_jewels)
for _colour in range(COLOURS):
    for _quarter in range(4):
        _BLOCKS[card_number(_colour, _quarter)] = (_colour, 1 << _quarter)
COLOUR_OF = table([colour for colour, _jewels in _BLOCKS])
JEWELS_OF = table([jewels for _colour, jewels in _BLOCKS])


def _looks_same_after_half_turn(domino: int) -> bool:
    return all(_BLOCKS[block_number(domino, half, 0)] == _BLOCKS[block_number(domino, 1 - half, 2)] for half in (0, 1))


# PDO-4: number of distinct rotations of each domino.
TURNS_OF = table([2 if _looks_same_after_half_turn(domino) else 4 for domino in range(DOMINOES)])
