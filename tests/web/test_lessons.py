"""Guided first games at the server: only moves that reach the goal, written moves on demand, nobody is stuck."""

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, Self

import httpx
import pytest

import benben
from benben.core.lesson import Step
from benben.core.position import start
from benben.core.shuffle import seed_bytes
from benben.table.match import BOT, OPTIONS, PERSON, Match, MatchEvent, MatchState, Occupant, TableOptions
from benben.web.guide import lesson_schema
from benben.web.views import offered
from tests.web.server import HTTP, Server


class Pupil:
    """A browser that learns a game by requests alone."""

    def __init__(self, server: Server, game: str) -> None:
        self.http = httpx.Client(base_url=server.url, timeout=30, headers={"Accept": "text/html"})
        self.table = self.http.post(f"/learn/{game}").headers["location"]
        self.match = self.table.removeprefix("/t/")
        self.url = f"/api/v1/matches/{self.match}"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.http.close()

    def view(self) -> dict[str, Any]:
        found = re.search(r'<script type="application/json" id="view">(.*?)</script>', self.http.get(self.table).text)
        assert found
        view: dict[str, Any] = json.loads(found[1])
        return view

    def play(self, move: str, number: int) -> httpx.Response:
        return self.http.post(f"{self.url}/moves?seat=0", json={"move": move, "after": number}, headers=JSON)

    def why(self, **question: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self.http.post(f"{self.url}/why?seat=0", json=question, headers=JSON).json()
        return answer

    def go_on(self, **body: Any) -> httpx.Response:
        return self.http.post(f"{self.table}/lesson", json=body, headers=JSON)


JSON = {"Accept": "application/json"}
NewPupil = Callable[[str], Pupil]


@pytest.fixture
def new_pupil(alone: Server) -> Iterator[NewPupil]:
    with ExitStack() as opened:

        def new(game: str) -> Pupil:
            return opened.enter_context(Pupil(alone, game))

        yield new


def test_the_deal_is_committed(new_pupil: NewPupil) -> None:
    first, second = new_pupil("terra_pyramides"), new_pupil("terra_pyramides")
    assert first.match != second.match
    assert first.view()["text"] == second.view()["text"]
    assert first.view()["commitment"] == second.view()["commitment"]


def test_only_moves_that_reach_the_goal_are_made(new_pupil: NewPupil) -> None:
    pupil = new_pupil("pyramidis")
    view = pupil.view()
    assert {choice["move"] for choice in view["choices"] if choice["goal"]} == {"a4:3"}
    refused = pupil.play("a4:2", view["number"])
    assert refused.status_code == 422
    assert refused.json()["error"]["code"] == "lesson.not-now"
    assert refused.json()["error"]["text"] == "That is allowed. But now: Take three pyramids from your start square."
    assert pupil.play("a5", view["number"]).json()["error"]["code"].startswith("pyramidis."), (
        "an illegal move has its own"
    )
    assert pupil.why(move="a4:2") == {
        "allowed": False,
        "reason": {
            "code": "lesson.not-now",
            "text": "That is allowed. But now: Take three pyramids from your start square.",
            "rule": "PDS-8",
            "cells": [],
        },
    }
    assert pupil.why(move="a4:3")["allowed"]
    assert pupil.play("a4:3", view["number"]).status_code == 200


def test_written_moves_come_when_the_learner_goes_on_and_only_once(new_pupil: NewPupil) -> None:
    pupil = new_pupil("pyramidis")
    pupil.play("a4:3", pupil.view()["number"])
    time.sleep(0.5)  # a bot would have moved
    view = pupil.view()
    assert view["lesson"]["reached"] == 1
    assert view["lesson"]["waits"]
    assert not view["status"]["mine"]
    assert view["choices"] == []
    assert pupil.go_on().status_code == 204
    after = pupil.view()
    assert after["number"] == view["number"] + 1
    assert pupil.go_on().status_code == 204
    assert pupil.view()["number"] == after["number"]
    assert after["status"]["mine"]


def test_only_the_learner_goes_on(new_pupil: NewPupil, alone: Server) -> None:
    pupil = new_pupil("pyramidis")
    answer = HTTP.post(f"{alone.url}{pupil.table}/lesson", json={}, headers=JSON)
    assert answer.status_code == 403
    assert answer.json()["error"]["code"] == "not-your-seat"
    assert HTTP.get(f"{alone.url}{pupil.table}").status_code == 200


def test_without_the_guide_the_bot_plays_by_itself(new_pupil: NewPupil) -> None:
    pupil = new_pupil("pyramidis")
    pupil.play("a4:3", pupil.view()["number"])
    assert pupil.go_on(end=True).status_code == 204
    assert pupil.go_on(end=True).status_code == 204
    deadline = time.monotonic() + 20
    while not (view := pupil.view())["status"]["mine"]:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert view["lesson"] is None
    assert not any("goal" in choice for choice in view["choices"])
    assert pupil.play(view["choices"][0]["move"], view["number"]).status_code == 200


def test_who_leaves_the_seat_leaves_the_lesson(new_pupil: NewPupil) -> None:
    pupil = new_pupil("pyramidis")
    pupil.play("a4:3", pupil.view()["number"])
    pupil.http.post(f"{pupil.url}/leave?seat=0", json={"level": "novice"}, headers=JSON).raise_for_status()
    deadline = time.monotonic() + 20
    while pupil.view()["ply"] < 4:
        assert time.monotonic() < deadline, "bots play on"
        time.sleep(0.05)


def lesson_match(game: str, seed: int | None = None) -> Match:
    """A guided match in memory."""
    declared = benben.find(game)
    assert declared.lesson is not None
    players, options = declared.usual_table()
    seed = declared.lesson.seed if seed is None else seed
    match = Match.begin("thematch", declared, players, options, seed_bytes(seed), 0.0, ())
    match.apply(MatchEvent(1, OPTIONS, 0, 0.0, text=TableOptions(lesson=True).as_text()))
    occupants = (Occupant(PERSON, "Ann"), *[Occupant(BOT, level="novice")] * (players - 1))
    match.state = MatchState(match.position, occupants, None, match.table_options)
    return match


def test_a_table_with_another_deal_is_a_match_like_any_other() -> None:
    """Guided games of earlier versions had random deals: they can be played on."""
    match = lesson_match("pyramidis", seed=77)
    assert match.state.lesson is None
    assert match.state.waits_for_person
    assert len(offered(match, match.position.view(0))) == len(match.position.legal_moves)


@pytest.mark.parametrize("game", benben.names())
def test_what_the_learner_is_told_is_the_same_in_every_world(game: str) -> None:
    """Goals, texts and choices are made from the learner's view: nothing hidden can be in them."""
    state = lesson_match(game).state
    lesson = state.lesson
    assert lesson is not None
    assert lesson_schema(state, state.position.view(None), "en") is None
    for planned in lesson.plan:
        told = []
        view = state.position.view(lesson.seat)
        for chance in range(3):
            world = view.imagine(chance).view(lesson.seat)
            assert world == view
            told.append(lesson_schema(state, world, "en"))
        assert told[0] == told[1] == told[2]
        if isinstance(planned, Step):
            due = state.lesson_due
            assert isinstance(due, Step)
            before, imagined = view.state, view.imagine(0)
            move = next(
                move
                for move in view.legal_moves.numbers
                if due.accepts(before, imagined.play(move).view(lesson.seat).state, lesson.seat)
            )
        else:
            move = state.position.parse(planned)
        state = MatchState(state.position.play(move), state.occupants, None, state.table_options)
    assert state.lesson_waits, "nothing happens until the learner wants to play on"
    assert not state.waits_for_bot


def test_a_written_move_that_is_impossible_ends_the_writing() -> None:
    """A lesson that has changed since a match began: the match goes on without it."""
    match = lesson_match("pyramidis")
    for move in ("a4:2", "h4:2"):  # not what the lesson would have accepted
        match.state = MatchState(match.position.play(move), match.occupants, None, match.table_options)
    while match.state.lesson_due is not None:
        due = match.state.lesson_due
        move = due if isinstance(due, str) else str(match.position.legal_moves[0])
        match.state = MatchState(match.position.play(move), match.occupants, None, match.table_options)
    assert not match.state.lesson_waits
    assert start(match.game, 2, 0).legal_moves
