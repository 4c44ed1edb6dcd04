"""Optional packages: a missing one is named together with the extra that brings it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from benben.core.errors import BenbenError
from benben.core.text import texts

_ = texts(__package__)


class MissingExtra(BenbenError, ImportError):
    """A part of benben was used whose packages are not installed."""

    code = "missing-extra"


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Around imports: report a package that is not installed as MissingExtra.

    >>> with needs("table"):
    ...     import no_such_package
    Traceback (most recent call last):
    benben.core.extras.MissingExtra: This needs the package no_such_package: pip install 'benben[table]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "benben":
            raise
        raise MissingExtra(
            _("This needs the package {package}: pip install 'benben[{extra}]'", package=error.name, extra=extra)
        ) from error
