"""Extras: the core needs one package besides Python; rooms that not everyone enters bring their own.

``pip install shapan`` is the games, the bots and the laboratory, to be used from Python. ``shapan[cli]`` adds the
command line, ``shapan[server]`` that and the server with the board in the browser, ``shapan[pettingzoo]`` and its like
the games as environments for learning, ``shapan[mcp]`` a seat for agents that talk, ``shapan[dataset]`` games as
tables, ``shapan[league]`` the leagues of officers and what a staff learns from them, ``shapan[all]`` everything.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

BROUGHT: Final = {
    "rich": "cli",
    "typer": "cli",
    "alembic": "server",
    "argon2": "server",
    "fastapi": "server",
    "sqlalchemy": "server",
    "starlette": "server",
    "uvicorn": "server",
    "psycopg": "postgres",
    "resvg_py": "png",
    "pettingzoo": "pettingzoo",
    "gymnasium": "gymnasium",
    "open_spiel": "openspiel",
    "pyspiel": "openspiel",
    "ray": "cluster",
    "numpy": "league",
    "scipy": "league",
    "cmaes": "league",
    "mcp": "mcp",
    "pyarrow": "dataset",
    "chess": "bench",
    "catanatron": "bench",
    "pygame": "bench",
}
"""Which extra brings which package, by the name under which it is imported."""


def advice(error: ModuleNotFoundError) -> str | None:
    """What to install, in one line, if what is missing comes with an extra; None if it is something else."""
    module = (error.name or "").partition(".")[0]
    extra = BROUGHT.get(module)
    return None if extra is None else f"this needs {module}, which is not here: pip install 'shapan[{extra}]'"


def need(extra: str) -> None:
    """Look for the packages of an extra before any of them is used, where that would be too late to say so."""
    for module, brought_by in BROUGHT.items():
        if brought_by == extra and find_spec(module) is None:
            raise ModuleNotFoundError(f"No module named {module!r}", name=module)
