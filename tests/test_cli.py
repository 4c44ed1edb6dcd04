"""The command line, as a person types at it."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

import pytest

import benben
from benben.cli import main
from tests.golden import make

GOLDEN = make.FOLDER / "pyramidis" / "pyramidis-2.benben"


def typed(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    answers = iter(lines)

    def answer(prompt: str = "") -> str:
        print(prompt, end="")
        try:
            return next(answers)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = main(["--lang", "en", *arguments])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def test_a_whole_match(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    moves = benben.read(str(GOLDEN)).moves
    typed(monkeypatch, *moves)
    file = tmp_path / "match.benben"
    code, said = run(capsys, "play", "--save", str(file))
    assert code == 0
    assert "Yellow won." in said
    assert benben.read(str(file)).moves == moves


def test_wrong_input_explains_itself(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "undo", "?", "hello", "h4:1", "c4", "a4:3", "undo", "quit")
    code, said = run(capsys, "play", "pyramidis")
    assert code == 0
    assert "There is nothing to take back." in said
    assert "a4:1  a4:2  a4:3  a4:4  a4:5" in said
    assert "“hello” is not a move" in said
    assert "Yellow owns the top pyramid on h4: only Yellow moves this stack. (PDS-6)" in said
    assert "There is no pyramid on c4. (PDS-6)" in said
    assert said.count("Red to move.") == 2, "a board is drawn when it changes, not after every line"
    assert said.endswith("Goodbye.\n")


def test_a_whole_match_against_a_bot(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The second seat is a person who always plays the hint; its bots are the ones that answer."""
    asked: list[str] = []

    def answer(prompt: str = "") -> str:
        hint = re.search(r"greedy would play (\S+): a chance of \d+% to win\.", capsys.readouterr().out)
        if hint is not None:
            return hint[1]
        assert len(asked) < 500, "no move of the hint was taken"
        asked.append(prompt)
        return "hint"

    monkeypatch.setattr("builtins.input", answer)
    code, said = run(capsys, "play", "pyramidis", "--bot", "random", "--seat", "2", "--hints", "greedy")
    assert (code, "Yellow won." in said) == (0, True)
    assert set(asked) == {"Yellow> "}


def test_taking_back_skips_the_moves_of_bots(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "a4:1", "a4:2", "undo", "undo", "undo", "quit")
    code, said = run(capsys, "play", "pyramidis", "--bot", "greedy")
    assert code == 0
    assert said.count("Yellow moves ") == 2
    assert said.count("Red to move.") == 5, "two moves and two taken back"
    assert said.count("There is nothing to take back.") == 1


def test_a_reveal_cannot_be_taken_back(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Refilling the quarry shows a new domino: the turn before it is final."""
    position = benben.new("pyramido", seed=1)
    while not position.reveals(position.legal_moves[0]):
        position = position.play(position.legal_moves[0])
    typed(monkeypatch, *position.moves, str(position.legal_moves[0]), "undo", "quit")
    code, said = run(capsys, "play", "pyramido", "--seed", (1).to_bytes(32, "big").hex())
    assert (code, "revealed hidden information" in said) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [(("--bot", "nobody"), "Unknown bot “nobody”"), (("--bot", "club", "--seat", "3"), "only 2 seats")],
)
def test_wrong_bots_are_explained(
    arguments: tuple[str, ...], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = run(capsys, "play", "pyramidis", *arguments)
    assert (code, complaint in said) == (1, True)


@pytest.mark.parametrize(("command", "package"), [("serve", "uvicorn"), ("status", "prometheus_client")])
def test_a_missing_extra_is_named(
    command: str, package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in [name for name in sys.modules if name.startswith(("benben.web", "benben.table", package))]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("web", "table"):  # or other tests would find what is imported now
        monkeypatch.delattr(benben, name, raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    code, said = run(capsys, command)
    assert code == 1
    assert re.fullmatch(rf"benben: This needs the package {package}\S*: pip install 'benben\[table\]'\n", said), said


def test_in_german(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed(monkeypatch, "c4")
    assert main(["--lang", "de", "play", "--players", "4", "--option", "blockade"]) == 0
    said = capsys.readouterr().out
    assert "Rot ist am Zug." in said
    assert "Auf c4 steht keine Pyramide. (PDS-6)" in said


def test_verify(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, said = run(capsys, "verify", str(GOLDEN))
    assert (code, "valid, " in said) == (0, True)
    broken = tmp_path / "broken.benben"
    text = GOLDEN.read_text()
    line = 1 + text.splitlines().index(next(line for line in text.splitlines() if line.startswith("5. a4:1")))
    broken.write_text(text.replace("5. a4:1", "5. a4:2"))
    code, said = run(capsys, "verify", str(GOLDEN), str(broken))
    assert code == 1
    assert f"broken.benben: line {line}: " in said
    code, said = run(capsys, "verify", str(tmp_path / "missing.benben"))
    assert (code, "No such file" in said) == (1, True)
    broken.write_bytes(b"\xff\xfe")
    assert run(capsys, "verify", str(broken))[0] == 1


def test_show(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    code, said = run(capsys, "show", str(GOLDEN), "--at", "0")
    assert (code, "rrrrrrrr" in said) == (0, True)
    picture = tmp_path / "position.svg"
    assert run(capsys, "show", str(GOLDEN), "--at", "12", "--seat", "2", "--svg", str(picture))[0] == 0
    assert ElementTree.fromstring(picture.read_text()).get("role") == "img"
    code, said = run(capsys, "show", str(GOLDEN), "--at", "9999")
    assert (code, "9999 is out of range" in said) == (1, True)
    assert run(capsys, "show", str(GOLDEN), "--seat", "3")[0] == 1


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "perft", "pyramidis", "--depth", "5")
    assert code == 0
    assert re.search(r"5 +5,948 ", said)


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "games")
    assert code == 0
    assert all(name in said for name in benben.names())
    assert "blockade=no|yes" in said


@pytest.mark.parametrize(
    "arguments",
    [("play", "--players", "3"), ("play", "--option", "x=1"), ("perft", "pyramidis", "--option", "blockade=perhaps")],
)
def test_bad_options_are_explained(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, *arguments)
    assert code == 1
    assert said.startswith("benben: ")


def test_colours_on_a_real_terminal() -> None:
    """The board is coloured on a terminal, and leaving by end-of-file is no error."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "benben.cli", "--lang", "en", "play"]
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    process = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, env=environment)
    os.close(follower)
    said, deadline = "", time.monotonic() + 30
    while "Red>" not in said and time.monotonic() < deadline:
        if select.select([leader], [], [], 1)[0]:
            said += os.read(leader, 65536).decode()
    os.write(leader, b"\x04")
    assert process.wait(timeout=30) == 0
    os.close(leader)
    assert "\x1b[31mr\x1b[0m" in said


def test_match(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "match", "pyramidis", "--bots", "greedy,random", "--games", "10")
    assert code == 0
    assert re.search(r"greedy +10 +\d", said)
    code, said = run(capsys, "match", "pyramidis", "--bots", "nobody,random")
    assert (code, "Unknown bot “nobody”" in said) == (1, True)


@pytest.mark.parametrize(("takes", "patience", "told"), [(0.0, 30.0, False), (0.5, 0.01, True)])
def test_who_waits_for_the_compiler_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, takes: float, patience: float, told: bool
) -> None:
    """One line on the screen, and none where everything was compiled before."""
    monkeypatch.setattr("benben.cli.PATIENCE_SECONDS", patience)
    monkeypatch.setattr("benben.cli.warm", lambda game: time.sleep(takes))
    assert main(["--lang", "en", "match", "pyramidis", "--bots", "random,random", "--games", "2"]) == 0
    assert capsys.readouterr().err.count("Compiling Pyramidis …\n") == told
