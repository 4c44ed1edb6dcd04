"""Duplicate evenings: the same deal at several tables, each plays alone, and those on the same seat are ranked."""

import asyncio
import re
from pathlib import Path

import pytest
from sqlalchemy import update

from benben.core.shuffle import commit
from benben.table.schema import matches
from tests.web.days import House, Visitor, house

Tables = list[tuple[Visitor, Visitor, str]]  # two people, and their match


async def seated(server: House, evening: str, tables: int) -> Tables:
    """Two people sit down at each table."""
    found = []
    for number in range(1, tables + 1):
        people = server.browser(), server.browser()
        for seat, person in enumerate(people):
            where = await person.send(f"{evening}/sit", table=number, seat=seat, name=f"P{number}{seat}")
        found.append((*people, where.removeprefix("/t/")))
    return found


def test_an_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        async with house(tmp_path, monkeypatch, "pyramidis", bots=False) as server:
            host = server.browser()
            evening = await host.send("/evening", table="pyramidis 2", tables=3, people=2, level="casual")
            tables = await seated(server, evening, 3)
            matches = [await server.match(match) for _ann, _ben, match in tables]
            assert len({match.position.setup.seed for match in matches}) == 1
            assert len({match.id for match in matches}) == 3
            assert all(match.table_options.counted for match in matches)
            await seats_are_taken_once(server, evening, tables)
            await results_are_for_those_who_have_finished(evening, tables)
            await everything_is_shown_at_the_end(server, evening, tables)

    asyncio.run(body())


async def seats_are_taken_once(server: House, evening: str, tables: Tables) -> None:
    late = await server.browser().client.post(f"{evening}/sit", data={"table": 1, "seat": 0, "name": "Late"})
    assert (late.status_code, late.json()["error"]["code"]) == (410, "link-used")
    twice = await tables[0][0].client.post(f"{evening}/sit", data={"table": 2, "seat": 0, "name": "Twice"})
    assert (twice.status_code, twice.json()["error"]["code"]) == (422, "bad-request")
    missing = await server.browser().client.post(f"{evening}/sit", data={"table": 9, "seat": 0})
    assert missing.json()["error"]["code"] == "no-such-deal"
    page = await server.browser().page(evening)
    assert "P10" in page
    assert tables[0][2] not in page, "nobody watches another table before the end"


async def results_are_for_those_who_have_finished(evening: str, tables: Tables) -> None:
    """The first table ends: its people see the results so far, others do not, and the seed stays secret."""
    first, second, match = tables[0]
    await first.client.post(f"/api/v1/matches/{match}/resign")
    page = await first.page(evening)
    assert "Some tables still play" in page
    assert f"/t/{match}" in page
    assert "Against the mean" in page
    assert "Against the mean" not in await tables[1][0].page(evening)
    told = await second.api(f"/evenings/{evening.removeprefix('/evening/')}")
    assert (told["over"], told["seed"], told["results"]) == (False, None, None)
    assert [table["over"] for table in told["tables"]] == [True, False, False]
    server = first.house
    seed = (await server.match(match)).position.setup.seed
    assert seed is not None
    for path in (evening, f"/t/{match}", f"/api/v1/matches/{match}", f"/api/v1/matches/{match}/record"):
        assert seed.hex() not in (await first.client.get(path)).text, path


async def everything_is_shown_at_the_end(server: House, evening: str, tables: Tables) -> None:
    for first, second, match in tables[1:]:
        loser = second if match == tables[1][2] else first
        await loser.client.post(f"/api/v1/matches/{match}/resign")
    somebody = server.browser()
    told = await somebody.api(f"/evenings/{evening.removeprefix('/evening/')}")
    assert told["over"] is True
    assert commit(bytes.fromhex(str(told["seed"]))) == told["commitment"]
    red, yellow = told["results"]
    assert [(row["name"], row["table"], row["place"]) for row in red] == [("P20", 2, 1), ("P10", 1, 2), ("P30", 3, 2)]
    assert [(row["name"], row["place"]) for row in yellow] == [("P11", 1), ("P31", 1), ("P21", 3)]
    page = await somebody.page(evening)
    assert str(told["seed"]) in page
    links = re.findall(r'href="(/t/[\w-]+/compare/[\w-]+\?seat=\d)"', page)
    assert len(links) == 4
    assert "decision by decision" in await somebody.page(links[0])
    assert (await somebody.client.get(f"/api/v1/matches/{tables[0][2]}/record")).status_code == 409, "it was resigned"


def test_bots_take_the_other_seats_and_answer_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        async with house(tmp_path, monkeypatch, "pyramidis") as server:
            host = server.browser()
            evening = await host.send("/evening", table="pyramidis 2", tables=2, people=1, level="expert")
            lines = []
            for number in (1, 2):
                person = server.browser()
                where = await person.send(f"{evening}/sit", table=number, seat=0, name="P")
                match = await person.play_on(where.removeprefix("/t/"), most=4)
                lines.append(match.position.moves[:7])
            assert lines[0] == lines[1]
            assert len(lines[0]) == 7

    asyncio.run(body())


@pytest.mark.parametrize(
    "fields",
    [
        {"table": "chess 2", "tables": 2, "people": 1, "level": "club"},
        {"table": "pyramidis 3", "tables": 2, "people": 1, "level": "club"},
        {"table": "pyramidis 2", "tables": 9, "people": 1, "level": "club"},
        {"table": "pyramidis 2", "tables": 2, "people": 3, "level": "club"},
        {"table": "pyramidis 2", "tables": 2, "people": 1, "level": "wizard"},
        {},
    ],
)
def test_a_wrong_form_is_answered_with_the_reason(
    fields: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def body() -> None:
        async with house(tmp_path, monkeypatch, "pyramidis", bots=False) as server:
            answer = await server.browser().client.post("/evening", data=fields)
            assert answer.status_code == 422
            assert 'role="alert"' in answer.text
            refused = await server.browser().client.get("/evening/nosuchevening")
            assert refused.json()["error"]["code"] == "no-such-deal"

    asyncio.run(body())


def test_a_table_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body() -> None:
        async with house(tmp_path, monkeypatch, "pyramidis", bots=False) as server:
            host = server.browser()
            evening = await host.send("/evening", table="pyramidis 2", tables=3, people=2, level="casual")
            attempts = await server.services.deals.attempts(
                await server.services.deals.evening(evening.removeprefix("/evening/"))
            )
            store = server.services.service.store
            with store.writing() as connection:
                sick = matches.c.id == attempts[1].match
                connection.execute(update(matches).where(sick).values(rules=0))
            server.services.service.matches._matches.clear()
            page = await host.page(evening)
            assert [f"Table {number}" in page for number in (1, 2, 3)] == [True, False, True]
            await host.send(f"{evening}/sit", table=3, seat=0, name="Ann")

    asyncio.run(body())
