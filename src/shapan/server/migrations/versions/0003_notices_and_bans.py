"""Accounts that are closed; news for a server on SQLite, which cannot be told in another way"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "notice",
        sa.Column("n", sa.Integer(), nullable=False, autoincrement=True),
        sa.Column("said", sa.String(length=128), nullable=False),
        sa.PrimaryKeyConstraint("n", name=op.f("pk_notice")),
    )
    op.add_column("player", sa.Column("banned", sa.String(length=32), nullable=True))
