"""Notation, reasons, stories and the table as text."""

import pytest

import benben
from benben.games.pyramids import GAME
from benben.games.pyramids.box.components import DECK
from benben.games.pyramids.rules.state import KEEP, OBELISK, PYRAMID, TOMB
from benben.games.pyramids.words.names import card_name
from benben.testing import Table
from tests.games.pyramids.drawn import hand, moves, obelisk, play, position, pyramid, start, state, tomb

BUILDING = "Thebes\n1: b wr | rw b\nhand: w w tomb | b b tomb | r r tomb\nMemphis\nhand: y y tomb"


def building(phase: int = PYRAMID, tile: int = 2) -> benben.Position:
    drawing = BUILDING if phase == PYRAMID else BUILDING.replace("w w tomb | ", "")
    return position(drawing, phase=phase, tiles=(tile, 1), in_round=4)


@pytest.mark.parametrize("text", ["A LEFT", " a   left ", "pyramid a left", "Pyramid A Left"])
def test_moves_are_read_liberally(text: str) -> None:
    assert building().parse(text) == building().parse("a left")


@pytest.mark.parametrize("text", ["tile 3", "god 3", "KHEPRI", "khepri"])
def test_tiles_have_names_and_numbers(text: str) -> None:
    assert str(start(3).legal_moves[text]) == "khepri"


@pytest.mark.parametrize(
    "text", ["d left", "a up", "a 1.1", "a 2.4", "a 5.1", "pair 6", "pair 0", "tile 6", "a", "tomb", "tomb ?"]
)
def test_nonsense_is_malformed(text: str) -> None:
    with pytest.raises(benben.MalformedMove, match="is not a move"):
        building().parse(text)


def test_base_is_the_word_for_the_first_card_only() -> None:
    with pytest.raises(benben.MalformedMove, match="Add the end of the base"):
        building().parse("a base")


def refused(now: benben.Position, move: str) -> tuple[str, str]:
    with pytest.raises(benben.IllegalMove) as error:
        now.play(move)
    assert error.value.say("de") != error.value.say("en")
    assert set(error.value.cells) <= set(_ids(now.svg()))
    return error.value.code.removeprefix("pyramids."), error.value.rule


def _ids(svg: str) -> list[str]:
    return [part.partition('"')[0] for part in svg.split(' id="')[1:]]


@pytest.mark.rule("PYR-5")
@pytest.mark.parametrize(("tile", "move"), [(1, "tomb a"), (1, "obelisk a"), (2, "obelisk a"), (3, "tomb a")])
def test_the_tile_does_not_allow_it(tile: int, move: str) -> None:
    assert refused(building(tile=tile), move) == ("not-allowed", "PYR-5")


@pytest.mark.rule("PYR-11")
@pytest.mark.parametrize(
    ("phase", "tile", "move", "code"),
    [
        (PYRAMID, 2, "tomb a", "pyramid-first"),
        (PYRAMID, 2, "none", "pyramid-is-a-must"),
        (TOMB, 2, "a left", "one-pyramid-card"),
        (TOMB, 2, "tomb c", "no-such-card"),
        (OBELISK, 4, "tomb a", "obelisk-first"),
        (TOMB, 4, "obelisk a", "obelisk-done"),
    ],
)
def test_out_of_order(phase: int, tile: int, move: str, code: str) -> None:
    assert refused(building(phase, tile), move) == (code, "PYR-11")


@pytest.mark.rule("PYR-5", "PYR-11", "PYR-13")
@pytest.mark.parametrize(
    ("tile", "move", "answer"),
    [
        (2, "tomb c", ("pyramid-first", "PYR-11")),
        (1, "tomb c", ("not-allowed", "PYR-5")),
        (2, "obelisk c", ("not-allowed", "PYR-5")),
        (4, "obelisk c", ("pyramid-first", "PYR-11")),
        (2, "keep c", ("keep-last", "PYR-13")),
    ],
)
def test_the_third_card_is_refused_for_what_is_wrong(tile: int, move: str, answer: tuple[str, str]) -> None:
    """With three cards in hand there is a card c, but the pyramid comes first."""
    now = building(tile=tile)
    assert refused(now, move) == answer
    where = move.split()[0]
    if where != "keep":
        third = now.path("c left")[0]
        with pytest.raises(benben.IllegalMove) as touched:
            now.aim((third, f"{where}-1"))
        assert (touched.value.code, touched.value.rule) == (f"pyramids.{answer[0]}", answer[1])


def test_a_card_that_is_not_there() -> None:
    two = position("Thebes\nhand: b wr | rw b\nMemphis", phase=PYRAMID, tiles=(2, 1), in_round=4)
    assert refused(two, "c base") == ("no-such-card", "PYR-11")


@pytest.mark.parametrize("move", ["pair 1", "a base", "keep a", "none", "tomb a"])
def test_not_now(move: str) -> None:
    assert refused(start(3), move) == ("not-now", "PYR-9")


@pytest.mark.rule("PYR-5", "PYR-6", "PYR-9")
def test_tiles_that_cannot_be_taken() -> None:
    two = start(2)
    gods = ["horus", "anubis", "khepri", "sekhmet"]
    assert refused(two, gods[state(two).aside - 1]) == ("tile-aside", "PYR-6")
    assert refused(start(3), "thoth") == ("tile-in-box", "PYR-5")
    assert refused(play(start(3), "khepri"), "khepri") == ("tile-taken", "PYR-9")


@pytest.mark.rule("PYR-8", "PYR-10")
def test_pairs_that_cannot_be_taken() -> None:
    now = play(start(3), "anubis", "khepri", "sekhmet")
    assert refused(now, "pair 4") == ("no-such-pair", "PYR-8")
    now = play(now, "pair 2", "a base", "none")
    assert refused(now, "pair 2") == ("pair-taken", "PYR-10")
    assert refused(now, "keep a") == ("not-now", "PYR-10")


@pytest.mark.rule("PYR-13")
def test_one_card_must_be_kept() -> None:
    now = position("Thebes\nhand: b wr | rw b\nMemphis", phase=KEEP, in_round=4)
    assert refused(now, "none") == ("not-now", "PYR-13")
    assert refused(now, "tomb a") == ("not-now", "PYR-13")
    assert moves(now) == {"keep a", "keep b"}


def test_stories() -> None:
    now = play(start(2), *[move for move in ("horus", "anubis", "khepri") if move in moves(start(2))][:1])
    assert "takes" in str(now.tell()[0].message)
    match = Table(GAME, 2).match(1)
    told = [str(line.message) for now in match[1:] for line in now.tell()]
    assert sum("begins" in line for line in told) == 9
    assert sum("is out in this round" in line for line in told) == 9
    assert sum("All players discard their hands" in line for line in told) == 1
    assert sum("builds into the pyramid" in line for line in told) == 20
    assert all(line.message.say("de") for now in match[1:] for line in now.tell())


def test_the_table_as_text_reads_back() -> None:
    """Necropolises, as drawn: pyramids, obelisks, tombs."""
    for players in (2, 5):
        match = Table(GAME, players).match(2)
        for now in (match[40], match[-1]):
            again = position(str(now))
            for seat in range(players):
                assert pyramid(again, seat) == pyramid(now, seat)
                assert obelisk(again, seat) == obelisk(now, seat)
                assert tomb(again, seat) == tomb(now, seat)
                assert hand(again, seat) == hand(now, seat)
        assert again.score == match[-1].score


def test_views_say_what_may_be_in_hand() -> None:
    text = next(now.view(0).text() for now in Table(GAME, 3).match(3) if "one in hand" in now.view(0).text())
    assert "?" in text
    assert "one in hand" not in next(now.text() for now in Table(GAME, 3).match(3)[40:])


def test_cards_in_words() -> None:
    entries = [str(card) for card in DECK]
    assert str(card_name(entries.index("b wr") + 1)) == "Blue | White over Red"
    assert card_name(entries.index("b w tomb") + 1).say("de") == "Blau | Weiß mit Glyphe Grabkammer"
