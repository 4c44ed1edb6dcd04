"""The rules referee: questions as people ask them find the rule that answers, and a position in which it decides."""

import gzip
import re
from collections.abc import Sequence

import httpx
import pytest

import benben
from benben.core.position import Position
from benben.core.text import LOCALES
from benben.web.rule_examples import examples, sample
from benben.web.rule_search import ask, paragraphs
from tests.registered import LONG, games_with
from tests.web.server import Server

QUESTIONS = [
    ("de", "", "darf ich eine Karte auf einen Stein mit Marker legen", "PDO-9"),
    ("en", "pyramido", "may I put a card on a tile that has a disc?", "PDO-9"),
    ("de", "pyramido", "Wer beginnt die nächste Ebene?", "PDO-17"),
    ("en", "", "who starts the next stage", "PDO-17"),
    ("de", "pyramido", "was passiert wenn kein Domino mehr passt", "PDO-12"),
    ("en", "pyramido", "minos bonus with a single area", "PDO-15"),
    ("de", "pyramido", "Gleichstand am Ende", "PDO-18"),
    ("en", "pyramido", "can I move a tile later", "PDO-7"),
    ("en", "pyramidis", "can i land on my opponent's tower", "PDS-9"),
    ("de", "pyramidis", "wie viele Steine nehme ich vom Startfeld", "PDS-7"),
    ("en", "terra_pyramides", "how many points is a pyramid worth", "TER-23"),
    ("de", "terra_pyramides", "Wie viele Arbeiter brauche ich zum Bauen einer Stufe", "TER-15"),
    ("de", "", "Arbeiter zurücknehmen", "TER-14"),
    ("de", "terra_pyramides", "Steine tauschen gegen weiß", "TER-20"),
    ("en", "terra_pyramides", "which colour of stone pays for the second level", "TER-16"),
    ("de", "pyramids", "was passiert bei Gleichstand der Götter", "PYR-23"),
    ("en", "pyramids", "what is the obelisk worth", "PYR-22"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "game", "question", "rule"), QUESTIONS)
def test_a_question_finds_its_rule(language: str, game: str, question: str, rule: str) -> None:
    answer = ask(question, language, game)
    assert answer.language == language
    assert rule in [hit.paragraph.rule for hit in answer.hits[:3]]


def test_the_question_decides_the_language() -> None:
    assert ask("wie viele Arbeiter habe ich", "en").language == "de"
    assert ask("who wins when there is a tie", "de").language == "en"


def test_small_mistakes_do_not_matter() -> None:
    found = ask("Ausbeserungskate auf Blok mit Maker", "de", "pyramido").hits
    assert "PDO-9" in [hit.paragraph.rule for hit in found[:3]]


def test_a_rule_is_found_by_its_number() -> None:
    assert [hit.paragraph.rule for hit in ask("ter-21", "en").hits] == ["TER-21"]


@pytest.mark.parametrize("question", ["xyzzy", "", "   ", "?!", "der die das", "\0", "ß" * 300, "<script>"])
def test_questions_without_an_answer(question: str) -> None:
    assert ask(question, "de").hits == ()


@pytest.mark.parametrize("language", LOCALES)
def test_every_rule_can_be_found(language: str) -> None:
    """By its own words: the whole paragraph is in the index, and nothing of the next one."""
    for game in benben.names():
        assert tuple(paragraph.rule for paragraph in paragraphs(game, language)) == benben.find(game).rule_ids
        for paragraph in paragraphs(game, language):
            words = re.sub(r"<[^>]+>", " ", paragraph.html)[:200]
            assert paragraph.rule in [hit.paragraph.rule for hit in ask(words, language, game).hits]
            assert "**" not in paragraph.html
            assert "<h2" not in paragraph.html


@pytest.mark.parametrize("game", [game.name for game in games_with("picture.laying")])
def test_a_position_of_ones_own_can_be_entered_and_a_missing_piece_leads_to_the_box(game: str, server: Server) -> None:
    rule = benben.find(game).rule_ids[0]
    page = httpx.get(f"{server.url}/referee", params={"q": rule, "game": game}).text
    for way in ("lay", "along"):
        assert f'href="/{way}/{game}"' in page
        own = httpx.get(f"{server.url}/{way}/{game}").text
        assert (f'href="/box/{game}"' in own) == (benben.find(game) in games_with("picture.box_sheet"))


@pytest.mark.parametrize("game", benben.names())
def test_examples_are_true(game: str) -> None:
    found = examples(game)
    assert len({example.reason.rule for example in found}) >= 2 or benben.find(game) not in LONG
    for example in found:
        position = sample(game)[example.ply]
        assert example.move not in position.legal_moves.numbers
        assert position.view(position.actor).why_not(example.move) == example.reason
        assert example.reason.rule in benben.find(game).rule_ids


def test_the_page(alone: Server) -> None:
    with httpx.Client(base_url=alone.url, headers={"Accept-Language": "de"}, timeout=60) as http:
        assert "Was möchtest du wissen?" in http.get("/referee").text
        page = http.get("/referee", params={"q": "darf ich eine Karte auf einen Stein mit Marker legen"})
        assert page.status_code == 200
        assert page.text.index('id="PDO-9"') < 10_000
        assert "<mark>Marker</mark>" in page.text
        assert "Probier es in dieser Stellung aus" in page.text
        assert '<figure class="rule-picture">' in page.text
        assert page.text.count('<figure class="example">') == 1
        assert len(gzip.compress(page.content)) < 100_000, "as it is sent"
        nothing = http.get("/referee", params={"q": "<b>xyzzy"})
        assert "&lt;b&gt;xyzzy" in nothing.text
        assert "Nichts gefunden" in nothing.text
        assert http.get("/referee", params={"q": "x" * 301}).status_code == 422
        assert http.get("/referee", params={"q": "Marker", "game": "chess"}).status_code == 200
        assert http.get("/referee/pyramido/nonsense").status_code == 422
        assert http.post("/referee/pyramido/nonsense").status_code == 422
        assert http.get("/referee/chess/nonsense").status_code == http.get("/rules/chess").status_code


def test_it_can_be_tried(alone: Server) -> None:
    """A table in the position of the example: the very same move is refused with the same rule."""
    example = next(one for one in examples("pyramido") if one.reason.rule == "PDO-9" and one.reason.cells)
    position = sample("pyramido")[example.ply]
    with httpx.Client(base_url=alone.url, timeout=60) as http:
        page = http.get(f"/referee/pyramido/{example.reason.code}")
        assert example.reason.message.say("en") in page.text
        table = http.post(f"/referee/pyramido/{example.reason.code}").headers["location"]
        match = table.removeprefix("/t/")
        state = http.get(f"/api/v1/matches/{match}?seat={position.actor}").json()
        move = {"after": state["number"], "move": position.notation(example.move)}
        refused = http.post(f"/api/v1/matches/{match}/moves?seat={position.actor}", json=move)
        assert refused.status_code == 422
        assert refused.json()["error"]["rule"] == "PDO-9"


def set_up(http: httpx.Client, line: Sequence[Position], **fields: str) -> tuple[str, int]:
    """The path of the table's API, and which position of this match lies on the table."""
    opened = http.post("/referee/position", data=fields)
    assert opened.status_code == 303, opened.text
    table = opened.headers["location"].replace("/t/", "/api/v1/matches/")
    actor = http.get(table).json()["actor"]
    text = http.get(table, params={"seat": actor}).json()["text"]
    return table, next(ply for ply, one in enumerate(line) if one.actor == actor and one.view(actor).text("en") == text)


@pytest.mark.parametrize("game", benben.names())
def test_a_position_of_a_sample_match_is_set_up_and_a_move_tried(game: str, alone: Server) -> None:
    """What is not allowed is refused with its rule."""
    line = sample(game)
    with httpx.Client(base_url=alone.url, timeout=60) as http:
        plies = []
        for part in ("early", "middle", "late"):
            table, ply = set_up(http, line, game=game, part=part)
            plies.append(ply)
            view = line[ply].view(line[ply].actor)
            legal = view.legal_moves.numbers
            number = http.get(table).json()["number"]
            seat = {"seat": str(view.seat)}
            wrong = next((move for move in range(view.game.moves) if move not in legal), None)
            assert wrong is not None or view.game not in LONG
            if wrong is not None:
                refused = http.post(f"{table}/moves", params=seat, json={"after": number, "move": view.notation(wrong)})
                assert refused.status_code == 422
                assert refused.json()["error"]["rule"] == view.why_not(wrong).rule
            played = http.post(f"{table}/moves", params=seat, json={"after": number, "move": view.notation(legal[0])})
            assert played.status_code == 200
        assert plies == sorted(set(plies))


def test_a_position_is_set_up_from_a_link_or_a_record(alone: Server) -> None:
    line = sample("pyramidis")
    with httpx.Client(base_url=alone.url, timeout=60) as http:
        study = http.post("/study", data={"record": benben.write(line[-1])}).headers["location"].partition("?")[0]
        for text, ply in (
            (f"{alone.url}{study}?at=7", 7),
            (f"{alone.url}{study}", len(line) - 2),  # nobody decides after the last move
            (benben.write(line[9]), 9),
        ):
            assert set_up(http, line, record=text)[1] == ply
        for wrong in ("/t/nothing?at=3", "nonsense", "benben 1\ngame: chess\n"):
            assert http.post("/referee/position", data={"record": wrong}).status_code in (404, 422)
        assert http.post("/referee/position", data={"game": "chess"}).status_code in (404, 422)


def test_hidden_pieces_of_a_running_match_are_not_shown_by_setting_it_up(alone: Server) -> None:
    with httpx.Client(base_url=alone.url, timeout=60) as http:
        seats = [{"kind": "person", "name": name} for name in ("Ann", "Ben")]
        match = http.post("/api/v1/matches", json={"game": "pyramids", "players": 2, "seats": seats}).json()["match"]
        assert http.post("/referee/position", data={"record": f"/t/{match}?at=0"}).status_code == 422
