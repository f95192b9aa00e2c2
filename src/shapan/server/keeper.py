"""The keeper: starts the porch and the houses, starts again whichever of them ends, and stops them all.

It does nothing else, so that there is nothing that could end it. It holds the socket on which visitors arrive: while
the porch starts again they wait. Children end with their keeper, however it ends.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import logging
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import msgspec

from shapan.kernel import ShapanError

from .errand import MISTAKE, Errand
from .settings import Settings

LOG = logging.getLogger("shapan.server")
STOPPING_SECONDS: Final = 8.0
BREATH: Final = 1.0
"""Seconds before a child that ended soon after it began is started again."""


CALM: Final = 3.0
"""Seconds after the last start before one is put in reserve: those who are needed start first."""
LONGEST_DOOR: Final = 103
"""Bytes in the name of a local socket, on every system that has them."""
RESERVE: Final = 2
"""Processes in reserve: to make one takes seconds on a busy machine, and another child may end meanwhile."""


class Reserve:
    """Processes that take the places of the next children that end."""

    def __init__(self, inherited: list[int]) -> None:
        self._inherited = inherited
        self._waiting: list[subprocess.Popen[bytes]] = []

    def fill(self) -> bool:
        """Start one more, if one is missing; whether one was."""
        for process in [one for one in self._waiting if one.poll() is not None]:
            self._waiting.remove(process)
            _closed(process)
        missing = len(self._waiting) < RESERVE
        if missing:
            self._waiting.append(_started("be_spare", self._inherited))
        return missing

    def take(self, errand: Errand) -> tuple[subprocess.Popen[bytes], Errand] | None:
        """The one that has waited longest and what it is to be told; None if there is none that lives."""
        while self._waiting:
            process = self._waiting.pop(0)
            if process.poll() is None:
                unused = [number for number in self._inherited if number not in errand.listen]
                return process, msgspec.structs.replace(errand, unused=unused)
            _closed(process)
        return None

    def stop(self) -> None:
        for process in self._waiting:
            process.kill()
            process.wait()
            _closed(process)
        self._waiting = []


def _started(module: str, inherited: list[int]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"shapan.server.{module}"]
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        pass_fds=tuple(inherited),
        start_new_session=True,
        preexec_fn=leash,  # noqa: PLW1509 - the keeper has one thread
    )


_LIBC: Final = ctypes.CDLL(None) if sys.platform == "linux" else None
PR_SET_PDEATHSIG: Final = 1
PR_GET_PDEATHSIG: Final = 2


def leash() -> None:
    """Where the system can do it, a child ends in the same moment as its keeper, even one that is still being started
    and holds the address of the next keeper; elsewhere it notices by itself."""
    if _LIBC is not None:
        _LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _closed(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()


class Child:
    """A process with an errand."""

    def __init__(self, name: str, module: str, errand: Errand) -> None:
        self.name = name
        self._module = module
        self._errand = errand
        self._process: subprocess.Popen[bytes] | None = None
        self._due = 0.0

    def start(self, reserve: Reserve) -> bool:
        """Start it, or let the one in reserve take its place, unless it runs or has just failed; whether it did."""
        now = time.monotonic()
        if self._process is not None or now < self._due:
            return False
        self._process, errand = reserve.take(self._errand) or (
            _started(self._module, self._errand.listen),
            self._errand,
        )
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it has ended already, and will be found so
            self._process.stdin.write(errand.dumps())
            self._process.stdin.flush()
        self._due = now + BREATH
        return True

    def ended(self) -> int | None:
        """Its exit code, if it has ended since it was started."""
        if self._process is None or (code := self._process.poll()) is None:
            return None
        self._let_go()
        return code

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()

    def wait(self, seconds: float) -> None:
        """Wait for its end, and make one in the end."""
        if self._process is None:
            return
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._let_go()

    def _let_go(self) -> None:
        assert self._process is not None
        _closed(self._process)
        self._process = None


class Keeper:
    """All children, and the signals that end them."""

    def __init__(self, settings: Settings, listening: socket.socket, proxy: str | None) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="shapan-"))
        self._doors = [self._folder / f"house-{number}" for number in range(settings.processes)]
        houses = [str(door) for door in self._doors]
        if any(len(os.fsencode(door)) > LONGEST_DOOR for door in houses):
            shutil.rmtree(self._folder, ignore_errors=True)
            raise ShapanError(f"the folder for temporary files has too long a name for local sockets: {self._folder}")
        listening.set_inheritable(True)
        porch = Errand(settings, houses, [listening.fileno()], proxy)
        self.porch = Child("the porch", "be_porch", porch)
        self.houses = [
            Child(f"house {slot}", "be_house", Errand(msgspec.structs.replace(settings, slot=slot), houses))
            for slot in range(settings.processes)
        ]
        self._reserve = Reserve([listening.fileno()])
        self._with_spare = settings.spare
        self._calm = 0.0
        """When the last child, or one in reserve, was started."""
        self._stopping = False

    def run(self) -> int:
        """Keep everything running until a signal comes; the exit code."""
        bell, hammer = socket.socketpair()
        hammer.setblocking(False)
        before = {number: signal.signal(number, self._heard) for number in SIGNALS}
        woken = signal.set_wakeup_fd(hammer.fileno(), warn_on_full_buffer=False)
        try:
            return self._keep(bell)
        finally:
            signal.set_wakeup_fd(woken)
            for number, handler in before.items():
                signal.signal(number, handler)
            bell.close()
            hammer.close()
            self._stop()
            shutil.rmtree(self._folder, ignore_errors=True)

    def _heard(self, number: int, _frame: Any) -> None:
        self._stopping = self._stopping or number in (signal.SIGTERM, signal.SIGINT)

    def _keep(self, bell: socket.socket) -> int:
        while not self._stopping:
            for child in (*self.houses, self.porch):
                code = child.ended()
                if code == MISTAKE and not self._has_begun():  # it has said why
                    return MISTAKE
                if code is not None:
                    LOG.error("%s ended (%s) and is started again", child.name, code)
                if child.start(self._reserve):
                    self._calm = time.monotonic()
            if self._with_spare and self.settled() and self._reserve.fill():
                self._calm = time.monotonic()
            if select.select([bell], [], [], BREATH)[0]:
                os.read(bell.fileno(), 4096)
        return 0

    def _has_begun(self) -> bool:
        """Have all houses opened their doors? What is wrong later may be the storage, for a while: to end would take
        away the rest as well."""
        return all(door.exists() for door in self._doors)

    def settled(self) -> bool:
        """Is there time for those in reserve? On a busy machine they would be in the way of the houses, which take long
        to come up there."""
        return time.monotonic() - self._calm > CALM and self._has_begun()

    def _stop(self) -> None:
        """Visitors first, so that what they have asked for can still be finished."""
        self._reserve.stop()
        self.porch.stop()
        self.porch.wait(STOPPING_SECONDS)
        for house in self.houses:
            house.stop()
        for house in self.houses:
            house.wait(STOPPING_SECONDS)


SIGNALS: Final = [signal.Signals[name] for name in ("SIGTERM", "SIGINT", "SIGCHLD") if hasattr(signal, name)]


LETTING_GO: Final = 10.0
"""Seconds within which the children of a keeper that was killed let go of its address: one that is still being started
notices only then."""


def bind(host: str, port: int) -> socket.socket:
    """The socket on which visitors arrive; an address that is just being left is waited for."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    limit = time.monotonic() + LETTING_GO
    while True:
        try:
            listening.bind((host, port))
            break
        except OSError as error:
            if error.errno == errno.EADDRINUSE and time.monotonic() < limit:
                time.sleep(0.1)
                continue
            listening.close()
            raise ShapanError(f"cannot listen on {host} port {port}: {error.strerror}") from None
    listening.listen(2048)
    return listening


def keep(settings: Settings, host: str, port: int, proxy: str | None = None) -> int:
    """Run the whole server until it is stopped; the exit code."""
    if settings.processes > 1 and settings.database.startswith("sqlite"):
        raise ShapanError("several processes need PostgreSQL: --db postgresql://…")
    with bind(host, port) as listening:
        return Keeper(settings, listening, proxy).run()
