"""The addresses of the project in its package: of the repository that it was cloned from, or BENBEN_PROJECT_URL."""

import os
import subprocess
from typing import Any
from urllib.parse import urlsplit

from hatchling.metadata.plugin.interface import MetadataHookInterface

ASK_GIT = ["git", "config", "--get", "remote.origin.url"]


class Addresses(MetadataHookInterface):
    """Fills `[project.urls]`. A checkout without a public origin has none."""

    def update(self, metadata: dict[str, Any]) -> None:
        parts = urlsplit(os.environ.get("BENBEN_PROJECT_URL") or self._origin())
        if parts.scheme != "https" or not parts.hostname:
            return
        # Without the name and password of the person who cloned it.
        home = f"https://{parts.hostname}{parts.path.rstrip('/').removesuffix('.git')}"
        metadata["urls"] = {
            "Source": home,
            "Documentation": f"{home}/tree/main/docs",
            "Changelog": f"{home}/blob/main/CHANGELOG.md",
            "Issues": f"{home}/issues",
        }

    def _origin(self) -> str:
        try:
            return subprocess.run(ASK_GIT, cwd=self.root, capture_output=True, text=True, check=False).stdout.strip()
        except OSError:  # there is no git
            return ""
