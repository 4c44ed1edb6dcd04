"""Narration of the moves of Pyramido."""

from __future__ import annotations

from benben.core.game import Line
from benben.core.text import Message
from benben.games.pyramido.box.components import COLOUR_OF, QUARTERS, STAGES
from benben.games.pyramido.picture.element_ids import block_id, card_id, domino_id, marker_id, sheet_id, stack_id
from benben.games.pyramido.rules.layers import block_at, empty_places, lowest
from benben.games.pyramido.rules.legal import empty_quarry_place, is_marked
from benben.games.pyramido.rules.moves import CARDS_ON, FILLS, MARKS, NO_CARD, REFILLS, SIDES, ends, quarry_place
from benben.games.pyramido.rules.score import best_stage, total, winning_seats
from benben.games.pyramido.rules.state import CARD, FILL, MARK, OVER, Board
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import NAMES, SEATS, cell_name, domino_in_words
from benben.games.pyramido.words.points import stage_lines


def tell(before: Board, move: int, after: Board) -> list[Line]:
    if move < MARKS:
        return [_laid(before, move), *_markers(before, after), *_no_card_left(after)]
    if move < NO_CARD:
        return [*_markers(before, after), *_no_card_left(after)]
    if move < CARDS_ON:
        return [_line(before, _("{seat} lays no card.", seat=SEATS[before.turn]), rule="PDO-9")]
    if move < REFILLS:
        half, side = divmod(move - CARDS_ON, SIDES)
        return [_carded(before, before.new[half], side), *_markers(before, after)]
    if move < FILLS:
        return [*_refilled(before, move - REFILLS, after), *_turn_over(before, after)]
    line = _filled(before, lowest(empty_places(before, before.turn)), move - FILLS)
    return [line] if after.phase == FILL and after.turn == before.turn else [line, *_turn_over(before, after)]


def _line(s: Board, message: Message, cells: tuple[str, ...] = (), rule: str = "") -> Line:
    """A line about the seat to act."""
    return Line(message, cells, s.turn, None, rule)


def _laid(before: Board, move: int) -> Line:
    left, right = ends(move)
    domino = before.quarry[quarry_place(move)]
    message = _(
        "{seat} lays the domino {domino} on {left}-{right}.",
        seat=SEATS[before.turn],
        domino=domino_in_words(domino),
        left=cell_name(before, before.turn, left),
        right=cell_name(before, before.turn, right),
    )
    return _line(before, message, (domino_id(domino),), "PDO-4")


def _markers(before: Board, after: Board) -> list[Line]:
    """The marker that was placed, by choice or forced; or that none was possible."""
    seat = before.turn
    if after.phase == MARK:
        return []
    rule = "PDO-9" if before.phase == CARD else "PDO-8"
    for place in after.new:
        colour = int(COLOUR_OF[block_at(after, seat, place)])
        if is_marked(after, seat, place) and not before.mark[seat, before.stage, colour]:
            values = {"seat": SEATS[seat], "colour": NAMES[colour], "cell": cell_name(after, seat, place)}
            if before.phase == MARK:
                message = _("{seat} puts the marker for {colour} on {cell}.", **values)
            else:
                message = _("The marker for {colour} must go on {cell}.", **values)
            return [_line(before, message, (marker_id(seat, colour),), rule)]
    if before.phase == CARD:
        return [_line(before, _("No marker for the card: the marker of its colour is already placed."), rule=rule)]
    return [_line(before, _("No marker: the markers of these colours are already placed."), rule=rule)]


def _no_card_left(after: Board) -> list[Line]:
    if after.cards[after.turn] or after.phase == MARK:
        return []
    return [_line(after, _("{seat} has no cards left.", seat=SEATS[after.turn]), rule="PDO-9")]


def _carded(before: Board, place: int, side: int) -> Line:
    message = _(
        "{seat} covers {cell} with a card: {colour}, jewel at {quarter}.",
        seat=SEATS[before.turn],
        cell=cell_name(before, before.turn, place),
        colour=NAMES[side >> 2],
        quarter=QUARTERS[side & 3],
    )
    cells = (card_id(before.turn, side >> 3), block_id(before.turn, block_at(before, before.turn, place)))
    return _line(before, message, cells, "PDO-9")


def _filled(before: Board, place: int, side: int) -> Line:
    message = _(
        "{seat} fills {cell} with a card: {colour}, jewel at {quarter}.",
        seat=SEATS[before.turn],
        cell=cell_name(before, before.turn, place),
        colour=NAMES[side >> 2],
        quarter=QUARTERS[side & 3],
    )
    return _line(before, message, (card_id(before.turn, side >> 3),), "PDO-12")


def _refilled(before: Board, pile: int, after: Board) -> list[Line]:
    domino = after.quarry[empty_quarry_place(before)]
    message = _(
        "{seat} refills the quarry from stack {stack}: {domino}.",
        seat=SEATS[before.turn],
        stack=pile + 1,
        domino=domino_in_words(domino),
    )
    lines = [_line(before, message, (domino_id(domino), stack_id(pile)), "PDO-10")]
    if before.height[pile] == 1:
        other = next(k for k in range(4) if k != pile and after.height[k] < before.height[k])
        message = _(
            "Stack {stack} is empty and gets the lower half of stack {other}, {n} dominoes.",
            stack=pile + 1,
            other=other + 1,
            n=after.height[pile],
        )
        lines.append(Line(message, (stack_id(pile), stack_id(other)), rule="PDO-11"))
    return lines


def _turn_over(before: Board, after: Board) -> list[Line]:
    """Everything that happens automatically after a turn."""
    lines = []
    for k in range(1, before.players):
        seat = (before.turn + k) % before.players
        if (after.lost & ~before.lost) >> seat & 1:
            message = _(
                "No domino fits for {seat}, who has too few cards to fill the layer: {seat} has lost.", seat=SEATS[seat]
            )
            lines.append(Line(message, (), seat, None, "PDO-12"))
    if after.stage > before.stage:
        lines += _stage_scored(after, before.stage)
    if after.phase == FILL:
        message = _("No domino fits for {seat}, who must fill two cells with cards.", seat=SEATS[after.turn])
        lines.append(Line(message, (), after.turn, None, "PDO-12"))
    if after.phase == OVER:
        lines.append(_ending(after))
    elif after.stage > before.stage:
        message = _(
            "{seat} has the fewest points and begins stage {stage}.", seat=SEATS[after.turn], stage=after.stage + 1
        )
        lines.append(Line(message, (), after.turn, None, "PDO-17"))
    return lines


def _stage_scored(s: Board, stage: int) -> list[Line]:
    lines = []
    for seat in _in_the_game(s):
        lines += stage_lines(s, seat, stage)
        message = _(
            "{seat}: {points} points in stage {stage}.",
            seat=SEATS[seat],
            points=s.points[seat, stage],
            stage=stage + 1,
        )
        lines.append(Line(message, (sheet_id(seat, stage),), seat, None, "PDO-14"))
    return lines


def _in_the_game(s: Board) -> list[int]:
    return [seat for seat in range(s.players) if not s.lost >> seat & 1]


def _ending(s: Board) -> Line:
    won = winning_seats(s)
    if s.stage < STAGES:
        return Line(_("{seat} is the last one left and wins.", seat=SEATS[won[0]]), (), won[0], None, "PDO-12")
    if len(won) > 1:
        return Line(_("Points, cards and best stage are equal: the winners share the victory."), rule="PDO-18")
    first = won[0]
    equal = [seat for seat in _in_the_game(s) if seat != first and total(s, seat) == total(s, first)]
    values = {"seat": SEATS[first], "points": total(s, first)}
    if not equal:
        message = _("{seat} wins with {points} points.", **values)
    elif any(s.cards[seat].bit_count() == s.cards[first].bit_count() for seat in equal):
        message = _(
            "{seat} wins the tie at {points} points with the best stage: {best}.", best=best_stage(s, first), **values
        )
    else:
        message = _("{seat} wins the tie at {points} points with more cards in hand.", **values)
    return Line(message, (), first, None, "PDO-18")
