"""The review of a match: the same for the same views, honest about its errors, and ended when nobody waits."""

import json
import random
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import benben
from benben.bots.bot import GreedyBot, RandomBot, Thought
from benben.bots.duel import DuelBot
from benben.coach import judging
from benben.coach.chances import NODES, Cancelled, Difference, by_tree, chances, compare, seed_of
from benben.coach.judging import BEST, FORCED, INEXACT, MISTAKE, RIGHT, Effort, judge, level_named, next_level
from benben.coach.review import HALVED, Review, ReviewedDecision, advice_digest, digest, review
from benben.core.errors import BadOptions
from benben.core.game import Game, Level
from benben.core.position import Position, Setup
from benben.core.real_table import RealTable
from benben.games import REGISTRY
from benben.testing import Table, setups
from tests.registered import GAMES, LONG

LITTLE = Effort(search=80, worlds=5, ahead=12, again=24, runs=5, run=20)
TABLES = [next(table for table in setups(game) if table.players == 2) for game in GAMES]
LONG_TABLES = [table for table in TABLES if table.game in LONG]
NEVER = threading.Event()


def after(table: Table, moves: int, seed: int = 3) -> Position:
    """A match between a greedy bot and one that plays at random, so that there is something to learn."""
    position = table.start(seed)
    chance = random.Random(seed)
    for _move in range(moves):
        if position.actor is None:
            break
        number = chance.choice(position.legal_moves.numbers)
        if position.actor == 0:
            number = GreedyBot().think(position.view(0), seed).move
        position = position.play(number)
    return position


@pytest.mark.parametrize("table", LONG_TABLES, ids=str)
def test_every_decision_is_judged_and_the_words_fit_the_numbers(table: Table) -> None:
    last = after(table, 40)
    found = review(last, "club", effort=LITTLE)
    assert [decision.ply for decision in found.decisions] == list(range(len(last.moves)))
    assert [decision.move for decision in found.decisions] == list(last.moves)
    for decision, before in zip(found.decisions, last.line(), strict=False):
        assert decision.seat == before.actor
        assert decision.best in before.legal_moves
        assert decision.line[:1] == (decision.best,)
        assert len(decision.chances) == table.players
        assert all(0 <= chance <= 1 for chance in decision.chances)
        assert (decision.verdict == FORCED) == (len(before.legal_moves) == 1)
        assert (decision.verdict == BEST) == (decision.move == decision.best and decision.verdict != FORCED)
        is_worse = decision.loss > 2 * decision.error
        assert is_worse == (decision.verdict in (INEXACT, MISTAKE)), decision  # a worse move is never praised
        if decision.verdict == MISTAKE:
            assert decision.loss >= judging.LEAST
            assert decision.avoided is not None
            assert decision.avoided >= judging.AVOIDED
    assert {decision.verdict for decision in found.decisions} >= {BEST, RIGHT}
    assert all(decision.reasons for decision in found.turning_points)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_same_on_one_core_and_on_many_and_through_text(table: Table) -> None:
    last = after(table, 14)
    found = review(last, "casual", effort=LITTLE, threads=1)
    assert review(last, "casual", effort=LITTLE, threads=3) == found
    assert Review.from_json(json.loads(json.dumps(found.as_json()))) == found


def test_a_kept_review_is_not_shown_after_the_advice_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = TABLES[0].start(3)
    kept = digest(position, "club")
    assert digest(position, "club") == kept
    assert digest(position, "expert") != kept
    advice = tmp_path / "advice" / "calibration"
    advice.mkdir(parents=True)
    (tmp_path / "advice" / "network.json").write_text("[1]")
    (advice / "chances.json").write_text("[1]")
    (tmp_path / "advice" / "__pycache__").mkdir()
    monkeypatch.setattr("benben.coach.review.resources.files", lambda package: tmp_path)
    monkeypatch.setattr("benben.coach.review.advice_digest", advice_digest.__wrapped__)
    found = {digest(position, "club")}
    (tmp_path / "advice" / "network.json").write_text("[2]")
    found.add(digest(position, "club"))
    (advice / "chances.json").write_text("[2]")
    found.add(digest(position, "club"))
    (tmp_path / "advice" / "__pycache__" / "evaluation.pyc").write_text("compiled again")
    found.add(digest(position, "club"))
    assert len(found) == 3


SECRET = [(game, players) for game in GAMES if not game.open for players in (2, max(game.players))]


def twins(game: Game, chance: random.Random, players: int = 2) -> Iterator[tuple[Position, Position, int]]:
    """Two matches with the same moves that differ in what one seat has never seen."""
    options = game.check_options(players, {})
    sizes = game.shuffles(players, options).values()
    while True:
        cards = [card for size in sizes for card in chance.sample(range(size), size)]
        swapped = cards.copy()
        a, b = chance.sample(range(next(iter(sizes))), 2)
        swapped[a], swapped[b] = swapped[b], swapped[a]
        setup = Setup(game, players, options, seed=None)
        pair = [Position(setup, game.dealt(players, options, deal)) for deal in (cards, swapped)]
        seat = chance.randrange(players)
        for _step in range(12 * players):
            first, second = pair
            legal = first.legal_moves.numbers
            if first.view(seat) != second.view(seat) or not legal or legal != second.legal_moves.numbers:
                break
            move = chance.choice(legal)
            pair = [position.play(move) for position in pair]
        own = [position for position in first.line()[:-1] if position.actor == seat]
        if first != second and first.view(seat) == second.view(seat) and len(own) >= 4:
            yield first, second, seat


@pytest.mark.parametrize(("game", "players"), SECRET, ids=str)
def test_what_was_hidden_from_a_seat_changes_no_byte_of_its_review(game: Game, players: int) -> None:
    pairs = twins(game, random.Random(5), players)
    for _pair in range(3):
        first, second, seat = next(pairs)
        told = [
            json.dumps([part.as_json()["decisions"][one.ply] for one in part.decisions if one.seat == seat]).encode()
            + json.dumps(part.accuracy(seat)).encode()
            for part in (review(first, "club", effort=LITTLE), review(second, "club", effort=LITTLE))
        ]
        assert told[0] == told[1]


@pytest.mark.parametrize("table", [table for table in TABLES if not table.game.open], ids=str)
def test_a_decision_is_judged_alike_whatever_the_truth(table: Table) -> None:
    """The truth behind the view, dealt again: also in positions in which everything hidden is different."""
    game = table.game
    for position in after(table, 30).line()[2:-1:9]:
        assert position.actor is not None
        view, move = position.view(position.actor), position.legal_moves.numbers[-1]
        truths = [view.imagine(seed) for seed in range(3)]
        assert len({truth.state.record.tobytes() for truth in truths}) > 1
        teacher = level_named(game, "club")
        found = [replace(judge(one, move, teacher, LITTLE, NEVER), difference=None) for one in (view, *views(truths))]
        assert found == [found[0]] * 4


def views(truths: list[Position]) -> list[Position]:
    return [truth.view(truth.actor) for truth in truths]


def test_a_missed_victory_is_a_mistake_at_every_level() -> None:
    """Pyramidis: a move would have won at once, and the match shows that the other one did not."""
    table = next(table for table in TABLES if table.game.name == "pyramidis")
    missed = 0
    for seed in range(24):
        for before in table.match(seed)[-2:-1]:
            assert before.actor is not None
            ends = {move: before.play(move) for move in before.legal_moves.numbers}
            wins = [move for move, end in ends.items() if end.winners == (before.actor,)]
            others = [move for move, end in ends.items() if not end.is_over]
            if not wins or not others:
                continue
            reply = ends[others[0]]
            assert reply.actor is not None
            known = chances(reply.view(reply.actor), 250, 0, NEVER)
            still_wins = known.chances[before.actor] == 1.0  # only later
            missed += not still_wins
            for level in ("casual", "club", "master"):
                teacher = next_level(table.game, level_named(table.game, level))
                told = judge(before.view(before.actor), others[0], teacher, LITTLE, NEVER)
                assert told.best in wins
                assert told.chances[before.actor] == 1.0
                assert (told.verdict == MISTAKE) == (told.loss >= judging.LEAST), told
                assert still_wins or told.loss > 2 * told.error
    assert missed >= 3


def test_in_a_duel_alpha_beta_judges() -> None:
    """Pyramidis: victories that tree search of the same effort has not seen to their end."""
    wins = unsure = 0
    for seed in range(6):
        for before in TABLES[0].match(seed)[-12:-3]:
            assert before.actor is not None
            view = before.view(before.actor)
            known = DuelBot(nodes=NODES * LITTLE.search).decide(view, seed_of(view))
            if before.actor in (0, 1) and known.chances and known.chances[before.actor] == 1.0:
                wins += 1
                thought = chances(view, LITTLE.search, seed_of(view), NEVER)
                assert thought.chances[before.actor] == 1.0
                assert thought.line[:1] == (thought.move,) == (known.move,)
                unsure += by_tree(view, LITTLE.search, seed_of(view), NEVER).chances[before.actor] < 1.0
    assert wins > 5
    assert unsure


@pytest.mark.parametrize(("level", "effort"), [("club", 150), ("expert", 2_000), ("master", 20_000)])
def test_the_teacher_of_a_duel_thinks_as_long_as_its_level(
    level: str, effort: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, asked = TABLES[0].start(1).view(0), Counter[int]()

    def asked_for(_game: Game, _players: int, short: Level) -> RandomBot:
        asked[short.effort] += 1
        return RandomBot()

    monkeypatch.setattr(judging, "bot_of_level", asked_for)
    list(judging.runs_of(view, level_named(view.game, level), Effort(), NEVER))
    assert asked == {effort: 10}


def test_the_decisions_of_a_long_match_share_the_effort() -> None:
    assert Effort().shared_by(judging.FULL) == Effort()
    long = Effort().shared_by(4 * judging.FULL)
    assert (long.search, long.ahead, long.again) == (750, 75, 300)
    assert (long.worlds, long.runs) == (Effort().worlds, Effort().runs)


def test_a_long_review_uses_the_shared_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    last, asked = after(TABLES[1], 6), Counter[int]()

    def counted(view: Position, iterations: int, seed: int, stop: threading.Event) -> Thought:
        asked[iterations] += 1
        return chances(view, iterations, seed, stop)

    monkeypatch.setattr(judging, "FULL", 3)
    monkeypatch.setattr(judging, "chances", counted)
    review(last, "novice", effort=LITTLE, threads=1)
    assert asked == {LITTLE.search // 2: 6}


def test_within_the_error_counts_as_right(monkeypatch: pytest.MonkeyPatch) -> None:
    table = TABLES[0]
    view = after(table, 6).view(0)
    assert view.actor == 0
    teacher = level_named(table.game, "master")
    played = next(move for move in view.legal_moves.numbers if judge(view, move, teacher, LITTLE, NEVER).best != move)
    for mean, error, verdict in ((0.3, 0.16, RIGHT), (-0.1, 0.0, RIGHT), (0.005, 0.001, INEXACT), (0.3, 0.1, MISTAKE)):
        found = Difference(mean, error, ())
        monkeypatch.setattr(judging, "compare", lambda *_a, found=found: found)
        monkeypatch.setattr(judging, "share_avoiding", lambda *_a: 0.8)
        assert judge(view, played, teacher, LITTLE, NEVER).verdict == verdict
    monkeypatch.setattr(judging, "share_avoiding", lambda *_a: 0.79)
    assert judge(view, played, teacher, LITTLE, NEVER).verdict == INEXACT


def test_a_difference_and_its_error() -> None:
    """A move compared with itself: the same worlds, the same seeds, so no difference at all."""
    view = after(TABLES[1], 8).view(1)
    assert view.actor == 1
    move = view.legal_moves.numbers[0]
    same = compare(view, move, move, 5, 12, NEVER)
    assert (same.mean, same.error, same.is_sure) == (0.0, 0.0, False)
    assert len(same.futures) == 4  # ended early
    assert seed_of(view) != seed_of(view, "again")


def test_the_teacher_is_the_next_level() -> None:
    game = benben.find("pyramido")
    assert next_level(game, level_named(game, "novice")).name == "casual"
    assert next_level(game, level_named(game, "master")).name == "master"
    with pytest.raises(BadOptions):
        level_named(game, "wizard")


def decision(seat: int, verdict: str, loss: float, ply: int = 0) -> ReviewedDecision:
    return ReviewedDecision(ply, seat, "a", "b", verdict, (0.5, 0.5), loss, 0.01, None, ("b",))


def test_accuracy_and_turning_points() -> None:
    told = Review(
        "club",
        "expert",
        (
            decision(0, BEST, 0.0),
            decision(0, RIGHT, 0.015),  # within its error: counts as none
            decision(0, FORCED, 0.0),
            decision(0, INEXACT, HALVED),
            decision(0, MISTAKE, 2 * HALVED, ply=4),
            decision(1, MISTAKE, 0.3, ply=9),
        ),
        (1.0, 0.0),
    )
    assert told.accuracy(0) == pytest.approx((100 + 100 + 50 + 25) / 4)
    assert told.accuracy(1) == pytest.approx(100 / 64)
    assert told.accuracy(2) is None
    assert [one.ply for one in told.turning_points] == [9, 4]


def test_it_ends_when_nobody_waits() -> None:
    stop, done = threading.Event(), []

    def report(count: int, of: int) -> None:
        done.append((count, of))
        if count == 3:
            stop.set()

    last = after(TABLES[1], 30)
    with pytest.raises(Cancelled):
        review(last, "club", effort=replace(LITTLE, search=2_000), report=report, stop=stop)
    assert done[:3] == [(1, 30), (2, 30), (3, 30)]
    assert len(done) < 30


def test_of_a_real_table_only_what_its_eyes_saw_is_judged() -> None:
    """Pyramids: nobody entered the opponent's hand."""
    table = RealTable.begin(benben.find("pyramids"), 2, 0)
    while len(table.position.moves if table.is_dealt else ()) < 12:
        question = table.question
        if question.place is not None:
            table = table.enter(f"piece {question.pieces[0]}")
        elif question.seen:
            table = table.enter("seen 1")
        else:
            table = table.enter(next(iter(table.choices())))
    decisions = review(table.position, "club", effort=LITTLE).decisions
    assert {one.seat for one in decisions} >= {0}
    own = [one for one in decisions if one.seat == 0]
    assert len(own) == sum(position.actor == 0 for position in table.position.line()[:-1])
    assert len(decisions) < len(table.position.moves)


def test_a_game_without_bots_has_no_review(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(REGISTRY, "lots", "tests.fifth.lots")
    with pytest.raises(BadOptions):
        review(benben.new("lots", players=3), "club")
