"""Work done in copies of this process, so that what it changes is gone when it ends."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Self

import msgspec


class Ended(msgspec.Struct, frozen=True):
    """What became of a child: what it said, or that it was stopped for taking too long, or that it crashed."""

    said: str | None
    late: bool = False


class Children:
    """Forked copies that work side by side. Needs a system that can fork; Windows cannot."""

    def __init__(self) -> None:
        self._folder = TemporaryDirectory()
        self.running: set[int] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for child in self.running:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        self._folder.cleanup()

    def start(self, work: Callable[[], str], seconds: float) -> int:
        """Begin a piece of work; the number of the child that does it."""
        sys.stdout.flush()
        sys.stderr.flush()
        child = os.fork()
        if child:
            self.running.add(child)
            return child
        # From here on this is the child; it must never return to what the parent was doing.
        code = 1
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_REAL, seconds)
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            self._paper(os.getpid()).write_text(work(), encoding="utf-8")
            code = 0
        finally:
            os._exit(code)

    def wait(self) -> tuple[int, Ended]:
        """Wait until any child has ended."""
        child, status = os.waitpid(-1, 0)
        self.running.discard(child)
        if os.WIFSIGNALED(status):
            return child, Ended(None, os.WTERMSIG(status) == signal.SIGALRM)
        return child, Ended(self._paper(child).read_text(encoding="utf-8") if os.WEXITSTATUS(status) == 0 else None)

    def _paper(self, child: int) -> Path:
        return Path(self._folder.name) / str(child)
