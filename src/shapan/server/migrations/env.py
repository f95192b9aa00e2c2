"""Alembic's way in: the connection comes from :mod:`shapan.server.migrate`."""

from alembic import context

from shapan.server.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
