"""The browser of tests and screenshots."""

from __future__ import annotations

import shutil

# The shell has no windows to draw: the same pages take a third less time in it. It shows no notices either.
WHOLE = ("chromium", "chromium-browser", "google-chrome")
PROGRAMS = ("chromium-headless-shell", *WHOLE)

# As root, without a screen, and without asking the outside world for anything.
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def program(names: tuple[str, ...] = PROGRAMS) -> str | None:
    """Its path, if one is installed."""
    return next(filter(None, map(shutil.which, names)), None)
