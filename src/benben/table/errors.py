"""What can go wrong at a table, each with a stable code. `status` is what it is on the web."""

from __future__ import annotations

from benben.core.errors import BenbenError
from benben.core.text import Message, texts

_ = texts(__package__)


class TableError(BenbenError):
    """The base of these."""

    status = 400

    def __init__(self, message: Message, **details: object) -> None:
        super().__init__(message)
        self.details = details


class NoSuchMatch(TableError):
    code = "no-such-match"
    status = 404


class NotYourSeat(TableError):
    """The secret fits no seat of this match, or none that may do this."""

    code = "not-your-seat"
    status = 403


class NotYourTurn(TableError):
    code = "not-your-turn"
    status = 409


class Stale(TableError):
    """The match has moved on since the answer was thought of."""

    code = "stale"
    status = 409


class CannotTakeBack(TableError):
    code = "cannot-take-back"
    status = 409


class BadRequest(TableError):
    code = "bad-request"
    status = 422


class TooMany(TableError):
    """A limit that keeps the table usable for everybody."""

    code = "too-many"
    status = 429


class StoreUnavailable(TableError):
    """The database does not answer, or does not take anything. Nothing was changed."""

    code = "store-unavailable"
    status = 503

    def __init__(self) -> None:
        super().__init__(_("The table’s memory does not answer just now. Nothing was changed."))


class StoreTooNew(TableError):
    """The database was made by a newer version of this program."""

    code = "store-too-new"
    status = 503


class BackupFailed(TableError):
    """A backup could not be made or restored."""

    code = "backup-failed"
