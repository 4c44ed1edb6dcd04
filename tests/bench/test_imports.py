"""Every module of the bench can be imported, whatever its peers have installed."""

import pkgutil
import subprocess
import sys
from pathlib import Path

import bench
from checks import ROOT


def test_no_package_of_a_peer_hides_ours(tmp_path: Path) -> None:
    """One of them, pgx, installs a package `tests` beside itself."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests/__init__.py").touch()
    modules = [f"bench.{module.name}" for module in pkgutil.iter_modules(bench.__path__)]
    imports = f"import sys; sys.path.append({str(tmp_path)!r}); import {', '.join(modules)}"
    done = subprocess.run([sys.executable, "-c", imports], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
