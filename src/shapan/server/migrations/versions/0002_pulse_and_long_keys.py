"""A row that is written to see whether writing works; names that grow when they are normalised"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

SEAT = ("game_id", "kind")


def upgrade() -> None:
    op.create_table(
        "pulse",
        sa.Column("slot", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("slot", name=op.f("pk_pulse")),
    )
    op.add_column("game", sa.Column("counsel", sa.Boolean(), nullable=False, server_default=sa.true()))
    # Two who play against each other have not agreed on it.
    game, seat = sa.table("game", sa.column("id"), sa.column("counsel")), sa.table("seat", *map(sa.column, SEAT))
    pairs = sa.select(seat.c.game_id).where(seat.c.kind == "human").group_by(seat.c.game_id).having(sa.func.count() > 1)
    op.execute(game.update().where(game.c.id.in_(pairs)).values(counsel=sa.false()))
    if op.get_bind().dialect.name == "postgresql":  # SQLite counts no letters, and would make the table anew
        op.alter_column("player", "account_key", existing_type=sa.String(length=128), type_=sa.String(length=512))
