"""Requests to addresses that users give: never into the host's own network, never redirected.

The name is resolved once. All its addresses are checked, and the connection goes to a checked one: a name that points
elsewhere a moment later (DNS rebinding) gains nothing.
"""

from __future__ import annotations

import contextlib
import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from benben.core.text import texts
from benben.table.errors import TableError

_ = texts(__package__)

PATIENCE = 3  # a whole request takes at most this many times the longest silence: an address may let it trickle
LONGEST_URL = 1000
_EMBEDDING = [ip_network(text) for text in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")]  # hold IPv4


class BadAddress(TableError):
    """An address to which this server sends nothing."""

    code = "bad-address"
    status = 422


@dataclass(frozen=True)
class Target:
    """An address whose host was resolved and checked."""

    host: str
    port: int
    path: str
    is_tls: bool
    address: str  # of the network


def resolve(url: str, *, allow_private: bool) -> Target:
    """Raises BadAddress. Blocks while the name is looked up."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        raise BadAddress(_("This is not a web address.")) from None
    host = parts.hostname
    has_control = any(ord(letter) <= 32 for letter in url)
    if not host or parts.scheme not in ("http", "https") or parts.username or has_control or len(url) > LONGEST_URL:
        raise BadAddress(_("This is not a web address."))
    if parts.scheme == "http" and not allow_private:
        raise BadAddress(_("The address must begin with https."))
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadAddress(_("There is no host {host}.", host=host)) from None
    addresses = [str(info[4][0]) for info in found]
    if not addresses or not (allow_private or all(map(_is_public, addresses))):
        raise BadAddress(_("{host} is in the network of this server.", host=host))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(host, port, path, parts.scheme == "https", addresses[0])


def _is_public(text: str) -> bool:
    address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is not None:
            return _is_public(str(address.ipv4_mapped))
        if any(address in network for network in _EMBEDDING):
            return False
    return address.is_global and not address.is_multicast


def post(target: Target, body: bytes, headers: Mapping[str, str], seconds: float) -> int:
    """The status of the answer. Blocks; raises OSError or HTTPException. `seconds`: the longest silence."""
    connection = _Connection(target, seconds)
    end = threading.Timer(PATIENCE * seconds, connection.abort)
    end.daemon = True
    end.start()
    try:
        connection.request("POST", target.path, body, {**headers, "Connection": "close"})
        return connection.getresponse().status
    finally:
        end.cancel()
        connection.close()


class _Connection(http.client.HTTPConnection):
    """A connection to the checked address, whatever the name means by now."""

    def __init__(self, target: Target, seconds: float) -> None:
        super().__init__(target.host, target.port, timeout=seconds)
        self._target, self._seconds = target, seconds

    def connect(self) -> None:
        sock = socket.create_connection((self._target.address, self._target.port), self._seconds)
        if self._target.is_tls:
            self.default_port = 443
            sock = ssl.create_default_context().wrap_socket(sock, server_hostname=self._target.host)
        self.sock = sock

    def abort(self) -> None:
        """End a request that trickles along."""
        with contextlib.suppress(OSError, AttributeError):
            self.sock.shutdown(socket.SHUT_RDWR)
