"""A wheel of a clean checkout, installed where the repository is not."""

import json
import os
import re
import subprocess
import sys
import time
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import benben

ROOT = Path(__file__).parents[2]
HOME = "https://code.example/somebody/benben"  # of the repository that was cloned
USER_PROGRAM = """\
import benben
position = benben.new("pyramido", seed=1).play(0)
reveal_type(position.legal_moves[0].notation)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from the files that git knows, without what lies around in this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    clean = folder / "checkout"
    files = run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT).split("\n")
    for name in filter(None, files):
        if (ROOT / name).is_file() and not name.startswith("tests/"):
            (clean / name).parent.mkdir(parents=True, exist_ok=True)
            (clean / name).write_bytes((ROOT / name).read_bytes())
    run(["git", "init", "--quiet"], cwd=clean)
    run(
        ["git", "remote", "add", "origin", f"https://a-reader:a-password@{HOME.removeprefix('https://')}.git"],
        cwd=clean,
    )
    constraints = {"PIP_CONSTRAINT": str(ROOT / "constraints.txt"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    run([sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(clean)], env=constraints)
    [built] = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def core(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with what `pip install benben` brings."""
    folder = tmp_path_factory.mktemp("venv")
    run([sys.executable, "-m", "venv", str(folder)])
    install(folder, str(wheel))
    return folder


@pytest.fixture(scope="module")
def table(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the server."""
    folder = tmp_path_factory.mktemp("venv-table")
    run([sys.executable, "-m", "venv", str(folder)])
    install(folder, f"{wheel}[table]")
    return folder


def install(folder: Path, what: str) -> None:
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    run([*pip, "--constraint", str(ROOT / "constraints.txt"), what])


def run(command: list[str], cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, env=os.environ | (env or {}))
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_what_is_in_it(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        [metadata] = [name for name in names if name.endswith("/METADATA")]
        said = archive.read(metadata).decode()
    assert {"benben/py.typed", "benben/rules/pyramidis.de.md", "benben/de.po", "benben/web/static/touch.js"} <= names
    assert any(name.startswith("benben/table/migrations/versions/v0001") for name in names)
    plain = {line for line in said.splitlines() if line.startswith("Requires-Dist:") and "extra ==" not in line}
    assert {re.split(r"[ :><=;\[]+", line)[1] for line in plain} == {"babel", "numba", "numpy"}


def test_one_place_for_the_version(wheel: Path) -> None:
    assert f"benben-{benben.__version__}-" in wheel.name
    assert f"\nversion: {benben.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert "version" in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dynamic"]


def test_the_addresses_are_those_of_the_repository_without_the_password_of_the_reader(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        [metadata] = [name for name in archive.namelist() if name.endswith("/METADATA")]
        said = archive.read(metadata).decode()
    urls = dict(re.findall(r"^Project-URL: (\w+), (\S+)$", said, re.MULTILINE))
    assert urls["Source"] == HOME
    assert urls["Changelog"] == f"{HOME}/blob/main/CHANGELOG.md"
    assert "a-password" not in said


def test_the_library_comes_from_the_wheel(core: Path, tmp_path: Path) -> None:
    where = run([str(core / "bin" / "python"), "-c", "import benben; print(benben.__file__)"], cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(core)


def test_play(core: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [str(core / "bin" / "benben"), "--lang", "de", "play", "pyramidis"],
        cwd=tmp_path, input="a4:3\nquit\n", capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Gelb ist am Zug." in done.stdout


@pytest.mark.parametrize(
    ("extra", "command"),
    [
        ("table", ["-m", "benben.cli", "--lang", "en", "serve"]),
        ("table", ["-m", "benben.cli", "--lang", "en", "status"]),
        ("lab", ["-c", "from benben.lab.plots import histogram; histogram([1.0], '', '')"]),
        ("learn", ["-c", "from benben.lab.fitting import fit; fit(None, 1, 1, 1, 1.0, 1, ('', (), {}))"]),
        ("ray", ["-c", "from benben.lab.pool import RayCluster; RayCluster(None)"]),
        ("research", ["-c", "import benben.adapters.pettingzoo"]),
        ("research", ["-c", "import benben.adapters.open_spiel"]),
    ],
)
def test_a_missing_extra_is_named(core: Path, tmp_path: Path, extra: str, command: list[str]) -> None:
    done = subprocess.run([str(core / "bin" / "python"), *command], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 1
    assert re.search(rf"This needs the package \w+: pip install 'benben\[{extra}\]'", done.stderr), done.stderr


@contextmanager
def served(installed: Path, folder: Path) -> Iterator[str]:
    command = [str(installed / "bin" / "benben"), "--lang", "en", "serve", "--port", "0"]
    log = folder / "log"
    with log.open("w") as output:
        process = subprocess.Popen(
            [*command, "--database", f"sqlite:///{folder}/club.sqlite3"], cwd=folder, stdout=output, stderr=output
        )
    try:
        deadline = time.monotonic() + 120
        while not (found := re.search(r"http://[\d.]+:\d+", log.read_text())):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        yield found[0]
    finally:
        process.terminate()
        process.wait(30)


def test_serve_rules_and_migrations(table: Path, tmp_path: Path) -> None:
    """The migrations make the database; a page of rules and a new match come from the installed files."""
    with served(table, tmp_path) as address:
        with urllib.request.urlopen(f"{address}/rules/pyramido?lang=en") as answer:
            assert "PDO-3" in answer.read().decode()
        body = json.dumps({"game": "pyramidis", "players": 2}).encode()
        request = urllib.request.Request(f"{address}/api/v1/matches", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer)["match"]
    assert (tmp_path / "club.sqlite3").stat().st_size > 0


def test_type_checkers_see_types(core: Path, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(USER_PROGRAM, "utf-8")
    python = str(core / "bin" / "python")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--python-executable", python, "--cache-dir", str(tmp_path),
        program.name], cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert 'Revealed type is "str"' in done.stdout.replace("builtins.", "")
