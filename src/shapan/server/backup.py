"""Backups: everything in one file, the same for SQLite and PostgreSQL, so that each restores into the other.

A gzipped text of JSON lines: a head with the revision of the schema, a line for each row, and an end that counts them
and covers them with a hash. It is read and written as the schema of its own revision; later migrations follow.
"""

from __future__ import annotations

import gzip
import os
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext

from shapan.kernel import ShapanError
from shapan.kernel.reading import read, read_json

from .entries import now
from .migrate import upgrade
from .store import engine_for

FORMAT: Final = "Shapan backup 1"
PASSING: Final = frozenset({"alembic_version", "pulse", "notice"})
"""Tables that say how things stand just now, and nothing else."""
BATCH: Final = 500
SNAPSHOT: Final = {"sqlite": "SERIALIZABLE", "postgresql": "REPEATABLE READ"}


class Line(NamedTuple):
    """A row of a table."""

    table: str
    row: dict[str, Any]


def save(database: str, path: Path) -> Counter[str]:
    """Write a backup, also while the server runs; how many rows of each table it holds."""
    engine = engine_for(database, new=False)
    partial = path.with_name(path.name + ".part")
    try:
        with engine.connect() as connection, _private(partial) as raw, gzip.open(raw, "wb") as out:
            connection.execution_options(isolation_level=SNAPSHOT[engine.dialect.name])
            counts = _write(connection, out)
        partial.rename(path)
    except sa.exc.SQLAlchemyError as error:
        raise ShapanError(f"the database cannot be read: {type(error).__name__}") from None
    finally:
        partial.unlink(missing_ok=True)
        engine.dispose()
    return counts


def _private(path: Path) -> Any:
    """A file that its owner alone may read."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb")


def _write(connection: sa.Connection, out: Any) -> Counter[str]:
    revision = MigrationContext.configure(connection).get_current_revision()
    if revision is None:
        raise ShapanError("there is no Shapan database here")
    counts: Counter[str] = Counter()
    covered = blake2b(digest_size=32)
    _put(out, {"format": FORMAT, "revision": revision, "made": now()})
    for table in _tables(connection):
        for row in connection.execution_options(yield_per=BATCH).execute(sa.select(table)).mappings():
            covered.update(_put(out, (str(table.name), {str(name): value for name, value in row.items()})))
            counts[str(table.name)] += 1
    _put(out, {"rows": counts.total(), "hash": covered.hexdigest()})
    return counts


def _put(out: Any, document: Any) -> bytes:
    line = msgspec.json.encode(document) + b"\n"
    out.write(line)
    return line


def _tables(connection: sa.Connection) -> list[sa.Table]:
    """The tables as they are in this database, those first that others refer to."""
    found = sa.MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name not in PASSING]


def restore(database: str, path: Path) -> Counter[str]:
    """Fill an empty database from a backup, after all of it has been checked; how many rows of each table."""
    revision = _checked(path)
    engine = engine_for(database)
    try:
        with engine.connect() as connection:
            connection.execution_options(writes=True)
            with connection.begin():
                upgrade(connection, revision)
                counts = _fill(connection, path)
                upgrade(connection)
    except sa.exc.SQLAlchemyError as error:
        raise ShapanError(f"the database cannot be filled: {type(error).__name__}") from None
    finally:
        engine.dispose()
    return counts


def _fill(connection: sa.Connection, path: Path) -> Counter[str]:
    tables = {table.name: table for table in _tables(connection)}
    if any(connection.execute(sa.select(table).limit(1)).first() is not None for table in tables.values()):
        raise ShapanError("the database is not empty; a backup is restored into a new one")
    counts: Counter[str] = Counter()
    for name, rows in _batches(path):
        table = tables[name]
        binary = [column.name for column in table.columns if isinstance(column.type, sa.LargeBinary | sa.BLOB)]
        for row in rows:
            row.update({field: _bytes(row[field]) for field in binary})
        connection.execute(table.insert(), rows)
        counts[name] += len(rows)
    return counts


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else read(text, bytes)


def _batches(path: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    name, rows = "", list[dict[str, Any]]()
    for line in _rows(path):
        if rows and (line.table != name or len(rows) >= BATCH):
            yield name, rows
            rows = []
        name = line.table
        rows.append(line.row)
    if rows:
        yield name, rows


def _rows(path: Path) -> Iterator[Line]:
    with gzip.open(path, "rb") as lines:
        next(lines)
        for text in lines:
            if text.startswith(b"["):
                yield read_json(text, Line)


def _checked(path: Path) -> str:
    """The revision of a backup that is whole."""
    covered, count, end = blake2b(digest_size=32), 0, {}
    try:
        with gzip.open(path, "rb") as lines:
            head = msgspec.json.decode(next(lines, b"null"))
            if not isinstance(head, dict) or head.get("format") != FORMAT:
                raise ShapanError(f"{path} is no {FORMAT!r}")
            for text in lines:
                if text.startswith(b"["):
                    covered.update(text)
                    count += 1
                else:
                    end = msgspec.json.decode(text)
    except (OSError, EOFError, msgspec.DecodeError) as error:
        raise ShapanError(f"{path} cannot be read: {error}") from None
    if end != {"rows": count, "hash": covered.hexdigest()}:
        raise ShapanError(f"{path} is not whole")
    return str(head["revision"])
