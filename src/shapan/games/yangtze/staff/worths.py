"""What it costs a side to lose a figure, a vehicle, a vessel or a gun."""

from __future__ import annotations

from shapan.mechanics.sides import other

from ..position import YangtzePosition
from ..who import Figure, Unit
from .picture import kill_rates, use_of


def price(pos: YangtzePosition, figure: Figure) -> float:
    """What a figure's fall costs its side; a leader's more, for nobody takes his place."""
    book = pos.book
    unit = book.figures[figure].unit
    spec = book.units[unit]
    late = (book.turns - pos.turn + 0.5) / book.turns
    worth = use_of(book, spec) * late
    if spec.kind != "civilian":
        worth += kill_rates(book)[other(spec.side)]
    return worth


def hull_price(pos: YangtzePosition, unit: Unit) -> float:
    """What a vehicle or vessel is worth to its side: its price, and objectives that name it or what it carries."""
    book = pos.book
    spec = book.units[unit]
    worth = 0.015 * float(book.templates[spec.template].get("pts", 0)) * (book.turns - pos.turn + 0.5) / book.turns
    for entry in book.objectives:
        named = entry.of
        if entry.kind == "destroy" and unit in book.handles.get(named, ()):
            worth += float(entry.vp)
        elif entry.kind in ("exit", "seize") and spec.cargo == named:
            worth += 0.5 * float(entry.vp)
    return worth


def gun_price(pos: YangtzePosition, unit: Unit) -> float:
    """Objectives that name a gun."""
    objectives = pos.book.objectives
    named = [e for e in objectives if e.kind == "destroy" and unit in pos.book.handles.get(e.of, ())]
    return sum((float(e.vp) for e in named), 0.3)
