"""Brings a database to the present schema when the server starts."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config

LOCK = 0x5AA9A11
"""Key of the advisory lock under which only one of several starting servers migrates a PostgreSQL database."""


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Run all migrations that are missing, or those up to a revision, in the transaction that this connection is in."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("select pg_advisory_xact_lock(:key)"), {"key": LOCK})
    command.upgrade(config, revision)
