"""Figures of a running server in the text form that Prometheus reads. They count, and never say who."""

from __future__ import annotations

import ipaddress
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping
from threading import Lock
from typing import Final, NamedTuple

from starlette.datastructures import Headers
from starlette.types import Scope

from .settings import Settings

Labels = tuple[tuple[str, str], ...]
PLAIN: Final = "text/plain; version=0.0.4; charset=utf-8"


class Family(NamedTuple):
    """A figure: what sort of number it is, and what it tells."""

    kind: str
    about: str


FAMILIES: Final = {
    "requests_total": Family("counter", "Requests by method and status."),
    "actions_total": Family("counter", "Actions acknowledged, by title."),
    "action_seconds": Family("histogram", "From an action's arrival to its being on disk, by title."),
    "engine_seconds_total": Family("counter", "Processor time of the engine's threads, by sort of work."),
    "rooms": Family("gauge", "Games in memory."),
    "sockets": Family("gauge", "Open WebSockets."),
    "bot_queue": Family("gauge", "Jobs that wait for a worker."),
    "house_up": Family("gauge", "Whether a house is there."),
}
CARRIED: Final = frozenset({"forwarded", "via", "x-forwarded-for", "x-forwarded-proto", "x-real-ip"})
"""Headers that tell of a proxy: whoever comes through one is not on this machine."""
BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Seconds up to which actions are counted together."""


class Metrics:
    """What one process has counted."""

    def __init__(self) -> None:
        self._lock = Lock()  # engine threads count too
        self._sums: defaultdict[tuple[str, Labels], float] = defaultdict(float)
        self._spread: dict[tuple[str, Labels], list[int]] = {}

    def add(self, name: str, amount: float = 1, **labels: str) -> None:
        """Count something."""
        with self._lock:
            self._sums[name, tuple(labels.items())] += amount

    def time(self, name: str, seconds: float, **labels: str) -> None:
        """Note how long something took."""
        key = (name, tuple(labels.items()))
        with self._lock:
            self._sums[key] += seconds
            self._spread.setdefault(key, [0] * (len(BOUNDS) + 1))[bisect_left(BOUNDS, seconds)] += 1

    def lines(self, more: Mapping[str, float], **labels: str) -> Iterable[str]:
        """A line for each figure, with these labels besides its own. ``more`` holds gauges."""
        own = tuple(labels.items())
        for (name, mine), number in sorted(self._sums.items()):
            if spread := self._spread.get((name, mine)):
                yield from _histogram(name, (*own, *mine), spread, number)
            else:
                yield _line(name, (*own, *mine), number)
        for name, number in more.items():
            yield _line(name, own, number)


def _histogram(name: str, labels: Labels, spread: list[int], seconds: float) -> Iterable[str]:
    total = 0
    for bound, count in zip((*map(str, BOUNDS), "+Inf"), spread, strict=True):
        total += count
        yield _line(f"{name}_bucket", (*labels, ("le", bound)), total)
    yield _line(f"{name}_sum", labels, seconds)
    yield _line(f"{name}_count", labels, total)


def _line(name: str, labels: Labels, number: float) -> str:
    inside = ",".join(f'{key}="{_quoted(value)}"' for key, value in labels)
    return f"shapan_{name}{{{inside}}} {number:.10g}" if inside else f"shapan_{name} {number:.10g}"


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def may_read(scope: Scope, settings: Settings) -> bool:
    """Does this request come from where figures may be read, and from no proxy that has not been introduced?"""
    try:
        address = ipaddress.ip_address(scope["client"][0] if scope.get("client") else "")
    except ValueError:
        return False
    if address.is_loopback:
        return not CARRIED & set(Headers(scope=scope))
    return any(address in ipaddress.ip_network(network, strict=False) for network in settings.metrics_from)


def document(lines: Iterable[str]) -> bytes:
    """All lines of all processes, those of a figure together under its heading."""
    found = list(lines)
    text: list[str] = []
    for name, family in FAMILIES.items():
        mine = [line for line in found if line.startswith((f"shapan_{name}{{", f"shapan_{name} ", f"shapan_{name}_"))]
        if mine:
            text += [f"# HELP shapan_{name} {family.about}", f"# TYPE shapan_{name} {family.kind}", *mine]
    return ("\n".join(text) + "\n").encode()
