"""Match records: a match as a small text file, similar to PGN.

    benben 1
    game: pyramidis
    rules: 1
    box: standard
    players: 2
    option blockade: no
    seat 1: Ann
    commitment: 66687a…
    check: 0c2f1a…
    seed: 000000…
    result: 5 3, won by 1

    1. a4:3 =5e1c ; a comment
    2. h4:1 =90aa

Header lines, an empty line, then the numbered moves, one per line. `;` begins a comment. `check` is a prefix of the
hash of the header lines above it; the four digits after each move continue the hash chain, so a changed line is
detected and named. A record typed by hand may omit them. The seed is written only after the end of the match. The
match of a real table has no seed: `deal` lines name what was seen of its shuffles (core/chosen_deal.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NoReturn, Protocol

from benben.core.chosen_deal import DEAL, EYES, ChosenDeal, is_chosen
from benben.core.errors import BadOptions, BadRecord, BenbenError, listed
from benben.core.game import Game
from benben.core.position import Position, start
from benben.core.shuffle import SEED_BYTES, commit
from benben.core.text import texts

_ = texts(__package__)

FORMAT = 1
SUFFIX = ".benben"
_MOST_CHARACTERS = 1_000_000
_TAG_DIGITS = 4
_CHECK_DIGITS = 16

_LONGEST_LINE = 2_000
_MOST_DIGITS = 6  # of a move's number

# Each pattern is matched in linear time: no two repetitions can match the same spaces.
_HEADER = re.compile(r"([a-z]+(?: [a-z0-9_-]+)?):\s*(.*)")
_MOVE = re.compile(rf"(\d{{1,{_MOST_DIGITS}}})\.\s+(\S.*)")
_TAG = re.compile(rf"=([0-9a-f]{{{_TAG_DIGITS}}})")
_KEYS = ("game", "rules", "box", "players", "commitment", "check", "seed", "result", "date", EYES)


class Registry(Protocol):
    """Finds a game by name."""

    def __call__(self, name: str) -> Game: ...


@dataclass(frozen=True)
class Record:
    """A parsed record: only its syntax has been checked."""

    header: Mapping[str, str]
    moves: tuple[str, ...]
    lines: Mapping[str | int, int] = field(default_factory=dict)  # line number of each header key and move number
    tags: Mapping[int, str] = field(default_factory=dict)

    def line_of(self, key: str | int) -> int:
        """The line of a header key or of a move, for error messages."""
        return self.lines.get(key, 1)


def write(
    position: Position, names: Sequence[str] = (), date: str = "", comments: Mapping[int, str] | None = None
) -> str:
    """The record of a match up to this position. Includes the seed only if the match is over."""
    header = {
        "game": position.game.name,
        "rules": str(position.game.version),
        "box": position.game.box,
        "players": str(position.players),
        **{f"option {name}": value for name, value in position.options.items()},
        **{f"seat {seat}": _one_line(name) for seat, name in enumerate(names, 1)},
    }
    if date:
        header["date"] = _one_line(date)
    if position.setup.commitment:
        header["commitment"] = position.setup.commitment
    if deal := _deal_to_write(position):
        header |= deal.as_lines()
    header["check"] = _header_check(header)[:_CHECK_DIGITS]
    if position.is_over:
        if position.setup.commitment and position.setup.seed:
            header["seed"] = position.setup.seed.hex()
        header["result"] = result_of(position)
    lines = [f"benben {FORMAT}", *(f"{key}: {value}" for key, value in header.items()), ""]
    for number, (move, tag) in enumerate(zip(position.moves, _tags(header, position.moves), strict=True), 1):
        comment = _one_line((comments or {}).get(number, ""))
        lines.append(f"{number}. {move} ={tag}" + (f" ; {comment}" if comment else ""))
    return "\n".join(lines) + "\n"


def _deal_to_write(position: Position) -> ChosenDeal | None:
    """Everybody knows the entries. A deal that was completed to go on playing is secret until the end."""
    setup = position.setup
    if setup.seed is None or not is_chosen(setup.seed) or (setup.entered is None and not position.is_over):
        return None
    return ChosenDeal.from_seed(setup.seed)


def result_of(position: Position) -> str:
    """`5 3, won by 1`: points by seat, then the winning seats, counted from 1."""
    points = " ".join(map(str, position.score))
    return f"{points}, won by {listed([seat + 1 for seat in position.winners]) or 'nobody'}"


def read(text: str) -> Record:
    """Parse a record. BadRecord names the first line with a syntax error."""
    if len(text) > _MOST_CHARACTERS:
        raise BadRecord(_("A record has at most {most} characters.", most=_MOST_CHARACTERS), 1)
    header: dict[str, str] = {}
    moves: list[str] = []
    where: dict[str | int, int] = {}
    tags: dict[int, str] = {}
    lines = _content(text)
    first, version = next(lines, (1, ""))
    if not version.startswith("benben "):
        raise BadRecord(_("A record begins with the line “benben 1”."), first)
    if version != f"benben {FORMAT}":
        raise BadRecord(_("Unknown format “{version}”; this program reads only format 1.", version=version), first)
    for number, line in lines:
        if (found := _MOVE.fullmatch(line)) is not None:
            if int(found[1]) != len(moves) + 1:
                raise BadRecord(
                    _("Expected move {expected} here, found {found}.", expected=len(moves) + 1, found=found[1]),
                    number,
                )
            move, *last = found[2].rsplit(maxsplit=1)
            tag = _TAG.fullmatch(last[0]) if last else None
            moves.append(move if tag else found[2])
            where[len(moves)] = number
            if tag:
                tags[len(moves)] = tag[1]
        elif not moves and (found := _HEADER.fullmatch(line)) is not None:
            _check_key(found[1], header, number)
            header[found[1]] = found[2]
            where[found[1]] = number
        else:
            raise BadRecord(_("This is neither a header line nor a numbered move: “{line}”.", line=line[:60]), number)
    for key in ("game", "players"):
        if key not in header:
            raise BadRecord(_("The header line “{key}:” is missing.", key=key), first)
    return Record(header, tuple(moves), where, tags)


def replay(record: Record, find_game: Registry) -> Position:
    """Replay a record and return its last position. BadRecord names the first invalid line."""
    position, header = _opening(record, find_game), record.header
    if "check" in header and not _header_check(header).startswith(header["check"]):
        _fail(record, "check", _("The header lines above do not match their checksum: one of them was changed."))
    if len(record.moves) > position.game.longest:
        _fail(record, position.game.longest + 1, _("No match is longer than {most} moves.", most=position.game.longest))
    for number, (move, tag) in enumerate(zip(record.moves, _tags(header, record.moves), strict=True), 1):
        if record.tags.get(number, tag) != tag:
            _fail(
                record, number, _("The move “{move}” does not match its check digits: the line was changed.", move=move)
            )
        try:
            position = position.play(move)
        except BenbenError as error:
            _fail(record, number, _("Move {number}, “{move}”: {error}", number=number, move=move, error=str(error)))
    return position


def verify(record: Record, find_game: Registry) -> Position:
    """Replay a record and verify everything in it: commitment, check digits, every move, the result."""
    position = replay(record, find_game)
    claimed = record.header.get("result")
    if claimed is not None:
        if not position.is_over:
            _fail(record, "result", _("The record states a result, but the match is not over after the last move."))
        if claimed != result_of(position):
            _fail(
                record,
                "result",
                _("The result is “{result}”, not “{claimed}”.", result=result_of(position), claimed=claimed),
            )
    return position


def _opening(record: Record, find_game: Registry) -> Position:
    header = record.header
    try:
        game = find_game(header["game"])
    except BadOptions as error:
        _fail(record, "game", error.message)
    if header.get("rules", str(game.version)) != str(game.version):
        _fail(
            record,
            "rules",
            _(
                "This match was played with version {theirs} of the rules; this program has version {ours}.",
                theirs=header["rules"],
                ours=game.version,
            ),
        )
    if header.get("box", game.box) != game.box:
        _fail(
            record,
            "box",
            _(
                "This match was played with the components “{theirs}”; this program has “{ours}”.",
                theirs=header["box"],
                ours=game.box,
            ),
        )
    seed = _seed(record)
    options = {key.removeprefix("option "): value for key, value in header.items() if key.startswith("option ")}
    try:
        players = int(header["players"][:_MOST_DIGITS])
        chosen = game.check_options(players, options)
    except BadOptions as error:
        key = next((f"option {name}" for name in options if f"“{name}”" in str(error)), "players")
        _fail(record, key, error.message)
    except ValueError:
        _fail(record, "players", _("The number of players is not a number: “{value}”.", value=header["players"]))
    if (deal := _deal(record, players, game.shuffles(players, chosen))) is not None:
        return start(game, players, deal.as_seed(), **chosen)
    if seed is None and game.shuffles(players, chosen):
        _fail(record, "commitment", _("A match of {game} cannot be replayed without its seed.", game=game.title))
    return start(game, players, seed or bytes(SEED_BYTES), **chosen)


def _deal(record: Record, players: int, shuffles: Mapping[str, int]) -> ChosenDeal | None:
    """The entries of a match on a real table; None for other matches."""
    lines = {key: value for key, value in record.header.items() if key == EYES or key.startswith(DEAL)}
    if not lines:
        return None
    first = next(iter(lines))
    if "seed" in record.header:
        _fail(record, first, _("A match has a seed or a chosen deal, not both."))
    try:
        deal = ChosenDeal.from_lines(lines)
        deal.check(shuffles, players)
    except BadOptions as error:
        _fail(record, first, error.message)
    return deal


def _seed(record: Record) -> bytes | None:
    text = record.header.get("seed")
    if text is None:
        return None
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        _fail(record, "seed", _("A seed is {digits} hexadecimal digits.", digits=2 * SEED_BYTES))
    commitment = record.header.get("commitment")
    if commitment is not None and commit(seed) != commitment:
        _fail(record, "seed", _("The seed does not match the commitment: one of them was changed."))
    return seed


def _fail(record: Record, key: str | int, message: object) -> NoReturn:
    raise BadRecord(message, record.line_of(key))  # type: ignore[arg-type]  # the message of a BenbenError is passed on


def _content(text: str) -> Iterator[tuple[int, str]]:
    """Non-empty lines with their line numbers, comments removed."""
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > _LONGEST_LINE:
            raise BadRecord(_("A line has at most {most} characters.", most=_LONGEST_LINE), number)
        if content := line.split(";", 1)[0].strip():
            yield number, content


def _check_key(key: str, header: Mapping[str, str], line: int) -> None:
    if key in header:
        raise BadRecord(_("The header line “{key}:” appears twice.", key=key), line)
    if key not in _KEYS and not key.startswith(("option ", "seat ", DEAL)):
        raise BadRecord(_("Unknown header line “{key}:”.", key=key), line)


def _header_check(header: Mapping[str, str]) -> str:
    """Hash of everything fixed before the first move. Seed and result are verified separately."""
    lines = [f"{key}: {value}" for key, value in header.items() if key not in ("check", "seed", "result")]
    return sha256("\n".join(lines).encode()).hexdigest()


def _tags(header: Mapping[str, str], moves: Sequence[str]) -> Iterator[str]:
    chain = _header_check(header)
    for number, move in enumerate(moves, 1):
        chain = sha256(f"{chain} {number}. {move}".encode()).hexdigest()
        yield chain[:_TAG_DIGITS]


def _one_line(text: str) -> str:
    """Free text without line breaks and semicolons, safe in a record."""
    return " ".join(text.replace(";", ",").split())
