"""What players count in Mukden: steps lost (9.11), who has no line of communication, and who holds Mukden (4.3)."""

from __future__ import annotations

from shapan.kernel.kept import follows_from
from shapan.kernel.view import Ledger, LedgerRow

from ..position import MukdenPosition
from ..sides import JAPANESE, RUSSIAN
from ..victory import stranded


@follows_from("place", "steps", "outcome", "lost", "corps_lost", "japanese_held")
def ledgers(pos: MukdenPosition, side: str) -> list[Ledger]:
    """9.11 steps lost, hidden until the end if that was agreed (4.3 optional), and how the test of 4.3 stands."""
    book = pos.book
    rows = []
    if not book.hidden_losses or pos.outcome:
        rows = [LedgerRow("ledger.lost", pos.lost[number], "9.11", side=name) for number, name in enumerate(book.sides)]
    rows.append(_stranded(pos, side))
    rows.append(LedgerRow("ledger.corps", pos.corps_lost, "5.2", side=book.sides[RUSSIAN]))
    holder = book.sides[JAPANESE if pos.japanese_held >> book.end_game_hex & 1 else RUSSIAN]
    rows.append(LedgerRow("ledger.mukden", holder, "4.3", side=holder))
    return [Ledger("victory", "ledger.title", rows, "4.0")]


def _stranded(pos: MukdenPosition, side: str) -> LedgerRow:
    """4.3: Russian units without a line of communication: their steps for who may know them, else the counters."""
    russian = pos.book.sides[RUSSIAN]
    if side == russian or pos.outcome or not pos.book.fog_of_war:
        return LedgerRow("ledger.stranded", pos.strength(stranded(pos)), "4.3", side=russian)
    return LedgerRow("ledger.stranded_counters", len(stranded(pos)), "4.3", side=russian)
