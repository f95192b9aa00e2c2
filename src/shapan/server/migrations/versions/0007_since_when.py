"""Since when somebody has held a seat, so that what was said and done there can be told apart from what others did"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("sat", sa.Column("at", sa.String(length=32), nullable=True))
