"""The deal of the day: the same for everybody, committed before, secret while it lasts, compared and shown after."""

import asyncio
import json
import re
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from benben.coach.judging import BEST
from benben.coach.review import Review, ReviewedDecision
from benben.core.position import Position
from benben.core.record import read, replay
from benben.core.shuffle import commit
from benben.games import find
from benben.table.comparing import compare
from benben.table.days import FIRST_DAY, deal_of_day
from benben.table.match import Match
from benben.table.outcomes import SeatOutcome
from benben.web.deal_results import signed, symbols
from benben.web.review import review_schema
from benben.web.views import ViewRequest, table_view
from tests.web.days import House, Visitor, day_of, house

DAY = day_of("pyramids")
BEFORE, AFTER = DAY - timedelta(days=1), DAY + timedelta(days=1)


def test_a_whole_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One match in full takes a while, so one day shows everything."""

    async def body() -> None:
        async with house(tmp_path, monkeypatch, "pyramids") as server:
            promised = await the_day_before(server)
            ann, ben, cleo = (server.browser() for _person in range(3))
            assert "Nobody" not in await ann.page("/day")
            first = await ann.play_on(await ann.play_day(DAY, name="Ann"))
            second = await ben.play_on(await ben.play_day(DAY, name="Ben"))
            the_same_moves_have_the_same_answers(first, second)
            third = await cleo.play_on(await cleo.play_day(DAY, name="Cleo"), 1, most=3)
            await spoilers_are_for_those_who_have_finished(cleo, third.id, first)
            await the_first_attempt_counts(cleo, third.id)
            third = await cleo.play_on(third.id, 1)
            await another_one_is_practice(cleo, third.id)
            assert third.position.moves != first.position.moves
            await results_are_compared(server, cleo, [first, second, third])
            await nothing_tells_the_seed(server, ann, cleo, first)
            await a_review_shows_only_the_own_decisions(cleo, third)
            server.clock.set(AFTER)
            await the_seed_is_shown(server, promised, first)

    asyncio.run(body())


async def the_day_before(server: House) -> str:
    """The commitment to tomorrow's deal."""
    server.clock.set(BEFORE)
    somebody = server.browser()
    told = await somebody.api(f"/days/{DAY}")
    assert (told["game"], told["over"], told["seed"], told["results"]) == ("pyramids", False, None, None)
    assert str(told["commitment"]) in await somebody.page("/day")
    for path in (f"/day/{DAY}", f"/api/v1/days/{AFTER}", "/day/1999-12-31"):
        refused = await somebody.client.get(path)
        assert (refused.status_code, refused.json()["error"]["code"]) == (404, "no-such-deal")
    assert (await somebody.client.post(f"/day/{DAY}/play")).status_code == 404
    server.clock.set(DAY)
    assert (await somebody.api(f"/days/{DAY}"))["commitment"] == told["commitment"]
    return str(told["commitment"])


def the_same_moves_have_the_same_answers(first: Match, second: Match) -> None:
    assert first.id != second.id
    assert first.position.moves == second.position.moves
    assert len({event.seat for event in first.events if event.move is not None}) == 2, "bots have answered"
    assert first.is_over


async def spoilers_are_for_those_who_have_finished(cleo: Visitor, match: str, other: Match) -> None:
    told = await cleo.api(f"/days/{DAY}")
    assert (told["played"], told["results"], told["master"]) == (2, None, None)
    page = await cleo.page("/day")
    assert "Ann" not in page
    assert other.id not in page
    assert "2 have played" in page
    await cleo.page(f"/t/{match}/compare/{other.id}", 409)
    assert "2 have played" in await cleo.page("/")


async def the_first_attempt_counts(cleo: Visitor, match: str) -> None:
    assert await cleo.play_day(DAY, name="Cleo") == match, "it is continued"
    looked = await cleo.api(f"/matches/{match}")
    refused = await cleo.client.post(f"/api/v1/matches/{match}/take-back", json={"after": looked["number"]})
    assert refused.json()["error"]["why"] == "counted"
    refused = await cleo.client.post(f"/api/v1/matches/{match}/hint", json={"after": looked["number"]})
    assert (refused.json()["error"]["code"], refused.json()["error"]["why"]) == ("no-hint", "forbidden")
    refused = await cleo.client.post(f"/api/v1/matches/{match}/leave", json={"level": "master"})
    assert refused.json()["error"]["code"] == "bad-request"
    assert await cleo.play_day(DAY, practice=1) == match, "no practice before it is over"


async def another_one_is_practice(cleo: Visitor, match: str) -> None:
    practice = await cleo.play_day(DAY, name="Cleo", practice=1)
    assert practice != match
    options = (await cleo.house.match(practice)).table_options
    assert (options.deal, options.counted) == (DAY.isoformat(), False)
    link = f"/t/{match}/compare/{practice}"
    assert link not in await cleo.page("/day")
    assert (await cleo.play_on(practice)).is_over
    assert (await cleo.api(f"/days/{DAY}"))["played"] == 3, "practice is not counted"
    assert link in await cleo.page("/day"), "what I did before, and what I do now"
    await cleo.page(link)
    assert link not in await cleo.house.browser().page("/day")
    again = await cleo.play_day(DAY, name="Cleo", practice=1)
    deals = cleo.house.services.deals
    kinds = {one.match: (one.kind, one.player) for one in await deals.attempts(await deals.of_day(DAY))}
    assert kinds[again][0] == kinds[practice][0] == "practice"
    assert len({kinds[one][1] for one in (match, practice, again)} - {None}) == 3


async def results_are_compared(server: House, cleo: Visitor, matches: list[Match]) -> None:
    rows = (await cleo.api(f"/days/{DAY}"))["results"]
    assert {row["name"] for row in rows} == {"Ann", "Ben", "Cleo"}
    assert [row["name"] for row in rows if row["mine"]] == ["Cleo"]
    by_name = {row["name"]: row for row in rows}
    assert by_name["Ann"]["place"] == by_name["Ben"]["place"]
    for match in matches:
        own, other = match.position.score
        row = by_name[match.occupants[0].name]
        assert (row["points"], row["margin"], row["match"]) == (own, own - other, match.id)
        assert sum(row["quarters"]) == own - other
    first, _second, third = matches
    pair = await cleo.page(f"/t/{third.id}/compare/{first.id}")
    found = compare(third.position, first.position, 0)
    assert found.differing
    ours, theirs = found.differing[0]
    assert f"/t/{third.id}?at={ours.ply}" in pair
    assert f"/t/{first.id}?at={theirs.ply}" in pair
    assert f"/t/{third.id}/review" in pair
    assert f"/t/{first.id}/review" not in pair, "refused while the day lasts"
    assert third.position.line()[ours.ply].view(0) == first.position.line()[theirs.ply].view(0)
    master = await the_master(server)
    assert [occupant.level for occupant in master.occupants] == ["master", "club"]
    told = (await cleo.api(f"/days/{DAY}"))["master"]
    assert told["match"] == master.id
    await cleo.page(f"/t/{third.id}/compare/{master.id}")
    await cleo.page(f"/t/{third.id}/compare/{master.id}?seat=5", 422)
    await cleo.page(f"/t/{third.id}/compare/{master.id}?seat=1", 409)  # a bot's decisions show its hand
    page = await cleo.page("/day")
    assert "The master" in page
    assert f"/t/{third.id}/review" in page
    shared_without_moves(page, third)


async def the_master(server: House) -> Match:
    deals = server.services.deals
    attempts = await deals.attempts(await deals.of_day(DAY))
    (found,) = [attempt.match for attempt in attempts if attempt.kind == "master"]
    return await server.end_of(found)


def shared_without_moves(page: str, match: Match) -> None:
    found = re.search(r'<pre id="share-text"[^>]*>(.*?)</pre>', page, re.DOTALL)
    assert found
    title, result, course, address = found[1].split("\n")
    assert title == f"benben · Pyramids · {DAY}"
    assert result.startswith(f"{match.position.score[0]} points, ")
    assert re.search(r"place \d of 3$", result)
    assert re.fullmatch("[▲▬▼]{4}", course)
    assert address == "http://t/day"
    assert not [move for move in match.position.moves if len(move) > 2 and move in found[1]]


async def nothing_tells_the_seed(server: House, ann: Visitor, cleo: Visitor, match: Match) -> None:
    """While the day lasts: no page, no answer, no refusal, to nobody."""
    deals = server.services.deals
    deal = await deals.of_day(DAY)
    assert match.position.setup.seed == deal.seed
    secrets = [deal.seed.hex(), deals.store.secret(), str(list(deal.seed)), deal.seed.hex().upper()]
    paths = [
        "/", "/day", f"/day/{DAY}", f"/day/{BEFORE}", f"/api/v1/days/{DAY}", f"/api/v1/days/{AFTER}",
        f"/t/{match.id}", f"/t/{match.id}?at=3", f"/api/v1/matches/{match.id}", f"/api/v1/matches/{match.id}/record",
        f"/t/{match.id}/review", f"/tables?ids={match.id}", "/openapi.json", "/metrics",
        f"/api/v1/matches/{match.id}/picture.svg",
    ]  # fmt: skip
    for visitor in (ann, cleo, server.browser()):
        for path in paths:
            answer = await visitor.client.get(path)
            said = answer.text + str(answer.headers)
            assert not [secret for secret in secrets if secret in said], path
    for what in ("review?level=club", "review/0/choices", "review/0?move=anubis"):
        refused = await server.browser().client.get(f"/api/v1/matches/{match.id}/{what}")
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "sealed"), "what was hidden is in it"
    refused = await ann.client.get(f"/api/v1/matches/{match.id}/record")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "sealed")
    forked = await ann.client.post(f"/t/{match.id}/go-on", data={"ply": 3, "others": "here"})
    assert (forked.status_code, forked.json()["error"]["code"]) == (409, "sealed")
    page = re.search(r'id="view">(.*?)</script>', await ann.page(f"/t/{match.id}"))
    assert page
    view = json.loads(page[1])
    assert (view["sealed"], view["proof"], view["forkable"]) == (True, None, False)
    sealed = await server.match(match.id)
    usual, everything = (table_view(sealed, (0,), ViewRequest("en", at=4, everything=all_of_it), 0)
                         for all_of_it in (False, True))  # fmt: skip
    assert usual == everything, "what was hidden is not shown"


async def a_review_shows_only_the_own_decisions(cleo: Visitor, match: Match) -> None:
    """Those of a bot show what it held: the same deal still waits for others."""
    lasted = match.position.line()[:-1]
    own, other = (next(ply for ply, at in enumerate(lasted) if at.actor == seat) for seat in (0, 1))
    for path in (f"{other}?move=x", f"{other}/choices", f"{other}/ghost?move=x"):
        refused = await cleo.client.get(f"/api/v1/matches/{match.id}/review/{path}")
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "sealed"), path
    move = str(lasted[own + 1].last_move)
    assert "<svg" in (await cleo.api(f"/matches/{match.id}/review/{own}?move={move}"))["picture"]
    decisions = tuple(
        ReviewedDecision(
            ply, at.actor or 0, str(after.last_move), str(after.last_move), BEST, (0.5, 0.5), 0.0, 0.0, None, ()
        )
        for ply, (at, after) in enumerate(pairwise(match.position.line()))
    )
    shown = review_schema(match, Review("club", "expert", decisions, (1.0, 0.0)), (0,), "en")
    assert {decision["seat"] for decision in shown["decisions"]} == {0}
    assert [seat["shown"] for seat in shown["seats"]] == [True, False]
    assert [seat["accuracy"] is None for seat in shown["seats"]] == [False, True]


async def the_seed_is_shown(server: House, promised: str, match: Match) -> None:
    somebody = server.browser()
    told = await somebody.api(f"/days/{DAY}")
    assert told["over"] is True
    seed = bytes.fromhex(str(told["seed"]))
    assert commit(seed) == told["commitment"] == promised
    assert len(told["results"]) == 3
    page = await somebody.page(f"/day/{DAY}")
    assert seed.hex() in page
    assert "Cleo" in page
    record = (await somebody.client.get(f"/api/v1/matches/{match.id}/record")).text
    assert seed.hex() in record
    assert replay(read(record), find).moves == match.position.moves
    assert (await somebody.api(f"/matches/{match.id}"))["seed"] == seed.hex()
    practice = await somebody.play_day(DAY, name="Late", practice=1)
    assert not (await server.match(practice)).table_options.counted
    assert await somebody.send(f"/day/{DAY}/play", name="Late") == "/day"


def test_what_ends_after_midnight_is_not_ranked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        async with house(tmp_path, monkeypatch, "pyramidis", bots=False) as server:
            day = day_of("pyramidis")
            ann, ben = server.browser(), server.browser()
            early, late = await ann.play_day(day, name="Ann"), await ben.play_day(day, name="Ben")
            await ann.client.post(f"/api/v1/matches/{early}/resign")
            server.clock.set(day + timedelta(days=1), seconds=60)
            await ben.client.post(f"/api/v1/matches/{late}/resign")
            rows = (await ben.api(f"/days/{day}"))["results"]
            assert [(row["name"], row["resigned"]) for row in rows] == [("Ann", True)]
            assert "after midnight" in await ben.page(f"/day/{day}")

    asyncio.run(body())


def test_many_forms_at_once_open_one_counted_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        async with house(tmp_path, monkeypatch, "pyramidis", bots=False) as server:
            day, ann = day_of("pyramidis"), server.browser()
            await ann.play_day(day - timedelta(days=1), practice=1)  # so that the browser has its key
            found = await asyncio.gather(*(ann.play_day(day, name="Ann") for _click in range(5)))
            assert len(set(found)) == 1
            attempts = await server.services.deals.attempts(await server.services.deals.of_day(day))
            assert sorted(attempt.kind for attempt in attempts) == ["counted", "master"]

    asyncio.run(body())


def test_new_tables_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        async with house(tmp_path, monkeypatch, "pyramidis", bots=False, new_tables_per_minute=3) as server:
            ann, day = server.browser(), day_of("pyramidis")
            before = day - timedelta(days=1)
            answers = [await ann.client.post(f"/day/{before}/play", data={"practice": 1}) for _click in range(5)]
            assert [answer.status_code for answer in answers] == [303, 303, 303, 429, 429]

    asyncio.run(body())


def test_the_first_day_links_to_no_day_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        async with house(tmp_path, monkeypatch, "pyramidis", bots=False) as server:
            client = server.browser().client
            for day, is_first in ((FIRST_DAY, True), (FIRST_DAY + timedelta(days=1), False)):
                assert (f"/day/{day - timedelta(days=1)}" in (await client.get(f"/day/{day}")).text) != is_first

    asyncio.run(body())


def test_the_course_of_a_match_in_symbols() -> None:
    made = SeatOutcome("Ann", "", 9, 3, True, False, (4, 0, -2, 1))
    assert symbols(made) == "▲▬▼▲"
    assert symbols(SeatOutcome("Ann", "", 60, None, True, False, (0, 10, 20, 30))) == "▁▃▅▇"
    assert symbols(SeatOutcome("Ann", "", 0, None, False, False, (0, 0, 0, 0))) == "▁▁▁▁"
    assert [signed(number) for number in (3, -2, 0, 1.25, -0.04)] == ["+3", "−2", "±0", "+1.2", "±0"]


def test_the_same_view_at_another_moment_is_the_same_decision() -> None:
    position = deal_of_day("secret", day_of("pyramidis")).start()
    assert compare(position, position, 0).shared == 0
    line = played(position, [0, 0, 0, 0])
    other = played(position, [0, 0, 1, 0])
    found = compare(line, other, line.line()[2].actor or 0)
    assert found.shared >= 1
    assert [(ours.ply, theirs.ply) for ours, theirs in found.differing] == [(2, 2)]
    assert found.same == found.shared - 1


def played(position: Position, choices: list[int]) -> Position:
    for choice in choices:
        position = position.play(position.legal_moves[choice])
    return position


def test_a_day_is_said_in_german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        async with house(tmp_path, monkeypatch, "terra_pyramides", bots=False) as server:
            page = await server.browser().page("/day?lang=de")
            assert "Terra Pyramides, gemeinsam" in page
            assert "Die Partie des Tages" in page

    asyncio.run(body())


def test_a_solo_task_is_played_by_the_master_alone_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        async with house(tmp_path, monkeypatch, "terra_pyramides") as server:
            day, ann = day_of("terra_pyramides"), server.browser()
            mine = await ann.play_on(await ann.play_day(day, name="Ann"))
            assert mine.position.players == 1
            deals = server.services.deals
            attempts = await deals.attempts(await deals.of_day(day))
            (alone,) = [attempt.match for attempt in attempts if attempt.kind == "master"]
            master = await server.end_of(alone)
            assert [occupant.level for occupant in master.occupants] == ["master"]
            told = await ann.api(f"/days/{day}")
            assert (told["players"], told["level"], told["played"]) == (1, None, 1)
            assert told["master"]["points"] == master.position.score[0] >= told["results"][0]["points"]
            assert told["results"][0]["margin"] is None
            page = await ann.page("/day")
            found = re.search(r'<pre id="share-text"[^>]*>(.*?)</pre>', page, re.DOTALL)
            assert found
            title, result, course, _address = found[1].split("\n")
            assert title.startswith("benben · Terra Pyramides, ")
            assert re.fullmatch(rf"{mine.position.score[0]} points, (not )?solved · place 1 of 1", result)
            assert re.fullmatch("[▁▃▅▇]{4}", course)
            assert "the higher, the more points" in page
            await ann.page(f"/t/{mine.id}/compare/{master.id}")

    asyncio.run(body())


def test_dates_are_utc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        async with house(tmp_path, monkeypatch, "pyramidis", bots=False) as server:
            day = day_of("pyramidis")
            for seconds, expected in ((0.5, day), (24 * 3600 - 5, day), (24 * 3600 + 0.5, day + timedelta(days=1))):
                server.clock.set(day, seconds)
                assert f'<time datetime="{expected}">' in await server.browser().page("/day")
            assert isinstance(date.fromisoformat(str((await server.browser().api(f"/days/{day}"))["day"])), date)

    asyncio.run(body())
