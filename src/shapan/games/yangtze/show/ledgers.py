"""S19.3 How the objectives stand."""

from __future__ import annotations

from shapan.kernel.view import Ledger, LedgerRow

from ..position import YangtzePosition
from ..victory import tally


def ledgers(pos: YangtzePosition) -> list[Ledger]:
    """S19.3: how the objectives stand. Hidden enemies in a zone count only when they are seen."""
    if pos.hidden and not pos.outcome:
        return []
    rows = []
    for number, side in enumerate(pos.book.sides):
        items = tally(pos, number)
        rows += [LedgerRow("ledger.objective", value, "S19.3", {"objective": name}, side) for name, value in items]
        rows.append(LedgerRow("ledger.total", sum(value for _, value in items), "S19.4", side=side))
    return [Ledger("points", "ledger.points", rows, "S19.3")]
