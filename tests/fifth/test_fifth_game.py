"""A fifth game needs one folder and one line in the registry: nothing else knows about it."""

import re
from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import pytest

import benben
from benben.core.game import Ask, Game, Look
from benben.core.kernels import kernel
from benben.core.lesson import Step
from benben.core.text import Message
from benben.games import REGISTRY
from benben.testing import CHECKS, Table, setups
from tests.fifth.lots import GAME
from tests.fifth.lots.rules import Lots


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "lots", "tests.fifth.lots")


@pytest.mark.parametrize("table", setups(GAME), ids=str)
@pytest.mark.parametrize(
    "check", [check for check in CHECKS if check.__name__ != "illegal_moves_have_reasons"], ids=lambda c: c.__name__
)
def test_it_passes_the_suite(check: Callable[[Table], None], table: Table) -> None:
    """All checks but one: in this game no number is ever an illegal move."""
    GAME.warm()
    check(table)


def test_it_is_played_recorded_and_counted_like_any_other() -> None:
    position = benben.new("lots", players=3)
    for move in ("swap", "keep", "swap"):
        position = position.play(move)
    assert benben.verify(benben.write(position)) == position
    assert benben.perft(benben.new("lots", players=3), 3) == 8
    assert benben.batch("lots", 4).counts.tolist() == [2] * 4
    assert "lots" in benben.names()


def broken(**rules: Callable[..., object]) -> Table:
    """The game with other kernels in the place of some of its own."""
    kept = {part.name: getattr(GAME, part.name) for part in fields(GAME) if part.init}
    return Table(
        Game(**kept | {"rules": replace(GAME.rules, **{name: kernel(rule) for name, rule in rules.items()})}), 3
    )


def with_face(**face: Any) -> Table:
    """The game with another face in some respects."""
    kept = {part.name: getattr(GAME, part.name) for part in fields(GAME) if part.init}
    return Table(Game(**kept | {"face": replace(GAME.face, **face)}), 3)


def the_check(name: str) -> Callable[[Table], None]:
    return next(check for check in CHECKS if check.__name__ == name)


def test_the_suite_notices_a_veil_that_hides_nothing() -> None:
    def veil(s: Lots, seat: int, out: Lots) -> None:
        for i in range(10):
            out.pile[i] = s.pile[i]
        for i in range(3):
            out.hand[i], out.given[i], out.shown[i] = s.hand[i], s.given[i], s.shown[i]
        out.drawn, out.turn, out.players = s.drawn, s.turn, s.players

    with pytest.raises(AssertionError, match="hide something"):
        the_check("imagined_worlds_fit_the_view")(broken(veil=veil))


def test_the_suite_notices_an_imagination_without_chance() -> None:
    def imagine(s: Lots, rng: object) -> None:
        return

    with pytest.raises(AssertionError):
        the_check("imagined_worlds_fit_the_view")(broken(imagine=imagine))


def test_the_suite_notices_a_secret_reveal() -> None:
    def reveals(s: Lots, move: int) -> bool:
        return False

    with pytest.raises(AssertionError, match="swap"):
        the_check("only_reveals_reveal")(broken(reveals=reveals))


def test_the_suite_notices_a_move_listed_twice() -> None:
    def legal(s: Lots, out: list[int]) -> int:
        if s.turn == s.players:
            return 0
        out[0] = out[1] = 0
        return 2

    with pytest.raises(AssertionError):
        the_check("legal_moves_are_unique_and_playable")(broken(legal=legal))


def test_the_suite_notices_a_match_without_end() -> None:
    def play(s: Lots, move: int) -> None:
        s.drawn = 3 if s.drawn == 4 else 4

    with pytest.raises(AssertionError, match="still not over"):
        the_check("every_match_ends")(broken(play=play))


def test_the_suite_notices_a_task_that_tells_a_secret() -> None:
    def ask(s: Lots) -> Ask:
        return Ask(Message("", f"You have {list(s.hand)}."))

    with pytest.raises(AssertionError, match="depend on the viewer"):
        the_check("tasks_are_said")(with_face(ask=ask))


def test_the_suite_notices_texts_without_translation() -> None:
    with pytest.raises(AssertionError, match="not translated: Do it"):
        the_check("tasks_are_said")(with_face(ask=lambda s: Ask(Message("tests.fifth.lots", "Do it."))))


def test_the_suite_notices_an_element_without_words() -> None:
    def picture(s: Lots, look: Look) -> str:
        return re.sub(r' aria-label="[^"]+"', "", GAME.face.picture(s, look))

    with pytest.raises(AssertionError, match="keep"):
        the_check("what_can_be_touched_has_words")(with_face(picture=picture))


def with_goal(**goal: Any) -> Table:
    """The game with another goal in its lesson."""
    lesson = GAME.face.lesson
    assert lesson is not None
    changed = with_face(lesson=replace(lesson, goals=(replace(lesson.goals[0], **goal),)))
    return replace(changed, players=2)


def test_the_suite_notices_a_lesson_about_what_is_not_there() -> None:
    with pytest.raises(AssertionError, match="not in the picture"):
        the_check("lessons_can_be_played")(with_goal(cells=lambda s, seat: ("no-such-element",)))


def test_the_suite_notices_a_goal_that_cannot_be_reached() -> None:
    never = Step((Message("tests.fifth.lots", "Touch “Keep”."),), lambda before, after, seat: False)
    with pytest.raises(AssertionError, match="no legal move does it"):
        the_check("lessons_can_be_played")(with_goal(steps=(never,)))


def test_the_suite_notices_a_goal_that_tells_a_secret() -> None:
    def by_the_pile(before: Lots, after: Lots, seat: int) -> bool:
        return bool(after.drawn == before.drawn or after.hand[seat] % 2 == 0)

    peeking = Step((Message("tests.fifth.lots", "Touch “Keep”."),), by_the_pile)
    with pytest.raises(AssertionError, match="tells a secret"):
        the_check("lessons_can_be_played")(with_goal(steps=(peeking,)))


def test_the_suite_notices_a_lesson_that_ends_the_match() -> None:
    with pytest.raises(AssertionError, match="cannot play on"):
        the_check("lessons_can_be_played")(with_goal(then=("keep",)))


def test_the_suite_notices_a_written_move_that_is_impossible() -> None:
    with pytest.raises(AssertionError, match="is not possible here"):
        the_check("lessons_can_be_played")(with_goal(then=("swop",)))
