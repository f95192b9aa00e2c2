"""Worker processes: where bots think and imported records are replayed, each job under a time limit.

The standard pools cannot stop a job that runs on; here a worker that is late or dies is killed and replaced. A job may
say something before it is done, and may be told that nobody wants to wait any longer.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Final, TypeVar

T = TypeVar("T")
ENOUGH: Final = "enough"
SLICE: Final = 0.1
"""How often whoever waits for a job looks whether it is to end early, in seconds."""
GRACE: Final = 2.0
"""How long a job may go on once it has been told that it is enough."""


class JobLate(Exception):
    """The job ran out of time."""


class JobFailed(Exception):
    """The job raised something, or its process died."""


class Waiting:
    """What whoever waits for a job hears of it, and how to end it early."""

    def __init__(self, heard: Callable[[Any], None] | None = None) -> None:
        self.heard = heard or _unheard
        """Called with whatever the job says, in a thread of the pool."""
        self.enough = threading.Event()


def _unheard(_said: Any) -> None:
    pass


_line: Connection | None = None
"""In a worker process: the pipe to whoever waits for the job."""


def say(said: Any) -> bool:
    """For jobs: tell whoever waits something. False when they do not want to wait any longer."""
    if _line is None:
        return True
    _line.send((None, said))
    return not _line.poll()


def _serve(pipe: Connection) -> None:
    """The life of a worker process: take a job, do it, answer."""
    import signal  # noqa: PLC0415 - runs in the child only

    global _line  # noqa: PLW0603 - a process does one job at a time, and jobs are plain functions
    _line = pipe
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends its workers
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        if job == ENOUGH:  # came when the job that it was meant for had just ended
            continue
        function, arguments = job
        try:
            answer = (True, function(*arguments))
        except Exception as error:
            answer = (False, f"{type(error).__name__}: {error}")
        try:
            pipe.send(answer)
        except OSError:  # nobody is there any more
            return


class Worker:
    """One process and the pipe to it; started when first needed and again after it was killed."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._process: Any = None
        self._pipe: Connection | None = None

    def do(self, function: Callable[..., T], arguments: tuple[Any, ...], seconds: float, waiting: Waiting) -> T:
        """Run the function in the process. Raises JobLate or JobFailed."""
        try:
            pipe, fresh = self._start()  # which the system may refuse: no memory, too many processes
            pipe.send((function, arguments))
            done, answer = _wait(pipe, time.monotonic() + seconds + (STARTING if fresh else 0.0), waiting)
        except (EOFError, OSError):
            self.stop()
            raise JobFailed("the worker process died") from None
        except BaseException:
            self.stop()
            raise
        if not done:
            raise JobFailed(answer)
        found: T = answer
        return found

    def _start(self) -> tuple[Connection, bool]:
        if self._pipe is not None and self._process.is_alive():
            return self._pipe, False
        self.stop()
        pipe, theirs = self._context.Pipe()
        self._process = self._context.Process(target=_serve, args=(theirs,), name="shapan-worker", daemon=True)
        self._process.start()
        theirs.close()
        self._pipe = pipe
        return pipe, True

    def stop(self) -> None:
        """Kill the process; the next job starts a new one. May be called while a job runs: it then fails."""
        process, self._process = self._process, None
        pipe, self._pipe = self._pipe, None
        if process is not None and process.pid is not None:
            process.kill()
            process.join()
            process.close()
        if pipe is not None:
            pipe.close()


def _wait(pipe: Connection, deadline: float, waiting: Waiting) -> tuple[bool, Any]:
    """The answer of a job, what it says on the way handed on; JobLate after the deadline."""
    told = False
    while True:
        if waiting.enough.is_set() and not told:
            pipe.send(ENOUGH)
            told, deadline = True, min(deadline, time.monotonic() + GRACE)
        left = deadline - time.monotonic()
        if pipe.poll(max(0.0, min(left, SLICE))):
            done, answer = pipe.recv()
            if done is not None:
                return done, answer
            waiting.heard(answer)
        elif left <= 0:
            raise JobLate


STARTING = 20.0
"""Extra seconds for a process that has to import everything first."""


class Turns:
    """Lets so many in at once; those who wait come in by turns, one of each patron, however many each has sent."""

    def __init__(self, count: int) -> None:
        self._free = count
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    def waiting(self) -> int:
        """How many wait."""
        return sum(len(line) for line in self._waiting.values())

    @asynccontextmanager
    async def turn(self, patron: str) -> AsyncIterator[None]:
        await self._come_in(patron)
        try:
            yield
        finally:
            self._leave()

    async def _come_in(self, patron: str) -> None:
        if self._free:
            self._free -= 1
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(patron, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # called in just as it gave up waiting
                self._leave()
            raise

    def _leave(self) -> None:
        while self._waiting:
            patron, line = self._waiting.popitem(last=False)
            called = line.popleft()
            if line:
                self._waiting[patron] = line  # behind everybody else who waits
            if not called.done():
                called.set_result(None)
                return
        self._free += 1


class Workers:
    """A few workers; jobs wait for the first that is free, those of different patrons by turns."""

    def __init__(self, count: int) -> None:
        self._free: SimpleQueue[Worker] = SimpleQueue()
        self._all = [Worker() for _ in range(count)]
        for worker in self._all:
            self._free.put(worker)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="shapan-worker")
        self._turns = Turns(count)

    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return self._turns.waiting()

    async def do(
        self,
        function: Callable[..., T],
        *arguments: Any,
        seconds: float,
        waiting: Waiting | None = None,
        patron: str = "",
    ) -> T:
        """Run a function of a module in a worker process and wait for its answer."""
        loop, heard = asyncio.get_running_loop(), waiting or Waiting()
        async with self._turns.turn(patron):
            return await loop.run_in_executor(self._threads, self._do, function, arguments, seconds, heard)

    def _do(self, function: Callable[..., T], arguments: tuple[Any, ...], seconds: float, waiting: Waiting) -> T:
        worker = self._free.get()
        try:
            return worker.do(function, arguments, seconds, waiting)
        finally:
            self._free.put(worker)

    def close(self) -> None:
        """Kill all workers and wait for the threads that talk to them."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._all:
            worker.stop()
