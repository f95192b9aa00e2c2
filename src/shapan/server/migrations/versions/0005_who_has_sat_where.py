"""Who has ever held a seat; as far as can be known, whoever holds it now"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sat",
        sa.Column("game_id", sa.String(length=8), nullable=False),
        sa.Column("side", sa.String(length=64), nullable=False),
        sa.Column("player_id", sa.String(length=24), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["game.id"], name=op.f("fk_sat_game_id_game"), ondelete="CASCADE"),
    )
    op.create_index(op.f("ix_sat_game_id"), "sat", ["game_id"])
    op.create_index(op.f("ix_sat_player_id"), "sat", ["player_id"])
    holders = "select game_id, side, player_id from seat where player_id is not null"
    op.execute(f"insert into sat (game_id, side, player_id) {holders}")
