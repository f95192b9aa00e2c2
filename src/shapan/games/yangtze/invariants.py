"""What must hold in every position: for the fuzzer."""

from __future__ import annotations

from .command import leaders_for, radius
from .orders.cards import Orders
from .orders.plans import Plan
from .position import ABOARD, STANDING, YangtzePosition
from .who import Figure, numbered


def violations(pos: YangtzePosition) -> list[str]:
    """No overlap of bases at rest, nobody off the table or to be moved without orders, riders aboard something."""
    if pos.outcome is not None or (pos.stack and not isinstance(pos.top, Orders | Plan)):
        return []
    book = pos.book
    found = []
    standing = [f for figures in pos.standing for f in figures]
    by_cell: dict[tuple[int, int], list[Figure]] = {}
    for figure in standing:
        radius = book.figures[figure].radius
        x, y = pos.x[figure], pos.y[figure]
        if not book.table.on_table(x, y, radius):
            found.append(f"S3.5: {book.lexicon.pieces[book.piece_of_figure(figure)]} is off the table at {x}:{y}")
        for column in (x // 800 - 1, x // 800, x // 800 + 1):
            for row in (y // 800 - 1, y // 800, y // 800 + 1):
                for mate in by_cell.get((column, row), ()):
                    limit = radius + book.figures[mate].radius
                    if pos.apart(figure, mate) < limit * limit and pos.floor[figure] == pos.floor[mate]:
                        names = [book.lexicon.pieces[book.piece_of_figure(f)] for f in (mate, figure)]
                        found.append(f"S2.3: {' and '.join(names)} overlap")
        by_cell.setdefault((x // 800, y // 800), []).append(figure)
    for figure in book.everyone:
        if pos.fate[figure] == ABOARD and pos.aboard[figure] is None:
            found.append("S14: somebody rides in nothing")
        if pos.fate[figure] != STANDING and pos.pinned >> figure & 1:
            found.append("8.4: a figure that is not on the table is pinned")
    found += [
        f"4.1: {book.lexicon.pieces[book.piece_of_figure(figure)]} is to move out of command"
        for figure, track in numbered(pos.track)
        if track and pos.fate[figure] == STANDING and not _led(pos, figure)
    ]
    if pos.doomed or pos.shots:
        found.append("S8.10: fire of an earlier step is still unresolved")
    return found


def _led(pos: YangtzePosition, figure: Figure) -> bool:
    """4.1: is a leader near enough, measured anew and not remembered? Who flees or is exempt asks nobody (4.5)."""
    book = pos.book
    unit = book.figures[figure].unit
    if book.units[unit].lead == "free" or pos.forced_now(unit):
        return True
    reach = radius(pos, book.units[unit].side)
    for leader in leaders_for(pos, unit):
        if pos.fate[leader] == ABOARD:
            if pos.hull_gap(figure, pos.carrier(leader)) <= reach:
                return True
        elif pos.apart(figure, leader) <= (reach + book.figures[figure].radius + book.figures[leader].radius) ** 2:
            return True
    return False
