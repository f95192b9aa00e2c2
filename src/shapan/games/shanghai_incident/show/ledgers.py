"""Shanghai Incident: what players count: points (12.3), tracks (13.1, 13.5), and what the next pause brings."""

from __future__ import annotations

from shapan.kernel.kept import follows_from
from shapan.kernel.view import Ledger, LedgerRow

from ..fire_support import RAIDING
from ..position import ShanghaiPosition
from ..sides import CHINESE, JAPANESE
from ..victory import level_now, schedule, total


@follows_from(
    *("held", "razed", "place", "snipers", "commitment", "pause_marker", "pausing", "arrived", "settlement_entered"),
    *("segment", "logistics", "replacements", "support"),
)
def ledgers(pos: ShanghaiPosition) -> list[Ledger]:
    return [_points(pos), _track(pos), _planner(pos)]


def _points(pos: ShanghaiPosition) -> Ledger:
    """12.3: the victory points as they would count now."""
    japanese = pos.book.sides[JAPANESE]
    rows = [LedgerRow(item.key, item.points, "12.3", {"about": item.about}, japanese) for item in schedule(pos)]
    rows.append(LedgerRow("ledger.total", total(pos), "12.4", {"about": level_now(pos)}, japanese))
    return Ledger("victory", "ledger.victory", rows, "12.3")


def _track(pos: ShanghaiPosition) -> Ledger:
    """13.1, 13.5: the markers on the tracks."""
    chinese = pos.book.sides[CHINESE]
    rows = [
        LedgerRow("ledger.segment", pos.segment, "13.1"),
        LedgerRow("ledger.pauses", pos.pause_marker, "13.1"),
        LedgerRow("ledger.logistics", pos.logistics, "13.5", {"limit": pos.book.track["logistics_limit"]}, chinese),
    ]
    for at, entry in enumerate(pos.book.called):
        if pos.replacements:
            side, left = pos.book.sides[JAPANESE], pos.replacements[at]
            rows.append(LedgerRow("ledger.replacements", left, "13.3", {"about": entry.id}, side))
    return Ledger("tracks", "ledger.tracks", rows, "13.0")


def _planner(pos: ShanghaiPosition) -> Ledger:
    """12.3, 13.2, 13.4, 13.5: what the next pause would cost or bring; nothing once the marker stands on 0."""
    book, number = pos.book, pos.pause_marker
    if not number:
        return Ledger("planner", "ledger.planner", [], "13.2")
    japanese, chinese = book.sides
    price = 0 if pos.pausing else -book.victory["unused_pause"]
    rows = [LedgerRow("ledger.pause_used", price, "12.3", {"number": number}, japanese)]
    for at, entry in enumerate(book.called):
        if not pos.arrived[at] and pos.pause_ordinal >= entry.first_pause:
            rows.append(
                LedgerRow("ledger.arrival", entry.vp_per_pause_number * number, "12.3", {"about": entry.id}, japanese)
            )
    if not pos.commitment:
        gain = book.victory["commitment_per_pause_number"] * number
        rows.append(LedgerRow("ledger.commitment", gain, "12.3", side=chinese))
    raids = sum(state == RAIDING for state in pos.support)
    rows.append(
        LedgerRow("ledger.award", f"{book.logistics['dice']}d6 + {book.logistics['add']}", "13.5", side=chinese)
    )
    if raids:
        rows.append(LedgerRow("ledger.raids", raids, "13.5", side=chinese))
    return Ledger("planner", "ledger.planner", rows, "13.2")
