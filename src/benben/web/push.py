"""Web Push: messages to browsers, encrypted for them (RFC 8291) and signed with the server's key (RFC 8292)."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid
from pywebpush import WebPusher

KEY = "vapid"
DAY = 24 * 3600


def new_key() -> str:
    """A private key, as text."""
    made = Vapid()
    made.generate_keys()
    return str(made.private_pem().decode())


class PushKey:
    """The key of this server."""

    def __init__(self, private: str, contact: str) -> None:
        self._vapid = Vapid.from_pem(private.encode())
        self._contact = contact

    @property
    def public(self) -> str:
        """For browsers: with it they subscribe."""
        point = self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def headers(self, endpoint: str) -> dict[str, str]:
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": self._contact}
        return {name: str(value) for name, value in self._vapid.sign(claims).items()}


def encrypted(subscription: Mapping[str, str], message: Mapping[str, Any]) -> tuple[bytes, dict[str, str]]:
    """The body and headers of a message that only this browser can read. Raises ValueError if its keys are broken."""
    info = {
        "endpoint": subscription["endpoint"],
        "keys": {"p256dh": subscription["p256dh"], "auth": subscription["auth"]},
    }
    try:
        sealed = WebPusher(info).encode(json.dumps(message).encode(), content_encoding="aes128gcm")
    except Exception as error:  # the library raises many kinds
        raise ValueError("broken keys") from error
    headers = {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(DAY),
        "Urgency": "normal",
    }
    return bytes(sealed["body"]), headers
