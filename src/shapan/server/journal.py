"""Lines for whoever runs the server: what was asked for, and what was done with accounts and games. JSON, no secrets.

Neither addresses nor tokens nor what a request carried are written; a game's public id and an account's name are.
"""

from __future__ import annotations

import logging
import re
from typing import Any, Final

import msgspec

from .entries import now

ACCESS: Final = logging.getLogger("shapan.access")
AUDIT: Final = logging.getLogger("shapan.audit")
ASSET: Final = re.compile(r"/assets/.*")


def note_access(method: str, path: str, status: int, seconds: float) -> None:
    """A request has been answered."""
    shown = ASSET.sub("/assets/…", path)[:200]
    _note(ACCESS, method=method, path=shown, status=status, ms=round(seconds * 1000, 1))


def note_audit(deed: str, **what: Any) -> None:
    """Something has been done that may be asked about later."""
    _note(AUDIT, deed=deed, **what)


def _note(log: logging.Logger, **fields: Any) -> None:
    log.info("%s", msgspec.json.encode({"at": now(), **fields}).decode())
