"""Data of older releases: a game goes on with the data that it was begun with, where they are kept."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Final

from shapan.kernel import BadData, Game
from shapan.kernel.errors import Unknown

from .journal import note_audit
from .store import Row, Store

LOG: Final = logging.getLogger("shapan.server")


def begun_with(title: Game, row: Row, switches: Mapping[str, Any]) -> Game:
    """The title with the data that a game was begun with; with the present ones where those are not kept, or cannot be
    compiled any more."""
    try:
        edition = title.edition(row["data_version"])
        edition.book(row["scenario"], switches)
    except (Unknown, BadData) as error:
        LOG.warning("game %s: %s", row["id"], error)
        return title
    return edition


async def note_data(store: Store, row: Row, title: Game) -> None:
    """Note it where a game goes on with other data than before."""
    if title.data_version != row["data_version"]:
        note_audit("goes on with other data", game=row["id"], was=row["data_version"], now=title.data_version)
        row["data_version"] = title.data_version
        await store.change_game(row["id"], {"data_version": title.data_version})
