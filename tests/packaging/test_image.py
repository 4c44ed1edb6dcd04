"""The container image: its files are enough to build the server, and the compose file starts where Docker runs."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCKERFILE = ROOT / "deploy" / "Dockerfile"
COMPOSE = ("--project-name", "benben-test", "--file", "deploy/compose.yaml")
SETTINGS = {"POSTGRES_PASSWORD": "test", "PORT": "127.0.0.1:0"}


def docker(*arguments: str) -> str:
    done = subprocess.run(["docker", *arguments], cwd=ROOT, capture_output=True, text=True, env=os.environ | SETTINGS)
    assert done.returncode == 0, done.stderr[-4000:]
    return done.stdout.strip()


def docker_runs() -> bool:
    """A client without a daemon or without compose does not count."""
    asked = (["docker", "info"], ["docker", "compose", "version"])
    return shutil.which("docker") is not None and all(
        subprocess.run(command, capture_output=True).returncode == 0 for command in asked
    )


def instructions() -> list[tuple[str, str]]:
    lines = DOCKERFILE.read_text("utf-8").replace("\\\n", " ").splitlines()
    split = (line.partition(" ") for line in lines if line and not line.startswith("#"))
    return [(name, rest.strip()) for name, _space, rest in split]


def test_the_image_installs_the_extra_of_the_server() -> None:
    [install] = [rest for name, rest in instructions() if name == "RUN" and "pip install" in rest]
    assert re.search(r"'/src\[table\]'", install), install
    assert instructions()[-1][1].startswith('["benben", "serve"')


def test_the_copied_files_build_a_wheel(tmp_path: Path) -> None:
    """`pip install /src` sees only these: a file that the build needs and nobody copies fails here."""
    for name, rest in instructions():
        if name != "COPY":
            continue
        *sources, target = rest.split()
        inside = tmp_path / target.strip("/")
        for source in sources:
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, inside, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                inside.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, inside)
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(tmp_path), str(tmp_path / "src")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.glob("*.whl"))


@pytest.mark.skipif(not docker_runs(), reason="no Docker daemon with compose")
@pytest.mark.timeout(1800)
def test_the_compose_file_starts() -> None:
    """PostgreSQL, the servers from our image, and the proxy: a rules page, and a match in the database."""
    docker("compose", *COMPOSE, "up", "--build", "--detach", "--wait", "--wait-timeout", "600")
    try:
        address = f"http://{docker('compose', *COMPOSE, 'port', 'proxy', '8080')}"
        with urllib.request.urlopen(f"{address}/rules/pyramido?lang=en") as answer:
            assert "PDO-3" in answer.read().decode()
        body = json.dumps({"game": "pyramidis", "players": 2}).encode()
        request = urllib.request.Request(f"{address}/api/v1/matches", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer)["match"]
    finally:
        docker("compose", *COMPOSE, "down", "--volumes")
