"""The command line: play, study and count matches, let bots play, run the server, add a game."""

from __future__ import annotations

import argparse
import locale as system_locale
import os
import sys
import threading
import time
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import benben
from benben.bots.bot import warm
from benben.bots.levels import named
from benben.core.errors import BadOptions, BadRecord, BenbenError
from benben.core.extras import needs
from benben.core.game import Game
from benben.core.kernels import cache_lock
from benben.core.position import Position
from benben.core.shuffle import SEED_BYTES
from benben.core.text import LOCALES, texts
from benben.lab import command as lab
from benben.lab.match import match
from benben.lab.plans import RunPlan
from benben.terminal import explained, play

_ = texts(__package__)

PATIENCE_SECONDS = 2.0  # loading compiled code from the cache takes less


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    try:
        code: int = options.run(options)
    except BenbenError as error:
        print(f"benben: {explained(error, options.lang)}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader of the pipe has exited
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"benben: {error.strerror}: {error.filename}", file=sys.stderr)
        return 1
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="benben", description="Pyramid board games at one table.")
    parser.add_argument("--version", action="version", version=f"benben {benben.__version__}")
    parser.add_argument("--lang", choices=LOCALES, default=_system_language(), help="language of the texts")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    playing = commands.add_parser("play", help="play in the terminal, against bots or with others at the same screen")
    playing.add_argument("game", nargs="?", default=benben.names()[0], choices=benben.names())
    _add_table(playing)
    playing.add_argument(
        "--bot", action="append", default=[], metavar="LEVEL",
        help="a bot sits on the next free seat; the last one named takes all the other seats but yours",
    )  # fmt: skip
    playing.add_argument("--seat", type=int, default=1, metavar="N", help="your seat beside bots, counted from 1")
    playing.add_argument("--hints", default="expert", metavar="LEVEL", help="the bot that you ask by typing “hint”")
    playing.add_argument("--seed", type=_seed, help=f"{2 * SEED_BYTES} hexadecimal digits: repeat a known deal")
    playing.add_argument("--save", type=Path, metavar="FILE", help="write the record to this file after every move")
    playing.set_defaults(run=_play)

    show = commands.add_parser("show", help="show a position of a recorded match, as text or picture")
    show.add_argument("record", type=Path)
    show.add_argument("--at", type=int, metavar="N", help="the position after N moves (default: the last one)")
    show.add_argument(
        "--seat", type=int, metavar="N", help="show the view of this seat, counted from 1; 0: a spectator"
    )
    show.add_argument("--svg", type=Path, metavar="FILE", help="write an SVG picture to this file")
    show.set_defaults(run=_show)

    verify = commands.add_parser("verify", help="verify records: shuffle, every move, result")
    verify.add_argument("records", nargs="+", type=Path)
    verify.set_defaults(run=_verify)

    perft = commands.add_parser("perft", help="count the move sequences from the start, by depth")
    perft.add_argument("game", choices=benben.names())
    perft.add_argument("--depth", type=int, default=4)
    perft.add_argument("--seed", type=_seed, default=bytes(SEED_BYTES), help="seed of the deal; default: all zeros")
    _add_table(perft)
    perft.set_defaults(run=_perft)

    lab.add_commands(commands)

    series = commands.add_parser("match", help="let bots play each other; print win rates with confidence intervals")
    series.add_argument("game", choices=benben.names())
    series.add_argument(
        "--bots", required=True, help="comma-separated: levels, random, greedy, search:0.5 (seconds), uct:0.5, …"
    )
    series.add_argument("--games", type=int, default=20)
    series.add_argument("--seed", type=int, default=0)
    series.add_argument(
        "--jobs", type=int, default=1, help="parallel games; bots with a time limit then compete for cores"
    )
    _add_table(series)
    series.set_defaults(run=_match)

    serve = commands.add_parser("serve", help="run the web server")
    serve.add_argument("--host", help="default: this machine only")
    serve.add_argument("--port", type=int, help="default: 8123")
    serve.add_argument("--database", metavar="URL", help="default: SQLite in the user's data folder")
    serve.add_argument("--workers", type=int, help="number of worker processes; default: 1")
    serve.add_argument("--open", action="store_true", help="open the browser; use a free port if the port is taken")
    serve.add_argument("--secure-cookies", action="store_true", help="set the Secure flag; use this behind TLS")
    serve.add_argument("--proxies", metavar="LIST", help="trust X-Forwarded-For from these addresses or networks")
    serve.set_defaults(run=_serve)

    backup = commands.add_parser("backup", help="copy the server's database to a file; the server may be running")
    backup.add_argument("file", type=Path)
    backup.add_argument("--database", metavar="URL", help="see `benben serve`")
    backup.set_defaults(run=_backup)

    restore = commands.add_parser("restore", help="fill an empty database from a backup")
    restore.add_argument("file", type=Path)
    restore.add_argument("--database", metavar="URL", help="see `benben serve`")
    restore.set_defaults(run=_restore)

    status = commands.add_parser("status", help="show tables, streams, bots, slow requests and the last backup")
    status.add_argument("--url", default="http://127.0.0.1:8123", help="address of the server; default: %(default)s")
    status.set_defaults(run=_status)

    warm = commands.add_parser("warm", help="compile all games and bots now instead of on first use")
    warm.set_defaults(run=_warm)

    new_game = commands.add_parser("new-game", help="write a small complete game into this checkout, to be changed")
    new_game.add_argument("name", help="in small letters: its folder, and its name in Python and URLs")
    new_game.set_defaults(run=_new_game)

    games = commands.add_parser("games", help="list the games, their numbers of players and options")
    games.set_defaults(run=_games)
    return parser


def _add_table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, help="default: the game's smallest number of at least two")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="see `benben games`")


def _table(options: argparse.Namespace) -> Position:
    game = benben.find(options.game)
    players = options.players or game.usual_table()[0]
    return benben.new(game.name, players=players, seed=options.seed, **_chosen(options))


def _chosen(options: argparse.Namespace) -> dict[str, str]:
    """Parse `--option name=value`; a name without a value means yes."""
    return dict(entry.split("=", 1) if "=" in entry else (entry, "yes") for entry in options.option)


def _seed(text: str) -> bytes:
    seed = bytes.fromhex(text)
    if len(seed) != SEED_BYTES:
        raise argparse.ArgumentTypeError(f"a seed is {2 * SEED_BYTES} hexadecimal digits")
    return seed


def _system_language() -> str:
    name = os.environ.get("LANGUAGE") or os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    language = (name or system_locale.getlocale()[0] or "en")[:2]
    return language if language in LOCALES else "en"


def _play(options: argparse.Namespace) -> int:
    position = _table(options)
    bots = _seated(position, options.bot, options.seat)
    if bots:
        _prepare(position.game, options.lang)
    return play(position, bots, options.hints, options.save, options.lang)


def _seated(position: Position, names: Sequence[str], own: int) -> dict[int, str]:
    """The bot of each seat: all seats but one's own, counted from 1."""
    if not 1 <= own <= position.players:
        raise BadOptions(_("This match has only {players} seats.", players=position.players))
    for name in names:
        named(position.game, position.players, name)  # report an unknown bot before the first move
    others = [seat for seat in range(position.players) if seat != own - 1]
    return {seat: names[min(number, len(names) - 1)] for number, seat in enumerate(others)} if names else {}


# records and trees


def _show(options: argparse.Namespace) -> int:
    line = benben.replay(options.record.read_text(encoding="utf-8")).line()
    at = len(line) - 1 if options.at is None else options.at
    if not 0 <= at < len(line):
        raise BadRecord(_("This match has {moves} moves; {at} is out of range.", moves=len(line) - 1, at=at), 1)
    position = line[at]
    if options.seat is not None:
        if not 0 <= options.seat <= position.players:
            raise BadRecord(_("This match has only {players} seats.", players=position.players), 1)
        position = position.view(options.seat - 1 if options.seat else None)
    if options.svg:
        options.svg.write_text(position.svg(locale=options.lang), encoding="utf-8")
    else:
        print(position.text(options.lang, colour=sys.stdout.isatty()))
    return 0


def _verify(options: argparse.Namespace) -> int:
    bad = 0
    for file in options.records:
        try:
            position = benben.verify(file.read_text(encoding="utf-8"))
        except UnicodeDecodeError as error:
            bad += 1
            print(f"{file}: {_('line {line}: {error}', line=1, error=str(error)).say(options.lang)}")
        except BadRecord as error:
            bad += 1
            print(f"{file}: {explained(error, options.lang)}")
        else:
            result = benben.core.record.result_of(position) if position.is_over else "*"
            good = _("valid, {moves} moves, {result}", moves=len(position.moves), result=result)
            print(f"{file}: {good.say(options.lang)}")
    return 1 if bad else 0


def _perft(options: argparse.Namespace) -> int:
    position = _table(options)
    position.game.warm()
    for depth in range(1, options.depth + 1):
        started = time.perf_counter()
        count = benben.perft(position, depth)
        print(f"{depth:3} {count:16,} {time.perf_counter() - started:8.2f} s")
    return 0


def _match(options: argparse.Namespace) -> int:
    game = benben.find(options.game)
    bots = options.bots.split(",")
    _prepare(game, options.lang)

    def watch(played: int, plan: RunPlan) -> None:
        if sys.stderr.isatty():
            done = 30 * played // options.games
            print(f"\r[{'█' * done}{'░' * (30 - done)}] {played}/{options.games}  ", end="", file=sys.stderr)

    plan = match(game, bots, options.games, options.players, options.seed, options.jobs, _chosen(options), watch)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(plan.summary())
    return 0


def _prepare(game: Game, language: str) -> None:
    """Compile a game and its bots; print a notice if it takes longer than PATIENCE_SECONDS."""

    def say() -> None:
        print(_("Compiling {game} …", game=game.title).say(language), file=sys.stderr, flush=True)

    soon = threading.Timer(PATIENCE_SECONDS, say)
    soon.start()
    try:
        warm(game)
    finally:
        soon.cancel()


def _serve(options: argparse.Namespace) -> int:
    with needs("table"):  # here: playing in the terminal needs no web packages
        from benben.web.serve import serve
        from benben.web.settings import load_settings

    settings = load_settings(
        host=options.host,
        port=options.port,
        database=options.database,
        workers=options.workers,
        secure_cookies=options.secure_cookies or None,
        proxies=options.proxies,
    )

    def opened(address: str) -> None:
        print(_("The server is running at {address} (Ctrl-C stops it)", address=address).say(options.lang), flush=True)
        if options.open:
            threading.Timer(
                1.0, webbrowser.open, [address]
            ).start()  # the listening socket queues requests until the server runs

    return serve(settings, settings.host, settings.port, at_home=options.open, opened=opened)


def _backup(options: argparse.Namespace) -> int:
    with needs("table"):
        from benben.table.backup import back_up
        from benben.web.settings import load_settings

    back_up(load_settings(database=options.database).database, options.file)
    print(_("Written to {file}.", file=options.file).say(options.lang))
    return 0


def _status(options: argparse.Namespace) -> int:
    with needs("table"):
        from benben.web.status import status

    print(status(options.url.rstrip("/"), options.lang))
    return 0


def _restore(options: argparse.Namespace) -> int:
    with needs("table"):
        from benben.table.backup import restore
        from benben.web.settings import load_settings

    restore(options.file, load_settings(database=options.database).database)
    print(_("Restored from {file}.", file=options.file).say(options.lang))
    return 0


def _warm(options: argparse.Namespace) -> int:
    with cache_lock():  # concurrent calls: one compiles, the others load its result
        for name in benben.names():
            started = time.perf_counter()
            warm(benben.find(name))
            print(f"{name}  {time.perf_counter() - started:.1f} s")
    return 0


def _new_game(options: argparse.Namespace) -> int:
    from benben.testing.new_game import new_game  # here: only developers need it

    for file in new_game(options.name, Path.cwd()):
        print(file)
    print(_("Play it: benben play {name}. Test it: make test-game GAME={name}.", name=options.name).say(options.lang))
    return 0


def _games(options: argparse.Namespace) -> int:
    for name in benben.names():
        game = benben.find(name)
        players = ", ".join(map(str, game.players))
        print(
            f"{name}  ({_('{players} players', players=players).say(options.lang)})  {game.summary.say(options.lang)}"
        )
        for option in game.options:
            print(f"  {option.name}={'|'.join(option.values)}  {option.help.say(options.lang)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
