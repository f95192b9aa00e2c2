"""Names that older releases took as they came: without signs that are invisible or turn the direction of others"""

import sqlalchemy as sa
from alembic import op

from shapan.server.names import tamed

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

NAMED = {"player": ("id",), "seat": ("game_id", "side"), "chat": ("game_id", "n")}
"""Where names stand, and by what a line is known."""


def upgrade() -> None:
    connection = op.get_bind()
    for table, keys in NAMED.items():
        lines = sa.table(table, sa.column("name"), *map(sa.column, keys))
        for line in connection.execute(sa.select(lines).where(lines.c.name.is_not(None))).mappings().all():
            name = tamed(line["name"])
            if name != line["name"]:
                known = [lines.c[key] == line[key] for key in keys]
                connection.execute(lines.update().where(*known).values(name=name or "Player"))
