"""Mukden 6.2 Fog of war, the other way round: a position that one side could believe to be true."""

from __future__ import annotations

from random import Random
from typing import Final, TypeVar

from shapan.ground.hexes import Hex, lowest, mask_of
from shapan.kernel import amended
from shapan.mechanics.sides import hidden_from

from .battle import Advancing, Joining, Momentum
from .combat import reach_refusal
from .fog import laid_open, seen_by
from .position import MukdenPosition, Units
from .sequence import Paralysing
from .stacking import room

ATTEMPTS: Final = 20
"""How often a legal arrangement is dealt before one is sought with patience."""

P = TypeVar("P", bound=MukdenPosition)


def imagine(pos: P, side: str, rng: Random) -> P:
    """Deal the enemy counters that this side cannot see anew among the places where it sees that one lies.

    What comes out follows from what the side can see and from the random numbers, not from where the hidden counters
    really are. Stacks stay legal; whether a buried counter is disrupted is dealt anew as well, and so is who takes part
    in an attack or probe that is being put together. For the spectator the counters of both sides are dealt.
    """
    twin = pos.copy()
    if not pos.book.fog_of_war or pos.outcome:
        return twin
    fixed = seen_by(pos, side) | engaged(pos)
    for enemy in hidden_from(side, pos.book.sides):
        hidden = [unit for unit in pos.on_map(enemy) if not fixed >> unit & 1]
        if hidden:
            _deal(pos, twin, hidden, rng)
        _recruit(twin, enemy, rng)
    return twin


def _recruit(twin: MukdenPosition, enemy: int, rng: Random) -> None:
    """6.2, 9.0: of an attack or probe that is being put together everybody knows its hex, but neither who has been
    named for it nor how many."""
    if (at := _gathering(twin, enemy)) is None:
        return
    able = [unit for unit in twin.ready(enemy) if reach_refusal(twin, at, unit) is None]
    named = list[int]()
    for unit in rng.sample(able, rng.randint(1, len(able))):
        if reach_refusal(twin, at, unit, named) is None:
            named.append(unit)
    units = mask_of(named)
    twin.become(amended(at, units=units, pool=twin.face_up(enemy) & ~units))


def _gathering(pos: MukdenPosition, enemy: int) -> Joining | None:
    """What this side is putting together in secret; of a momentum attack everybody knows who can make it (9.12)."""
    at = pos.top
    mine = isinstance(at, Joining) and not at.momentum and pos.book.side_of[lowest(at.units)] == enemy
    return at if isinstance(at, Joining) and mine else None


def engaged(pos: MukdenPosition) -> Units:
    """All units that everybody knows to take part in an action under way."""
    units = laid_open(pos)
    for frame in pos.frames():
        match frame:
            case Joining(momentum=True):
                units |= frame.units | frame.pool | frame.involved
            case Advancing():
                units |= frame.units | frame.involved
            case Momentum():
                units |= frame.advanced | frame.involved
    return units


def _deal(pos: P, twin: P, hidden: list[int], rng: Random) -> None:
    slots = sorted(hidden, key=lambda unit: (pos.place[unit], pos.pile.index(unit)))
    dealt = _arrangement(pos, slots, rng)
    stand_in = dict(zip(slots, dealt, strict=True))
    flags = _flags(pos, slots, rng)
    place = list(twin.place)
    down = twin.disrupted & ~sum(1 << unit for unit in hidden)
    for slot, unit, flag in zip(slots, dealt, flags, strict=True):
        place[unit] = pos.place[slot]
        down |= flag << unit
    twin.place, twin.disrupted = tuple(place), down
    twin.pile = tuple(stand_in.get(unit, unit) for unit in twin.pile)


def _arrangement(pos: P, slots: list[int], rng: Random) -> list[int]:
    """A unit for every slot, the largest dealt first, each to a hex with room for it and for the others there."""
    weight = pos.book.equivalents
    units = sorted(slots, key=lambda unit: (-weight[unit], unit))
    left = {
        here: room(pos.book, (unit for unit in pos.stack_in(here) if unit not in slots))
        for here in {pos.place[slot] for slot in slots}
    }
    for _ in range(ATTEMPTS):
        dealt = _try(pos, slots, units, left.copy(), rng)
        if dealt is not None:
            return dealt
    return _sought(pos, slots, units, left, rng)


def _sought(pos: P, slots: list[int], units: list[int], left: dict[Hex, int], rng: Random) -> list[int]:
    """The same where stacks are so crowded that dealing fails: hexes are tried one after the other, step by step back
    where nothing fits. Where a stack is too large for now (6.1) there may be none: then anybody may be anywhere."""
    open_slots = _by_hex(pos, slots)
    order = list(open_slots)
    rng.shuffle(order)
    dealt = [0] * len(slots)

    def place(at: int) -> bool:
        if at == len(units):
            return True
        weight = pos.book.equivalents[units[at]]
        for here in order:
            free = open_slots[here]
            if free and left[here] - weight >= len(free) - 1:
                number = free.pop()
                left[here] -= weight
                dealt[number] = units[at]
                if place(at + 1):
                    return True
                left[here] += weight
                free.append(number)
        return False

    return dealt if place(0) else rng.sample(units, len(units))


def _by_hex(pos: P, slots: list[int]) -> dict[Hex, list[int]]:
    """The numbers of the slots in each hex."""
    found: dict[Hex, list[int]] = {}
    for number, slot in enumerate(slots):
        found.setdefault(pos.place[slot], []).append(number)
    return found


def _try(pos: P, slots: list[int], units: list[int], left: dict[Hex, int], rng: Random) -> list[int] | None:
    open_slots = _by_hex(pos, slots)
    dealt = [0] * len(slots)
    for unit in units:
        weight = pos.book.equivalents[unit]
        fitting = [
            number for here, free in open_slots.items() if left[here] - weight >= len(free) - 1 for number in free
        ]
        if not fitting:
            return None
        number = rng.choice(fitting)
        here = pos.place[slots[number]]
        open_slots[here].remove(number)
        left[here] -= weight
        dealt[number] = unit
    return dealt


def _flags(pos: P, slots: list[int], rng: Random) -> list[int]:
    """Which slots hold a disrupted counter: a hidden top counter shows its flag, the buried ones are dealt."""
    flags = [pos.disrupted >> slot & 1 for slot in slots]
    if isinstance(pos.top, Paralysing):
        return flags  # the only disrupted counters are those that the Japanese player has just named (R46)
    covered = [number for number, slot in enumerate(slots) if pos.stack_in(pos.place[slot])[0] != slot]
    sure = _sure(pos, slots, covered, rng)
    buried = [number for number in covered if number != sure]
    down = set(rng.sample(buried, sum(flags[number] for number in covered)))
    return [int(number in down) if number in covered else flag for number, flag in enumerate(flags)]


def _sure(pos: P, slots: list[int], covered: list[int], rng: Random) -> int | None:
    """9.1: somebody must be there who can make what is being put together: if nobody who is seen, one of the buried."""
    enemy = pos.book.side_of[slots[0]]
    at = _gathering(pos, enemy)
    if at is None:
        return None
    dealt = {slots[number] for number in covered}
    if any(unit not in dealt and reach_refusal(pos, at, unit) is None for unit in pos.ready(enemy)):
        return None
    return rng.choice([number for number in covered if reach_refusal(pos, at, slots[number]) is None])
