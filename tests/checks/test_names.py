"""A stranger who searches for a class finds one: no two public classes share a name.

Games have the same rooms: a class that each of them has may have the same name in all of them, as `Plan` for the whole
picture.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src" / "benben"


def public_classes(folder: Path) -> Iterator[tuple[str, str]]:
    """The name and the file of each."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.parse(file.read_text()).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield node.name, file.relative_to(folder).as_posix()


def shared_names(folder: Path) -> dict[str, list[str]]:
    """The names of several classes, with their files; not of one class in each of several games."""
    files = defaultdict(list)
    for name, file in public_classes(folder):
        files[name].append(file)
    return {name: found for name, found in files.items() if len(found) > 1 and not _is_of_each_game(found)}


def _is_of_each_game(files: list[str]) -> bool:
    """The same place in every game, and nowhere else."""
    places = [file.split("/", 2) for file in files]
    games = {place[1] for place in places if place[0] == "games" and len(place) == 3}
    return len(games) == len(files) and len({place[2] for place in places}) == 1


def test_no_two_public_classes_share_a_name() -> None:
    assert shared_names(SOURCES) == {}


def test_shared_names_are_found(tmp_path: Path) -> None:
    texts = {
        "web/a.py": "class Row: pass\nclass Unique: pass\nclass _Private: pass",
        "core/b.py": "class Row: pass\nclass _Private: pass",
        "games/x/picture/layout.py": "class Plan: pass\nclass Box: pass",
        "games/y/picture/layout.py": "class Plan: pass",
        "games/x/box/files.py": "class Box: pass",
        "games/y/words/steps.py": "class Step: pass",
        "games/x/words/lesson.py": "class Step: pass",
    }
    for name, text in texts.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    assert sorted(shared_names(tmp_path)) == ["Box", "Row", "Step"]
