"""5.0 Issuing orders: the action cards, chosen in secret, side after side, and turned up together (2.0)."""

from __future__ import annotations

from shapan.ground.table import Eye, within
from shapan.kernel import Action, Actor, Group, Options, Param, Refusal, Step, one

from .actions import (
    ANYONE,
    CHARGE,
    FORCED,
    HALT,
    MOVE,
    SKIRMISH,
    Abet,
    Card,
    Cover,
    Hold,
    Ready,
    Watch,
)
from .candidates import lazily, within_charge
from .command import commanded, in_command
from .position import ABOARD, DISABLED, WRECK, YangtzePosition, other, put
from .sighting import free_line
from .specs import SCALE

KEEN = ("foot", "command", "special", "mg")


def allocate_cards(pos: YangtzePosition) -> None:
    """2.0: each side chooses; forced states already lie in place of cards (14.0)."""
    pos.call("orders", 1, False)
    pos.call("orders", 0, False)


def needs_card(pos: YangtzePosition, unit: int) -> bool:
    """2.0, R5: every unit in play that no forced state, sleep or wreck speaks for."""
    return not pos.card[unit] and pos.in_play(unit)


def card_refusal(pos: YangtzePosition, unit: int, card: str) -> Refusal | None:
    """5.1 to 5.4 and the table of S6.1: may this unit play this card?"""
    spec = pos.book.units[unit]
    kind = spec.kind
    if pos.asleep >> unit & 1 and card != HALT:
        return Refusal("S6.8", "refusal.asleep", unit=unit)
    if kind == "aircraft":
        return None if card == MOVE else Refusal("S15.1", "refusal.aircraft_moves")
    if card == SKIRMISH and kind not in KEEN:
        return Refusal("5.2", "refusal.skirmish_on_foot", unit=unit)
    if card == CHARGE and kind not in (*KEEN, "mounted"):
        return Refusal("13.1", "refusal.cannot_charge", unit=unit)
    if card == HALT:
        return None
    if spec.carrier:
        return immobile(pos, unit)
    if pos.riding(unit) >= 0:
        return None
    figures = pos.standing[unit]
    if all(pos.pinned >> figure & 1 for figure in figures):
        return Refusal("8.4", "refusal.all_pinned", unit=unit)
    if all(pos.pinned >> f & 1 or not in_command(pos, f) for f in figures):
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


def automatics(pos: YangtzePosition, unit: int) -> list[int]:
    """7.9: the figures of a halted unit whose weapon has a beaten zone and can cover an area."""
    if pos.card[unit] != HALT or pos.asleep >> unit & 1:
        return []
    weapons = pos.book.weapons
    found = [f for f in pos.standing[unit] if weapons[pos.book.figures[f].weapon].automatic]
    return [figure for figure in found if all(marker[0] != figure for marker in pos.markers)]


def cover_refusal(pos: YangtzePosition, side: int, piece: int, x: int, y: int) -> Refusal | None:
    """7.9, R55: an automatic weapon on HALT, in command, marks a point within range and sight."""
    kind, figure = pos.book.what(piece)
    if kind != "figure" or pos.owner[pos.book.figures[figure].unit] != side:
        return Refusal("7.9", "refusal.figure_wanted")
    if figure not in automatics(pos, pos.book.figures[figure].unit):
        return Refusal("7.9", "refusal.cover_weapon")
    if not in_command(pos, figure):
        return Refusal("4.1", "refusal.out_of_command")
    reach = pos.book.weapons[pos.book.figures[figure].weapon].reach + pos.book.figures[figure].radius
    if not pos.book.table.on_table(x, y) or not within(pos.x[figure], pos.y[figure], x, y, reach):
        return Refusal("7.9", "refusal.cover_range")
    if pos.room[figure] < 0 and not free_line(pos, Eye(pos.x[figure], pos.y[figure], pos.floor[figure]), Eye(x, y)):
        return Refusal("7.9", "refusal.cover_sight")
    return None


class Orders(Step[YangtzePosition]):
    """Cards and what goes with them. The other side learns nothing before both are ready."""

    name = "orders"
    case = "5.0"

    def settle(self, pos: YangtzePosition) -> bool:
        side, begun = pos.frame
        if begun:
            return True
        cards = list(pos.card)
        for unit in pos.units_of(side):
            if needs_card(pos, unit) and pos.asleep >> unit & 1:
                cards[unit] = HALT
        pos.card = tuple(cards)
        pos.become(side, True)
        if any(needs_card(pos, unit) for unit in pos.units_of(side)):
            return True
        pos.done()
        return False

    def actor(self, pos: YangtzePosition) -> Actor:
        return pos.book.sides[pos.frame[0]]

    def _left(self, pos: YangtzePosition) -> list[int]:
        return [unit for unit in pos.units_of(pos.frame[0]) if needs_card(pos, unit)]

    def options(self, pos: YangtzePosition) -> Options:
        side = pos.frame[0]
        left = self._left(pos)
        if left:
            return Options(*(Group(Card, unit, values=lazily(sensible_cards, pos, unit)) for unit in left))
        groups: list[Group[Action]] = [one(Ready())]
        for unit in pos.units_of(side):
            if pos.card[unit] != HALT:
                continue
            for figure in automatics(pos, unit):
                piece = pos.book.piece_of_figure(figure)
                groups.append(Group(Cover, piece, 1, values=_areas(pos, side, piece)))
            if not pos.holding >> unit & 1 and pos.book.units[unit].kind in KEEN and not pos.asleep >> unit & 1:
                groups.append(Group(Hold, values=(unit,)))
        for unit in pos.units_of(side):
            if watch_refusal(pos, side, unit) is None:
                reach = pos.book.weapons["sniper_rifle"].reach // SCALE
                groups.append(Group(Watch, unit, ANYONE, values=(reach, reach // 2)))
        return Options(*groups)

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
            case Cover(piece, _, (x, y)):
                return self._too_early(pos) or cover_refusal(pos, side, piece, x, y)
            case Watch(unit, _, _):
                return self._too_early(pos) or watch_refusal(pos, side, unit)
            case Hold(unit):
                return self._too_early(pos) or hold_refusal(pos, side, unit)
            case Abet(unit):
                mine = unit < len(pos.book.units) and pos.owner[unit] == side and not pos.book.units[unit].carrier
                return self._too_early(pos) or (None if mine else Refusal("13.2", "refusal.not_yours"))
        return Refusal("5.0", "refusal.cards_first")

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
            case Cover(piece, count, (x, y)):
                pos.markers = (*pos.markers, (pos.book.what(piece)[1], x, y, count, 0))
                pos.tell("7.9", "event.covers", mine, piece=piece)
            case Watch(unit, quarry, reach):
                pos.triggers = (*pos.triggers, (unit, quarry, reach * SCALE))
            case Hold(unit):
                pos.holding |= 1 << unit
            case Abet(unit):
                pos.abetting |= 1 << unit
            case Ready():
                pos.done()

    def prompt(self, pos: YangtzePosition) -> tuple[str, dict[str, Param]]:
        return "prompt.orders", {"side": pos.book.sides[pos.frame[0]]}


def watch_refusal(pos: YangtzePosition, side: int, unit: int) -> Refusal | None:
    """7.1, R56: a sniper who does not charge may wait for a target."""
    if unit >= len(pos.book.units) or pos.owner[unit] != side or not pos.standing[unit]:
        return Refusal("7.1", "refusal.not_yours")
    if not any(pos.book.weapons[pos.book.figures[f].weapon].picks for f in pos.standing[unit]):
        return Refusal("7.1", "refusal.not_sniper", unit=unit)
    if pos.card[unit] in FORCED or pos.card[unit] == CHARGE or any(entry[0] == unit for entry in pos.triggers):
        return Refusal("7.1", "refusal.cannot_watch", unit=unit)
    return None


def hold_refusal(pos: YangtzePosition, side: int, unit: int) -> Refusal | None:
    if unit >= len(pos.book.units) or pos.owner[unit] != side or pos.card[unit] != HALT:
        return Refusal("6.1", "refusal.hold_halted")
    return Refusal("6.1", "refusal.hold_halted") if pos.holding >> unit & 1 else None


def _areas(pos: YangtzePosition, side: int, piece: int) -> tuple[tuple[int, int], ...]:
    """Candidate points for covering fire: where visible enemies stand within range."""
    figure = pos.book.what(piece)[1]
    found = []
    for unit in pos.units_of(other(side)):
        if pos.hidden >> unit & 1 or not pos.standing[unit]:
            continue
        lead = pos.standing[unit][0]
        point = (pos.x[lead], pos.y[lead])
        half = ((point[0] + pos.x[figure]) // 2, (point[1] + pos.y[figure]) // 2)
        found += [spot for spot in (point, half) if cover_refusal(pos, side, piece, *spot) is None]
    return tuple(dict.fromkeys(found))


def reveal_cards(pos: YangtzePosition) -> None:
    """2.0: all cards are turned up together, with the markers of covering fire (7.9)."""
    pos.horizon += 1
    for unit, card in enumerate(pos.card):
        if card and not pos.hidden >> unit & 1:
            pos.tell("2", "event.revealed_card", unit=unit, card=card)
    for figure, *_ in pos.markers:
        if not pos.hidden >> pos.book.figures[figure].unit & 1:
            pos.tell("7.9", "event.covers", piece=pos.book.piece_of_figure(figure))
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
