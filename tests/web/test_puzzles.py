"""Puzzles over HTTP: the server checks answers, and tells the solution to nobody who has not asked for it."""

import html

import httpx
import pytest

import benben
from benben.coach.puzzles import puzzles_of
from benben.core.game import Game
from benben.games import REGISTRY
from tests.registered import games_with
from tests.web.in_process import Asking, asking_in


@pytest.fixture(scope="module")
def asking(tmp_path_factory: pytest.TempPathFactory) -> Asking:
    """Runs something with a client of a server in this process."""
    return asking_in(tmp_path_factory.mktemp("puzzles"))


@pytest.mark.parametrize("game", games_with("puzzles.jsonl"), ids=str)
def test_the_right_move_is_right_and_others_cost_what_is_stored(game: Game, asking: Asking) -> None:
    puzzle = puzzles_of(game).puzzles[-1]
    number, view = len(puzzles_of(game).puzzles), puzzle.position(game)
    address = f"/api/v1/puzzles/{game.name}/{number}"

    async def body(client: httpx.AsyncClient) -> None:
        told = (await client.get(address)).json()
        assert [choice["move"] for choice in told["choices"]] == [str(move) for move in view.legal_moves]
        assert told["picture"] == view.svg(style=False, size=(390.0, 690.0))
        assert told["seat"] == puzzle.seat
        for key in ("solution", "move", "losses", "line", "second", "margin"):
            assert key not in told
        right = (await client.post(address, json={"move": puzzle.move})).json()
        by_path = (await client.post(address, json={"path": list(view.path(puzzle.move))})).json()
        assert right == by_path
        assert (right["code"], right["loss"], right["solution"]["move"]) == ("right", 0.0, puzzle.move)
        assert right["solution"] == (await client.get(f"{address}/solution")).json()
        for move, (loss, error) in list(zip(view.legal_moves, puzzle.losses, strict=True))[:3]:
            said = (await client.post(address, json={"move": str(move)})).json()
            assert (said["loss"], said["error"]) == (loss, error)
            assert (said["code"] == "right") == (str(move) == puzzle.move) == (said["solution"] is not None)
        ghost = (await client.get(f"{address}/ghost", params={"move": puzzle.second})).json()
        assert ghost["ghost"] == view.ghost(puzzle.second, size=(390.0, 690.0))

    asking(body)


@pytest.mark.parametrize("game", games_with("puzzles.jsonl"), ids=str)
def test_the_solution_is_not_in_the_page(game: Game, asking: Asking) -> None:
    """The page has no moves at all; the board lists all legal ones alike, in the order of the rules."""

    async def body(client: httpx.AsyncClient) -> None:
        for number, puzzle in list(enumerate(puzzles_of(game).puzzles, 1))[::40]:
            page = html.unescape((await client.get(f"/puzzles/{game.name}/{number}?lang=de")).text)
            assert "Finde den besten Zug" in page
            main = page.partition("puzzle-data")[2]
            assert all(f'"{text}"' not in main for text in (puzzle.move, puzzle.second))
            intent = puzzle.position(game).intent(puzzle.move)
            assert intent is None or intent.say("de") not in page
            assert str(puzzle.margin) not in page
            assert puzzle.view not in page

    asking(body)


def test_refusals_have_codes(asking: Asking) -> None:
    async def body(client: httpx.AsyncClient) -> None:
        async def code(address: str, **given: object) -> tuple[int, str]:
            answer = await client.post(address, json=given) if given else await client.get(address)
            return answer.status_code, answer.json()["error"]["code"]

        address = "/api/v1/puzzles/pyramidis/1"
        assert await code("/api/v1/puzzles/pyramidis/100000") == (404, "no-such-puzzle")
        assert await code("/api/v1/puzzles/chess/1") == (422, "bad-options")
        assert await code("/api/v1/puzzles/pyramidis/0") == (422, "bad-request")
        assert await code(address, move="nonsense") == (422, "malformed-move")
        assert await code(address, move="a4:1", path=["a4"]) == (422, "bad-request")
        assert await code(f"{address}/ghost?move=nonsense") == (422, "malformed-move")
        view = puzzles_of(benben.find("pyramidis")).puzzles[0].position(benben.find("pyramidis"))
        illegal = next(n for n in range(view.game.moves) if n not in view.legal_moves)
        status, refused = await code(address, move=view.notation(illegal))
        assert (status, refused.split(".")[0]) == (422, "pyramidis")
        assert (await client.get("/puzzles/pyramidis/100000", headers={"accept": "text/html"})).status_code == 404

    asking(body)


def test_the_list_the_start_page_and_the_sheets(asking: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(client: httpx.AsyncClient) -> None:
        page = (await client.get("/puzzles?lang=de")).text
        for game in games_with("puzzles.jsonl"):
            assert f'id="{game.name}"' in page
            assert f'href="/puzzles#{game.name}"' in (await client.get("/")).text
        known = puzzles_of(benben.find("pyramids"))
        grade = known.puzzles[-1].grade
        assert f"/puzzles/pyramids/sheet?grade={grade}" in page
        sheet = (await client.get(f"/puzzles/pyramids/sheet?grade={grade}&lang=de")).text
        chosen = known.numbered(grade)[:6]
        assert sheet.count('class="sheet-puzzle"') == len(chosen)
        boards, solutions = sheet.split("Lösungen")
        for number, puzzle in chosen:
            assert f"<h2>{number}</h2>" in boards
            assert f"{number}: <b>{html.escape(puzzle.move)}</b>" in solutions
        assert (await client.get("/puzzles/pyramids/sheet?start=99999")).status_code == 200

    asking(body)
    monkeypatch.setitem(REGISTRY, "lots", "tests.fifth.lots")

    async def fifth(client: httpx.AsyncClient) -> None:
        assert 'id="lots"' not in (await client.get("/puzzles")).text
        assert "/puzzles#lots" not in (await client.get("/")).text
        assert (await client.get("/puzzles/lots/sheet")).status_code == 404

    asking(fifth)
