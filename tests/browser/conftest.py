"""A real server and a real browser: what every browser test starts from."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from tests.browser.player import Asked, Player
from tests.fresh import Fresh

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "shapan" / "server" / "static"
PATIENCE = 30_000
SERVE = "import sys; from shapan.server.command import serve; serve(port=int(sys.argv[1]), database=sys.argv[2])"


# A slow machine is no fault of the page.
expect.set_options(timeout=PATIENCE)


def find_chromium() -> str | None:
    names = [os.environ.get("SHAPAN_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    return next((found for name in names if name and (found := shutil.which(name))), None)


def what_is_missing() -> str:
    if find_chromium() is None:
        return "no chromium"
    return "" if (STATIC / "index.html").is_file() else "no built client"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = what_is_missing()
    if missing and os.environ.get("CI") == "true":
        raise pytest.UsageError(f"browser tests cannot run: {missing}")
    if missing:
        for item in items:
            item.add_marker(pytest.mark.skip(reason=missing))


class Server:
    """A server process on its own port and file, which can be killed and started again; in another environment, if one
    is given, or with games that begin as arranged."""

    def __init__(self, folder: Path, beside: Fresh | None = None, arrangement: str = "") -> None:
        self._command = ["-m", "tests.browser.arranged", arrangement] if arrangement else ["-c", SERVE]
        self._python = str(beside.python) if beside else sys.executable
        self._environment = beside.environment if beside else None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._database = f"sqlite:///{folder / 'games.db'}"
        self._log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None
        self.shared: dict[tuple[str, Asked], tuple[Player, str]] = {}
        """Games that are looked at and left as they are: by title and what is asked, who plays and which it is."""

    def start(self) -> None:
        with self._log.open("ab") as log:
            words = [self._python, *self._command, str(self.port), self._database]
            self._process = subprocess.Popen(
                words, cwd=ROOT, env=self._environment, stdout=log, stderr=log, start_new_session=True
            )
        limit = time.monotonic() + 60
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > limit:
                raise RuntimeError(f"the server did not start:\n{self._log.read_text()}")
            time.sleep(0.05)  # between two questions to a process that cannot tell us when it is ready

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False

    def kill(self) -> None:
        """SIGKILL to the server and its workers: no chance to tidy up."""
        if self._process is not None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def log(self) -> str:
        return self._log.read_text()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests that do not harm it."""
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.kill()
    assert "Traceback" not in running.log(), running.log()


@pytest.fixture
def mortal_server(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, to be killed."""
    running = Server(tmp_path)
    running.start()
    yield running
    running.kill()


@pytest.fixture
def arranged(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server whose games begin with the arrangement that the test names."""
    running = Server(tmp_path, arrangement=request.param)
    running.start()
    yield running
    running.kill()
    assert "Traceback" not in running.log(), running.log()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    arguments = ["--disable-gpu", "--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else ["--disable-gpu"]
    return {"executable_path": find_chromium(), "args": arguments}


NewPage = Callable[..., Page]


@pytest.fixture
def new_page(browser: Browser) -> Iterator[NewPage]:
    """Pages in contexts of their own: each is another player's browser. A script error fails the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def make(**arguments: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1400, "height": 900}, **arguments})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert not errors, errors
