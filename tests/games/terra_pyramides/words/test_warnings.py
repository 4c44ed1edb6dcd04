"""Warnings before a move."""

import random

from benben.games.terra_pyramides.rules import moves
from tests.games.terra_pyramides.drawn import new, position, put


def test_what_destroys_something_is_warned_of_and_drawn() -> None:
    """A worker taken back from its place, and one that is sent back although it could move."""
    seen = set()
    for seed in range(2):
        chance, now = random.Random(seed), new(2, seed)
        while not now.is_over:
            view = now.view(now.actor)
            for move in view.legal_moves:
                family, fields = moves.FAMILIES.decode(move.number)
                if family is moves.BACK:
                    line = view.warning(move)
                    assert line is not None
                    assert line.rule == "TER-14"
                    assert 'class="strike"' in view.ghost(move)
                    seen.add("back")
                if family is moves.RETURN:
                    others = [moves.FAMILIES.decode(other) for other in view.legal_moves.numbers]
                    could = any(other is moves.MOVE and rest[0] == fields[0] for other, rest in others)
                    assert (view.warning(move) is not None) == could
                    seen.add("return" if could else "return, no other way")
            now = now.play(chance.choice(now.legal_moves.numbers))
    assert {"back", "return"} <= seen


def test_who_ends_the_turn_is_told_what_can_still_be_built() -> None:
    now = position(put(e8="*", f7="2b4A3"), stones=["bbbbb"], hands=["+"]).play("lay e7")
    while "draw 1" not in now.legal_moves:
        now = now.play(now.legal_moves.numbers[0])
    line = now.view(now.actor).warning("draw 1")
    assert line is not None
    assert str(line.message) == "You can still build on f7."
    built = now.play("build f7")
    assert built.view(built.actor).warning("draw 1") is None
