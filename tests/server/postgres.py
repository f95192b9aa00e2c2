"""A PostgreSQL of the tests' own, started from the system's packages."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

import pytest
from tests.server.kit import free_port


def run(command: list[str], *, check: bool = True) -> bool:
    """Run a command quietly; whether it succeeded."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    quiet = subprocess.DEVNULL
    return subprocess.run(command, check=check, env=environment, cwd="/tmp", stdout=quiet, stderr=quiet).returncode == 0


def find_binaries() -> Path | None:
    """The newest PostgreSQL of this machine; as root on Debian it is installed when it is missing."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not installed and os.geteuid() == 0 and shutil.which("apt-get"):
        command = ["apt-get", "install", "-q", "-y", "--no-install-recommends", "postgresql"]
        if not run(command, check=False):
            run(["apt-get", "update", "-q"], check=False)
            run(command, check=False)
        installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if installed:
        return installed[-1].parent
    found = shutil.which("initdb")
    return Path(found).parent if found else None


def as_user(*command: str) -> list[str]:
    """PostgreSQL refuses to run as root."""
    return (
        ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]
        if os.geteuid() == 0
        else [*command]
    )


@contextmanager
def running_postgres() -> Iterator[str]:
    """The URL of a database server of our own."""
    binaries = find_binaries()
    if binaries is None:
        advice = "no PostgreSQL: install it (Debian: apt-get install postgresql)"
        if os.environ.get("CI") == "true":
            pytest.fail(advice)
        pytest.skip(f"#### THE POSTGRESQL TESTS DO NOT RUN: {advice} ####")
    folder = Path(mkdtemp(prefix="shapan-pg-", dir="/tmp"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    data, port = folder / "data", free_port()
    initdb = [str(binaries / "initdb"), "-D", str(data), "-U", "shapan", "-A", "trust", "-E", "UTF8", "--no-sync"]
    run(as_user(*initdb))
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    control = [str(binaries / "pg_ctl"), "-D", str(data), "-w"]
    run(as_user(*control, "-o", options, "-l", str(folder / "log"), "start"))
    try:
        yield f"postgresql://shapan@127.0.0.1:{port}/"
    finally:
        run(as_user(*control, "-m", "immediate", "stop"))
        shutil.rmtree(folder, ignore_errors=True)


def new_database(server: str) -> str:
    """A new, empty database."""
    import psycopg  # noqa: PLC0415 - only where there is a PostgreSQL to talk to

    name = f"test_{os.urandom(4).hex()}"
    with psycopg.connect(server + "postgres", autocommit=True) as connection:
        connection.execute(f"create database {name}".encode())
    return server + name


if __name__ == "__main__":  # for measurements: prints the URLs of two empty databases, and runs until it is stopped
    import signal
    import sys

    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    signal.signal(signal.SIGINT, lambda *_: sys.exit())
    with running_postgres() as url:
        print(new_database(url), new_database(url), sep="\n", flush=True)
        signal.pause()
