"""`benben status`: the state of a running server for its host, in one screen."""

from __future__ import annotations

import time
import urllib.error
import urllib.request
from collections.abc import Iterator

from prometheus_client.parser import text_string_to_metric_families

from benben.core.errors import BenbenError
from benben.core.text import Message, texts

_ = texts(__package__)

TIMEOUT = 5.0
SLOWEST_SHOWN = 5
MEGABYTE = 1_000_000
HOUR = 3600.0

Samples = list[tuple[str, dict[str, str], float]]  # name, labels, value


class NoServer(BenbenError):
    """No server answers at the address."""

    code = "no-server"


def status(url: str, locale: str) -> str:
    """The report on the server at this address."""
    ready = _get(f"{url}/ready")
    samples: Samples = [
        (sample.name, sample.labels, sample.value)
        for family in text_string_to_metric_families(_get(f"{url}/metrics")[1])
        for sample in family.samples
    ]
    rows = list(_rows(samples, ready[0] == 200))
    width = max(len(name.say(locale)) for name, _what in rows if name is not None)
    lines = [f"benben: {url}"]
    for name, what in rows:
        lines.append(f"{name.say(locale) if name else '':{width}}  {what.say(locale)}")
    return "\n".join(lines)


def _get(url: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(url, timeout=TIMEOUT) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
    except OSError as error:
        raise NoServer(_("No server answers at {url}: {problem}", url=url, problem=str(error))) from error


def _rows(samples: Samples, is_ready: bool) -> Iterator[tuple[Message | None, Message]]:
    yield _("database"), _("takes writes") if is_ready else _("does not answer, or takes no writes")
    running, finished = (_sum(samples, "benben_tables", state=state) for state in ("running", "finished"))
    yield _("tables"), _("{running} running, {finished} finished", running=running, finished=finished)
    streams, cached = _sum(samples, "benben_streams"), _sum(samples, "benben_cached_matches")
    yield _("streams"), _("{n} open; {cached} matches in memory", n=streams, cached=cached)
    waiting, thinking = _sum(samples, "benben_bots_waiting"), _sum(samples, "benben_bots_thinking")
    yield _("bots"), _("{thinking} think, {waiting} wait", thinking=thinking, waiting=waiting)
    megabytes = _sum(samples, "benben_memory_bytes") // MEGABYTE
    workers = _sum(samples, "benben_workers")
    yield _("memory"), _("{n} MB in {workers} workers", n=megabytes, workers=workers)
    answered = _sum(samples, "benben_requests_total")
    failed = sum(_sum(samples, "benben_requests_total", status=str(status)) for status in range(500, 600))
    moves = _sum(samples, "benben_moves_total")
    yield _("requests"), _("{n} answered, {failed} failed; {moves} moves", n=answered, failed=failed, moves=moves)
    yield from _slowest(samples)
    yield _("last backup"), _backup(samples)


def _slowest(samples: Samples) -> Iterator[tuple[Message | None, Message]]:
    found = [
        (value, labels["route"])
        for name, labels, value in samples
        if name == "benben_slowest_request_seconds" and value
    ]
    name: Message | None = _("slowest requests")
    if not found:
        yield name, _("none in the last five minutes")
    for seconds, route in sorted(found, reverse=True)[:SLOWEST_SHOWN]:
        yield name, _("{seconds} s  {route}", seconds=f"{seconds:.3f}", route=route)
        name = None


def _backup(samples: Samples) -> Message:
    when = next((value for name, _labels, value in samples if name == "benben_last_backup_timestamp_seconds"), None)
    if when is None:
        return _("never: see “benben backup”")
    at = time.strftime("%Y-%m-%d %H:%M", time.localtime(when))
    return _("{time}, {hours} hours ago", time=at, hours=round((time.time() - when) / HOUR))


def _sum(samples: Samples, wanted: str, **fitting: str) -> int:
    return round(sum(value for name, labels, value in samples if name == wanted and fitting.items() <= labels.items()))
