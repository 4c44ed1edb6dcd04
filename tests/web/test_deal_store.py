"""Shared deals in both databases: one secret, one counted attempt of each player, deleted along with their matches."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date

import pytest

from benben.core.shuffle import commit
from benben.games import find, names
from benben.table.days import deal_of_day, level_of, tables_of
from benben.table.deal_store import COUNTED, PRACTICE, TABLE, Attempt, DealStore
from benben.table.match import PERSON, RESIGN, SIT, Match, MatchEvent, Occupant
from benben.table.outcomes import as_text, differences, outcomes, places
from benben.table.store import Store
from tests.web.appending import append, create

DAY = date(2026, 11, 18)


@pytest.fixture
def store(fresh_database: str) -> Iterator[Store]:
    made = Store(fresh_database)
    made.migrate()
    yield made
    made.close()


def ended_match(match_id: str, resigned: int = 1) -> Match:
    """Of two people; one of them has resigned."""
    match = Match.begin(match_id, find("pyramidis"), 2, {}, bytes(32), 1.0, (b"a", b"b"))
    for seat, name in enumerate(("Ann", "Ben")):
        match.apply(MatchEvent(seat + 1, SIT, seat, 1.0, text=Occupant(PERSON, name).as_text()))
    match.apply(MatchEvent(3, RESIGN, resigned, 2.0))
    return match


def test_the_secret_is_made_once(store: Store) -> None:
    deals = DealStore(store)
    with ThreadPoolExecutor(4) as threads:
        found = set(threads.map(lambda _number: DealStore(store).secret(), range(8)))
    assert found == {deals.secret()}
    assert len(deals.secret()) >= 40


def test_a_deal_stays_as_it_was_first_kept(store: Store) -> None:
    deals = DealStore(store)
    deal = deal_of_day(deals.secret(), DAY)
    assert deals.find(deal.id) is None
    deals.keep(deal)
    deals.keep(replace(deal, game="pyramids", seed=bytes(32)))
    assert deals.find(deal.id) == deal
    assert deal.seed.hex() not in repr(deal)


def test_one_attempt_of_a_player_counts(store: Store) -> None:
    deals = DealStore(store)
    deal = deal_of_day(deals.secret(), DAY)
    deals.keep(deal)
    for match_id in ("first", "second", "third", "fourth"):
        create(store, ended_match(match_id)).result(timeout=20)
    deals.add(Attempt("first", deal.id, COUNTED, "ann"))
    deals.add(Attempt("second", deal.id, COUNTED, "ann"))  # another process was faster
    deals.add(Attempt("third", deal.id, PRACTICE))
    deals.add(Attempt("fourth", deal.id, PRACTICE))
    assert {attempt.match for attempt in deals.attempts(deal.id)} == {"first", "third", "fourth"}
    assert deals.of_player(deal.id, "ben") is None
    mine = deals.of_player(deal.id, "ann")
    assert mine is not None
    assert (mine.match, mine.outcome) == ("first", None)
    deals.note_outcome("first", as_text(outcomes(store.load("first"))))
    mine = deals.of_player(deal.id, "ann")
    assert mine is not None
    assert mine.outcome == outcomes(store.load("first"))


def test_an_evening_is_over_when_all_its_tables_are(store: Store) -> None:
    deals = DealStore(store)
    deal = replace(deal_of_day(deals.secret(), DAY), id="anevening")
    deals.keep(deal)
    running = Match.begin("running", find("pyramidis"), 2, {}, bytes(32), 1.0, (b"a", b"b"))
    for number, match in enumerate((ended_match("ended"), running), 1):
        create(store, match).result(timeout=20)
        deals.add(Attempt(match.id, deal.id, TABLE, number=number))
    assert not deals.is_over(deal.id, deal.until - 1)
    assert deals.is_over(deal.id, deal.until), "at the latest"
    assert append(store, "running", MatchEvent(1, RESIGN, 0, 2.0), True).result(timeout=20)
    assert [attempt.ended is None for attempt in deals.attempts(deal.id)] == [False, False]
    assert deals.is_over(deal.id, deal.until - 1)
    assert deals.is_over("a deal that was deleted", 0.0)


def test_deals_are_deleted_with_their_last_match(store: Store) -> None:
    deals = DealStore(store)
    deal = deal_of_day(deals.secret(), DAY)
    deals.keep(deal)
    create(store, ended_match("first")).result(timeout=20)
    deals.add(Attempt("first", deal.id, COUNTED, "ann"))
    assert store.expire(idle_since=0.0, ended_before=0.0) == 0
    assert deals.find(deal.id) is not None
    secret = deals.secret()
    later = deal.until + 1
    assert store.expire(idle_since=later, ended_before=later) == 1
    assert deals.attempts(deal.id) == []
    assert deals.find(deal.id) is None
    assert deals.secret() == secret


def test_every_game_has_its_day_and_the_seeds_are_independent() -> None:
    found = [deal_of_day("secret", date.fromordinal(DAY.toordinal() + n)) for n in range(12)]
    assert {deal.game for deal in found} == set(names())
    assert len({deal.seed for deal in found}) == 12
    assert deal_of_day("another", DAY).seed != deal_of_day("secret", DAY).seed
    assert deal_of_day("secret", DAY) == deal_of_day("secret", DAY)
    assert all(deal.commitment == commit(deal.seed) for deal in found)
    tasks = {deal.options["mode"] for deal in found if deal.game == "terra_pyramides"}
    assert tasks == {"task-1", "task-2", "task-3"}
    for deal in found:
        assert deal.start().players == deal.players
    assert level_of(find("pyramidis")) == "club"
    assert tables_of(find("pyramido")) == [(2, {})]


def test_places_and_differences() -> None:
    """Victory first, then the margin; resigned matches last; equals share a place."""
    won, lost = outcomes(ended_match("one", resigned=1))
    assert (won.won, won.resigned, lost.won, lost.resigned) == (True, False, False, True)
    rows = [lost, replace(won, margin=2), replace(won, margin=5), replace(won, margin=2), replace(won, won=False)]
    assert places(rows) == [5, 2, 1, 2, 4]
    assert differences(rows[1:4]) == [-1.0, 2.0, -1.0]
    assert differences([replace(won, margin=None, points=7), replace(won, margin=None, points=10)]) == [-1.5, 1.5]
