"""Brings a database to the present schema when the server starts."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import sqlalchemy as sa

from shapan.kernel import ShapanError

LOCK: Final = 0x5AA9A11
"""Key of the advisory lock under which only one of several starting servers migrates a PostgreSQL database."""
PRESENT: Final = "0007"
"""The last migration. A database that has it needs nothing, not even what migrations are made with."""
VERSIONS: Final = "alembic_version"


def upgrade(connection: sa.Connection, revision: str = "head") -> None:
    """Run all migrations that are missing, or those up to a revision, in the transaction that this connection is in."""
    if connection.dialect.name == "postgresql":
        encoding = connection.execute(sa.text("show server_encoding")).scalar_one()
        if encoding != "UTF8":  # it would take the names of some people and not those of others
            raise ShapanError(f"the database should be one of UTF8, not of {encoding}")
        connection.execute(sa.text("select pg_advisory_xact_lock(:key)"), {"key": LOCK})
    if revision == "head" and _is_present(connection):
        return
    from alembic import command  # noqa: PLC0415 - a server that goes on with its database starts without
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, revision)
    except CommandError:  # it looks for a migration that this release does not have
        raise ShapanError("the database, or the backup, was made by a newer release of Shapan than this one") from None


def _is_present(connection: sa.Connection) -> bool:
    if not sa.inspect(connection).has_table(VERSIONS):
        return False
    versions = sa.table(VERSIONS, sa.column("version_num", sa.String))
    return list(connection.execute(sa.select(versions.c.version_num)).scalars()) == [PRESENT]
