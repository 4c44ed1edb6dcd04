"""What the targets install, and the files for other people's tools."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("target", "extra"), [("play", "table"), ("test", "dev"), ("check", "dev"), ("docs", "dev"), ("test-sb3", "sb3")]
)
def test_a_target_installs_only_its_extra(target: str, extra: str, tmp_path: Path) -> None:
    """In a fresh environment: the commands that `make` would run."""
    command = ["make", "--dry-run", f"VENV={tmp_path / 'venv'}", target]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    installed = [line.split("--editable ")[1] for line in done.stdout.splitlines() if "--editable " in line]
    assert installed == [f"'.[{extra}]'"]


def test_make_check_checks_the_documentation(tmp_path: Path) -> None:
    command = ["make", "--dry-run", f"VENV={tmp_path / 'venv'}", "check"]
    commands = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for check in ("checks.docs", "checks.reference"):
        assert f"python -m {check}\n" in commands


def test_the_workflow_runs_what_counts() -> None:
    workflow: dict[str, Any] = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))
    [job] = workflow["jobs"].values()
    assert ".ci/run" in [step.get("run") for step in job["steps"]]
    assert "continue-on-error" not in str(workflow)
    commands = (ROOT / ".ci" / "run").read_text("utf-8").splitlines()
    assert {"set -eu", "make check", "make test"} <= set(commands)


def test_the_hooks_of_pre_commit() -> None:
    file = ROOT / ".pre-commit-config.yaml"
    done = subprocess.run([sys.executable, "-m", "pre_commit", "validate-config", str(file)], capture_output=True)
    assert done.returncode == 0, done.stdout
    hooks = [hook for repo in yaml.safe_load(file.read_text("utf-8"))["repos"] for hook in repo["hooks"]]
    for hook in hooks:
        program, *arguments = hook["entry"].split()
        assert program.startswith(".venv/bin/"), "the tools of `make setup`"
        if arguments[0] == "-m":
            assert (ROOT / f"{arguments[1].replace('.', '/')}.py").is_file()
