"""Settings: every one can be given in the environment, and a wrong one is named."""

import re
from pathlib import Path

import httpx
import pytest

import benben.web.serve
from benben.cli import main
from benben.web.settings import Settings, load_settings
from tests.web.in_process import asking_in

ROOT = Path(__file__).parents[2]
DOCS = (ROOT / "docs" / "hosting.md").read_text()


def test_every_setting_is_documented() -> None:
    listed = re.findall(r"^\| `(\w+)` \| ", DOCS.partition("## Settings")[2].partition("\n## ")[0], re.MULTILINE)
    assert set(listed) == set(Settings.model_fields)


def test_every_setting_is_used() -> None:
    sources = "".join(file.read_text() for file in (ROOT / "src" / "benben").rglob("*.py"))
    assert [name for name in Settings.model_fields if not re.search(rf"(settings|self)\.{name}\b", sources)] == []


def test_a_browser_remembers_its_seats_as_long_as_the_host_says(tmp_path: Path) -> None:
    async def body(client: httpx.AsyncClient) -> None:
        answer = await client.post("/learn/pyramidis")
        assert f"Max-Age={3 * 24 * 3600}" in answer.headers["set-cookie"]

    asking_in(tmp_path, cookie_days=3)(body)


def test_the_environment_sets_and_arguments_take_precedence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENBEN_IDLE_DAYS", "7")
    monkeypatch.setenv("BENBEN_WORKERS", "3")
    monkeypatch.setenv("BENBEN_SECURE_COOKIES", "true")
    settings = load_settings(workers=2, database=None)
    assert (settings.idle_days, settings.workers, settings.secure_cookies) == (7.0, 2, True)


def test_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("BENBEN_DATABASE", raising=False)
    monkeypatch.setenv("BENBEN_DATA", str(tmp_path))
    assert load_settings().database == f"sqlite:///{tmp_path / 'benben.db'}"


@pytest.mark.parametrize(("name", "value"), [("WORKERS", "0"), ("IDLE_DAYS", "soon"), ("REQUEST_BURST", "-1")])
def test_a_wrong_value_is_named(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(f"BENBEN_{name}", value)
    assert main(["serve", "--port", "1"]) == 1
    assert f"BENBEN_{name}" in capsys.readouterr().err


def test_host_and_port_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []
    monkeypatch.setattr(benben.web.serve, "serve", lambda _settings, host, port, **_rest: asked.append((host, port)))
    monkeypatch.setenv("BENBEN_HOST", "0.0.0.0")
    monkeypatch.setenv("BENBEN_PORT", "9000")
    main(["serve"])
    main(["serve", "--host", "127.0.0.2", "--port", "9001"])
    assert asked == [("0.0.0.0", 9000), ("127.0.0.2", 9001)]
