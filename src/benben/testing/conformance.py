"""The conformance checks. Each takes a Table, plays random matches, and asserts what must hold for every game."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import TypeVar
from xml.etree import ElementTree

import numpy as np

from benben.core import record
from benben.core.batch import Batch
from benben.core.contract import NOBODY
from benben.core.errors import BenbenError, GameOver, IllegalMove, MalformedMove
from benben.core.kernels import can_compile
from benben.core.position import Move, Position
from benben.core.rng import new_rng
from benben.core.text import LOCALES, Message
from benben.testing.indices import strict_indices
from benben.testing.lessons import check_lesson
from benben.testing.matches import Table

T = TypeVar("T")
E = TypeVar("E", bound=BenbenError)

_NONSENSE = ("", "?", "no such move", "-1", "é" * 50, "a" * 5000, "1.", "\0", "99999999999999999999")
_ADVICE = ("quiet", "evaluate", "weigh", "prefer")
_SAMPLE = 25  # number of positions that the slower checks look at


def legal_moves_are_unique_and_playable(table: Table) -> None:
    for position in table.match(1):
        numbers = position.legal_moves.numbers
        assert len(set(numbers)) == len(numbers)
        assert len(numbers) <= table.game.most_legal
        assert all(0 <= number < table.game.moves for number in numbers)
        assert bool(numbers) != position.is_over
        for number in _some(list(numbers), 4):
            assert position.play(number) != position


def moves_round_trip_through_notation(table: Table) -> None:
    for position in table.match(2):
        moves = list(position.legal_moves)
        assert len({move.notation for move in moves}) == len(moves)
        for move in moves:
            assert position.parse(move.notation) == move.number, move.notation
            assert move.notation in position.legal_moves
            assert position.legal_moves[move.notation] == move
            assert move.notation == move.notation.strip()
            assert not re.search(r"[;=\n]", move.notation), "these characters have a meaning in records"


def nonsense_is_malformed(table: Table) -> None:
    position = table.start(3)
    for text in _NONSENSE:
        error = _refused(MalformedMove, position.parse, text)
        assert all(error.say(locale) for locale in LOCALES)
        assert text not in position.legal_moves


def illegal_moves_have_reasons(table: Table) -> None:
    for position in _some(table.match(4)[:-1], _SAMPLE):
        before, shown = hash(position), set(_ids(position.svg()))
        illegal = sorted(set(range(table.game.moves)) - set(position.legal_moves.numbers))
        for number in _some(illegal, 40):
            error = _refused(IllegalMove, position.play, number)
            assert error.rule in table.game.rule_ids, error.rule
            assert error.code.startswith(f"{table.game.name}."), error.code
            assert all(error.say(locale) for locale in LOCALES)
            assert set(error.cells) <= shown, f"{set(error.cells) - shown} are not in the picture"
            assert hash(position) == before


def every_match_ends(table: Table) -> None:
    for seed in range(5, 15):
        end = table.match(seed)[-1]
        assert end.is_over
        assert end.actor is None
        assert len(end.legal_moves) == 0
        assert len(end.score) == table.players
        assert all(0 <= seat < table.players for seat in end.winners)
        _refused(GameOver, end.play, 0)


def past_positions_never_change(table: Table) -> None:
    match = table.match(6)
    hashes = [hash(position) for position in match]
    for position, before in zip(match, hashes, strict=True):
        position.svg(), position.text(), position.tally(), position.tell(), position.view().svg()
        assert hash(position) == before
    assert [hash(position) for position in match[-1].line()] == hashes


def records_round_trip(table: Table) -> None:
    match = table.match(7)
    for position in (match[0], match[len(match) // 2], match[-1]):
        text = record.write(position, names=[f"Player {seat}" for seat in range(table.players)])
        parsed = record.read(text)
        assert parsed.moves == position.moves
        if position.is_over or not table.game.shuffles(table.players, position.options):
            assert record.verify(parsed, lambda name: table.game) == position
    assert record.write(match[-1]).count("seed:") == 1
    assert "seed:" not in record.write(match[0]), "the seed of a running match must stay secret"


def same_seed_same_match(table: Table) -> None:
    assert table.match(8) == table.match(8)


def compiled_and_plain_kernels_agree(table: Table) -> None:
    if not can_compile():
        return
    engines = table.game.specialised(compiled=False), table.game.specialised(compiled=True)
    out = [table.game.move_room() for _engine in engines]
    points = [np.zeros(max(table.game.players), np.int64) for _engine in engines]
    for seed in (9, 10):
        start = table.start(seed)
        states = [start.state.record for _engine in engines]
        chance = random.Random(seed)
        while True:
            plain, compiled = (
                engine.legal_of(state, 0, room) for engine, state, room in zip(engines, states, out, strict=True)
            )
            assert plain == compiled
            assert out[0][:plain].tolist() == out[1][:plain].tolist()
            for engine, state, room in zip(engines, states, points, strict=True):
                engine.score_of(state, 0, room)
                if plain == 0:
                    engine.winners_of(state, 0, room)
            assert points[0].tolist() == points[1].tolist()
            if plain == 0:
                break
            move = int(chance.choice(out[0][:plain]))
            for engine, state in zip(engines, states, strict=True):
                engine.play_one(state, 0, move)
            assert states[0].tobytes() == states[1].tobytes()


def indices_are_not_negative(table: Table) -> None:
    """Plain Python counts a negative index from the end. A compiled kernel would leave the field, or the table."""
    engine, game = table.game.specialised(compiled=False), table.game
    advice = game.specialise({name: getattr(game.advice, name) for name in _ADVICE}, False) if game.advice else {}
    record, chance = table.start(24).state.record.copy(), random.Random(24)
    moves, points, weights = game.move_room(), np.zeros(max(game.players)), np.zeros(game.most_legal)
    with strict_indices():
        ply = 0
        while n := engine.legal_of(record, 0, moves):
            engine.score_of(record, 0, points)
            actor, move = engine.actor_of(record, 0), int(chance.choice(moves[:n]))
            for seat in range(table.players) if ply % 10 == 0 else (actor,):
                view = game.new_records(1)
                engine.veil_one(record, 0, seat, view, 0)
                engine.score_of(view, 0, points)
                if seat == actor:
                    engine.legal_of(view, 0, moves)
                    engine.seen_of(view, 0, seat, move)
                    engine.reveals_of(view, 0, move)
                if ply % 10 == 0:
                    engine.imagine_one(view, 0, new_rng(ply))
            if advice and ply % 10 == 0:
                world = game.state(view)
                n = engine.legal_of(view, 0, moves)
                advice["quiet"](world)
                advice["evaluate"](world, points)
                advice["weigh"](world, moves, n, weights)
                advice["prefer"](world, moves, n, new_rng(ply))
            engine.reveals_of(record, 0, move)
            engine.play_one(record, 0, move)
            ply += 1
        engine.winners_of(record, 0, points)


def pictures_are_sound(table: Table) -> None:
    match = table.match(11)
    for position in {0: match[0], 1: match[-1], **dict(enumerate(_some(match, 8), 2))}.values():
        for view in (position, *_views(position)):
            ids = _ids(view.svg())
            assert len(set(ids)) == len(ids), "ids must be unique"
            assert view.svg() == view.svg()
            root = ElementTree.fromstring(view.svg())
            assert root.get("role") == "img"
            titles = [element.text for element in root if element.tag.endswith(("title", "desc"))]
            assert titles, "a text alternative is missing"
            assert all(titles), "a text alternative is empty"
            ElementTree.fromstring(view.svg(locale="de", prefix="x-"))
            assert all(name.startswith("x-") for name in _ids(view.svg(prefix="x-")))
            assert "<style" not in view.svg(style=False)


def ids_are_stable(table: Table) -> None:
    """At least 60 % of the element ids survive a move, so that pages can animate changes."""
    for after in _some(table.match(11)[1:], _SAMPLE):
        assert after.before is not None
        old, new = set(_ids(after.before.svg())), set(_ids(after.svg()))
        assert len(old & new) >= 0.6 * min(len(old), len(new))


def paths_lead_to_moves(table: Table) -> None:
    for position in _some(table.match(12)[:-1], _SAMPLE):
        ids = set(_ids(position.svg()))
        paths = {position.path(move): move for move in position.legal_moves}
        assert len(paths) == len(position.legal_moves), "two moves have one path"
        for path, move in paths.items():
            assert path, "a path has at least one step"
            assert all(path[:n] not in paths for n in range(1, len(path))), "one path is the beginning of another"
            assert position.aim(path) == move
            assert set(path) <= ids, f"{set(path) - ids} cannot be touched"
            assert 0 <= position.turns(move) < len(path), "what turns the piece comes after its place"
            ghost = position.ghost(move)
            ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{ghost}</svg>')
        firsts = {path[0] for path in paths}
        directs: dict[str, list[Move]] = {}
        for move in position.legal_moves:
            if name := position.direct(move):
                directs.setdefault(name, []).append(move)
        for name, meant in directs.items():
            assert name in ids - firsts, f"{name} alone means two things, or cannot be touched"
            assert position.aim((name,)) in meant
            begun = {path[: path.index(name)] for path in map(position.path, meant) if name in path}
            assert len(meant) == 1 or len(begun) == 1, f"{name} alone stands for several beginnings of a path"
        declined = position.decline()
        assert declined is None or declined in position.legal_moves
        for path in ((), ("no-such-element",), tuple(sorted(ids))):
            _refused(MalformedMove, position.aim, path)


def warnings_are_said(table: Table) -> None:
    for position in _some(table.match(31)[:-1], _SAMPLE):
        view = position.view(position.actor)
        shown = set(_ids(view.svg()))
        for move in list(view.legal_moves)[:12]:
            line = view.warning(move)
            assert line is not None or not view.destroys(move), "what destroys something says so"
            if line is not None:
                assert all(line.message.say(locale) for locale in LOCALES)
                assert line.rule in ("", *table.game.rule_ids)
                assert set(line.cells) <= shown


def what_can_be_touched_has_words(table: Table) -> None:
    """For keyboards and screen readers: every touchable element and every enlargeable board has a label."""
    for position in _some(table.match(23)[:-1], _SAMPLE):
        view = position.view(position.actor)
        touched = {name for move in view.legal_moves for name in view.path(move)}
        for locale in LOCALES:
            picture = list(ElementTree.fromstring(view.svg(locale=locale)).iter())
            said = {element.get("id"): _words_of(element) for element in picture}
            assert all(said[name] for name in touched), sorted(name for name in touched if not said[name])
            boards = [element for element in picture if element.get("data-enlarge") is not None]
            assert boards, "no board can be enlarged"
            assert all(board.get("id") and board.get("data-enlarge") for board in boards)


def stories_are_told(table: Table) -> None:
    match = table.match(13)
    for position in match[1:]:
        lines = position.tell()
        assert lines
        for line in lines:
            assert all(line.message.say(locale) for locale in LOCALES)
            assert line.rule in ("", *table.game.rule_ids)
    for position in _some(match[1:], _SAMPLE):
        known = set(_ids(position.svg())) | set(_ids(position.before.svg() if position.before else ""))
        assert all(set(line.cells) <= known for line in position.tell())


def scores_show_their_work(table: Table) -> None:
    for position in _some(table.match(14), _SAMPLE):
        points, shown = [0] * table.players, set(_ids(position.svg()))
        for line in position.tally():
            assert all(line.message.say(locale) for locale in LOCALES)
            if line.points is not None:
                points[line.seat] += line.points
            assert set(line.cells) <= shown, f"{set(line.cells) - shown} are not in the picture"
        assert tuple(points) == position.score


def tasks_are_said(table: Table) -> None:
    """Every position that is not over has a prompt, the same for all viewers, in every language."""
    match = table.match(22)
    assert match[-1].ask() is None
    for position in match[:-1]:
        asked = position.ask()
        assert asked is not None
        assert all(view.ask() == asked for view in _views(position)), "the prompt must not depend on the viewer"
        for message in (asked.now, *([asked.then] if asked.then else [])):
            _translated(message)


def lessons_can_be_played(table: Table) -> None:
    """The guided first game, if there is one, at its table: see `lessons`."""
    if table.game.face.lesson is not None and (table.players, table.options) == (table.game.usual_table()[0], {}):
        check_lesson(table.game)


def boards_have_text(table: Table) -> None:
    for position in _some(table.match(15), _SAMPLE):
        assert all(position.text(locale).strip() for locale in LOCALES)
        assert str(position) == position.text("en")
        coloured = position.text("en", colour=True)
        assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == str(position), "colours must not change the text"
    assert len(table.game.face.seats(table.players, table.start(15).options)) == table.players


def imagined_worlds_fit_the_view(table: Table) -> None:
    varied, hidden = set(), set()
    for number, position in enumerate(table.match(16)):
        for view in _views(position):
            assert view.setup.seed is None
            seat = view.seat
            worlds = [view.imagine(1000 * number + k) for k in range(3)]
            for world in worlds:
                again = world.view(None if seat == NOBODY else seat)
                assert again == view, "an imagined world must give the same view"
                assert again.legal_moves.numbers == view.legal_moves.numbers
                if seat == position.actor:
                    assert world.legal_moves.numbers == position.legal_moves.numbers
                assert world.score is not None
            if view.state.record.tobytes() != position.state.record.tobytes():
                hidden.add(seat)
                if len({world.state.record.tobytes() for world in worlds}) > 1:
                    varied.add(seat)
    assert varied == hidden, "imagined worlds must vary for seats with hidden information"
    assert bool(hidden) != table.game.open, "exactly the games with a `veil` kernel hide something"


def imagined_worlds_can_be_played(table: Table) -> None:
    for position in _some(table.match(17), 6):
        for view in _views(position):
            world = view.imagine(1)
            for _n in range(table.game.longest):
                if world.is_over:
                    break
                world = world.play(random.Random(3).choice(world.legal_moves.numbers))
            assert world.is_over


def views_of_like_worlds_are_alike(table: Table) -> None:
    """Everything a seat is shown depends only on what it may know."""
    for position in _some(table.match(18), 10):
        for view in _views(position):
            seat = None if view.seat == NOBODY else view.seat
            bare = Position(view.setup, view.state.record, view.seat)  # without history
            for k in range(2):
                other = view.imagine(k).view(seat)
                assert other.svg() == bare.svg()
                assert other.text() == bare.text()
                assert other.tally() == bare.tally()
                if seat == position.actor:
                    assert list(other.legal_moves) == list(bare.legal_moves)


def only_reveals_reveal(table: Table) -> None:
    """A move with `reveals` false gives its player the same view in every world that fits."""
    for position in _some(table.match(19)[:-1], _SAMPLE):
        assert position.actor is not None
        view = position.view(position.actor)
        for move in _some(list(position.legal_moves.numbers), 4):
            if position.reveals(move):
                continue
            after = position.play(move).view(position.actor)
            for k in range(3):
                assert view.imagine(k).play(move).view(position.actor) == after, position.notation(move)


def moves_are_seen_by_their_player(table: Table) -> None:
    for after in table.match(20)[1:]:
        position = after.before
        assert position is not None
        for view in _views(after):
            assert view.before is not None
            assert view.last_move is not None
            if view.seat == position.actor:
                assert view.last_move == after.last_move
            assert view.last_move.notation
            assert view.tell()


def batches_agree_with_positions(table: Table) -> None:
    batch = Batch(table.game, 7, table.players, seed=21, **table.options)
    positions = [batch.position(i) for i in range(len(batch))]
    for _n in range(table.game.longest + 1):
        for i, position in enumerate(positions):
            assert batch.actors[i] == (NOBODY if position.actor is None else position.actor)
            assert np.flatnonzero(batch.masks[i]).tolist() == sorted(position.legal_moves.numbers)
            assert batch.counts[i] == len(position.legal_moves)
        if batch.done.all():
            break
        moves = batch.random_moves()
        positions = [
            position.play(int(move)) if move >= 0 else position for position, move in zip(positions, moves, strict=True)
        ]
        batch.play(moves)
    assert batch.done.all()
    for i, position in enumerate(positions):
        assert tuple(batch.scores[i].tolist()) == position.score
        assert tuple(np.flatnonzero(batch.shares[i]).tolist()) == position.winners


CHECKS: list[Callable[[Table], None]] = [
    legal_moves_are_unique_and_playable,
    moves_round_trip_through_notation,
    nonsense_is_malformed,
    illegal_moves_have_reasons,
    every_match_ends,
    past_positions_never_change,
    records_round_trip,
    same_seed_same_match,
    compiled_and_plain_kernels_agree,
    indices_are_not_negative,
    pictures_are_sound,
    ids_are_stable,
    paths_lead_to_moves,
    warnings_are_said,
    what_can_be_touched_has_words,
    stories_are_told,
    scores_show_their_work,
    tasks_are_said,
    lessons_can_be_played,
    boards_have_text,
    imagined_worlds_fit_the_view,
    imagined_worlds_can_be_played,
    views_of_like_worlds_are_alike,
    only_reveals_reveal,
    moves_are_seen_by_their_player,
    batches_agree_with_positions,
]


def _refused(error: type[E], function: Callable[..., object], *arguments: object) -> E:
    """Assert that the call raises `error`; return the exception."""
    try:
        function(*arguments)
    except error as raised:
        return raised
    raise AssertionError(f"{arguments} should have raised {error.__name__}")


def _views(position: Position) -> Iterator[Position]:
    """The views of all seats and of a spectator."""
    for seat in (*range(position.players), None):
        yield position.view(seat)


def _some(things: list[T], n: int) -> list[T]:
    """At most n of `things`, evenly spaced."""
    return things if len(things) <= n else [things[len(things) * k // n] for k in range(n)]


def _ids(svg: str) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', svg)


def _words_of(element: ElementTree.Element) -> str:
    titles = [child.text for child in element if child.tag.endswith("}title")]
    return element.get("aria-label") or (titles[0] if titles and titles[0] else "")


def _translated(message: Message) -> None:
    said = [message.say(locale) for locale in LOCALES]
    assert all(said)
    assert len(set(said)) == len(said), f"not translated: {message}"
