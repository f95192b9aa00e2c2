"""Shanghai-Nanking Campaign 6.3 Fog of war, the other way round: a position that one side could believe to be true."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, TypeVar

from shapan.ground.hexes import bits, mask_of
from shapan.kernel import amended
from shapan.mechanics.sides import hidden_from

from .combat import Joining, beside
from .fog import engaged, seen_by
from .movement import companions
from .overrun import Forming, Onward, Outset, last_hexes, way
from .position import CampaignPosition, Units
from .sides import CHINESE, JAPANESE
from .stacking import legal

P = TypeVar("P", bound=CampaignPosition)
EXCHANGES: Final = 60
"""How often two counters are exchanged at most to bring stacks within the limits."""


def imagine(pos: P, side: str, rng: Random) -> P:
    """Deal the enemy counters that this side cannot see anew among the places where it sees that one lies.

    Stacks stay within the limits where that can be done, and formations together; garrisons change places among
    themselves. Which of them are reduced is dealt too, and who takes part in an attack or overrun that is still being
    put together. For the spectator the counters of both sides are dealt.
    """
    twin = pos.copy()
    if not pos.book.fog_of_war or pos.outcome:
        return twin
    fixed = seen_by(pos, side) | engaged(pos)
    for enemy in hidden_from(side, pos.book.sides):
        _deal(pos, twin, enemy, fixed, rng)
        _gather(twin, enemy, rng)
    return twin


def _deal(pos: P, twin: P, enemy: int, fixed: int, rng: Random) -> None:
    """Place by place, not counter by counter: the same dice deal the same counters whoever really lies where, and at
    which level of a stack."""
    lying = [unit for unit in pos.on_map(enemy) if not fixed >> unit & 1]
    lying.sort(key=lambda unit: (pos.place[unit], pos.acted >> unit & 1, pos.book.static >> unit & 1))
    static = [unit for unit in lying if pos.book.static >> unit & 1]
    mobile = [unit for unit in lying if not pos.book.static >> unit & 1]
    swap = {unit: unit for unit in range(len(pos.place))}
    swap.update(zip(static, rng.sample(sorted(static), len(static)), strict=True))
    others: dict[int, list[int]] = {pos.place[unit]: [] for unit in mobile}
    moving = set(mobile)
    for unit in range(len(pos.place)):
        if unit not in moving and pos.place[unit] in others:
            others[pos.place[unit]].append(swap[unit])
    swap.update(zip(mobile, _stacked(pos, enemy, mobile, others, rng), strict=True))
    _exchange(pos, twin, lying, swap)
    _wear(twin, lying, rng)


def _gather(twin: P, enemy: int, rng: Random) -> None:
    """6.3: of an attack being put together everybody knows its hex, but neither whom it has been given nor how many.

    A stack that has overrun before is known, for it was laid open then; who of it goes on is not (R-51).
    """
    match twin.top:
        case Joining() as at if twin.owner(at.units) == enemy:
            twin.become(amended(at, units=_some(beside(twin, enemy, at.target), rng)))
        case Forming() as at if enemy == JAPANESE:
            twin.become(_stack_on_the_way(twin, at, rng))


def _stack_on_the_way(twin: P, at: Forming, rng: Random) -> Forming:
    """9.6: some units of any hex from which the target can be reached, by any approach to it; of the stack that has
    overrun before, where one has."""
    target = at.path[-1]
    onward = twin.nearest(Onward)
    movers = twin.movers(JAPANESE) if onward is None else bits(onward.units)
    stacks = {twin.place[unit]: companions(twin, unit) if onward is None else onward.units for unit in movers}
    army, free = mask_of(movers), onward is None or onward.free
    found = []
    for here in sorted(stacks):
        outset = Outset(here, at.points, army, free, at.tried)  # whether those dealt there are strong enough is unknown
        found += [way(twin, outset, last, target) for _, last in last_hexes(twin, outset, target)]
    path = rng.choice(found)
    units = _some(bits(stacks[path[0]]), rng)
    return amended(at, path=path, units=units, pool=stacks[path[0]] & ~units)


def _some(units: Sequence[int], rng: Random) -> Units:
    """One of these units or more."""
    return mask_of(rng.sample(units, rng.randint(1, len(units))))


def _wear(twin: P, lying: list[int], rng: Random) -> None:
    """This many of the hidden two-step counters are reduced; nobody can see which."""
    full = twin.book.full_steps
    worn = sorted(unit for unit in lying if full[unit] > 1)
    left = sorted(twin.steps[unit] for unit in worn)
    steps = list(twin.steps)
    for unit, count in zip(worn, rng.sample(left, len(left)), strict=True):
        steps[unit] = count
    twin.steps = tuple(steps)


def _stacked(pos: P, side: int, lying: list[int], known: dict[int, list[int]], rng: Random) -> list[int]:
    """For each of these counters another one that could lie there as well, beside those that are known to."""
    slots: dict[int, list[int]] = {}
    for at, unit in enumerate(lying):
        slots.setdefault(pos.place[unit], []).append(at)
    dealt = _dealt(pos, side, lying, slots, known, rng)

    values, limit = pos.book.equivalents, pos.book.stacking["chinese_limit"]

    def crowded(here: int) -> bool:
        """Does this hex hold more than it may?"""
        units = [*known[here], *[dealt[at] for at in slots[here]]]
        if side == CHINESE:  # 6.2, as legal() has it, but this is asked thousands of times
            return sum([values[unit] for unit in units]) > limit
        return not legal(pos, side, units)

    hexes = list(slots)
    over = [here for here in hexes if crowded(here)]
    for _ in range(EXCHANGES if over else 0):
        here, there = rng.choice(over), rng.choice(hexes)
        one, two = rng.choice(slots[here]), rng.choice(slots[there])
        dealt[one], dealt[two] = dealt[two], dealt[one]
        if crowded(there) and there not in over:
            dealt[one], dealt[two] = dealt[two], dealt[one]
        else:
            over = [where for where in over if where not in (here, there) or crowded(where)]
            if not over:
                break
    return dealt


def _dealt(
    pos: P, side: int, lying: list[int], slots: dict[int, list[int]], known: dict[int, list[int]], rng: Random
) -> list[int]:
    """A first deal, the largest counters first: they find room in fewer places. Japanese go to their formations."""
    book, dealt = pos.book, list(lying)
    free = {here: list(listed) for here, listed in slots.items()}
    mates = {here: list(units) for here, units in known.items()}
    limit = book.stacking["chinese_limit"]
    room = {here: limit - sum(book.equivalents[unit] for unit in units) for here, units in known.items()}
    for unit in sorted(rng.sample(sorted(lying), len(lying)), key=lambda unit: -book.equivalents[unit]):
        if side == JAPANESE:
            own = book.formation[unit]
            roomy = [here for here in free if legal(pos, side, [*mates[here], unit])]
            roomy = [here for here in roomy if own in [book.formation[mate] for mate in mates[here]]] or roomy
        else:
            size = book.equivalents[unit]
            roomy = [here for here in free if room[here] >= size]
        here = rng.choice(roomy or list(free))
        dealt[free[here].pop(0)] = unit
        mates[here].append(unit)
        room[here] -= book.equivalents[unit]
        if not free[here]:
            del free[here]
    return dealt


def _exchange(pos: P, twin: P, lying: list[int], swap: dict[int, int]) -> None:
    """Each unit takes the place and the spent phase of the one that it is swapped for. Both are of one side and on the
    map: which hexes it holds, and who is there, does not change. The levels of a stack at which hidden counters lie are
    taken in the order in which they were dealt."""
    place, acted = list(twin.place), twin.acted
    for unit, stand_in in swap.items():
        if unit != stand_in:
            place[stand_in] = pos.place[unit]
            bit = 1 << stand_in
            acted = acted | bit if pos.acted >> unit & 1 else acted & ~bit
    twin.place = tuple(place)
    twin.acted = acted
    levels: dict[int, list[int]] = {}
    for unit in reversed(lying):
        levels.setdefault(pos.place[unit], []).append(swap[unit])
    hidden = set(lying)
    twin.pile = tuple(levels[pos.place[unit]].pop() if unit in hidden else unit for unit in twin.pile)
