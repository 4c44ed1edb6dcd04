"""Translation check: every user-visible text has a German translation with the same placeholders.

Texts are marked in the source as `_("English with {placeholders}")`, `_.plural("one", "many", n)` or, if translated
later, `N_("…")`; in templates also as `{% trans %}`. A package's catalogue is the `de.po` in its folder; a folder
without `__init__.py` belongs to the package around it.
`--write` updates the catalogues: it adds new texts untranslated and removes obsolete ones.
"""

from __future__ import annotations

import ast
import io
import re
import string
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from babel.messages import Catalog
from babel.messages.catalog import Message
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from checks import ROOT, report

MARKS = {"_", "N_"}
JINJA_MARKS = {"_": None, "gettext": None, "ngettext": (1, 2)}
HEADER = """msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""

Text = str | tuple[str, ...]  # a tuple: singular and plural


def findings(root: Path) -> Iterator[str]:
    """Problems in the project at `root`, one line each."""
    texts, wrong = texts_by_package(root)
    yield from wrong
    for folder in sorted(texts):
        po = folder / "de.po"
        entries = read(po)
        for problem in compare(texts[folder], entries):
            yield f"{po.relative_to(root)}: {problem}"


def write(root: Path) -> None:
    """Update every catalogue; keep the translations and comments of texts that still exist."""
    for folder, texts in texts_by_package(root)[0].items():
        po = folder / "de.po"
        if texts:
            po.write_bytes(as_po(texts, read(po)))
        else:
            po.unlink()


def texts_by_package(root: Path) -> tuple[dict[Path, set[Text]], list[str]]:
    """The texts of each package that has any or has a catalogue, and problems with texts that are not literals."""
    source = root / "src/benben"
    texts: dict[Path, set[Text]] = defaultdict(set, {po.parent: set() for po in source.rglob("de.po")})
    wrong = []
    for file in sorted(source.rglob("*")):
        if file.suffix == ".py":
            for line, text in texts_in_python(file):
                if text is None:
                    wrong.append(f"{file.relative_to(root)}:{line}: a text must be one string literal")
                else:
                    texts[package_of(file)].add(text)
        elif "templates" in file.relative_to(source).parts and file.is_file():
            for message in texts_in_template(file):
                texts[package_of(file)].add(message)
    return texts, wrong


def texts_in_python(file: Path) -> Iterator[tuple[int, Text | None]]:
    """Line and text of each marked text; None for a text that is not one string literal.

    Babel's own extractor misses texts inside f-strings and inside the arguments of other calls.
    """
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        if isinstance(node.func, ast.Attribute) and ast.unparse(node.func) == "_.plural":
            forms = [form.value for form in node.args[:2] if isinstance(form, ast.Constant)]
            yield node.lineno, tuple(map(str, forms)) if len(forms) == 2 else None
        elif isinstance(node.func, ast.Name) and node.func.id in MARKS:
            text = node.args[0]
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                yield node.lineno, text.value
            elif isinstance(text, ast.JoinedStr | ast.BinOp):
                yield node.lineno, None


def texts_in_template(file: Path) -> Iterator[Text]:
    with file.open("rb") as stream:
        for _, text, _, _ in extract("jinja2.ext:babel_extract", stream, JINJA_MARKS, options={"silent": "false"}):
            yield text


def package_of(file: Path) -> Path:
    """The folder of the catalogue: of the package itself, or the room `words` of the game around it."""
    packages = [folder for folder in file.parents if (folder / "__init__.py").exists()]
    return next((folder / "words" for folder in packages if (folder / "words" / "de.po").exists()), packages[0])


def read(po: Path) -> dict[Text, Message]:
    """The entries of a catalogue, including obsolete ones (`#~`)."""
    if not po.exists():
        return {}
    with po.open("rb") as stream:
        catalogue = read_po(stream, locale="de")
    struck_out = catalogue.obsolete.values()
    return {as_text(entry): entry for entry in [*catalogue, *struck_out] if entry.id}


def as_text(entry: Message) -> Text:
    return entry.id if isinstance(entry.id, str) else tuple(entry.id)


def compare(texts: set[Text], entries: Mapping[Text, Message]) -> Iterator[str]:
    """Problems of a catalogue."""
    for text in in_order(texts - entries.keys()):
        yield f"missing: {shown(text)}"
    for text in in_order(entries.keys() - texts):
        yield f"obsolete: {shown(text)}"
    for text in in_order(texts & entries.keys()):
        entry = entries[text]
        translations = [entry.string] if isinstance(entry.string, str) else list(entry.string or ())
        originals = [text] if isinstance(text, str) else list(text)
        if len(translations) != len(originals) or not all(translations):
            yield f"not translated: {shown(text)}"
        elif entry.fuzzy:
            yield f"fuzzy: {shown(text)}"
        elif [placeholders(one) for one in originals] != [placeholders(one) for one in translations]:
            yield f"placeholders differ: {shown(text)}"


def placeholders(text: str) -> set[str] | None:
    """The placeholder names in `{}` and, from templates, in `%()s`; None if the braces do not match."""
    try:
        braces = {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
    except ValueError:
        return None
    return braces | set(re.findall(r"%\((\w+)\)", text))


def as_po(texts: set[Text], entries: Mapping[Text, Message]) -> bytes:
    """The catalogue as a PO file with minimal diffs: sorted, without dates and line numbers."""
    catalogue = Catalog(locale="de")
    for text in texts:
        if entry := entries.get(text):
            flags = ["fuzzy"] if entry.fuzzy else []
            catalogue.add(text, entry.string, flags=flags, user_comments=entry.user_comments)
        else:
            catalogue.add(text)
    body = io.BytesIO()
    write_po(body, catalogue, width=0, no_location=True, omit_header=True, sort_output=True)
    return HEADER.encode() + body.getvalue()


def in_order(texts: set[Text]) -> list[Text]:
    return sorted(texts, key=lambda text: (text,) if isinstance(text, str) else text)


def shown(text: Text) -> str:
    return repr(text if isinstance(text, str) else text[0])


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        write(ROOT)
    sys.exit(report(findings(ROOT)))
