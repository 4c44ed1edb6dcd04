"""Errors of the table service, each with a stable code and its HTTP status."""

from __future__ import annotations

from benben.core.errors import BenbenError
from benben.core.text import Message, texts

_ = texts(__package__)


class TableError(BenbenError):
    """Base class; `details` are sent along with the error."""

    status = 400

    def __init__(self, message: Message, **details: object) -> None:
        super().__init__(message)
        self.details = details


class NoSuchMatch(TableError):
    code = "no-such-match"
    status = 404


class NoSuchPuzzle(TableError):
    code = "no-such-puzzle"
    status = 404


class UnreadableMatch(TableError):
    """The stored match cannot be replayed: unknown game, other rules, damaged events."""

    code = "unreadable-match"
    status = 422


class NotYourSeat(TableError):
    """The secret fits no seat of this match, or none that may do this."""

    code = "not-your-seat"
    status = 403


class LinkUsed(NotYourSeat):
    """The secret opened a seat once. Then somebody sat down there and got a new one."""

    code = "link-used"
    status = 410


class KeyReused(TableError):
    """The idempotency key belongs to another request."""

    code = "key-reused"
    status = 422


class NotYourTurn(TableError):
    code = "not-your-turn"
    status = 409


class Stale(TableError):
    """The request answers an event that is no longer the last one."""

    code = "stale"
    status = 409


class CannotTakeBack(TableError):
    code = "cannot-take-back"
    status = 409


class NoSuchDeal(TableError):
    """There is no such day or evening."""

    code = "no-such-deal"
    status = 404


class Sealed(TableError):
    """Others still play the same deal."""

    code = "sealed"
    status = 409


class NoHint(TableError):
    """This table gives no hints; `why`: others, forbidden, lesson, no-bots."""

    code = "no-hint"
    status = 409


class CoachBusy(TableError):
    """The coach cannot answer now; `why`: not-ready (its bots are compiled), late, crowded."""

    code = "coach-busy"
    status = 409


class BadRequest(TableError):
    code = "bad-request"
    status = 422


class TooMany(TableError):
    """A limit per client was exceeded."""

    code = "too-many"
    status = 429


class StoreUnavailable(TableError):
    """The database does not answer or refuses writes. `is_write`: the outcome of a write is unknown."""

    code = "store-unavailable"
    status = 503

    def __init__(self, is_write: bool = False) -> None:
        super().__init__(
            _("The server cannot reach its database. Your move may not be saved; it is safe to try again.")
            if is_write
            else _("The server cannot reach its database. Please try again in a moment.")
        )


class StoreTooNew(TableError):
    """The database was made by a newer version of this program."""

    code = "store-too-new"
    status = 503


class BackupFailed(TableError):
    """A backup could not be made or restored."""

    code = "backup-failed"
