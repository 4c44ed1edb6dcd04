"""Box files: what is refused, and why, before a game is asked about its pieces."""

from pathlib import Path

import pytest

from benben.core.kit.box_files import VARIABLE, BadBox, Pieces, checked, load, own_file, read, written

STONES = Pieces("stones", 2, "ABC-1", str)


def test_a_file_is_read_as_it_was_written() -> None:
    box = read(written("mine", {"stones": ["red", "blue"]}), STONES)
    assert box.entries == {"stones": ("red", "blue")}
    assert box.name.startswith("mine-")


@pytest.mark.parametrize("content", ["b wr", "[]", "{}", '{"name": "mine"}', '{"stones": ["red", "blue"]}'])
def test_what_is_no_box_is_refused(content: str) -> None:
    with pytest.raises(BadBox, match=r"not valid JSON|A box file is a JSON object with: name, stones"):
        read(content, STONES)


@pytest.mark.parametrize("name", ["My Box!", "", "x" * 25, 7, None, "../up"])
def test_a_name_that_no_record_can_carry_is_refused(name: object) -> None:
    with pytest.raises(BadBox, match="The name must have") as refused:
        checked({"name": name, "stones": ["red", "blue"]}, STONES)
    assert refused.value.say("de") != refused.value.say("en")


def test_a_list_that_is_none_is_refused() -> None:
    with pytest.raises(BadBox, match="must be a list"):
        checked({"name": "mine", "stones": "red"}, STONES)


def test_ours_without_a_folder_or_without_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = tmp_path / "ours.json"
    ours.write_text(written("ours", {"stones": ["red", "blue"]}), "utf-8")
    assert load("abc", ours, STONES).name == "standard"
    (tmp_path / "box").mkdir()
    monkeypatch.setenv(VARIABLE, str(tmp_path / "box"))
    assert load("abc", ours, STONES).name == "standard"
    (tmp_path / "box" / "abc.json").write_text(written("mine", {"stones": ["red", "red"]}), "utf-8")
    assert load("abc", ours, STONES).name.startswith("mine-")
    (tmp_path / "box" / "abc.json").write_text(written("mine", {"stones": ["red"]}), "utf-8")
    with pytest.raises(BadBox, match=r"abc\.json: “stones” has 1 entries.*1 are missing"):
        load("abc", ours, STONES)


def test_a_folder_that_is_missing_is_not_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "misspelt"))
    with pytest.raises(BadBox, match="which is not a folder"):
        own_file("abc")
