"""5.0 Issuing orders: the action cards, chosen in secret, side after side, and turned up together (2.0)."""

from __future__ import annotations

from shapan.kernel import Action, Group, Options, Param, Refusal, SideFrame, SideStep, amended, one
from shapan.mechanics.sides import other

from ..actions import (
    CHARGE,
    FORCED,
    HALT,
    MOVE,
    SKIRMISH,
    Card,
    Ready,
)
from ..command import commanded, in_command
from ..fire.elements import forced_case
from ..movement.interrupts import unmask
from ..position import YangtzePosition
from ..vessels.crews import immobile
from ..who import Unit, numbered, put
from .candidates import lazily, within_charge
from .plans import Plan
from .stances import reveal_stances, stance_refusal, stances, take_stance

KEEN = ("foot", "command", "special", "mg")


def allocate_cards(pos: YangtzePosition) -> None:
    """2.0: each side chooses; forced states already lie in place of cards (14.0). S6.2: plans may go with them. S6.7,
    R251: before that hidden units show whom somebody has come near to since the last movement, in whatever manner."""
    unmask(pos)
    plans = (Plan(0), Plan(1)) if pos.book.switches["combined_orders"] else ()
    pos.then(Orders(0), Orders(1), *plans)


def needs_card(pos: YangtzePosition, unit: Unit) -> bool:
    """2.0, R5: every unit in play that no forced state, sleep or wreck speaks for."""
    return not pos.card[unit] and pos.in_play(unit)


def unnerved(pos: YangtzePosition, unit: Unit) -> bool:
    """14.8, R53: does the unit halt because a vehicle has lost its nerve: that vehicle, or who rides in it?"""
    carrier = unit if pos.book.units[unit].carrier else pos.riding(unit)
    return bool(pos.card[unit]) and not pos.standing[unit] and carrier is not None and bool(pos.shaken >> carrier & 1)


def let_sleep(pos: YangtzePosition, side: int) -> None:
    """S6.8: units that sleep are given HALT without being asked."""
    cards = list(pos.card)
    for unit in pos.units_of(side):
        if needs_card(pos, unit) and pos.asleep >> unit & 1:
            cards[unit] = HALT
    pos.card = tuple(cards)


def card_refusal(pos: YangtzePosition, unit: Unit, card: str) -> Refusal | None:
    """5.1 to 5.4 and the table of S6.1: may this unit play this card?"""
    spec = pos.book.units[unit]
    kind = spec.kind
    if pos.asleep >> unit & 1 and card != HALT:
        return Refusal("S6.8", "refusal.asleep", unit=unit)
    if kind == "aircraft":
        return None if card == MOVE else Refusal("S15.1", "refusal.aircraft_moves")
    walks = kind in KEEN or bool(pos.afoot >> unit & 1)
    if card == SKIRMISH and not walks:
        return Refusal("5.2", "refusal.skirmish_on_foot", unit=unit)
    if card == CHARGE and kind not in (*KEEN, "mounted"):
        return Refusal("13.1", "refusal.cannot_charge", unit=unit)
    if card == HALT:
        return None
    return immobile(pos, unit) if spec.carrier else _rooted(pos, unit)


def _rooted(pos: YangtzePosition, unit: Unit) -> Refusal | None:
    """8.4, 4.1, S14.7, S17.2: nobody of the unit could move."""
    figures = pos.standing[unit]
    if pos.riding(unit) is not None:
        return None
    if figures and all(pos.captive >> figure & 1 for figure in figures):
        return Refusal("S17.2", "refusal.captive")
    if figures and all(pos.swimming >> figure & 1 for figure in figures):
        return Refusal("S14.7", "refusal.swims", unit=unit)
    if all(pos.pinned >> figure & 1 for figure in figures):
        return Refusal("8.4", "refusal.all_pinned", unit=unit)
    if all((pos.pinned | pos.swimming) >> f & 1 or not in_command(pos, f) for f in figures):
        return Refusal("4.1", "refusal.none_in_command", unit=unit)
    return None


def legal_cards(pos: YangtzePosition, unit: Unit) -> list[str]:
    return [card for card in (MOVE, SKIRMISH, CHARGE, HALT) if card_refusal(pos, unit, card) is None]


def sensible_cards(pos: YangtzePosition, unit: Unit) -> list[str]:
    """S6.5: what the options list: a charge only where there is somebody to charge."""
    cards = legal_cards(pos, unit)
    if CHARGE in cards and pos.riding(unit) is None:
        enemies = pos.units_of(other(pos.owner[unit]))
        if not any(within_charge(pos, unit, enemy) for enemy in enemies):
            cards.remove(CHARGE)
    return cards


class Orders(SideFrame):
    """5.0: a side chooses its cards."""

    begun: bool = False
    """Have those who sleep been given theirs?"""


class GiveOrders(SideStep[YangtzePosition, Orders]):
    """Cards and what goes with them. The other side learns nothing before both are ready."""

    case = "5.0"
    sealed = True

    def settle(self, pos: YangtzePosition, at: Orders) -> bool:
        if at.begun:
            return True
        let_sleep(pos, at.side)
        pos.become(amended(at, begun=True))
        if self._left(pos, at.side):
            return True
        pos.done()
        return False

    def _left(self, pos: YangtzePosition, side: int) -> list[Unit]:
        return [unit for unit in pos.units_of(side) if needs_card(pos, unit)]

    def options(self, pos: YangtzePosition, at: Orders) -> Options:
        left = self._left(pos, at.side)
        if left:
            return Options(*(Group(Card, unit, values=lazily(sensible_cards, pos, unit)) for unit in left))
        return Options(one(Ready()), *stances(pos, at.side))

    def refusal(self, pos: YangtzePosition, at: Orders, action: Action) -> Refusal | None:
        match action:
            case Card(unit, card):
                if unit >= len(pos.book.units) or pos.owner[unit] != at.side or not pos.in_play(unit):
                    return Refusal("5.0", "refusal.not_yours")
                if pos.card[unit] in FORCED:
                    return Refusal(forced_case(pos, unit), "refusal.forced", unit=unit)
                if unnerved(pos, unit):
                    return Refusal("14.8", "refusal.forced", unit=unit)
                if pos.card[unit] and not (pos.asleep >> unit & 1 and card != HALT):
                    return Refusal("2", "refusal.one_card", unit=unit)
                return card_refusal(pos, unit, card)
            case Ready():
                return self._too_early(pos, at.side)
        return self._too_early(pos, at.side) or stance_refusal(pos, at.side, action)

    def _too_early(self, pos: YangtzePosition, side: int) -> Refusal | None:
        left = self._left(pos, side)
        return Refusal("2", "refusal.card_missing", unit=left[0]) if left else None

    def apply(self, pos: YangtzePosition, at: Orders, action: Action) -> None:
        mine = (pos.book.sides[at.side],)
        match action:
            case Card(unit, card):
                pos.card = put(pos.card, unit, card)
                pos.tell("5.0", "event.card", mine, unit=unit, card=card)
            case Ready():
                pos.done()
            case _:
                take_stance(pos, at.side, action)

    def prompt(self, pos: YangtzePosition, at: Orders) -> tuple[str, dict[str, Param]]:
        return "prompt.orders", {"side": pos.book.sides[at.side]}


def reveal_cards(pos: YangtzePosition) -> None:
    """2.0: all cards are turned up together, with the markers of covering fire (7.9)."""
    pos.learned()
    for unit, card in numbered(pos.card):
        if card and not pos.hidden >> unit & 1:
            pos.tell("2", "event.revealed_card", unit=unit, card=card)
    reveal_stances(pos)
    stuck = 0
    for unit in pos.book.every_unit:
        if pos.card[unit] in (MOVE, CHARGE) and pos.standing[unit]:
            able = set(commanded(pos, unit))
            for figure in pos.standing[unit]:
                if pos.pinned >> figure & 1 or figure not in able:
                    stuck |= 1 << figure
    pos.stuck = stuck
