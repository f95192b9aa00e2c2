"""An ordeal for the server: loaded, and its processes killed by turns. Every acknowledged action has to be there.

Players behave as browsers do: what got no answer is sent again under the same name, until it is acknowledged.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from difflib import SequenceMatcher
from random import Random
from subprocess import Popen
from threading import Event
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from shapan.games import game as find_game
from shapan.lab.bench import Measure

from .load import Burden, family, free_port, percentile, post, start, wait_for
from .load import stop as end

PAUSE: Final = (4.0, 12.0)
"""Seconds between two killings."""
TRY_AGAIN: Final = 0.1
RECOVERY_LIMIT_S: Final = 5
"""Within which all games go on after a process was killed."""


Log: TypeAlias = dict[int, dict[str, Any]]
"""Entries by their numbers."""


class Said(NamedTuple):
    """An action that the server has acknowledged."""

    side: str
    text: str
    seq: int


class Recovery(NamedTuple):
    """Which process was killed, and the seconds until every game had given an answer again."""

    killed: str
    seconds: float


class OrdealFigures(msgspec.Struct):
    """What became of the actions."""

    killed: int
    acknowledged: int
    finished: int
    """Games that were played to their end, and followed by others."""
    lost: int
    """Acknowledged, and not in the log under their number, or once the game is over not in their order."""
    doubled: int
    """In the log more often than they were sent."""
    errors: int
    """Answers that should never be given."""
    slowest_ms: float
    p99_ms: float
    recovered: list[Recovery]
    """After each killing."""
    started_s: float
    """How long the server took to start in the first place: what this machine needs for it just now."""


class Duel:
    """Both players of one game, by turns, in one thread; when it is over they play another one."""

    def __init__(self, url: str, title: str, rng: Random) -> None:
        self._rng = rng
        self._games = f"{url}/api/v1/games"
        sides = find_game(title).sides_in()
        made, host = post(self._games, {"title": title, "seats": {sides[0]: "me", sides[1]: "human"}})
        self._game = str(made["id"])
        _, guest = post(f"{self._games}/{self._game}/join", {"secret": made["invitations"][sides[1]]["secret"]})
        self._cookies = dict(zip(sides, (host, guest), strict=True))
        self._said: list[Said] = []
        """In the present game."""
        self.times: list[float] = []
        self.acknowledged = self.lost = self.doubled = self.errors = self.finished = 0

    def play(self, stop: Event, every: float) -> None:
        """Act until told to stop; the last action is acknowledged too."""
        number = 0
        while not stop.wait(every * (0.5 + self._rng.random())):
            for side in self._cookies:
                number += self._act(side, f"{side}.{number}")

    def _act(self, side: str, cid: str) -> bool:
        state = self._ask(side, "/view")
        if state["view"].get("outcome"):
            self._play_again(side)
            return False
        ask = state["view"]["ask"]
        if ask["actor"] != side or not ask.get("options"):
            return False
        group = self._rng.choice(ask["options"])
        words = [group["verb"], *group.get("words", ())]
        if group.get("values"):
            words.append(self._rng.choice(group["values"]))
        body = {"action": " ".join(words), "seq": state["seq"], "cid": cid}
        began = time.monotonic()
        done = self._ask(side, "/actions", body)
        self.times.append((time.monotonic() - began) * 1000)
        if "entries" in done:
            self._said.append(Said(side, body["action"], done["entries"][0]["seq"]))
        return True

    def _play_again(self, side: str) -> None:
        self.judge()
        self.finished += 1
        self._game = str(self._ask(side, "/rematch", {"swap": False})["id"])

    def _ask(self, side: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        """Ask until there is an answer."""
        headers = {"Content-Type": "application/json", "Cookie": self._cookies[side]}
        data = None if body is None else json.dumps(body).encode()
        while True:
            try:
                request = urllib.request.Request(f"{self._games}/{self._game}{path}", data, headers)
                with urllib.request.urlopen(request, timeout=30) as answer:
                    found: dict[str, Any] = json.load(answer)
                    return found
            except urllib.error.HTTPError as error:
                if error.code != 503:
                    self.errors += 1
                    return {}
            except (OSError, ValueError):
                pass  # it has gone in the middle of an answer
            time.sleep(TRY_AGAIN)

    def wait(self) -> None:
        """Wait until this game answers."""
        self._ask(next(iter(self._cookies)), "/view")

    def judge(self) -> None:
        """Compare what was acknowledged in the present game with its log."""
        said, self._said = self._said, []
        logs = {side: self._log(side) for side in self._cookies}
        over = self._ask(next(iter(self._cookies)), "")["status"] == "over"
        lost, doubled = in_order(said, logs) if over else by_number(said, logs)
        self.acknowledged += len(said)
        self.lost += lost
        self.doubled += doubled

    def _log(self, side: str) -> Log:
        log: Log = {}
        since: int | None = 0
        while since is not None:
            page = self._ask(side, f"/events?since={since}&limit=1000")
            log |= {entry["seq"]: entry for entry in page["entries"]}
            since = page["next"]
        return log


def by_number(said: Sequence[Said], logs: Mapping[str, Log]) -> tuple[int, int]:
    """How many acknowledged actions are not in the log of their side under their number, and how many are there that
    nobody was told of."""
    lost = sum(one.seq not in logs[one.side] or logs[one.side][one.seq]["action"] != one.text for one in said)
    there = sum(entry["author"] == side for side, log in logs.items() for entry in log.values())
    return lost, max(0, there - len(said) + lost)


def in_order(said: Sequence[Said], logs: Mapping[str, Log]) -> tuple[int, int]:
    """The same once the game is over and all count as it does: whatever was acknowledged is there in its order."""
    log = next(iter(logs.values()))
    there = [(entry["author"], entry["action"]) for _, entry in sorted(log.items()) if entry["author"] in logs]
    told = [(one.side, one.text) for one in said]
    kept = sum(block.size for block in SequenceMatcher(None, told, there, autojunk=False).get_matching_blocks())
    return len(told) - kept, len(there) - kept


def endure(title: str, burden: Burden, seed: int = 1) -> OrdealFigures:
    """Let duels be fought while one process after another is killed."""
    rng = Random(seed)
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(burden.games) as threads:
        database = burden.database or f"sqlite:///{folder}/ordeal.db"
        port = free_port()
        server = start(database, port, burden.processes, spare=True)
        url, stop = f"http://127.0.0.1:{port}", Event()
        recovered: list[Recovery] = []
        began = time.monotonic()
        try:
            wait_for(url)
            started = time.monotonic() - began
            duels = [Duel(url, title, Random(number)) for number in range(burden.games)]
            fights = [threads.submit(duel.play, stop, burden.every) for duel in duels]
            until = time.monotonic() + burden.seconds
            while time.monotonic() < until:
                time.sleep(min(rng.uniform(*PAUSE), max(0.0, until - time.monotonic())))
                killed = time.monotonic()
                server, victim = _kill(server, rng, database, port, burden.processes)
                for duel in duels:
                    duel.wait()
                recovered.append(Recovery(victim, round(time.monotonic() - killed, 2)))
            wait_for(url)
            stop.set()
            for fight in fights:
                fight.result()
            for duel in duels:
                duel.judge()
        finally:
            stop.set()
            end(server)
    times = [one for duel in duels for one in duel.times]
    return OrdealFigures(
        killed=len(recovered),
        acknowledged=sum(duel.acknowledged for duel in duels),
        finished=sum(duel.finished for duel in duels),
        lost=sum(duel.lost for duel in duels),
        doubled=sum(duel.doubled for duel in duels),
        errors=sum(duel.errors for duel in duels),
        slowest_ms=max(times, default=0.0),
        p99_ms=percentile(times, 0.99),
        recovered=recovered,
        started_s=started,
    )


def _kill(server: Popen[bytes], rng: Random, database: str, port: int, processes: int) -> tuple[Popen[bytes], str]:
    """Kill the keeper, a house, the porch or one in reserve; who keeps the rest running (the keeper, or for the keeper
    we), and what was killed."""
    keeper = server.pid
    children = [pid for pid in family(keeper) if pid != keeper and _is_ours(pid)]
    victim = rng.choice([keeper, *children])
    name = "keeper" if victim == keeper else _errand_of(victim)
    with contextlib.suppress(ProcessLookupError):
        os.kill(victim, signal.SIGKILL)
    if victim != keeper:
        return server, name
    server.wait()
    while not _free(port):  # the children end by themselves when their keeper does
        time.sleep(TRY_AGAIN)
    return start(database, port, processes, spare=True), name


def _free(port: int) -> bool:
    with contextlib.closing(socket.socket()) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def _is_ours(pid: int) -> bool:
    """Is this the porch or a house, and no worker of one?"""
    return bool(_errand_of(pid))


def _errand_of(pid: int) -> str:
    """As what a child of the keeper was started; one in reserve may have taken another's place since."""
    with contextlib.suppress(OSError), open(f"/proc/{pid}/cmdline", "rb") as line:
        return line.read().partition(b"shapan.server.be_")[2].partition(b"\0")[0].decode()
    return ""


def bench_ordeal(title: str, burden: Burden, seed: int, say: Callable[[str], None]) -> list[Measure]:
    """The ordeal, judged."""
    say(f"{burden.games} games for {burden.seconds:.0f} seconds on {burden.processes} processes, killed by turns")
    figures = endure(title, burden, seed)
    say(f"{figures}")
    recovered = [one.seconds for one in figures.recovered]
    return [
        Measure("processes killed", figures.killed, 1, ""),
        Measure("actions acknowledged", figures.acknowledged, 1, ""),
        Measure("games played to their end", figures.finished, 0, ""),
        Measure("acknowledged and lost", figures.lost, 0, "", at_most=True),
        Measure("played twice", figures.doubled, 0, "", at_most=True),
        Measure("answers that should not be given", figures.errors, 0, "", at_most=True),
        Measure("slowest action", figures.slowest_ms, 0, "ms"),
        Measure("the server had started within", figures.started_s, 0, "s"),
        Measure("all games go on, median", percentile(recovered, 0.5), RECOVERY_LIMIT_S, "s", at_most=True),
        Measure("all games go on, slowest", max(recovered), RECOVERY_LIMIT_S, "s", at_most=True),
    ]
