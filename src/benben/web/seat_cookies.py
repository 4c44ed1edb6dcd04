"""The cookie of a match: the secrets of the seats at this screen, and of the seats it may still invite to.

Scripts cannot read it, and browsers send it to the URLs of that match only. It has two kinds of entries, joined by
dots: `0~secret` is a seat of this screen, `1+secret` an invitation to hand out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.responses import Response

COOKIE_DAYS = 400
_ENTRY = re.compile(r"([0-7])([~+])([A-Za-z0-9_-]{8,64})")


@dataclass(frozen=True)
class SeatCookie:
    """The secrets of one match in one browser, by seat."""

    own: Mapping[int, str] = field(default_factory=dict)
    invitations: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, cookies: Mapping[str, str], match_id: str) -> SeatCookie:
        own: dict[int, str] = {}
        invitations: dict[int, str] = {}
        for entry in cookies.get(_name(match_id), "").split("."):
            if found := _ENTRY.fullmatch(entry):
                (own if found[2] == "~" else invitations)[int(found[1])] = found[3]
        return cls(own, invitations)

    def with_own(self, seat: int, secret: str) -> SeatCookie:
        """With one more seat of this screen."""
        invitations = {other: kept for other, kept in self.invitations.items() if other != seat}
        return SeatCookie({**self.own, seat: secret}, invitations)

    def moved_on(self, players: int) -> SeatCookie:
        """The cookie of the rematch, in which everybody moves on by one seat."""
        return SeatCookie({(seat - 1) % players: secret for seat, secret in self.own.items()})

    def keep(self, response: Response, match_id: str, *, secure: bool) -> None:
        """Set the cookie twice: for the pages of the match and for its API."""
        entries = [f"{seat}~{secret}" for seat, secret in sorted(self.own.items())]
        entries += [f"{seat}+{secret}" for seat, secret in sorted(self.invitations.items())]
        for path in (f"/t/{match_id}", f"/api/v1/matches/{match_id}"):
            response.set_cookie(
                _name(match_id),
                ".".join(entries),
                max_age=COOKIE_DAYS * 24 * 3600,
                path=path,
                secure=secure,
                httponly=True,
                samesite="lax",
            )


def _name(match_id: str) -> str:
    return f"seat-{match_id}"
