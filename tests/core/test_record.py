"""Records: small texts that can be read, replayed, and held to what they claim."""

import re
import time

import pytest

import benben
from benben.core import record
from benben.core.errors import BadRecord
from benben.games import find
from benben.testing import Table
from tests.golden import make

GAME = find("pyramidis")


@pytest.fixture(scope="module")
def end() -> benben.Position:
    return Table(GAME, 2).match(3)[-1]


@pytest.fixture(scope="module")
def text(end: benben.Position) -> str:
    return benben.write(
        end, names=["Ann", "Ben; the second"], date="2026-11-15", comments={2: "bold; perhaps\ntoo bold"}
    )


def bad(text: str) -> benben.BadRecord:
    with pytest.raises(benben.BadRecord) as raised:
        benben.verify(text)
    return raised.value


def test_written_and_read(end: benben.Position, text: str) -> None:
    parsed = record.read(text)
    assert parsed.header["seat 2"] == "Ben, the second"
    assert parsed.header["date"] == "2026-11-15"
    assert parsed.moves == end.moves
    assert benben.verify(text) == end
    assert "; bold, perhaps too bold" in text


def test_a_running_match_keeps_its_seed() -> None:
    position = benben.new("pyramidis").play("a4:2")
    text = benben.write(position)
    assert position.setup.seed is not None
    assert position.setup.seed.hex() not in text
    assert "result" not in text
    assert f"commitment: {position.setup.commitment}" in text
    assert benben.replay(text) == position


def test_typed_by_hand() -> None:
    """No checks, no seed, odd spacing, comments: still a record."""
    position = benben.replay("benben 1\ngame: pyramidis\nplayers: 2\n\n; begins\n 1.  A4:3 ; yes\n\n2. h4:1\n")
    assert position.moves == ("a4:3", "h4:1")


@pytest.mark.parametrize("line", range(2, 40))
def test_any_changed_digit_is_refused_and_its_line_named(text: str, line: int) -> None:
    """Every digit of every line, one after the other."""
    lines = text.splitlines()
    content = lines[line - 1].split(";")[0]
    for found in re.finditer(r"[0-9a-f]" if re.match(r"seed|commit|check", content) else r"\d", content):
        if re.match(r"seed|commit|check", content) and found.start() < content.index(":"):
            continue
        changed = "1" if found[0] != "1" else "2"
        broken = lines.copy()
        broken[line - 1] = content[: found.start()] + changed + content[found.end() :]
        error = bad("\n".join(broken))
        header = record.read(text).lines["check"]
        # a changed header line may be detected later: at the checksum, at the seed, or as a duplicate key
        expected = {line} | ({header, record.read(text).lines["seed"], line + 1} if line <= header else set())
        assert error.line in expected, f"{broken[line - 1]}: {error}"
        assert str(error).startswith(f"line {error.line}: ")
        assert error.say("de") != error.say("en")


@pytest.mark.parametrize(
    ("broken", "line", "words"),
    [
        ("", 1, "begins with the line"),
        ("hello", 1, "begins with the line"),
        ("benben 2\ngame: pyramidis", 1, "only format 1"),
        ("benben 1\nplayers: 2", 1, "“game:” is missing"),
        ("benben 1\ngame: pyramidis", 1, "“players:” is missing"),
        ("benben 1\ngame: senet\nplayers: 2", 2, "no game “senet”"),
        ("benben 1\ngame: pyramidis\nplayers: two", 3, "not a number"),
        ("benben 1\ngame: pyramidis\nplayers: 3", 3, "not 3"),
        ("benben 1\ngame: pyramidis\nplayers: 2\nplayers: 4", 4, "appears twice"),
        ("benben 1\ngame: pyramidis\nplayers: 2\ncolour: red", 4, "Unknown header line “colour:”"),
        ("benben 1\ngame: pyramidis\nplayers: 2\nrules: 99", 4, "version 99"),
        ("benben 1\ngame: pyramidis\nplayers: 2\nbox: mine", 4, "components “mine”"),
        ("benben 1\ngame: pyramidis\nplayers: 2\noption blockade: perhaps", 4, "one of no, yes"),
        ("benben 1\ngame: pyramidis\nplayers: 2\nseed: 00", 4, "64 hexadecimal digits"),
        ("benben 1\ngame: pyramidis\nplayers: 2\n\n2. a4:1", 5, "Expected move 1 here"),
        ("benben 1\ngame: pyramidis\nplayers: 2\n\n1. a4:1\nwhat is this", 6, "neither a header line"),
        ("benben 1\ngame: pyramidis\nplayers: 2\n\n1. a4:1\n2. a4:1", 6, "Red owns the top pyramid"),
        ("benben 1\ngame: pyramidis\nplayers: 2\n\n1. z9", 5, "is not a move"),
        ("benben 1\ngame: pyramidis\nplayers: 2\nresult: 5 0, won by 1\n\n1. a4:1", 4, "not over"),
        ("benben 1\n" + "x" * 1_000_001, 1, "at most"),
    ],
)
def test_a_broken_record_names_the_line(broken: str, line: int, words: str) -> None:
    error = bad(broken)
    assert (error.line, words in str(error)) == (line, True), str(error)


def test_a_false_result_is_refused(text: str) -> None:
    error = bad(re.sub(r"won by \d", "won by nobody", text))
    assert "The result is" in str(error)
    assert error.line == record.read(text).lines["result"]


def test_a_file_is_read(tmp_path_factory: pytest.TempPathFactory, text: str, end: benben.Position) -> None:
    file = tmp_path_factory.mktemp("records") / "match.benben"
    file.write_text(text, encoding="utf-8")
    assert benben.read(str(file)) == end


def test_golden_records_name_their_format() -> None:
    for file in make.FOLDER.glob("*/*.benben"):
        assert file.read_text(encoding="utf-8").startswith("benben 1\n")


@pytest.mark.parametrize(
    "line",
    [
        "1. a4:3" + " " * 60_000 + "x",
        "1." + " " * 60_000,
        "9" * 5_000 + ". a4:3",
        " " * 65_000 + "x:",
        "1. a4:3 =" * 9_000,
    ],
)
def test_a_long_line_is_refused_at_once(line: str) -> None:
    """64 kB of spaces took 23 seconds: the pattern of a move was quadratic."""
    started = time.perf_counter()
    with pytest.raises(BadRecord):
        benben.replay("benben 1\ngame: pyramidis\nplayers: 2\n\n" + line)
    assert time.perf_counter() - started < 0.5


@pytest.mark.parametrize("spaces", [1_000, 1_900])
def test_spaces_within_a_line_cost_nothing(spaces: int) -> None:
    text = "benben 1\ngame: pyramidis\nplayers: 2\n\n" + ("1. a4:3" + " " * spaces + "=zzzz\n") * 30
    started = time.perf_counter()
    with pytest.raises(BadRecord):
        benben.replay(text)
    assert time.perf_counter() - started < 0.5


def test_more_moves_than_a_match_can_have_are_refused() -> None:
    moves = "".join(f"{number}. a4:3\n" for number in range(1, 60_000))
    with pytest.raises(BadRecord, match="longer than"):
        benben.replay(f"benben 1\ngame: pyramidis\nplayers: 2\n\n{moves}")


def test_a_number_of_players_of_5000_digits() -> None:
    with pytest.raises(BadRecord):
        benben.replay(f"benben 1\ngame: pyramidis\nplayers: {'9' * 1_500}\n")
