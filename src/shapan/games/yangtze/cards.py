"""5.0 Issuing orders: the action cards, chosen in secret, side after side, and turned up together (2.0)."""

from __future__ import annotations

from shapan.kernel import Action, Group, Options, Param, Refusal, SideStep, one

from .actions import (
    CHARGE,
    FORCED,
    HALT,
    MOVE,
    SKIRMISH,
    Card,
    Ready,
)
from .candidates import lazily, within_charge
from .command import commanded, in_command
from .position import ABOARD, DISABLED, WRECK, YangtzePosition, other, put
from .stances import reveal_stances, stance_refusal, stances, take_stance

KEEN = ("foot", "command", "special", "mg")


def allocate_cards(pos: YangtzePosition) -> None:
    """2.0: each side chooses; forced states already lie in place of cards (14.0). S6.2: plans may go with them."""
    if pos.book.switches["combined_orders"]:
        pos.call("plan", 1)
        pos.call("plan", 0)
    pos.call("orders", 1, False)
    pos.call("orders", 0, False)


def needs_card(pos: YangtzePosition, unit: int) -> bool:
    """2.0, R5: every unit in play that no forced state, sleep or wreck speaks for."""
    return not pos.card[unit] and pos.in_play(unit)


def let_sleep(pos: YangtzePosition, side: int) -> None:
    """S6.8: units that sleep are given HALT without being asked."""
    cards = list(pos.card)
    for unit in pos.units_of(side):
        if needs_card(pos, unit) and pos.asleep >> unit & 1:
            cards[unit] = HALT
    pos.card = tuple(cards)


def card_refusal(pos: YangtzePosition, unit: int, card: str) -> Refusal | None:
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


def _rooted(pos: YangtzePosition, unit: int) -> Refusal | None:
    """8.4, 4.1, S14.7: nobody of the unit could move."""
    figures = pos.standing[unit]
    if pos.riding(unit) >= 0:
        return None
    if figures and all(pos.swimming >> figure & 1 for figure in figures):
        return Refusal("S14.7", "refusal.swims", unit=unit)
    if all(pos.pinned >> figure & 1 for figure in figures):
        return Refusal("8.4", "refusal.all_pinned", unit=unit)
    if all((pos.pinned | pos.swimming) >> f & 1 or not in_command(pos, f) for f in figures):
        return Refusal("4.1", "refusal.none_in_command", unit=unit)
    return None


def immobile(pos: YangtzePosition, unit: int) -> Refusal | None:
    """12.0: a vehicle or vessel that can no longer move."""
    if pos.book.units[unit].aground:
        return Refusal("S14.1", "refusal.aground", unit=unit)
    if pos.damage[unit] & (DISABLED | WRECK) or pos.timer[unit] > pos.turn:
        return Refusal("12.1", "refusal.damaged", unit=unit)
    if not manned(pos, unit):
        return Refusal("12.2", "refusal.no_crew", unit=unit)
    return None


def manned(pos: YangtzePosition, unit: int) -> bool:
    """12.2: somebody works the vehicle or vessel: one of its own crew, or two who have taken it (S14.6)."""
    people = pos.crew(unit)
    if pos.owner[unit] != pos.book.units[unit].side:
        return len(people) > 1
    return any(pos.book.figures[figure].unit == unit for figure in people) or (
        pos.book.units[unit].kind == "vessel" and len(people) > 1
    )


def legal_cards(pos: YangtzePosition, unit: int) -> list[str]:
    return [card for card in (MOVE, SKIRMISH, CHARGE, HALT) if card_refusal(pos, unit, card) is None]


def sensible_cards(pos: YangtzePosition, unit: int) -> list[str]:
    """S6.5: what the options list: a charge only where there is somebody to charge."""
    cards = legal_cards(pos, unit)
    if CHARGE in cards and pos.riding(unit) < 0:
        enemies = pos.units_of(other(pos.owner[unit]))
        if not any(within_charge(pos, unit, enemy) for enemy in enemies):
            cards.remove(CHARGE)
    return cards


class Orders(SideStep[YangtzePosition]):
    """Cards and what goes with them. The other side learns nothing before both are ready."""

    name = "orders"
    case = "5.0"

    def settle(self, pos: YangtzePosition) -> bool:
        side, begun = pos.frame
        if begun:
            return True
        let_sleep(pos, side)
        pos.become(side, True)
        if any(needs_card(pos, unit) for unit in pos.units_of(side)):
            return True
        pos.done()
        return False

    def _left(self, pos: YangtzePosition) -> list[int]:
        return [unit for unit in pos.units_of(pos.frame[0]) if needs_card(pos, unit)]

    def options(self, pos: YangtzePosition) -> Options:
        side = pos.frame[0]
        left = self._left(pos)
        if left:
            return Options(*(Group(Card, unit, values=lazily(sensible_cards, pos, unit)) for unit in left))
        return Options(one(Ready()), *stances(pos, side))

    def refusal(self, pos: YangtzePosition, action: Action) -> Refusal | None:
        side = pos.frame[0]
        match action:
            case Card(unit, card):
                if unit >= len(pos.book.units) or pos.owner[unit] != side or not pos.in_play(unit):
                    return Refusal("5.0", "refusal.not_yours")
                if pos.card[unit] in FORCED:
                    return Refusal("14.4", "refusal.forced", unit=unit)
                if pos.card[unit]:
                    return Refusal("2", "refusal.one_card", unit=unit)
                return card_refusal(pos, unit, card)
            case Ready():
                left = self._left(pos)
                return Refusal("2", "refusal.card_missing", unit=left[0]) if left else None
        return self._too_early(pos) or stance_refusal(pos, side, action)

    def _too_early(self, pos: YangtzePosition) -> Refusal | None:
        left = self._left(pos)
        return Refusal("2", "refusal.card_missing", unit=left[0]) if left else None

    def apply(self, pos: YangtzePosition, action: Action) -> None:
        side = pos.frame[0]
        mine = (pos.book.sides[side],)
        match action:
            case Card(unit, card):
                pos.card = put(pos.card, unit, card)
                pos.tell("5.0", "event.card", mine, unit=unit, card=card)
            case Ready():
                pos.done()
            case _:
                take_stance(pos, side, action)

    def prompt(self, pos: YangtzePosition) -> tuple[str, dict[str, Param]]:
        return "prompt.orders", {"side": pos.book.sides[pos.frame[0]]}


def reveal_cards(pos: YangtzePosition) -> None:
    """2.0: all cards are turned up together, with the markers of covering fire (7.9)."""
    pos.learned()
    for unit, card in enumerate(pos.card):
        if card and not pos.hidden >> unit & 1:
            pos.tell("2", "event.revealed_card", unit=unit, card=card)
    reveal_stances(pos)
    stuck = 0
    for unit in range(len(pos.book.units)):
        if pos.card[unit] in (MOVE, CHARGE) and pos.standing[unit]:
            able = set(commanded(pos, unit))
            for figure in pos.standing[unit]:
                if pos.pinned >> figure & 1 or figure not in able:
                    stuck |= 1 << figure
    pos.stuck = stuck


def riders_stay(pos: YangtzePosition, unit: int) -> bool:
    """S6.1: a unit aboard that plays HALT stays there."""
    return pos.riding(unit) >= 0 and pos.card[unit] == HALT and all(pos.fate[f] == ABOARD for f in pos.alive(unit))
