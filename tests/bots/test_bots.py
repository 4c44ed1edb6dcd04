"""Bots answer in time, the same for the same view, and know nothing that their seat does not."""

import threading
import time

import pytest

import benben
from benben.bots.bot import Bot, GreedyBot, RandomBot, Thought
from benben.bots.duel import DuelBot
from benben.bots.levels import bot_of_level, named
from benben.bots.search import SearchBot
from benben.core.game import Game
from benben.testing import Table, setups

GAMES = [benben.find(name) for name in benben.names() if benben.find(name).advice]
TABLES = [next(table for table in setups(game) if table.players == 2) for game in GAMES]
BUDGET = 0.3


def bots(table: Table) -> dict[str, Bot]:
    """One of each kind that fits, with a budget that no clock decides."""
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
    for bot in kinds:
        bot.think(view_of(match[0]), 1)
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
            thought = SearchBot(iterations=50, horizon=10_000, threads=1).think(view_of(position), 1)
            assert thought.simulated <= 50 * 25
            for move in thought.line[:-1]:
                position = position.play(move)
                assert not game.advice.quiet(position.state)


def test_a_forced_move_is_played_at_once() -> None:
    table = Table(benben.find("pyramidis"), 2)
    forced = next(position for position in table.match(36) if len(position.legal_moves) == 1)
    for bot in (SearchBot(seconds=60), DuelBot(seconds=60)):
        started = time.perf_counter()
        assert bot.think(view_of(forced), 1).move == forced.legal_moves.numbers[0]
        assert time.perf_counter() - started < 1


def test_a_win_in_one_is_seen() -> None:
    """Whoever can bring the fifth pyramid home does so."""
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
        import numpy as np

        if position.is_over:
            return 0.5 if len(position.winners) == 2 else float(0 in position.winners)
        out = np.zeros(2)
        advice = position.game.advice
        assert advice is not None
        advice.evaluate(position.state, out)
        return float(out[0])

    for position in Table(benben.find("pyramidis"), 2).match(37)[4:-1:12]:
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


def test_unknown_bots_are_refused() -> None:
    game = benben.find("pyramidis")
    for name in ("deep thought", "search", "search:soon", "uct", "", "duel:"):
        with pytest.raises(benben.BadOptions, match="There is no bot"):
            named(game, 2, name)
    with pytest.raises(benben.BadOptions):
        named(game, 4, "duel:1")
