"""The first tables: players, games, seats, entries, chat"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "game",
        sa.Column("id", sa.String(length=8), nullable=False),
        sa.Column("title", sa.String(length=64), nullable=False),
        sa.Column("scenario", sa.String(length=64), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("data_version", sa.String(length=32), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("visibility", sa.String(length=16), nullable=False),
        sa.Column("owner", sa.String(length=24), nullable=True),
        sa.Column("imported", sa.Boolean(), nullable=False),
        sa.Column("record", sa.Text(), nullable=True),
        sa.Column("parent", sa.String(length=8), nullable=True),
        sa.Column("rematch", sa.String(length=8), nullable=True),
        sa.Column("bot_delay_ms", sa.Integer(), nullable=False),
        sa.Column("bots_paused", sa.Boolean(), nullable=False),
        sa.Column("created", sa.String(length=32), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("actor", sa.String(length=64), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("turns", sa.Integer(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("takeback", sa.Text(), nullable=True),
        sa.Column("updated", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_game")),
    )
    with op.batch_alter_table("game", schema=None) as batch_op:
        batch_op.create_index("ix_game_listed", ["visibility", "status", "updated"], unique=False)

    op.create_table(
        "player",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("account", sa.String(length=64), nullable=True),
        sa.Column("account_key", sa.String(length=128), nullable=True),
        sa.Column("password", sa.String(length=255), nullable=True),
        sa.Column("name", sa.String(length=64), nullable=True),
        sa.Column("preferences", sa.Text(), nullable=False),
        sa.Column("created", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_player")),
        sa.UniqueConstraint("account_key", name=op.f("uq_player_account_key")),
    )
    op.create_table(
        "chat",
        sa.Column("game_id", sa.String(length=8), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("side", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_chat_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "n", name=op.f("pk_chat")),
    )
    op.create_table(
        "entry",
        sa.Column("game_id", sa.String(length=8), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("author", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("note", sa.String(length=64), nullable=False),
        sa.Column("cid", sa.String(length=64), nullable=True),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_entry_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "seq", name=op.f("pk_entry")),
        sa.UniqueConstraint("game_id", "author", "cid", name="uq_entry_cid"),
    )
    op.create_table(
        "seat",
        sa.Column("game_id", sa.String(length=8), nullable=False),
        sa.Column("side", sa.String(length=64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("bot", sa.String(length=64), nullable=True),
        sa.Column("player_id", sa.String(length=24), nullable=True),
        sa.Column("name", sa.String(length=64), nullable=True),
        sa.Column("key_hash", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_seat_game_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("game_id", "side", name=op.f("pk_seat")),
    )
    with op.batch_alter_table("seat", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_seat_player_id"), ["player_id"], unique=False)

    op.create_table(
        "session",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("player_id", sa.String(length=24), nullable=False),
        sa.Column("created", sa.String(length=32), nullable=False),
        sa.Column("expires", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["player.id"], name=op.f("fk_session_player_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_session")),
    )
    with op.batch_alter_table("session", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_session_player_id"), ["player_id"], unique=False)
