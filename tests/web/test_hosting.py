"""What a host uses: status, metrics over all workers, the dashboard, the files for containers and the proxy."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from configparser import ConfigParser
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from benben.cli import main
from benben.web.serve import SPARE_FILES
from benben.web.settings import Settings
from tests.web.server import HTTP, Player, Server, free_port, is_open, open_table, running
from tests.web.socket_client import hear, socket

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
NGINX = shutil.which("nginx")


def metrics(server: Server) -> str:
    return HTTP.get(f"{server.url}/metrics").text


def value_of(server: Server, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} (\S+)$", metrics(server), re.MULTILINE)
    assert found, name
    return float(found[1])


def test_metrics_add_up_over_workers(server: Server) -> None:
    while value_of(server, "benben_workers") < 2:  # the second may still be starting
        time.sleep(0.05)
    created, (red, _yellow) = open_table(server.url)
    before = value_of(server, "benben_moves_total") if "benben_moves_total" in metrics(server) else 0.0
    assert red.play("a4:3", created["number"]).status_code == 200
    assert value_of(server, "benben_moves_total") == before + 1
    assert value_of(server, "benben_memory_bytes") > 50_000_000
    assert value_of(server, 'benben_tables{state="running"}') >= 1
    with ExitStack() as lines:
        for _line in range(6):
            hear(lines.enter_context(socket(red)), "here")
        assert value_of(server, "benben_streams") == 6
    seen = [value_of(server, "benben_moves_total") for _request in range(8)]  # whichever worker answers
    assert len(set(seen)) == 1


def test_status_shows_one_screen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path / 'benben.db'}"
    with running(database, tmp_path) as server:
        open_table(server.url)
        assert main(["--lang", "en", "status", "--url", server.url]) == 0
        said = capsys.readouterr().out
        for fact in ("takes writes", "1 running, 0 finished", "0 open", "0 think, 0 wait", "in 1 workers", "never"):
            assert fact in said
        assert "/api/v1/matches" in said, "the slowest requests"
        assert main(["backup", str(tmp_path / "copy"), "--database", database]) == 0
        capsys.readouterr()
        assert main(["--lang", "de", "status", "--url", server.url]) == 0
        said = capsys.readouterr().out
        assert "vor 0 Stunden" in said
        assert "1 laufen" in said
    assert main(["--lang", "en", "status", "--url", server.url]) == 1
    assert "No server answers" in capsys.readouterr().err


def test_the_dashboard_asks_for_metrics_that_exist(alone: Server, tmp_path: Path) -> None:
    created, (red, _yellow) = open_table(alone.url)
    assert red.play("a4:3", created["number"]).status_code == 200
    assert main(["backup", str(tmp_path / "copy"), "--database", alone.settings["database"]]) == 0
    told = metrics(alone)
    dashboard = json.loads((DEPLOY / "grafana.json").read_text())
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
    asked = {name for panel in dashboard["panels"] for target in panel["targets"]
             for name in re.findall(r"benben_\w+", target["expr"])}  # fmt: skip
    assert len(asked) >= 10
    assert [name for name in sorted(asked) if not re.search(rf"^{name}\b", told, re.MULTILINE)] == []


def compose() -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return read


def test_the_compose_file_fits_together() -> None:
    services = compose()["services"]
    assert set(services) == {"database", "benben", "proxy"}
    for service in services.values():
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert source in compose()["volumes"] or (DEPLOY / source).is_file()
        assert set(service.get("depends_on", {})) <= set(services)
    build = services["benben"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).resolve() == DEPLOY / "Dockerfile"
    from benben.web.settings import Settings

    environment = services["benben"]["environment"]
    assert environment["BENBEN_WORKERS"] == "1", "the proxy keeps a match's people on one server: on one process then"
    names = {name.removeprefix("BENBEN_").lower() for name in environment}
    assert names <= set(Settings.model_fields)


def test_units_and_containers_allow_the_files_that_a_server_may_open() -> None:
    """Every connection is one. systemd's own limit is 1,024, and every further connection would be reset."""
    needed = Settings(database="sqlite://").max_connections + SPARE_FILES
    units = [
        unit for unit in units_in(ROOT / "docs" / "hosting.md") if "benben serve" in unit.get("Service", "ExecStart")
    ]
    assert units
    for unit in units:
        assert unit.getint("Service", "LimitNOFILE") >= needed
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text())["services"]
    servers = [service for service in services.values() if "BENBEN_DATABASE" in service.get("environment", {})]
    assert servers
    for service in servers:
        assert service["ulimits"]["nofile"] >= needed


def test_the_host_is_told_to_install_the_server() -> None:
    commands = re.findall(r"pip install .*", (ROOT / "docs" / "hosting.md").read_text("utf-8"))
    assert commands
    assert all("[table]" in command for command in commands)


def units_in(page: Path) -> list[ConfigParser]:
    """The systemd services on a page."""
    units = []
    for text in re.findall(r"```ini\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
        unit = ConfigParser(interpolation=None)
        unit.optionxform = str  # type: ignore[assignment]  # names as they are
        unit.read_string(text)
        if unit.has_option("Service", "ExecStart"):
            units.append(unit)
    return units


def test_the_dockerfile_copies_what_exists() -> None:
    text = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
    instructions = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]
    assert instructions[0][0] == "FROM"
    known = {"FROM", "RUN", "COPY", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD"}
    assert {name for name, _rest in instructions} <= known
    for name, rest in instructions:
        if name == "COPY":
            assert all((DEPLOY.parent / source).exists() for source in rest.split()[:-1])
    order = [name for name, _rest in instructions]
    assert order.index("USER") < order.index("CMD"), "the server does not run as root"


def nginx_config(folder: Path, port: int, servers: list[Server]) -> Path:
    """The proxy's configuration with these servers, all files in the folder."""
    text = (DEPLOY / "nginx.conf").read_text()
    upstream = "\n".join(f"server 127.0.0.1:{server.port} max_fails=2 fail_timeout=5s;" for server in servers)
    text = text.replace("server benben:8123 max_fails=2 fail_timeout=5s;", upstream)
    text = text.replace("listen 8080;", f"listen 127.0.0.1:{port};").replace("32768", "512").replace("65536", "1024")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    text = text.replace("http {", f"http {{\n{places}", 1)
    file = folder / "nginx.conf"
    file.write_text(f"pid {folder}/pid;\nerror_log {folder}/error.log;\ndaemon off;\n{text}")
    return file


@pytest.mark.skipif(not NGINX and os.environ.get("CI") != "true", reason="no nginx: `make proxy` installs it")
def test_the_proxy_keeps_a_match_on_one_server_and_goes_on_without_it(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'benben.db'}"
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
    with ExitStack() as started:
        servers = [started.enter_context(running(database, folder, proxies="127.0.0.1")) for folder in folders]
        port = free_port()
        command = [NGINX or "nginx", "-p", str(tmp_path), "-c", str(nginx_config(tmp_path, port, servers))]
        proxy = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        started.callback(proxy.wait)
        started.callback(proxy.terminate)
        while not is_open(port):
            time.sleep(0.02)
            assert proxy.poll() is None, (tmp_path / "error.log").read_text()
        url = f"http://127.0.0.1:{port}"
        made = [open_table(url)[0]["match"] for _match in range(16)]
        seen = [looks_after(0, servers)]
        for match in made:
            for _look in range(3):
                assert Player(url, match, None).look_status() == 200
            seen.append(looks_after(sum(seen[-1]) + 3, servers))
        grown = [[after - before for before, after in zip(*both, strict=True)] for both in pairwise(seen)]
        assert all(sorted(growth) == [0, 3] for growth in grown), "all people of a match reach the same server"
        assert len({growth.index(3) for growth in grown}) == 2, "and matches are spread"
        with socket(Player(url, made[0], None)) as line:
            line.send('{"do": "look"}')
            assert hear(line, "view")
        servers[0].kill()
        assert all(Player(url, match, None).look_status() == 200 for match in made)
        assert httpx.get(f"{url}/metrics").status_code == 404


def looks_after(total: int, servers: list[Server]) -> list[int]:
    """How many looks each server has answered, once these are all in their logs."""
    answered = '"route": "/api/v1/matches/{match_id}", "status": 200'
    while sum(counts := [server.log.read_text().count(answered) for server in servers]) < total:
        time.sleep(0.01)
    return counts


def test_folders_of_killed_processes_are_removed(tmp_path: Path) -> None:
    """Not those of processes that run."""
    environment = {**os.environ, "TMPDIR": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    begin = "import benben.web.metrics, os, signal; print(os.environ['PROMETHEUS_MULTIPROC_DIR'], flush=True); "

    def run(then: str) -> Path:
        done = subprocess.run(
            [sys.executable, "-c", begin + then], env=environment, stdout=subprocess.PIPE, check=False
        )
        return Path(done.stdout.decode().strip())

    killed = run("os.kill(os.getpid(), signal.SIGKILL)")
    assert killed.is_dir()
    (running := tmp_path / f"benben-metrics-{os.getpid()}-x").mkdir()
    ended = run("")
    assert (killed.exists(), ended.exists(), running.exists()) == (False, False, True)
