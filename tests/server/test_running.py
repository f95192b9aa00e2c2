"""Running a server: settings, figures, logs, and the files that others deploy it with."""

from __future__ import annotations

import json
import logging
import re
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import httpx
import pytest
from tests.server.kit import PARLOUR, Server, process, serving

from shapan.kernel import Book, ShapanError
from shapan.server.config import DIALS, load, shown
from shapan.server.errand import MISTAKE, Errand
from shapan.server.keeper import PR_GET_PDEATHSIG, Child, Keeper, Reserve, leash
from shapan.server.metrics import FAMILIES, Metrics, document, may_read
from shapan.server.settings import Settings

pytestmark = pytest.mark.anyio
LINE = re.compile(r'shapan_[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [0-9.e+-]+')


# --- settings -------------------------------------------------------------------------------------


def test_the_command_line_overrides_the_environment_and_that_the_file(tmp_path: Path) -> None:
    path = tmp_path / "shapan.toml"
    path.write_text('port = 1\nhost = "0.0.0.0"\nworkers = 3\norigins = ["https://a"]\n', encoding="utf-8")
    environment = {"SHAPAN_PORT": "2", "SHAPAN_HTTPS": "true", "SHAPAN_ORIGINS": "https://b, https://c", "HOME": "/"}
    found = load(path, environment, {"port": 3, "host": None})
    assert (found.port, found.host) == (3, "0.0.0.0")
    assert (found.settings.workers, found.settings.https) == (3, True)
    assert found.settings.origins == ("https://b", "https://c")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        *(("prot = 1", "no setting 'prot'"), ('port = "many"', "a setting is wrong"), ("port =", "Invalid value")),
        ('metrics_from = ["home"]', "a setting is wrong: 'home'"),
        *(("port = 99999", "at `..port`"), ("processes = 0", "at `..processes`"), ("workers = 0", "at `..workers`")),
        *(
            ("beat = -1", "at `..beat`"),
            ("sockets = -5", "at `..sockets`"),
            ("bot_seconds = nan", "at `..bot_seconds`"),
        ),
    ],
)
def test_a_wrong_setting_is_told_in_one_line(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "shapan.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ShapanError, match=told) as caught:
        load(path, {}, {})
    assert "\n" not in str(caught.value)


def test_settings_are_shown_without_the_password(tmp_path: Path) -> None:
    text = shown(load(None, {"SHAPAN_DATABASE": "postgresql://shapan:hunter2@db/shapan"}, {}))
    assert "hunter2" not in text
    path = tmp_path / "again.toml"
    path.write_text(text, encoding="utf-8")
    assert shown(load(path, {}, {})) == text, "what is shown can be read back"
    assert all(name in text for name in DIALS)


# --- figures and logs -----------------------------------------------------------------------------


async def test_figures(server: Server) -> None:
    host, _, game = await server.two_players(PARLOUR)
    await host.act(game, "bid 0")
    answer = await host.client.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = [line for line in answer.text.splitlines() if not line.startswith("#")]
    assert all(LINE.fullmatch(line) for line in lines), lines
    assert 'shapan_actions_total{house="0",title="parlour"} 1' in lines
    assert 'shapan_action_seconds_count{house="0",title="parlour"} 1' in lines
    assert 'shapan_rooms{house="0"} 1' in lines
    assert game not in answer.text


def test_figures_of_all_processes(tmp_path: Path) -> None:
    with process(tmp_path) as server:
        httpx.get(f"{server.url}/api/v1/titles", timeout=60)
        text = httpx.get(f"{server.url}/metrics", timeout=60).text
        assert 'shapan_requests_total{method="GET",status="200"}' in text
        assert 'shapan_house_up{house="0"} 1' in text
        assert text.count("# TYPE shapan_rooms gauge") == 1
        hidden = httpx.get(f"{server.url}/metrics", headers={"X-Forwarded-For": "1.2.3.4"}, timeout=60)
        assert "shapan_requests_total" not in hidden.text


def test_times_are_counted_up_to_their_bounds() -> None:
    metrics = Metrics()
    for seconds in (0.004, 0.005, 0.2, 7.0):
        metrics.time("action_seconds", seconds, title="x")
    lines = document(metrics.lines({"rooms": 2})).decode().splitlines()
    assert 'shapan_action_seconds_bucket{title="x",le="0.005"} 2' in lines
    assert 'shapan_action_seconds_bucket{title="x",le="0.25"} 3' in lines
    assert 'shapan_action_seconds_bucket{title="x",le="+Inf"} 4' in lines
    assert [line for line in lines if line.startswith("# TYPE")] == [
        "# TYPE shapan_action_seconds histogram",
        f"# TYPE shapan_rooms {FAMILIES['rooms'].kind}",
    ]


@pytest.mark.parametrize(
    ("address", "header", "allowed"),
    [
        *(("127.0.0.1", "accept", True), ("::1", "accept", True), ("8.8.8.8", "accept", False)),
        *(("127.0.0.1", header, False) for header in ("x-forwarded-for", "forwarded", "via", "x-real-ip")),
    ],
)
def test_figures_are_for_those_who_run_the_server(address: str, header: str, allowed: bool) -> None:
    """How many actions are taken, and when, is no player's business."""
    headers = [(header.encode(), b"9.9.9.9")]
    assert may_read({"type": "http", "client": (address, 1), "headers": headers}, Settings()) is allowed
    assert may_read({"type": "http", "client": None, "headers": []}, Settings()) is False
    assert may_read({"type": "http", "client": ("10.1.2.3", 1), "headers": []}, Settings(metrics_from=("10.0.0.0/8",)))


async def test_what_the_first_moves_wait_for_is_made_ready_once_for_all_games_of_a_title(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready: list[str] = []
    monkeypatch.setattr(Book, "prepare", lambda book: ready.append(book.game.id))
    async with serving(tmp_path) as server:
        _, _, game = await server.two_players(PARLOUR)
    assert not ready
    async with serving(tmp_path, warm=True) as server:
        await server.house.room(game)
        await server.two_players(PARLOUR)
    assert ready == ["parlour"]


async def test_the_journal_tells_deeds_and_no_secrets(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "shapan.audit")
    player = await server.player()
    await player.post("/accounts", {"name": "oyama", "password": "correct horse"})
    await player.post("/sessions", {"name": "oyama", "password": "battery staple"})
    lines = [json.loads(record.message) for record in caplog.records if record.name == "shapan.audit"]
    assert [(line["deed"], line["account"]) for line in lines] == [("registered", "oyama"), ("wrong password", "oyama")]
    await player.post("/sessions", {"name": "tr0ub4dor", "password": "oyama"})  # in the wrong fields
    last = json.loads(caplog.records[-1].message)
    assert (last["deed"], last["account"]) == ("wrong password", None)
    for secret in ("horse", "staple", "tr0ub4dor"):
        assert secret not in caplog.text


def test_descriptors_are_raised_to_their_limit_and_some_are_kept_back() -> None:
    asked = """
import resource
from shapan.server.errand import SPARE, connections
resource.setrlimit(resource.RLIMIT_NOFILE, (128, 300))
print(connections() == 300 - SPARE, resource.getrlimit(resource.RLIMIT_NOFILE) == (300, 300))
"""
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True, text=True)
    assert told.stdout == "True True\n"


def test_a_child_that_dies_says_where() -> None:
    """Not with what: no value that it held is told."""
    dying = """
import os, signal
from shapan.server.errand import take
secret = "the seed"
def work(errand):
    os.kill(os.getpid(), signal.SIGSEGV)
take(work)
"""
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", dying], stdin=pipe, stderr=pipe) as child:
        assert child.stdin is not None
        assert child.stderr is not None
        child.stdin.write(Errand(Settings(), []).dumps())
        child.stdin.flush()  # and it stays open, as it does while the keeper lives
        told = child.stderr.read()
    assert child.returncode == -signal.SIGSEGV
    assert b"Fatal Python error: Segmentation fault" in told
    assert b"in take" in told
    assert b"the seed" not in told


def test_nobody_is_put_in_reserve_before_the_houses_are_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(tempfile, "mkdtemp", lambda prefix: str(tmp_path))
    with socket.socket() as listening:
        keeper = Keeper(Settings(processes=2), listening, None)
    (tmp_path / "house-0").touch()
    assert not keeper.settled()
    (tmp_path / "house-1").touch()
    assert keeper.settled()


def test_a_folder_whose_name_is_too_long_for_sockets_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 120)
    folder.mkdir()
    monkeypatch.setattr(tempfile, "mkdtemp", lambda prefix: str(folder))
    with socket.socket() as listening, pytest.raises(ShapanError, match="too long a name"):
        Keeper(Settings(), listening, None)
    assert not folder.exists()


class Failing(Child):
    """A child that cannot start; after its second try somebody stops the keeper."""

    def __init__(self, keeper: Keeper) -> None:
        super().__init__("a house", "be_house", Errand(Settings(), []))
        self._keeper = keeper
        self.tries = 0

    def start(self, reserve: Reserve) -> bool:
        self.tries += 1
        return True

    def ended(self) -> int | None:
        self._keeper._stopping = self.tries == 2
        return MISTAKE if self.tries else None


@pytest.mark.parametrize("begun", [False, True])
def test_a_server_that_has_begun_outlasts_what_keeps_a_house_from_starting_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, begun: bool
) -> None:
    monkeypatch.setattr(tempfile, "mkdtemp", lambda prefix: str(tmp_path))
    monkeypatch.setattr("shapan.server.keeper.BREATH", 0.0)
    bell, hammer = socket.socketpair()
    with socket.socket() as listening, bell, hammer:
        keeper = Keeper(Settings(spare=False), listening, None)
        house = Failing(keeper)
        keeper.houses, keeper.porch = [house], Failing(keeper)
        monkeypatch.setattr(keeper.porch, "ended", lambda: None)
        if begun:
            (tmp_path / "house-0").touch()
        assert keeper._keep(bell) == (0 if begun else MISTAKE)
    assert (house.tries > 1) == begun


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not end children with their parent")
def test_children_end_with_their_keeper_even_while_they_start() -> None:
    asked = f"""
import ctypes
found = ctypes.c_int()
ctypes.CDLL(None).prctl({PR_GET_PDEATHSIG}, ctypes.byref(found))
print(found.value)
"""
    told = subprocess.run([sys.executable, "-c", asked], preexec_fn=leash, capture_output=True, check=True)
    assert int(told.stdout) == signal.SIGKILL
