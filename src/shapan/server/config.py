"""How a server is set: by a TOML file, then by the environment (SHAPAN_PORT=9000), then by the command line."""

from __future__ import annotations

import ipaddress
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, get_type_hints

import msgspec
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from shapan.kernel import ShapanError
from shapan.kernel.reading import read

from .settings import Settings

PREFIX: Final = "SHAPAN_"
INNER: Final = frozenset({"slot", "static", "handbook", "warm"})
"""Not for people to set."""


class Config(msgspec.Struct, kw_only=True, frozen=True):
    """Where the server listens, and everything else."""

    host: str = "127.0.0.1"
    port: Annotated[int, msgspec.Meta(ge=1, le=65_535)] = 8000
    proxy: str | None = None
    """Addresses whose X-Forwarded headers are believed."""
    settings: Settings = msgspec.field(default_factory=Settings)


OWN: Final = ("host", "port", "proxy")
DIALS: Final[dict[str, Any]] = {
    **{name: kind for name, kind in get_type_hints(Config).items() if name in OWN},
    **{name: kind for name, kind in get_type_hints(Settings).items() if name not in INNER},
}
"""Everything that can be set."""


def load(path: Path | None, environment: Mapping[str, str], given: Mapping[str, Any]) -> Config:
    """The settings of all three sources, each overriding the one before it."""
    found = {**_from_file(path), **_from_environment(environment)}
    found |= {name: value for name, value in given.items() if value is not None}
    own: dict[str, Any] = {name: found.pop(name) for name in OWN if name in found}
    try:
        settings = read({**found, "warm": True}, Settings, strict=False)
        for network in settings.metrics_from:
            ipaddress.ip_network(network, strict=False)
        return read({**own, "settings": settings}, Config, strict=False)
    except ValueError as error:
        raise ShapanError(f"a setting is wrong: {error}") from None


def _from_file(path: Path | None) -> dict[str, Any]:
    if path is None:
        return {}
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ShapanError(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ShapanError(f"{path}: {error}") from None
    if odd := [name for name in found if name not in DIALS]:
        raise ShapanError(f"{path}: there is no setting {odd[0]!r} (known: {', '.join(DIALS)})")
    return found


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, kind in DIALS.items():
        text = environment.get(PREFIX + name.upper())
        if text is not None:
            several = str(kind).startswith("tuple")
            found[name] = [one.strip() for one in text.split(",") if one.strip()] if several else text
    return found


def load_here(path: Path | None, given: Mapping[str, Any]) -> Config:
    """With the environment of this process."""
    return load(path, os.environ, given)


def shown(config: Config) -> str:
    """All settings as a file of them would have it, without the database's password."""
    values = {name: getattr(config if name in OWN else config.settings, name) for name in DIALS}
    try:
        values["database"] = make_url(values["database"]).render_as_string(hide_password=True)
    except ArgumentError:
        values["database"] = "***"
    lines = (
        f"{name} = {_toml(value)}" if value is not None else f"# {name} is not set" for name, value in values.items()
    )
    return "\n".join(lines)


def _toml(value: Any) -> str:
    return msgspec.json.encode(value).decode()
