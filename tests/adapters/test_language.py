"""Matches as text, with scripted players."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

import benben
from benben.adapters.language import play, prompt, rules_page, understood
from tests.registered import HIDING


def legal_in(asked: str) -> list[str]:
    [moves] = re.findall(r"^Your legal moves: (.+)$", asked, re.MULTILINE)
    return str(moves).split(", ")


def scripted(seed: int) -> Callable[[str], str]:
    """Reads the legal moves from the prompt, as a model does, and takes any of them."""
    chance = random.Random(seed)
    return lambda asked: f"I think that this is good.\n\n**Move:** `{chance.choice(legal_in(asked))}`"


@pytest.mark.parametrize("game", benben.names())
def test_a_match_of_scripted_players(game: str, tmp_path: Path) -> None:
    transcript = play(game, [scripted(1), scripted(2)], seed=4, names=("one", "two"))
    position = transcript.position
    assert position is not None
    assert position.is_over
    assert [str(decision.move) for decision in transcript.decisions] == list(position.moves)
    assert transcript.failures(0) == transcript.failures(1) == 0
    transcript.save(tmp_path)
    assert benben.verify((tmp_path / "match.benben").read_text("utf-8")) == position
    text = (tmp_path / "transcript.md").read_text("utf-8")
    for name in re.findall(r"!\[position\]\((.+?)\)", text):
        ElementTree.fromstring((tmp_path / name).read_text("utf-8"))
    assert text.count("![position]") == len(position.moves)
    assert f"Result: {benben.core.record.result_of(position)}" in text


def test_the_prompt_has_everything() -> None:
    position = benben.new("pyramids", seed=3)
    assert position.actor is not None
    asked = prompt(position.view(position.actor), ["Thebes takes Horus."])
    assert rules_page("pyramids") in asked
    assert position.view(position.actor).text() in asked
    assert "- Thebes takes Horus." in asked
    assert legal_in(asked) == [str(move) for move in position.legal_moves]


@pytest.mark.parametrize("game", [game.name for game in HIDING])
def test_prompts_hold_only_what_the_seat_may_know(game: str) -> None:
    position, chance = benben.new(game, players=3, seed=3), random.Random(1)
    for _ply in range(40):
        assert position.actor is not None
        view = position.view(position.actor)
        for k in range(2):
            assert prompt(view.imagine(k).view(position.actor)) == prompt(view)
        position = position.play(chance.choice(position.legal_moves))


def test_illegal_answers_get_the_reason_and_another_attempt() -> None:
    prompts: list[str] = []
    answers = iter(["no idea", "move: c4", "move: nonsense", "the first was wrong\nmove: c4\nmove: a4:2"])

    def stubborn(asked: str) -> str:
        prompts.append(asked)
        return next(answers, f"move: {legal_in(asked)[0]}")

    transcript = play("pyramidis", [stubborn, scripted(1)], seed=1, attempts=4)
    first = transcript.decisions[0]
    complaints = [attempt.complaint for attempt in first.attempts]
    assert complaints[:2] == ["Your answer has no line “move: …”.", "There is no pyramid on c4. (PDS-6)"]
    assert complaints[2].startswith("“nonsense” is not a move")
    assert complaints[3:] == [""]
    assert str(first.move) == "a4:2"
    assert prompts[2].startswith("There is no pyramid on c4. (PDS-6)\n\n")
    assert not first.failed


def test_after_the_last_attempt_a_random_move_is_played() -> None:
    transcript = play("pyramidis", [lambda asked: "move: pass?", scripted(1)], seed=1, attempts=2)
    mine = [decision for decision in transcript.decisions if decision.seat == 0]
    assert transcript.failures(0) == len(mine) > 0
    assert transcript.failures(1) == 0
    assert all(len(decision.attempts) == 2 for decision in mine)


@pytest.mark.parametrize("answer", ["move: a4:3", "Move: **a4:3**", "- move: `a4:3`", "move: b4\nMOVE : a4:3 "])
def test_answers_are_read_kindly(answer: str) -> None:
    move, complaint = understood(benben.new("pyramidis").view(0), answer)
    assert (str(move), complaint) == ("a4:3", "")


def test_players_hear_what_the_others_did() -> None:
    heard: list[str] = []

    def listening(asked: str) -> str:
        heard.append(asked)
        return f"move: {legal_in(asked)[0]}"

    play("pyramidis", [listening, listening], seed=1)
    assert "Since your last decision" not in heard[0]
    assert "- Red moves a4:1: b4." in heard[1]
    assert "- Yellow moves h4:1: g4." in heard[2]
