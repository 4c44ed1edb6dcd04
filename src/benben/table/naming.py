"""Ids of matches and secrets of seats: random, or derived from a key of the client."""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

SECRET_BYTES = 16
ID_BYTES = 9


def new_secret() -> str:
    """A seat's secret: 128 bits, safe in a URL."""
    return secrets.token_urlsafe(SECRET_BYTES)


def derived(key: str, *purpose: object) -> str:
    """A secret that follows from a key, another one for each purpose. It does not tell the key."""
    digest = hmac.digest(key.encode(), " ".join(map(str, purpose)).encode(), "sha256")
    return base64.urlsafe_b64encode(digest[:SECRET_BYTES]).decode().rstrip("=")


def match_id_of(key: str) -> str:
    """The id of the match that is created with this idempotency key."""
    return derived(key, "match")[:12]


SecretOf = Callable[[str, int], str]  # the secret of a seat, by match id and seat


def _random_secret(_match_id: str, _seat: int) -> str:
    return new_secret()


def is_text(text: str) -> bool:
    """Can it be stored? Lone surrogates and NUL cannot."""
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)


def new_match_id() -> str:
    return secrets.token_urlsafe(ID_BYTES)


@dataclass(frozen=True)
class Naming:
    """The id of a new match and the secrets of its seats: random, or derived from a key of the asker."""

    match_id: str = field(default_factory=new_match_id)
    secret_of: SecretOf = _random_secret
