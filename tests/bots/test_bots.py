"""Bots answer in time, the same for the same view, and know nothing that their seat does not."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import exp
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import benben
from benben.bots import search
from benben.bots.altered import with_network
from benben.bots.bot import BLUNDER, Bot, GreedyBot, RandomBot, Thought, even, functions, is_ready, rated, warm
from benben.bots.duel import DuelBot
from benben.bots.levels import bot_of_level, named
from benben.bots.search import CLOSE, TREES, SearchBot, Tree, summary
from benben.core.game import Game
from benben.core.kernels import can_compile
from benben.core.position import start
from benben.lab.games import Contest, Pairing, fill_seats, play
from benben.testing import Table, setups
from tests.registered import LONG

GAMES = [benben.find(name) for name in benben.names() if benben.find(name).advice]
TABLES = [next(table for table in setups(game) if table.players == 2) for game in GAMES]
LONG_TABLES = [table for table in TABLES if table.game in LONG]
BUDGET = 0.3


def bots(table: Table) -> dict[str, Bot]:
    """One of each kind that fits, with a budget that no clock decides."""
    warm(table.game)  # greedy bots do not wait for the compiler: plain, they would take minutes
    kinds: dict[str, Bot] = {
        "random": RandomBot(),
        "greedy": GreedyBot(),
        "noisy": GreedyBot(noise=0.1),
        "search": SearchBot(iterations=60, horizon=4),
    }
    if table.game.open:
        kinds["duel"] = DuelBot(nodes=300)
    return kinds


def view_of(position: benben.Position) -> benben.Position:
    assert position.actor is not None
    return position.view(position.actor)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_kind_plays_legal_moves(table: Table) -> None:
    for position in table.match(31)[:-1:9]:
        for bot in bots(table).values():
            assert bot.think(view_of(position), 1).move in position.legal_moves


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_no_peeking(table: Table) -> None:
    """Same view, same seed, same iterations: same choice, whatever the hidden truth."""
    for position in table.match(32)[:-1:13]:
        view = view_of(position)
        others = [view.imagine(k).view(view.seat) for k in range(3)]
        for name, bot in bots(table).items():
            chosen = bot.think(view, 7).move
            assert [bot.think(other, 7).move for other in others] == [chosen] * 3, name


class Later:
    """A pool without a thread: the work is done when somebody asks for its result."""

    def submit(self, work: Callable[..., None], *arguments: Any) -> Any:
        return SimpleNamespace(result=lambda: work(*arguments))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_same_on_one_core_and_on_many(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new bot thinks the same about all decisions of a turn, on every machine."""
    start = table.match(40)[6]
    thoughts: list[list[Thought]] = []
    for pool in (ThreadPoolExecutor(1), ThreadPoolExecutor(4), Later()):
        monkeypatch.setattr(search, "_pool", lambda pool=pool: pool)
        bot, position = SearchBot(iterations=100 if can_compile() else 20, horizon=4), start
        heard: list[Thought] = []
        while position.actor == start.actor and len(heard) < 4:
            heard.append(bot.think(view_of(position), len(heard)))
            position = position.play(heard[-1].move)
        thoughts.append(heard)
    assert thoughts[0] == thoughts[1] == thoughts[2]
    assert any(thought.iterations for thought in thoughts[0])


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_bot_refuses_the_truth(table: Table) -> None:
    position = table.start(33)
    for bot in bots(table).values():
        with pytest.raises(ValueError, match="view of the seat to act"):
            bot.think(position, 1)
        with pytest.raises(ValueError, match="view of the seat to act"):
            bot.think(position.view(), 1)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_time_is_kept(table: Table) -> None:
    """Within the budget and 200 ms, once the code is compiled; where another process takes the core, in the end."""
    kinds: list[Bot] = [SearchBot(seconds=BUDGET, horizon=30)]
    if table.game.open:
        kinds.append(DuelBot(seconds=BUDGET))
    match = table.match(34)
    warm(table.game)
    assert is_ready(table.game)
    for bot in kinds:
        for position in match[: -1 : len(match) // 4]:
            assert any(seconds_for(bot, position) < BUDGET + 0.2 for _attempt in range(4))


def seconds_for(bot: Bot, position: benben.Position) -> float:
    started = time.perf_counter()
    bot.think(view_of(position), 1)
    return time.perf_counter() - started


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_thinking_can_be_stopped(table: Table) -> None:
    position = next(position for position in table.match(35) if len(position.legal_moves) > 1)
    kinds: list[Bot] = [SearchBot(seconds=30)]
    if table.game.open:
        kinds.append(DuelBot(seconds=30, nodes=10**12))
    for bot in kinds:
        SearchBot(iterations=10).think(view_of(position), 1)
        stop = threading.Event()
        threading.Timer(0.2, stop.set).start()
        started = time.perf_counter()
        thought = bot.think(view_of(position), 1, stop=stop)
        assert time.perf_counter() - started < 10
        assert thought.move in position.legal_moves


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_stopped_search_answers_at_once(table: Table) -> None:
    position = next(position for position in table.match(35) if len(position.legal_moves) > 1)
    warm(table.game)
    stop = threading.Event()
    stop.set()
    kinds: list[Bot] = [SearchBot(seconds=30)]
    if table.game.open:
        kinds.append(DuelBot(seconds=30))
    for bot in kinds:
        started = time.perf_counter()
        assert bot.think(view_of(position), 1, stop=stop).move in position.legal_moves
        assert time.perf_counter() - started < 5


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_match_crashes(game: Game) -> None:
    """Whatever the seats and options, searching bots play every match to its end."""
    budget = "search:8i" if can_compile() else "greedy"
    for table in setups(game):
        warm(game)
        seats = fill_seats([budget, "greedy:0.2", "random"], table.players)
        result = play(Contest(game.name, dict(table.options)), Pairing(0, 0, seats))
        assert result.moves
        assert len(result.points) == table.players


def test_it_tells_what_it_thinks() -> None:
    position = benben.new("pyramidis").play("a4:2").play("h4:3")
    for bot in (SearchBot(seconds=0.8), DuelBot(seconds=0.3)):
        heard: list[Thought] = []
        final = bot.think(view_of(position), 1, report=heard.append)
        assert heard
        for thought in (*heard, final):
            assert thought.move in position.legal_moves
            assert thought.line[0] == thought.move
            assert len(thought.chances) == 2
            assert all(0 <= chance <= 1 for chance in thought.chances)


def test_search_goes_no_further_than_a_quiet_position() -> None:
    """In Terra Pyramides that is the end of a turn, which takes 25 decisions at most."""
    game = benben.find("terra_pyramides")
    assert game.advice is not None
    for position in Table(game, 2).match(39)[:-1:11]:
        if len(position.legal_moves) > 1:
            thought = SearchBot(iterations=50, horizon=10_000, trees=1).think(view_of(position), 1)
            assert thought.simulated <= 50 * 25
            began = game.advice.quiet(position.state)
            for move in thought.line[:-1]:
                position = position.play(move)
                assert game.advice.quiet(position.state) in (0, began)


def test_a_forced_move_is_played_at_once() -> None:
    table = Table(benben.find("pyramidis"), 2)
    forced = next(position for position in table.match(36) if len(position.legal_moves) == 1)
    for bot in (SearchBot(seconds=60), DuelBot(seconds=60)):
        started = time.perf_counter()
        assert bot.think(view_of(forced), 1).move == forced.legal_moves.numbers[0]
        assert time.perf_counter() - started < 1


def test_a_win_in_one_is_seen() -> None:
    """A bot brings the fifth pyramid home as soon as it can."""
    for seed in range(40):
        for position in Table(benben.find("pyramidis"), 2).match(seed)[:-1]:
            wins = [move.number for move in position.legal_moves if position.play(move).winners == (position.actor,)]
            if wins and len(position.legal_moves) > len(wins):
                for bot in (GreedyBot(), DuelBot(nodes=500), SearchBot(iterations=500)):
                    assert bot.think(view_of(position), 1).move in wins
                return
    raise AssertionError("no such position was found")


def test_exact_search_agrees_with_plain_minimax() -> None:
    """Alpha-beta with its table finds what looking at everything finds."""

    def value(position: benben.Position, depth: int) -> float:
        if position.is_over or depth == 0:
            return chance(position)
        values = [value(position.play(move), depth - 1) for move in position.legal_moves.numbers]
        return max(values) if position.actor == 0 else min(values)

    def chance(position: benben.Position) -> float:
        if position.is_over:
            return 0.5 if len(position.winners) == 2 else float(0 in position.winners)
        out = np.zeros(2)
        advice = position.game.advice
        assert advice is not None
        advice.evaluate(position.state, out)
        return float(out[0])

    for position in Table(with_network(benben.find("pyramidis"), None), 2).match(37)[4:-1:12]:
        thought = DuelBot(depth=3).think(view_of(position), 1)
        if len(position.legal_moves) > 1:
            assert thought.chances[0] == pytest.approx(value(position, 3), abs=1e-5)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_level_sits_down(game: Game) -> None:
    assert game.advice is not None
    assert len(game.advice.levels) >= 4
    assert len({level.name for level in game.advice.levels}) == len(game.advice.levels)
    for players in game.players:
        position = next(table for table in setups(game) if table.players == players).start(38)
        for level in game.advice.levels[:-1]:
            assert all(level.title.say(locale) for locale in ("en", "de"))
            assert bot_of_level(game, players, level).think(view_of(position), 1).move in position.legal_moves


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_levels_mean_the_same_everywhere(game: Game) -> None:
    """A search level is a number of iterations in a fixed number of trees, and no more than a second."""
    assert game.advice is not None
    for level in game.advice.levels:
        assert level.seconds is None or level.seconds <= 1.0
        bot = bot_of_level(game, 4 if 4 in game.players else 2, level)
        if isinstance(bot, SearchBot) and bot.iterations is not None:
            assert bot.trees == TREES


def test_noise_is_the_same_for_a_leader() -> None:
    """An error is measured in odds: far ahead as far behind as level, the worse move is played as rarely."""
    for chance in (0.5, 0.03, 0.97):
        odds = chance / (1 - chance)
        worse = odds * exp(-0.4) / (1 + odds * exp(-0.4))
        assert float(np.ptp(even(np.array([chance, worse])))) == pytest.approx(0.1)


def test_people_do_not_blunder_without_end() -> None:
    """With noise, other moves than the best are played, but none that looks worse by far."""
    position = next(position for position in Table(GAMES[0], 2).match(39) if len(position.legal_moves) > 3)
    moves, rates = rated(view_of(position), 0, 1, functions(GAMES[0], compiled=False))
    behind = dict(zip(moves.tolist(), (even(rates).max() - even(rates)).tolist(), strict=True))
    noise = sorted(behind.values())[1] / 2
    played = {GreedyBot(noise).think(view_of(position), seed).move for seed in range(200)}
    assert len(played) > 1
    assert max(behind[move] for move in played) <= BLUNDER * noise


def test_searches_by_name() -> None:
    game = benben.find("pyramido")
    assert game.advice is not None
    bot = named(game, 2, "search:70i:exploration=0.5:horizon=3")
    assert isinstance(bot, SearchBot)
    assert (bot.iterations, bot.seconds, bot.trees, bot.keeps) == (70, None, TREES, True)
    assert (bot.exploration, bot.horizon, bot.widening) == (0.5, 3, game.advice.widening)
    plain = named(game, 2, "uct:0.5")
    assert isinstance(plain, SearchBot)
    assert plain.plain
    assert plain.seconds == 0.5
    noisy = named(game, 2, "greedy:0.25")
    assert isinstance(noisy, GreedyBot)
    assert noisy.noise == 0.25


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_search_that_ends_early_gives_the_same_move(table: Table) -> None:
    """It ends when no other move can overtake the first one; all its iterations would not have changed the move."""
    warm(table.game)
    saved = 0
    for position in table.match(41)[:-1:7]:
        if len(position.legal_moves) < 2:
            continue
        bot = named(table.game, table.players, "search:1500i:keeps=0")
        assert isinstance(bot, SearchBot)
        early = bot.think(view_of(position), 5)
        trees = bot.new_trees(view_of(position), 5)
        for tree in trees:
            tree.run(750, None, threading.Event())
        whole = summary(trees)
        assert early.move == whole.move
        saved += whole.iterations - early.iterations
    assert saved > 0


@pytest.mark.parametrize("table", LONG_TABLES, ids=str)
def test_a_close_decision_gets_more_time(table: Table) -> None:
    """A patient search ends as any other one if the decision is clear, and goes on if it is close."""
    warm(table.game)
    clear = close = 0
    for position in table.match(43)[:-1:3]:
        if len(position.legal_moves) < 2:
            continue
        usual, patient = (
            named(table.game, table.players, f"search:400i:keeps=0:patience={patience}") for patience in (1, 3)
        )
        first, more = usual.think(view_of(position), 5), patient.think(view_of(position), 5)
        assert patient.think(view_of(position), 5) == more
        assert first.iterations <= 400
        assert more.iterations <= 1200
        if more.iterations <= 400:
            assert more == first
            clear += 1
        else:
            most, second, *_others = sorted(first.visits.values(), reverse=True)
            assert most - second <= CLOSE * first.iterations
            close += 1
    assert clear
    assert close


def test_a_cut_off_point_in_the_tree_is_evaluated_a_few_times() -> None:
    """After that its visits take the mean, which stays what it was."""
    game = benben.find("terra_pyramides")
    assert game.advice is not None
    original, calls = game.advice.judge_quiet, 0
    assert original is not None

    def judge_quiet(s: Any, out: Any) -> None:
        nonlocal calls
        calls += 1
        original(s, out)

    counting = replace(game, advice=replace(game.advice, judge_quiet=judge_quiet), box="counting")
    position = next(p for p in Table(game, 2).match(39)[40:] if 1 < len(p.legal_moves) < 6)
    view, iterations = view_of(position), 150
    for samples in (3, 1000):
        calls = 0
        tree = Tree(view, functions(counting, compiled=False), np.random.SeedSequence(1), (14, 0.04, 1.2, samples))
        tree.run(iterations, None, threading.Event())
        nodes = int(tree.size[0])
        assert nodes < iterations / 5
        assert tree.visited == iterations
        assert calls == iterations if samples == 1000 else nodes - 1 <= calls <= 3 * nodes


@pytest.mark.parametrize("table", LONG_TABLES, ids=str)
def test_the_next_decision_of_a_turn_begins_with_what_was_learned(table: Table) -> None:
    """Only where the move revealed nothing; and a new bot that gets the same question knows nothing of it."""
    warm(table.game)
    resumed = 0
    for position in table.match(42)[:-1:5]:
        bot = SearchBot(iterations=400)
        move = bot.think(view_of(position), 1).move
        after = position.play(move)
        if after.actor != position.actor or len(after.legal_moves) < 2 or len(position.legal_moves) < 2:
            continue
        known = bot.new_trees(view_of(after), 2)[0].visited
        assert (known == 0) or not position.reveals(move)
        assert SearchBot(iterations=400).new_trees(view_of(after), 2)[0].visited == 0
        resumed += known > 0
        again = bot.think(view_of(after), 2)
        assert again.move in after.legal_moves
        assert again.iterations <= 400
    if table.game.name != "pyramidis":  # there a turn is one decision
        assert resumed


def test_a_subtree_is_copied_whole() -> None:
    game = benben.find("pyramids")
    view = view_of(benben.new("pyramids", seed=bytes(32)))
    warm(game)
    bot = SearchBot(iterations=300, trees=1)
    [old] = bot.new_trees(view, 3)
    old.run(300, None, threading.Event())
    top = max(old.children(0), key=lambda child: int(old.visits[child]))
    [new] = bot.new_trees(view, 4)
    new.take_over(old, int(old.links[top, 2]))

    def facts(tree: Tree, node: int) -> list[object]:
        here = (int(tree.links[node, 2]), int(tree.visits[node]), tuple(tree.values[node]))
        return [here, [facts(tree, child) for child in tree.children(node)]]

    assert facts(new, 0) == facts(old, top)
    assert new.visited == old.visits[top] > 10


def test_a_duel_uses_what_it_has_found_when_its_time_is_over() -> None:
    """A move that an unfinished depth prefers is at least as good, at that depth, as the choice of the depth before."""

    def value(position: benben.Position, move: int, depth: int) -> float:
        after = position.play(move)
        assert not after.is_over
        chance = DuelBot(depth=depth - 1).think(view_of(after), 1).chances[0]
        return chance if position.actor == 0 else 1 - chance

    changed = 0
    for position in Table(with_network(benben.find("pyramidis"), None), 2).match(44)[4:-12:5]:
        if len(position.legal_moves) < 3:
            continue
        before, whole = (DuelBot(depth=depth).think(view_of(position), 1) for depth in (3, 4))
        for nodes in range(before.simulated + 1, whole.simulated, 1 + whole.simulated // 8):
            move = DuelBot(nodes=nodes).think(view_of(position), 1).move
            assert move in position.legal_moves
            if move != before.move:
                assert value(position, move, 4) >= value(position, before.move, 4)
                changed += 1
    assert changed


def test_a_duel_uses_what_it_has_seen() -> None:
    """The table of the last decision makes the next search cheaper; the same question gets the same answer."""
    position = start(with_network(benben.find("pyramidis"), None), 2, None).play("a4:2").play("h4:3")
    bot = DuelBot(depth=6)
    first = bot.think(view_of(position), 1)
    assert bot.think(view_of(position), 1) == first
    after = position.play(first.move)
    reply = view_of(after.play(DuelBot(depth=2).think(view_of(after), 1).move))
    assert bot.think(reply, 1).simulated < DuelBot(depth=6).think(reply, 1).simulated


def test_a_plain_search_asks_nobody() -> None:
    """To it all moves are alike: in one iteration any of them may come first; with advice the best does."""
    position = benben.new("pyramids", seed=bytes(32))
    first = {
        plain: {SearchBot(iterations=1, trees=1, plain=plain).think(view_of(position), seed).move for seed in range(20)}
        for plain in (True, False)
    }
    assert len(first[False]) == 1 < len(first[True])


def test_unknown_bots_are_refused() -> None:
    game = benben.find("pyramidis")
    for name in ("deep thought", "search", "search:soon", "uct", "", "duel:", "search:9i:depth=3", "duel:9i:horizon=3"):
        with pytest.raises(benben.BadOptions, match="Unknown bot"):
            named(game, 2, name)
    with pytest.raises(benben.BadOptions):
        named(game, 4, "duel:1")
