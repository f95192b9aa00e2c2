"""The database: eight tables, the same in SQLite and PostgreSQL.

A game is its row and its append-only entries; everything else about it (position, views, log) follows from these.
Columns of ``game`` after ``seq`` repeat what the entries say, so that lists need not replay anything.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

METADATA: Final = sa.MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

player = sa.Table(
    "player",
    METADATA,
    sa.Column("id", sa.String(24), primary_key=True),
    sa.Column("account", sa.String(64), nullable=True),
    sa.Column("account_key", sa.String(512), nullable=True, unique=True),
    sa.Column("password", sa.String(255), nullable=True),
    sa.Column("name", sa.String(64), nullable=True),
    sa.Column("preferences", sa.Text, nullable=False),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("banned", sa.String(32), nullable=True),
)
"""Somebody who plays; with an account name and password, or anonymous. ``banned``: since when nobody may log in."""

session = sa.Table(
    "session",
    METADATA,
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column("player_id", sa.ForeignKey("player.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("expires", sa.String(32), nullable=False),
)

game = sa.Table(
    "game",
    METADATA,
    sa.Column("id", sa.String(8), primary_key=True),
    sa.Column("title", sa.String(64), nullable=False),
    sa.Column("scenario", sa.String(64), nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("data_version", sa.String(32), nullable=False),
    sa.Column("seed", sa.LargeBinary, nullable=False),
    sa.Column("commitment", sa.String(64), nullable=False),
    sa.Column("visibility", sa.String(16), nullable=False),
    sa.Column("owner", sa.String(24), nullable=True),
    sa.Column("imported", sa.Boolean, nullable=False),
    sa.Column("record", sa.Text, nullable=True),
    sa.Column("parent", sa.String(8), nullable=True),
    sa.Column("rematch", sa.String(8), nullable=True),
    sa.Column("bot_delay_ms", sa.Integer, nullable=False),
    sa.Column("bots_paused", sa.Boolean, nullable=False),
    sa.Column("counsel", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("created", sa.String(32), nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("actor", sa.String(64), nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("turns", sa.Integer, nullable=False),
    sa.Column("outcome", sa.Text, nullable=True),
    sa.Column("takeback", sa.Text, nullable=True),
    sa.Column("shares", sa.Text, nullable=True),
    sa.Column("updated", sa.String(32), nullable=False),
    sa.Index("ix_game_listed", "visibility", "status", "updated"),
)

seat = sa.Table(
    "seat",
    METADATA,
    sa.Column("game_id", sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("side", sa.String(64), primary_key=True),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("bot", sa.String(64), nullable=True),
    sa.Column("player_id", sa.String(24), nullable=True, index=True),
    sa.Column("name", sa.String(64), nullable=True),
    sa.Column("key_hash", sa.String(64), nullable=True),
)
"""``key_hash`` is of the invitation that is open for this seat."""

sat = sa.Table(
    "sat",
    METADATA,
    sa.Column("game_id", sa.ForeignKey("game.id", ondelete="CASCADE"), nullable=False, index=True),
    sa.Column("side", sa.String(64), nullable=False),
    sa.Column("player_id", sa.String(24), nullable=False, index=True),
    sa.Column("at", sa.String(32), nullable=True),
)
"""Who has ever held a seat, and so has seen what its side sees; and since when, unless it was before that was noted."""

entry = sa.Table(
    "entry",
    METADATA,
    sa.Column("game_id", sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(8), nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("author", sa.String(64), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("note", sa.String(64), nullable=False),
    sa.Column("cid", sa.String(64), nullable=True),
    sa.Column("at", sa.String(32), nullable=False),
    sa.Column("hash", sa.String(64), nullable=False),
    sa.UniqueConstraint("game_id", "author", "cid", name="uq_entry_cid"),
)
"""Append only; each hash covers the one before it."""

chat = sa.Table(
    "chat",
    METADATA,
    sa.Column("game_id", sa.ForeignKey("game.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("side", sa.String(64), nullable=False),
    sa.Column("name", sa.String(64), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", sa.String(32), nullable=False),
)

pulse = sa.Table(
    "pulse",
    METADATA,
    sa.Column("slot", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.String(32), nullable=False),
)
"""When each house last made sure that it can write."""

notice = sa.Table(
    "notice",
    METADATA,
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("said", sa.String(128), nullable=False),
)
"""What was changed behind the back of a server on SQLite; it looks here every second."""
