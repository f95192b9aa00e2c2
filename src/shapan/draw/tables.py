"""The tables of this package."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any


def table(name: str) -> dict[str, Any]:
    """A TOML file beside this module."""
    return tomllib.loads(resources.files(__package__).joinpath(name).read_text(encoding="utf-8"))
