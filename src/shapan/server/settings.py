"""What can be set when the server starts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, TypeAlias

import msgspec

SESSION_DAYS: Final = 400
FRAME_LIMIT: Final = 64 * 1024
"""Bytes of a message over a socket."""

Some: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]
Seconds: TypeAlias = Annotated[float, msgspec.Meta(gt=0, le=86_400)]


def default_database() -> str:
    """One file in the place where programs of this user keep their data."""
    import os  # noqa: PLC0415 - asked once, when nothing was set

    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return f"sqlite:///{Path(home) / 'shapan' / 'shapan.db'}"


class Settings(msgspec.Struct, kw_only=True, frozen=True):
    """All dials of the server; the defaults suit one process on one machine."""

    database: str = msgspec.field(default_factory=default_database)
    static: Path = Path(__file__).parent / "static"
    handbook: Path = Path(__file__).parent / "handbook" / "site"
    https: bool = False
    """Served behind HTTPS: cookies are marked Secure."""
    origins: tuple[str, ...] = ()
    """Further origins whose pages may use this server, for example a development server of the client."""
    processes: Some = 1
    """How many houses there are: processes that own games and do the engine's work. More than one needs PostgreSQL."""
    slot: int = 0
    """Which of them this process is."""
    spare: bool = True
    """Keep processes in reserve, which take the places of the next ones that end."""
    workers: Some = 2
    """Processes of each house in which bots think and imported records are checked."""
    bot_seconds: Seconds = 10.0
    """For one decision."""
    bot_turn_seconds: Seconds = 25.0
    """For all decisions of a bot in a game turn; then its understudy decides."""
    record_seconds: Seconds = 30.0
    warm: bool = False
    """Make ready in the background what visitors would wait for: the boards of all titles when the server starts, and
    what the first moves of a title need when a game of it is opened."""
    limits: bool = True
    """Rate limits; off for load tests only."""
    body_limit: Some = 64 * 1024
    record_limit: Some = 512 * 1024
    tables: Some = 400
    """How many games are kept in memory; any other is rebuilt from its entries when it is asked for."""
    metrics_from: tuple[str, ...] = ()
    """Networks from which /metrics may be read, besides this machine."""
    access_log: bool = False
    """A line for every request, without anything that says who asked or what was secret."""
    beat: Annotated[float, msgspec.Meta(ge=0, le=60)] = 0.1
    """Seconds between two moments at which those who had no part in an action may hear of it: when they do tells
    nothing of how long the server was busy with what they do not see."""
    sockets: Some = 200
    """How many sockets one address may have open."""
    queue: Some = 64
    """How many messages may wait for a slow client before it is dropped (it then resumes)."""
