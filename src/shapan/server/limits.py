"""Rate limits: a token bucket per kind of request for each session and each address."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, NamedTuple

from .problems import Problem


def household(address: str) -> str:
    """Who is counted as one: an address, or of the sixth version the half of it that a provider gives to a customer."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


class Rate(NamedTuple):
    """How many at once, and how many a second afterwards."""

    burst: float
    per_second: float


RATES: Final = {
    "read": Rate(300, 60),
    "write": Rate(60, 5),
    "act": Rate(60, 10),
    "create": Rate(20, 0.2),
    "newcomer": Rate(20, 0.2),
    "login": Rate(10, 0.1),
    "chat": Rate(10, 0.5),
    "ask": Rate(120, 20),
    "hint": Rate(20, 1),
    "record": Rate(5, 0.05),
    "socket": Rate(30, 1),
    "frame": Rate(60, 20),
}
FAILURES: Final = Rate(20, 1 / 30)
"""Wrong passwords for one account, from all addresses together."""
COSTLY: Final = frozenset({"create", "record"})
"""What visitors without a session share with all others of their address: each of them could be the same one again."""
ADDRESS_FACTOR: Final = 5
"""An address may stand for a household or a school: it gets this many times as much as one session."""
MOST_BUCKETS: Final = 20_000


def _too_many(wait: float) -> Problem:
    return Problem("too-many", f"try again in {math.ceil(wait)} s", retry=math.ceil(wait))


class Limits:
    """All buckets, the least recently used forgotten first."""

    def __init__(self, enabled: bool = True, clock: Callable[[], float] = time.monotonic) -> None:
        self.enabled = enabled
        self._clock = clock
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def spend(self, kind: str, session: str | None, address: str) -> None:
        """Count one request; raises the Problem that says when to come back."""
        if not self.enabled:
            return
        home = household(address)
        self._spend(kind, f"a {home}", ADDRESS_FACTOR)
        if session is not None:
            self._spend(kind, f"s {session}", 1)
        elif kind in COSTLY:
            self._spend(kind, f"n {home}", 1)

    def allows(self, kind: str, address: str) -> bool:
        """Count one request of somebody at this address, if there may be one more."""
        try:
            self.spend(kind, None, address)
        except Problem:
            return False
        return True

    def failed(self, account: str) -> None:
        """Somebody gave a wrong password for this account, from wherever."""
        if self.enabled:
            self._take(("failure", account), FAILURES)

    def check(self, account: str) -> None:
        """Raises the Problem while too many wrong passwords have been given for this account."""
        left, at = self._buckets.get(("failure", account), (FAILURES.burst, 0.0))
        if left + (self._clock() - at) * FAILURES.per_second < 1:
            raise _too_many((1 - left) / FAILURES.per_second)

    def _spend(self, kind: str, holder: str, factor: float) -> None:
        rate = RATES[kind]
        wait = self._take((kind, holder), Rate(rate.burst * factor, rate.per_second * factor))
        if wait > 0:
            raise _too_many(wait)

    def _take(self, key: tuple[str, str], rate: Rate) -> float:
        now = self._clock()
        left, at = self._buckets.pop(key, (rate.burst, now))
        left = min(rate.burst, left + (now - at) * rate.per_second)
        wait = 0.0 if left >= 1 else (1 - left) / rate.per_second
        self._buckets[key] = (left - 1 if wait == 0 else left, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return wait
