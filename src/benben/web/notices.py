"""Tells people who are not at their table that it is their turn: by Web Push, or by a webhook into their chat.

A subscriber of the hub. It never delays a move: everything happens in threads, after a pause, from a bounded queue. A
notice holds what everybody may know: the game, whose turn it is, and the public address of the table.
"""

from __future__ import annotations

import asyncio
import http.client
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from benben.core.text import texts
from benben.table.errors import TableError
from benben.table.match import PERSON, Match
from benben.table.notice_store import PUSH, NoticeStore, Subscription
from benben.table.service import Service
from benben.web.names import short_name
from benben.web.outgoing import BadAddress, post, resolve
from benben.web.push import KEY, PushKey, encrypted, new_key
from benben.web.schemas import to_json
from benben.web.settings import Settings

_ = texts(__package__)

log = logging.getLogger("benben.web")

SENDERS = 4
GONE = (404, 410)  # the browser has ended its subscription


@dataclass(frozen=True)
class Turn:
    """It is a seat's turn, since this event."""

    match: str
    number: int
    seat: int
    due: float  # time of the event loop


class Notices:
    """Belongs to one event loop."""

    def __init__(self, service: Service, settings: Settings) -> None:
        self._service, self._settings = service, settings
        self.store = NoticeStore(service.store)
        self._waiting: asyncio.Queue[Turn] = asyncio.Queue(settings.waiting_notices)
        self._threads = ThreadPoolExecutor(SENDERS, "benben-notice")
        self._tasks: list[asyncio.Task[None]] = []
        self._key: PushKey | None = None

    def start(self) -> None:
        self._service.hub.subscribe(self._on_match)
        self._tasks = [asyncio.create_task(self._work()) for _sender in range(SENDERS)]

    def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def key(self) -> PushKey:
        """The key that signs messages; made at the first start. Blocks."""
        if self._key is None:
            self._key = PushKey(self.store.key(KEY, new_key), self._settings.contact)
        return self._key

    def _on_match(self, match: Match) -> None:
        seat = seat_called(match)
        if seat is None or self._waiting.full():
            return
        due = asyncio.get_running_loop().time() + self._settings.notice_seconds
        self._waiting.put_nowait(Turn(match.id, match.number, seat, due))

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            turn = await self._waiting.get()
            await asyncio.sleep(max(0.0, turn.due - loop.time()))
            try:
                match = await self._service.matches.cached(turn.match)
                if match.number == turn.number and turn.seat not in self._service.hub.present(turn.match):
                    await loop.run_in_executor(self._threads, self._tell_all, match.snapshot(), turn)
            except TableError as error:
                log.warning("a notice was not sent", extra={"match": turn.match, "code": error.code})
            except Exception:
                log.exception("a notice failed", extra={"match": turn.match})

    def _tell_all(self, match: Match, turn: Turn) -> None:
        for subscription in self.store.for_seat(turn.match, turn.seat):
            if self.store.claim(subscription, turn.number):
                self._tell(match, turn, subscription)

    def _tell(self, match: Match, turn: Turn, to: Subscription) -> None:
        try:
            target = resolve(to.address, allow_private=self._settings.allow_private_notices)
            if to.kind == PUSH:
                body, headers = encrypted({**to.data, "endpoint": to.address}, push_message(match, to))
                headers |= self.key().headers(to.address)
            else:
                body = to_json(webhook_message(match, turn.seat, to)).encode()
                headers = {"Content-Type": "application/json"}
            status = post(target, body, headers, self._settings.delivery_seconds)
        except (BadAddress, ValueError, OSError, http.client.HTTPException) as error:
            log.warning("a notice was not delivered", extra={"match": match.id, "kind": to.kind, "error": str(error)})
            return
        if to.kind == PUSH and status in GONE:
            self.store.remove(match.id, PUSH, to.address)
        elif status >= 300:
            log.warning("a notice was refused", extra={"match": match.id, "kind": to.kind, "status": status})


def seat_called(match: Match) -> int | None:
    """The person whose turn the last event has begun; None if it has not begun a person's turn."""
    actor = match.actor if match.is_full else None
    if actor is None or match.occupants[actor].kind != PERSON:
        return None
    before = match.states[-2] if len(match.states) > 1 else None
    is_new = before is None or not before.is_full or before.actor != actor
    return actor if is_new else None


def push_message(match: Match, to: Subscription) -> dict[str, Any]:
    language = to.data.get("language", "en")
    return {
        "title": match.game.title,
        "body": _("It is your turn.").say(language),
        "url": f"/t/{match.id}",
        "tag": match.id,
    }


def webhook_message(match: Match, seat: int, to: Subscription) -> dict[str, Any]:
    """`text` and `content` hold the same sentence: chats differ in which one they show."""
    language = to.data.get("language", "en")
    name, url = short_name(match, seat, language), f"{to.data.get('base', '')}/t/{match.id}"
    text = _("{game}: it is {name}’s turn. {url}", game=match.game.title, name=name, url=url).say(language)
    return {
        "text": text,
        "content": text,
        "match": match.id,
        "game": match.game.name,
        "number": match.number,
        "seat": seat,
        "name": name,
        "url": url,
    }
