"""Project-specific checks. Each prints one line per finding and exits with 1 if there is any."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def report(findings: Iterable[str]) -> int:
    """Print the findings; return the exit status."""
    failed = 0
    for finding in findings:
        print(finding, file=sys.stderr)
        failed = 1
    return failed
