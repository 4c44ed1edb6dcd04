"""Explicit chance plays the same games as a deal at the start."""

import random

import numpy as np
import pytest

import benben
from benben.adapters.chance import World, deals_of, raw, veiled
from benben.core.shuffle import deal_cards
from benben.testing.matches import Table, setups
from tests.registered import HIDING

TABLES = [table for name in benben.names() for table in setups(benben.find(name))]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_same_draws_give_the_same_match(table: Table) -> None:
    """Draw what a dealt match has at each place: every seat's view is that of the dealt match, at every move.

    This holds only if every card that a seat sees was drawn before, from the place where the deal had put it."""
    position = table.start(3)
    options = tuple(position.options.items())
    assert position.setup.seed is not None
    cards = deal_cards(position.setup.seed, table.game.shuffles(table.players, position.options))
    world = World(deals_of(table.game, table.players, options))
    chance = random.Random(4)
    while True:
        while world.due is not None:
            place = world.due
            forms, outcomes = world.deals.forms[place], world.outcomes()
            assert sum(share for _card, share in outcomes) == pytest.approx(1)
            [same] = [card for card, _share in outcomes if np.array_equal(forms[card], forms[cards[place]])]
            world.draw(same)
        for seat in range(table.players):
            mine, theirs = veiled(table.game, world.records, seat), position.view(seat).state.record
            assert raw(mine).tobytes() == raw(theirs).tobytes()
        if position.is_over:
            break
        move = chance.choice(position.legal_moves.numbers)
        position = position.play(move)
        world.play(move)


@pytest.mark.parametrize("game", [game.name for game in HIDING])
def test_undecided_cards_mean_nothing(game: str) -> None:
    """After any history the undecided places hold the undecided cards in order: nothing of the future is in there."""
    declared = benben.find(game)
    world = World(deals_of(declared, 2, tuple(declared.check_options(2, {}).items())))
    chance, room, seen = random.Random(1), declared.move_room(), 0
    for _step in range(80):
        if world.due is not None:
            world.draw(chance.choice(world.outcomes())[0])
            continue
        undecided = [iter(cards) for cards in world.left]
        for place in world.hidden:
            card = next(undecided[world.deals.shuffle_of[place]])
            assert np.array_equal(raw(world.records)[world.deals.where[place]], world.deals.forms[place][card])
            seen += 1
        count = declared.warm().legal_of(world.records, 0, room)
        if count == 0:
            break
        world.play(int(chance.choice(room[:count])))
    assert seen
