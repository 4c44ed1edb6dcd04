from pathlib import Path

import pytest

from checks.translations import findings, write

GAME = "src/benben/games/race"
CATALOGUE = f"{GAME}/de.po"
SOURCE = """
_ = texts(__package__)
said = _("{colour} wins.", colour=_("Red"))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one game, its texts translated."""
    put(tmp_path, "src/benben/__init__.py", "")
    put(tmp_path, f"{GAME}/__init__.py", SOURCE)
    put(tmp_path, CATALOGUE, po(("Red", "Rot"), ("{colour} wins.", "{colour} gewinnt.")))
    return tmp_path


def put(root: Path, name: str, text: str) -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text, "utf-8")


def po(*entries: tuple[str, str]) -> str:
    return "\n".join(f'msgid "{text}"\nmsgstr "{translation}"\n' for text, translation in entries)


def test_nothing_wrong(project: Path) -> None:
    assert list(findings(project)) == []


@pytest.mark.parametrize(
    ("entry", "finding"),
    [
        pytest.param(po(("Red", "")), "not translated: 'Red'", id="empty"),
        pytest.param("#, fuzzy\n" + po(("Red", "Rot")), "fuzzy: 'Red'", id="fuzzy"),
        pytest.param("", "missing: 'Red'", id="missing"),
        pytest.param(po(("Red", "Rot {x}")), "placeholders differ: 'Red'", id="placeholder too many"),
        pytest.param(po(("Red", "Rot {")), "placeholders differ: 'Red'", id="broken placeholder"),
        pytest.param(po(("Red", "Rot"), ("Blue", "Blau")), "obsolete: 'Blue'", id="obsolete"),
        pytest.param(po(("Red", "Rot")) + '\n#~ msgid "Old"\n#~ msgstr "Alt"\n', "obsolete: 'Old'", id="struck out"),
    ],
)
def test_a_catalogue_with_a_fault(project: Path, entry: str, finding: str) -> None:
    put(project, CATALOGUE, po(("{colour} wins.", "{colour} gewinnt.")) + "\n" + entry)
    assert list(findings(project)) == [f"{CATALOGUE}: {finding}"]


def test_no_catalogue(project: Path) -> None:
    (project / CATALOGUE).unlink()
    assert list(findings(project)) == [f"{CATALOGUE}: missing: 'Red'", f"{CATALOGUE}: missing: '{{colour}} wins.'"]


@pytest.mark.parametrize(
    "source",
    [
        '_("New")',
        'N_("New")',
        '_("N" "ew")',
        'f(3, _("New"))',
        "f\"{_('New')}\"",
        '_("Red", name=[_("New") for _ in range(3)])',
    ],
)
def test_texts_are_found_wherever_they_stand(project: Path, source: str) -> None:
    put(project, f"{GAME}/more.py", f"said = {source}\n")
    assert list(findings(project)) == [f"{CATALOGUE}: missing: 'New'"]


@pytest.mark.parametrize("source", ['_(f"New {x}")', '_("New " + x)', '_("%s new" % x)'])
def test_a_text_put_together_at_run_time(project: Path, source: str) -> None:
    put(project, f"{GAME}/more.py", f"said = {source}\n")
    assert list(findings(project)) == [f"{GAME}/more.py:1: a text must be one string literal"]


def test_each_package_has_its_own_catalogue(project: Path) -> None:
    put(project, "src/benben/cli.py", '_("Your move?")\n')
    assert list(findings(project)) == ["src/benben/de.po: missing: 'Your move?'"]


def test_templates_belong_to_the_package_around_them(project: Path) -> None:
    put(project, "src/benben/web/__init__.py", "")
    template = "{{ _('Play') }}{% trans count=n %}One seat{% pluralize %}{{ count }} seats{% endtrans %}"
    put(project, "src/benben/web/templates/table.html", template)
    catalogue = "src/benben/web/de.po"
    assert list(findings(project)) == [f"{catalogue}: missing: 'One seat'", f"{catalogue}: missing: 'Play'"]

    translated = (
        '\nmsgid "One seat"\nmsgid_plural "%(count)s seats"\nmsgstr[0] "Ein Platz"\nmsgstr[1] "%(count)s Plätze"\n'
    )
    put(project, catalogue, po(("Play", "Spielen")) + translated)
    assert list(findings(project)) == []

    put(project, catalogue, po(("Play", "Spielen")) + translated.replace("%(count)s Plätze", "%(n)s Plätze"))
    assert list(findings(project)) == [f"{catalogue}: placeholders differ: 'One seat'"]


def test_write_adds_drops_and_keeps(project: Path) -> None:
    put(project, CATALOGUE, "# as in the rulebook\n" + po(("Red", "Rot"), ("Blue", "Blau")))
    write(project)
    assert list(findings(project)) == [f"{CATALOGUE}: not translated: '{{colour}} wins.'"]
    written = (project / CATALOGUE).read_text("utf-8")
    assert "# as in the rulebook\n" in written
    assert "Blue" not in written
    assert written.index('"Red"') < written.index("wins")

    write(project)
    assert (project / CATALOGUE).read_text("utf-8") == written


def test_write_keeps_what_is_not_ready_as_it_is(project: Path) -> None:
    put(project, CATALOGUE, "#, fuzzy\n" + po(("Red", "Rot")))
    write(project)
    assert f"{CATALOGUE}: fuzzy: 'Red'" in findings(project)


def test_write_removes_a_catalogue_without_texts(project: Path) -> None:
    put(project, f"{GAME}/__init__.py", "")
    assert f"{CATALOGUE}: obsolete: 'Red'" in findings(project)
    write(project)
    assert not (project / CATALOGUE).exists()
