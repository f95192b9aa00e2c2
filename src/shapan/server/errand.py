"""What a child of the keeper is told. It comes by the child's standard input, which is open while the keeper lives."""

from __future__ import annotations

import faulthandler
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from typing import Final

import msgspec

from shapan.kernel import ShapanError
from shapan.kernel.reading import read_json

from .settings import Settings

SPARE: Final = 64
"""Descriptors kept for files, the storage and the houses; the rest may be connections."""
MISTAKE: Final = 2
"""Exit code of a child that can never start: the keeper does not try again."""


class Errand(msgspec.Struct):
    """Who a child is."""

    settings: Settings
    houses: list[str]
    """The sockets of all houses."""
    listen: list[int] = []
    """Descriptors to accept visitors from, for the porch."""
    proxy: str | None = None
    unused: list[int] = []
    """Descriptors that a process in reserve has and does not need for this."""

    def dumps(self) -> bytes:
        return msgspec.json.encode(self, enc_hook=str) + b"\n"

    @classmethod
    def loads(cls, line: bytes) -> Errand:
        return read_json(line, cls, lambda kind, value: kind(value))


def take(work: Callable[[Errand], None]) -> None:
    """Do the errand that the keeper gives, until it is done or the keeper is no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the keeper, which then ends its children
    faulthandler.enable()  # should the process die, its log says where: lines of modules, and nothing that they held
    line = os.dup(sys.stdin.fileno())  # read without Python's buffer, which could not be let go of at the end
    errand = Errand.loads(_told(line))
    threading.Thread(target=_live_with_the_keeper, args=(line,), daemon=True).start()
    configure_logs()
    try:
        work(errand)
    except ShapanError as error:
        print(f"shapan: {error}", file=sys.stderr)
        sys.exit(MISTAKE)


def _told(line: int) -> bytes:
    """The first line."""
    found = b""
    while not found.endswith(b"\n"):
        more = os.read(line, 4096)
        if not more:
            sys.exit("shapan: this process serves the keeper (shapan serve), and that is not there")
        found += more
    return found


def _live_with_the_keeper(line: int) -> None:
    """End at once when the keeper has ended, in whatever way: nobody else would ever stop this process."""
    while os.read(line, 1):
        pass
    os._exit(1)


def configure_logs() -> None:
    logging.basicConfig(format="%(asctime)s %(levelname)s %(name)s: %(message)s", level=logging.INFO)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def connections() -> int:
    """How many connections this process can hold; its limit of descriptors is raised as far as the system lets it."""
    import resource  # noqa: PLC0415 - not everywhere, and children are only started where it is

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = hard if hard != resource.RLIM_INFINITY else max(soft, 65_536)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(SPARE, most - SPARE)
