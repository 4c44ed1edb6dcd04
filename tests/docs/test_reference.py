"""Every public name is documented."""

from checks import reference


def test_every_public_name_is_documented() -> None:
    assert list(reference.findings()) == []


def test_a_name_without_a_docstring_is_found() -> None:
    class Plain:
        """Says something."""

        def silent(self) -> None:
            pass

    assert list(reference.undocumented("Plain", Plain)) == ["Plain.silent has no docstring"]
    assert list(reference.undocumented("f", lambda: None)) == ["f has no docstring"]
