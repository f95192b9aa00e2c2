"""Shanghai Incident 12.0 Victory."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from shapan.kernel import Outcome

from .forts import japanese_forts
from .sides import CHINESE, JAPANESE
from .snipers import sniper_hexes

if TYPE_CHECKING:
    from .book import VictoryLevel
    from .position import ShanghaiPosition


class Item(NamedTuple):
    """12.3: one line of the schedule."""

    key: str
    points: int
    about: str = ""


def schedule(pos: ShanghaiPosition) -> list[Item]:
    """12.3: the Japanese victory points, itemised, as they stand."""
    book, points = pos.book, pos.book.victory
    held = pos.held[JAPANESE]
    items = [Item("ledger.vp_city", points["city"], city.name) for city in book.cities if not city.hexes & ~held]
    if japanese_forts(pos) == book.fort_hexes:
        items.append(Item("ledger.vp_forts", points["all_forts"]))
    if pos.commitment:
        items.append(Item("ledger.vp_commitment", points["commitment_per_pause_number"] * pos.commitment))
    if unused_pauses(pos):
        items.append(Item("ledger.vp_pauses", points["unused_pause"] * unused_pauses(pos)))
    for name, entry in enumerate(book.called):
        if number := pos.arrived[name]:
            items.append(Item("ledger.vp_arrival", entry.vp_per_pause_number * number, entry.id))
    if pos.settlement_entered:
        items.append(Item("ledger.vp_settlement", points["settlement_entered"]))
    return items


def unused_pauses(pos: ShanghaiPosition) -> int:
    """12.3: pauses that would remain if the campaign ended now; one being carried out is used."""
    return pos.pause_marker - pos.pausing


def total(pos: ShanghaiPosition) -> int:
    return sum(item.points for item in schedule(pos))


def epic(pos: ShanghaiPosition) -> bool:
    """12.2: Chinese units are in Shanghai; snipers count only with the switch (R-12)."""
    hexes = pos.occupied[CHINESE]
    if pos.book.switches["snipers_count_for_epic"]:
        hexes |= sniper_hexes(pos)
    return bool(hexes & pos.book.shanghai)


def level_now(pos: ShanghaiPosition) -> str:
    """12.2, 12.4: the level of victory if the campaign ended now."""
    return "epic_chinese" if epic(pos) else _level(pos).level


def _level(pos: ShanghaiPosition) -> VictoryLevel:
    points = total(pos)
    return next(level for level in pos.book.levels if points >= level.minimum)


def conclude(pos: ShanghaiPosition, case: str) -> None:
    """12.2 to 12.4: the end of the game."""
    chinese = pos.book.sides[CHINESE]
    if epic(pos):
        pos.end(Outcome(chinese, "12.2", "outcome.epic", "epic_chinese"))
        return
    pos.tell(case, "event.points", count=total(pos))
    level = _level(pos)
    pos.end(Outcome(level.winner or None, "12.4", f"outcome.{level.level}", level.level))
