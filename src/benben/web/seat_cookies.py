"""The seats of a browser.

One cookie holds a random key of the browser, which scripts cannot read. The secrets of its seats, and of the links it
hands out, are derived from that key: a browser has one cookie, and never too many, for any number of matches. They are
derived from the first match of a series, because the secrets of seats move along to rematches.

A seat that was brought from another device has a cookie of its own (`seat-<match>`), which holds its secret.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.responses import Response

from benben.table.match import Match
from benben.table.naming import derived, match_id_of, new_secret
from benben.web.settings import Settings

COOKIE = "browser"
_KEY = re.compile(r"[A-Za-z0-9_-]{22,64}")
_ENTRY = re.compile(r"([0-7])~([A-Za-z0-9_-]{8,64})")


@dataclass(frozen=True)
class BrowserKey:
    """The key of a browser."""

    text: str

    @classmethod
    def of(cls, cookies: Mapping[str, str]) -> BrowserKey | None:
        text = cookies.get(COOKIE, "")
        return cls(text) if _KEY.fullmatch(text) else None

    @classmethod
    def new(cls) -> BrowserKey:
        return cls(new_secret())

    def own(self, series: str, seat: int) -> str:
        """The secret of a seat on which this browser sits."""
        return derived(self.text, "own", series, seat)

    def link(self, series: str, seat: int) -> str:
        """The secret in a link that this browser hands out."""
        return derived(self.text, "link", series, seat)

    def player(self, deal: str) -> str:
        """Identifies the browser among those that play a shared deal, and tells nothing else about it."""
        return derived(self.text, "player", deal)

    def match_id(self, form_key: str) -> str:
        """The id of the match that this browser opens with a form."""
        return match_id_of(derived(self.text, "form", form_key))

    def keep(self, response: Response, settings: Settings) -> None:
        _set_cookie(response, COOKIE, self.text, "/", settings)


@dataclass(frozen=True)
class BrowserSeats:
    """The secrets that a browser holds of one match, by seat. All of them open their seats."""

    own: Mapping[int, str] = field(default_factory=dict)
    invitations: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, cookies: Mapping[str, str], match: Match) -> BrowserSeats:
        own = {seat: secret for seat, secret in _brought(cookies, match.id).items() if match.opens(secret, seat)}
        invitations: dict[int, str] = {}
        browser = BrowserKey.of(cookies)
        if browser is not None:
            for seat in range(match.position.players):
                place = match.series, match.first_seat(seat)
                if match.opens(browser.own(*place), seat):
                    own[seat] = browser.own(*place)
                elif match.opens(browser.link(*place), seat):
                    invitations[seat] = browser.link(*place)
        return cls(dict(sorted(own.items())), invitations)

    def with_own(self, seat: int, secret: str) -> BrowserSeats:
        """With one more seat: of a program that sends the secret itself."""
        return BrowserSeats({**self.own, seat: secret}, self.invitations)


def may_hold_seats(cookies: Mapping[str, str], match_id: str) -> bool:
    return COOKIE in cookies or _name(match_id) in cookies


def _brought(cookies: Mapping[str, str], match_id: str) -> dict[int, str]:
    """The secrets in the cookie of a match."""
    entries = map(_ENTRY.fullmatch, cookies.get(_name(match_id), "").split("."))
    return {int(found[1]): found[2] for found in entries if found}


def keep_brought(response: Response, match_id: str, own: Mapping[int, str], settings: Settings) -> None:
    """Set the cookie of a match twice: for its pages and for its API."""
    text = ".".join(f"{seat}~{secret}" for seat, secret in sorted(own.items()))
    for path in (f"/t/{match_id}", f"/api/v1/matches/{match_id}"):
        _set_cookie(response, _name(match_id), text, path, settings)


def _set_cookie(response: Response, name: str, text: str, path: str, settings: Settings) -> None:
    age, secure = settings.cookie_days * 24 * 3600, settings.secure_cookies
    response.set_cookie(name, text, max_age=age, path=path, secure=secure, httponly=True, samesite="lax")


def _name(match_id: str) -> str:
    return f"seat-{match_id}"
