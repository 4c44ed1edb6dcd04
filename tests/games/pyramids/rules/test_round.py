"""PYR-5 to PYR-14: tiles, pairs, what may be built, the end of a round."""

from itertools import pairwise

import pytest

import benben
from benben.games.pyramids import GAME
from benben.games.pyramids.rules.state import KEEP, OBELISK, PAIR, PYRAMID, TILE, TOMB, UNKNOWN
from benben.testing import Table
from tests.games.pyramids.drawn import (
    discards,
    hand,
    moves,
    next_round,
    obelisk,
    pairs,
    play,
    pyramid,
    start,
    state,
    tomb,
)

GODS = ["horus", "anubis", "khepri", "sekhmet", "thoth"]


def building_with(players: int, god: str, seed: int = 1) -> benben.Position:
    """The first round, the pyramid card of the seat with this tile just built at the base."""
    now = start(players, seed)
    aside = state(now).aside
    free = [name for tile, name in enumerate(GODS, 1) if name in moves(now) and tile != aside]
    others = [name for name in free if name != god]
    now = play(now, god, *others[: players - 1 - (players == 5)])
    seat = start(players, seed).actor
    while now.actor != seat or state(now).phase != PYRAMID:
        now = now.play(now.legal_moves.numbers[0])
    return now.play("a base")


@pytest.mark.rule("PYR-5")
@pytest.mark.parametrize(("players", "tiles"), [(3, GODS[:4]), (4, GODS), (5, GODS)])
def test_the_tiles_in_play(players: int, tiles: list[str]) -> None:
    assert moves(start(players)) == set(tiles)


@pytest.mark.rule("PYR-5")
@pytest.mark.parametrize(
    ("players", "god", "choices"),
    [
        (3, "anubis", {"tomb"}),
        (3, "khepri", {"obelisk"}),
        (3, "sekhmet", {"obelisk", "then tomb"}),
        (4, "anubis", {"tomb"}),
        (4, "khepri", {"obelisk"}),
        (4, "sekhmet", {"obelisk", "tomb"}),
        (5, "sekhmet", {"obelisk", "tomb"}),
        (4, "thoth", {"obelisk", "then tomb"}),
        (5, "thoth", {"obelisk", "then tomb"}),
    ],
)
def test_what_each_tile_allows(players: int, god: str, choices: set[str]) -> None:
    now = building_with(players, god)
    seat = now.actor
    assert {move.split()[0] for move in moves(now)} == {choice for choice in choices if " " not in choice} | {"none"}
    after = play(now, "none")
    again = after.actor == seat and state(after).phase == TOMB
    assert again == ("then tomb" in choices)


@pytest.mark.rule("PYR-5")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_horus_allows_the_pyramid_card_only(players: int) -> None:
    now = start(players)
    seat = now.actor
    now = play(now, "horus", *GODS[1:4][: players - 1 - (players == 5)])
    assert now.actor == seat, "the lowest number begins"
    after = play(now, "pair 1", "a base")
    assert after.actor != seat
    assert len(hand(after, seat or 0)) == 2


@pytest.mark.rule("PYR-6")
def test_two_players_have_one_tile_less_each_round_another() -> None:
    now, out = start(2), []
    while not now.is_over:
        aside = state(now).aside
        assert moves(now) == {god for tile, god in enumerate(GODS[:4], 1) if tile != aside}
        out.append(aside)
        now = next_round(now)
    assert out == [(out[0] - 1 + k) % 4 + 1 for k in range(10)]


@pytest.mark.rule("PYR-6")
def test_the_first_tile_out_is_drawn() -> None:
    assert {state(start(2, seed)).aside for seed in range(40)} == {1, 2, 3, 4}
    assert {state(start(3, seed)).aside for seed in range(10)} == {0}


@pytest.mark.rule("PYR-7")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_set_up(players: int) -> None:
    now = start(players)
    for seat in range(players):
        assert len(hand(now, seat)) == 1
        assert hand(now.view(seat), seat) == hand(now, seat), "its owner may look at it"
        assert all(hand(now.view(seat), other) == ["?"] for other in range(players) if other != seat)
    assert {start(players, seed).actor for seed in range(60)} == set(range(players))


@pytest.mark.rule("PYR-8")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_pair_for_each_player_lies_open(players: int) -> None:
    now = start(players)
    assert len(pairs(now)) == players
    assert all(len(pair) == 2 and "." not in pair for pair in pairs(now))
    assert pairs(now.view()) == pairs(now)


@pytest.mark.rule("PYR-8")
def test_a_pair_is_taken_whole() -> None:
    now = play(start(3), "horus", "anubis", "khepri")
    seat, wanted = now.actor, pairs(now)[1]
    after = play(now, "pair 2")
    assert hand(after, seat or 0)[1:] == wanted
    assert pairs(after)[1] == [".", "."]


@pytest.mark.rule("PYR-9")
def test_tiles_are_taken_clockwise_from_the_start_player() -> None:
    now, order = start(4), []
    for god in GODS[:4]:
        order.append(now.actor)
        now = now.play(god)
        assert god not in moves(now)
    first = state(start(4)).start
    assert order == [(first + k) % 4 for k in range(4)]


@pytest.mark.rule("PYR-9")
def test_the_fifth_of_five_players_is_left_with_the_last_tile() -> None:
    now = play(start(5), "horus", "thoth", "khepri", "anubis")
    last = (state(now).start - 1) % 5
    assert state(now).tile[last] == 4
    assert "gets the last tile, Sekhmet" in " ".join(str(line.message) for line in now.tell())
    assert state(now).phase == PAIR


@pytest.mark.rule("PYR-10")
def test_pairs_are_taken_in_ascending_order_of_tiles_each_builds_at_once() -> None:
    now = play(start(4), "thoth", "anubis", "khepri", "horus")
    first, seen = state(now).start, list[int | None]()
    expected = [(first + k) % 4 for k in (3, 1, 2, 0)]
    while state(now).round == 1 and state(now).phase != KEEP:
        seat, phase = now.actor, state(now).phase
        if not seen or seen[-1] != seat:
            assert phase == (PAIR if len(seen) < 3 else PYRAMID), "the last one finds one pair and takes it"
            seen.append(seat)
        now = now.play(now.legal_moves.numbers[-1])
    assert seen == expected


@pytest.mark.rule("PYR-10")
def test_the_last_pair_is_taken_without_asking_and_told() -> None:
    now = play(start(2), *_two_free(start(2)))
    now = play(now, "pair 1")
    while state(now).phase != PYRAMID or now.actor == state(now).start:
        left = [pair for pair in pairs(now) if "." not in pair]
        now = now.play(now.legal_moves.numbers[-1])
    assert hand(now, now.actor or 0)[-2:] == left[0]
    assert "takes the last pair" in " ".join(str(line.message) for line in now.tell())


def _two_free(now: benben.Position) -> list[str]:
    """Both players' tiles: the start player has the lower one."""
    return [god for god in GODS if god in moves(now)][:2]


@pytest.mark.rule("PYR-11")
def test_exactly_one_card_of_the_whole_hand_goes_into_the_pyramid_first() -> None:
    now = play(start(3), "sekhmet", "anubis", "khepri")
    while now.actor != state(now).start:
        now = now.play(now.legal_moves.numbers[0])
    seat = now.actor or 0
    assert len(hand(now, seat)) == 3
    assert moves(now) == {"a base", "b base", "c base"}
    for refused in ("none", "obelisk a", "tomb b"):
        with pytest.raises(benben.IllegalMove) as error:
            now.play(refused)
        assert error.value.rule == "PYR-11"
    built = hand(now, seat)[1]
    after = play(now, "b base")
    assert pyramid(after, seat)[0] == built
    with pytest.raises(benben.IllegalMove, match="exactly one card"):
        after.play("a right")


@pytest.mark.rule("PYR-11")
def test_one_card_at_most_into_each_other_edifice() -> None:
    now = building_with(3, "sekhmet")
    seat = now.actor or 0
    cards = hand(now, seat)
    now = play(now, "obelisk b")
    assert moves(now) == {"tomb a", "none"}
    assert obelisk(now, seat) == [cards[1]]
    now = play(now, "tomb a")
    assert tomb(now, seat) == [cards[0]]
    assert hand(now, seat) == []
    assert now.actor != seat or state(now).phase in (TILE, PAIR)


@pytest.mark.rule("PYR-11")
def test_with_or_one_extra_card_in_all() -> None:
    now = building_with(4, "sekhmet")
    seat = now.actor
    assert moves(now) == {"obelisk a", "obelisk b", "tomb a", "tomb b", "none"}
    for move in sorted(moves(now)):
        after = now.play(move)
        assert not (after.actor == seat and state(after).phase in (OBELISK, TOMB)), move


@pytest.mark.rule("PYR-11")
def test_an_empty_hand_is_not_asked() -> None:
    """Who built three cards begins the next round without one: with two in hand there is nothing left for the tomb."""
    found = 0
    for seed in range(1, 30):
        for before, now in pairwise(Table(GAME, 3).match(seed)):
            if state(before).phase == OBELISK and str(now.last_move).startswith("obelisk"):
                seat = before.actor or 0
                if len(hand(before, seat)) == 1:
                    assert now.actor != seat or state(now).phase not in (OBELISK, TOMB)
                    found += 1
    assert found


@pytest.mark.rule("PYR-12")
def test_what_is_built_stays() -> None:
    """Cards of a pyramid keep their neighbours; obelisks and tombs only grow."""
    for players in (2, 5):
        for before, now in pairwise(Table(GAME, players).match(7)[:-1]):
            for seat in range(players):
                old, new = pyramid(before, seat), pyramid(now, seat)
                shift = new.index(old[0]) if old[0] != "." else 0
                assert all(new[place + shift] == card for place, card in enumerate(old) if card != ".")
                assert obelisk(now, seat)[: len(obelisk(before, seat))] == obelisk(before, seat)
                assert set(tomb(before, seat)) <= set(tomb(now, seat))


@pytest.mark.rule("PYR-13")
def test_down_to_one_card_in_seat_order_from_the_start_player() -> None:
    now = start(4)
    order = []
    while state(now).round == 1:
        if state(now).phase == KEEP:
            seat = now.actor or 0
            order.append(seat)
            cards = hand(now, seat)
            assert moves(now) == {"keep a", "keep b"}
            assert list(state(now).tile) == [0] * 5, "the tiles have returned"
            after = play(now, "keep b")
            assert hand(after, seat) == [cards[1]]
            assert discards(after) - discards(now) == {cards[0]}
            assert discards(after.view()) == discards(after), "face up"
            now = after
        else:
            now = now.play("none" if "none" in moves(now) else now.legal_moves.numbers[0])
    assert order == [(state(start(4)).start + k) % 4 for k in range(4)]


@pytest.mark.rule("PYR-13")
def test_a_single_card_is_kept_without_asking() -> None:
    for players in (2, 3, 4, 5):
        for now in Table(GAME, players).match(3):
            s = state(now)
            if s.phase == KEEP:
                assert len(hand(now, s.turn)) == 2
            if s.phase == TILE:
                assert all(len(hand(now, seat)) <= 1 for seat in range(players))


@pytest.mark.rule("PYR-13")
def test_the_start_marker_moves_to_the_left() -> None:
    now = start(3)
    first = state(now).start
    for round_ in range(1, 10):
        assert state(now).start == now.actor == (first + round_ - 1) % 3
        now = next_round(now)


@pytest.mark.rule("PYR-14")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_ten_rounds_and_full_pyramids(players: int) -> None:
    match = Table(GAME, players).match(2)
    assert max(state(now).round for now in match) == 10
    assert all("." not in pyramid(match[-1], seat) for seat in range(players))
    assert len(match) - 1 <= GAME.longest


@pytest.mark.rule("PYR-14")
def test_five_players_use_all_cards() -> None:
    end = Table(GAME, 5).match(2)[-1]
    built = [card for seat in range(5) for card in pyramid(end, seat) + obelisk(end, seat) + tomb(end, seat)]
    assert len(built) + len(discards(end)) == 105
    assert len({*built, *discards(end)}) == 105
    assert UNKNOWN not in list(state(end.view()).deck)
