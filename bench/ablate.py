"""`python -m bench.ablate GAME [TERM …] [--bot search:1000i] [--games N]`: what each term of a game's advice is worth.

A bot whose advice lacks a term plays the bot as it is, paired deals, seats swapped, the same budget. Alone
(`--players 1 --option mode=task-2`) both play the same deals, and a row shows each. The terms are declared as `TERMS`
in the game's module of this folder: constants of the game's own modules and what to put in their place.
`--set MODULE.NAME=VALUE` tries another value of a constant instead.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from importlib import import_module

import benben
from benben.bots.altered import AlteredBot, Changes, altered
from benben.bots.bot import warm
from benben.bots.levels import named
from benben.core.game import Game
from benben.lab.games import Contest, dealt, played_out
from benben.lab.statistics import Standing


def ablate(
    game: Game,
    label: str,
    term: Changes,
    bot: str,
    games: int,
    players: int,
    seed: int,
    options: Mapping[str, str] | None = None,
) -> Standing:
    """How the bot fares with the term changed, against itself as it is or alone."""
    warm(game)
    other, contest = altered(game, term), Contest(game.name, game.check_options(players, options or {}), seed)
    total = Standing(label)
    for number in range(games):
        deal, shift = divmod(number, players)
        changed = [(seat + shift) % players % 2 == 0 for seat in range(players)]
        bots = [AlteredBot(named(game, players, bot), other) if new else named(game, players, bot) for new in changed]
        end = played_out(dealt(contest, players, deal), bots, seed, number)
        for seat in (seat for seat in range(players) if changed[seat]):
            total.games += 1
            total.wins += (seat in end.winners) / max(1, len(end.winners))
            total.points += end.score[seat]
    return total


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.ablate", description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("game", choices=benben.names())
    parser.add_argument("terms", nargs="*", help="default: all")
    parser.add_argument("--bot", default="search:1000i", help="default: %(default)s; fixed iterations, not seconds")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--set", action="append", default=[], metavar="MODULE.NAME=VALUE")
    options = parser.parse_args()
    game = benben.find(options.game)
    terms: dict[str, Changes] = getattr(import_module(f"bench.{game.name}"), "TERMS", {})
    chosen = {name: term for name, term in terms.items() if not options.terms or name in options.terms}
    if options.set:
        chosen = {text: _constant(text) for text in options.set}
    if options.players == 1:
        chosen = {"(nothing)": {}, **chosen}
    table = dict(text.split("=", 1) for text in options.option)
    print(f"{'changed':34} {'games':>6} {'rate':>7}  95 % interval    points", flush=True)
    for label, term in chosen.items():
        found = ablate(game, label, term, options.bot, options.games, options.players, options.seed, table)
        low, high = found.interval
        mean = found.points / found.games
        print(f"{label:34} {found.games:6} {found.rate:7.1%}  {low:.1%} – {high:.1%}   {mean:6.1f}", flush=True)


def _constant(text: str) -> Changes:
    path, _equals, value = text.partition("=")
    return {path: float(value)}


if __name__ == "__main__":
    main()
