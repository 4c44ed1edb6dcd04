"""Views are rendered once for all viewers that see the same, off the event loop, and only what changed is sent."""

import asyncio
import json
import threading
from collections.abc import Sequence
from itertools import pairwise

import pytest

from benben.core.game import WIDE_SIZE
from benben.games import find
from benben.table.match import MOVE, OPTIONS, PERSON, SIT, Match, MatchEvent, Occupant, TableOptions
from benben.web import foresight, view_renderer
from benben.web.view_renderer import SEPARATOR, Push, ViewRenderer, changed_pieces
from benben.web.views import View, ViewRequest, table_view

ENGLISH = ViewRequest("en")


def new_match() -> Match:
    match = Match.begin("thematch", find("pyramido"), 2, {}, bytes(32), 0.0, (b"", b""))
    for seat in range(2):
        match.apply(MatchEvent(match.number + 1, SIT, seat, 0.0, text=Occupant(PERSON).as_text()))
    return match


def move(match: Match) -> None:
    match.apply(MatchEvent(match.number + 1, MOVE, match.actor or 0, 0.0, match.position.legal_moves.numbers[0]))


def test_spectators_share_one_rendering_and_seats_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: list[tuple[Sequence[int], ViewRequest]] = []

    def counted(match: Match, own: Sequence[int], request: ViewRequest, since: int) -> View:
        assert threading.current_thread() is not threading.main_thread(), "off the event loop"
        rendered.append((own, request))
        return table_view(match, own, request, since)

    monkeypatch.setattr(view_renderer, "table_view", counted)

    async def watch() -> None:
        renderer, match = ViewRenderer(), new_match()
        viewers: list[tuple[tuple[int, ...], ViewRequest]] = [((), ENGLISH)] * 20
        viewers += [((0,), ENGLISH), ((1,), ENGLISH), ((), ViewRequest("de")), ((), ViewRequest("en", size=WIDE_SIZE))]
        known: list[Push | None] = [None] * len(viewers)
        for _event in range(3):
            rendered.clear()
            asked = zip(viewers, known, strict=True)
            pushes = [renderer.push(match, own, request, match.number, last) for (own, request), last in asked]
            known = list(await asyncio.gather(*pushes))
            assert sorted(rendered, key=str) == sorted(set(viewers), key=str)
            move(match)
        renderer.close()

    asyncio.run(watch())


def test_a_board_is_put_together_from_old_and_new_pieces() -> None:
    match, boards = new_match(), []
    for _move in range(8):
        boards.append(table_view(match, (0,), ENGLISH, match.number).board)
        move(match)
    page: list[str] = []
    for before, after in pairwise(["", *boards]):
        old, new = before.split(SEPARATOR) if before else [], after.split(SEPARATOR)
        parts = changed_pieces(list(map(hash, old)), list(map(hash, new)), new)
        page = [piece for part in parts for piece in ([part] if isinstance(part, str) else page[part[0] : part[1]])]
        assert SEPARATOR.join(page) == after


@pytest.mark.parametrize("previews", [True, False])
def test_the_ways_to_lay_a_piece_are_ranked_as_the_bots_see_them(
    previews: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the view alone; not at a table for purists."""
    monkeypatch.setattr(foresight, "is_ready", lambda game: True)  # its search need not be compiled
    match = new_match()
    options = TableOptions(previews=previews).as_text()
    match.apply(MatchEvent(match.number + 1, OPTIONS, 0, 0.0, text=options))
    while len(match.position.legal_moves) < 20 or match.position.decline() is not None:  # until a domino is laid freely
        move(match)
    actor = match.actor or 0
    view = match.position.view(actor)
    domino = view.path(view.legal_moves[0])[0]

    async def ranks() -> dict[str, float]:
        renderer = ViewRenderer()
        found = await renderer.ranking(match, actor, domino)
        renderer.close()
        return found

    found = asyncio.run(ranks())
    if not previews:
        assert found == {}
        return
    assert set(found) == {str(legal) for legal in view.legal_moves if view.path(legal)[0] == domino}
    assert len(set(found.values())) > 1
    twin = view.imagine(99).view(actor)  # another truth that looks the same
    assert foresight.promises(twin, domino, match.number) == found


def test_ghosts_come_along_where_they_are_few() -> None:
    match = new_match()
    while len(match.position.legal_moves) > 3:
        move(match)
    actor = match.actor or 0
    asked = ViewRequest("en", ghosts=True)
    view = table_view(match, (actor,), asked, match.number)
    assert set(view.fields["ghosts"]) == {str(legal) for legal in match.position.legal_moves}
    assert table_view(match, (actor,), ENGLISH, match.number).fields["ghosts"] == {}
    assert table_view(match, (1 - actor,), asked, match.number).fields["ghosts"] == {}
    assert json.dumps(view.fields)
