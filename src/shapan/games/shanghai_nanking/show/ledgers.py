"""What players count in the Shanghai-Nanking Campaign: cities (4.3), Shanghai (4.1, 4.2), air, replacements, losses."""

from __future__ import annotations

from shapan.ground.hexes import bits
from shapan.kernel.kept import follows_from
from shapan.kernel.view import Ledger, LedgerRow

from ..position import CampaignPosition
from ..sides import CHINESE, JAPANESE


@follows_from("japanese_held", "place", "turn", "chinese_air", "lost", "replaced", "plan")
def ledgers(pos: CampaignPosition) -> list[Ledger]:
    return [_cities(pos), _state(pos)]


def _cities(pos: CampaignPosition) -> Ledger:
    """4.3: the seven cities; the neutral one follows the other six."""
    book = pos.book
    goal = book.terrain.japanese_goal
    won = pos.japanese_held & goal == goal
    rows = []
    for here in bits(book.terrain.cities):
        if goal >> here & 1:
            holder = book.sides[JAPANESE if pos.japanese_held >> here & 1 else CHINESE]
        else:
            holder = book.sides[JAPANESE] if won else "neutral"
        side = holder if holder in book.sides else ""
        rows.append(LedgerRow("ledger.city", holder, "4.3", {"hex": book.grid.name(here)}, side))
    return Ledger("cities", "ledger.cities", rows, "4.3")


def _state(pos: CampaignPosition) -> Ledger:
    book = pos.book
    chinese, japanese = book.sides
    near = sum(1 for unit in pos.on_map(CHINESE) if book.key_area >> pos.place[unit] & 1)
    rows = [
        LedgerRow("ledger.near_shanghai", near, "4.2" if pos.turn <= book.absent_loses_until else "4.1", side=chinese),
        LedgerRow("ledger.air", "yes" if pos.chinese_air else "lost", "11.3", side=chinese),
        LedgerRow("ledger.lost", pos.lost[CHINESE], "2.2.1", side=chinese),
        LedgerRow("ledger.lost", pos.lost[JAPANESE], "2.2.1", side=japanese),
    ]
    if pos.turn >= book.replacements_from:
        rows.append(LedgerRow("ledger.replacements", book.replacements - pos.replaced, "8.3", side=japanese))
    if pos.plan:
        rows.append(LedgerRow("ledger.plan", pos.plan, "5.3"))
    return Ledger("state", "ledger.state", rows, "4.0")
