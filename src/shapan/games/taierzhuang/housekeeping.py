"""The smaller decisions of a staff officer of Taierzhuang: placing, chits, reactions, damage, supply."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

from shapan.ground.areas import bits
from shapan.kernel.doctrine import Advice, best_first

from . import estimate, losses
from .actions import (
    Call,
    Decline,
    Discard,
    Keep,
    Pay,
    PlaceUnits,
    Play,
    Take,
)
from .attacks import chit_piece
from .bombardment import rallying
from .combat import attack_parts, defence_parts, total
from .damage import endurance
from .frames import Blow
from .losses import soldier
from .position import CHINESE, JAPANESE, TaierzhuangPosition
from .reinforcements import arrives
from .setup import allowed, capacity, waiting
from .supply import exposed, starving, supplied
from .temper import Temper
from .windows import payable

Officer = Callable[[TaierzhuangPosition, Temper], list[Advice]]
CHIT_WORTH: Final = {
    "recovery": 3.0,
    "banzai": 2.5,
    "engineers": 2.5,
    "spearhead": 1.2,
    "air_drop": 0.7,
    "night_attack": 3.0,
    "resolute": 3.0,
    "command": 3.5,
    "dare_to_die": 2.5,
    "anti_tank": 2.0,
    "guerrillas": 1.5,
    "order": 1.8,
}
"""What a chit in hand promises, in Damage Points; guns and aircraft by their Attack Total."""
CROWD: Final = 0.1
"""How soon a zone gets too full to be left quickly."""
MANY: Final = 7
"""What 2D6 bring on the average."""


def chit_worth(pos: TaierzhuangPosition, chit: int) -> float:
    entry = pos.book.chits[chit]
    if entry.effect == "order" and not pos.at[pos.book.pool[CHINESE]]:
        return 0.0
    return CHIT_WORTH.get(entry.effect, entry.at / 2)


# --- 3.0, 6.0 placing -------------------------------------------------------------------------------


def set_up(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    return grouped(pos, temper, _set_up_one)


def deploy(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    return grouped(pos, temper, _deploy_one)


def grouped(pos: TaierzhuangPosition, temper: Temper, officer: Officer) -> list[Advice]:
    """Unit after unit in thought; what comes to the first place is then put there at once, for all to see."""
    thought: list[PlaceUnits] = []
    first, twin = _legal(pos, temper, officer), pos.copy()
    while twin.step is pos.step and twin.actor == pos.actor:
        action = _legal(twin, temper, officer)[0].action
        assert isinstance(action, PlaceUnits)
        thought.append(action)
        twin.push(action)
    goal = thought[0].area
    squad = tuple(unit for placed in thought if placed.area == goal for unit in placed.units)
    return [msgspec.structs.replace(first[0], action=PlaceUnits(goal, squad)), *first[1:]]


def _legal(pos: TaierzhuangPosition, temper: Temper, officer: Officer) -> list[Advice]:
    return [entry for entry in best_first(officer(pos, temper)) if pos.refusal(entry.action) is None]


def _set_up_one(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    (side,) = pos.frame
    units = waiting(pos, side)
    if side == JAPANESE:
        return into_zones(pos, temper, side, units)
    worths = estimate.worths(pos, temper, CHINESE)
    front = estimate.steps_to(pos.book, JAPANESE, pos.book.supply_sources)
    advice = []
    for area in bits(pos.book.areas):
        count = pos.strength(side, area)
        fitting = allowed(pos, units, area)
        if count >= capacity(pos, area) or not fitting:
            continue
        worth = worths[area].of(count + 1) - worths[area].of(count) + temper.outpost * max(3 - front[area], 0)
        pick = max if worths[area].guard > 1 else min
        unit = pick(bits(fitting), key=lambda one: soldier(pos, one))
        advice.append(Advice(PlaceUnits(area, (unit,)), worth, "reason.garrison", {"area": area}))
    return advice


def _deploy_one(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    return into_zones(pos, temper, pos.frame[0], pos.at[pos.book.muster])


def into_zones(pos: TaierzhuangPosition, temper: Temper, side: int, units: int) -> list[Advice]:
    """The zone nearest to the town, unless it is crowded."""
    book = pos.book
    steps = estimate.steps_to(book, side, book.victory_town)
    unit = max(bits(units), key=lambda one: soldier(pos, one))
    return [
        Advice(
            PlaceUnits(zone, (unit,)), -steps[zone] - CROWD * pos.strength(side, zone), "reason.zone", {"area": zone}
        )
        for zone in bits(book.zones[side])
    ]


# --- 5.0, 6.0 chits ---------------------------------------------------------------------------------


def replenish(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    (side,) = pos.frame
    first = pos.book.first_chit
    return [
        Advice(Take(first + chit), chit_worth(pos, chit), "reason.take")
        for chit in pos.book.chits_of[side]
        if pos.cups[chit]
    ]


def discard(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    """5.3: what promises little goes back, since the hand is filled again; the rest stays."""
    side, chosen = pos.frame
    first = pos.book.first_chit
    advice = [
        Advice(Discard(first + chit), temper.useless - chit_worth(pos, chit), "reason.discard")
        for chit in pos.book.chits_of[side]
        if pos.hands[chit] > chosen[chit]
    ]
    return [*advice, Advice(Keep(), 0.0, "reason.keep")]


def chance_to_arrive(pos: TaierzhuangPosition, side: int, drm: int = 0) -> float:
    """6.1, 6.2: that the next roll brings reinforcements."""
    twin = pos.copy()
    twin.drm += drm
    return sum(weight for dice, weight in estimate.THROWS if arrives(twin, side, dice)) / 36


def order(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    chit = chit_piece(pos, "order")
    advice = [Advice(Decline(), 0.0, "reason.decline")]
    if chit >= 0:
        drm = pos.book.chits[pos.book.by_effect["order"]].drm
        more = chance_to_arrive(pos, CHINESE, drm) - chance_to_arrive(pos, CHINESE)
        advice.append(Advice(Play(chit), more * MANY - 0.5, "reason.order"))
    return advice


def paying(pos: TaierzhuangPosition, side: int, units: float) -> list[Advice]:
    """A chit for so many units to expect: the least useful one."""
    first = pos.book.first_chit
    advice = [Advice(Decline(), 0.0, "reason.decline")]
    for chit in payable(pos, side):
        worth = units - 0.6 * chit_worth(pos, chit - first)
        advice.append(Advice(Pay(chit), worth, "reason.pay", {"count": f"{units:.1f}"}))
    return advice


def reroll_test(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    (success,) = pos.frame
    pool = pos.at[pos.book.pool[CHINESE]].bit_count()
    return paying(pos, CHINESE, 0.0 if success else chance_to_arrive(pos, CHINESE) * min(MANY, pool))


def reroll_quantity(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    (count,) = pos.frame
    pool = pos.at[pos.book.pool[CHINESE]].bit_count()
    return paying(pos, CHINESE, float(min(MANY, pool) - count))


def levy(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    pool = pos.at[pos.book.pool[JAPANESE]].bit_count()
    return paying(pos, JAPANESE, 1.2 * chance_to_arrive(pos, JAPANESE) * min(MANY, pool))


def draw(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    """12.4: the best of the pool."""
    units = bits(pos.at[pos.book.pool[pos.frame[0]]])
    return [Advice(Take(unit), soldier(pos, unit), "reason.take") for unit in units]


def rallies(pos: TaierzhuangPosition) -> list[tuple[int, float]]:
    """Will of the Emperor: what it is worth to make units Ready again, above all face to face with the enemy."""
    found = []
    for place in rallying(pos):
        units = pos.units_in(JAPANESE, place) & pos.spent
        facing = pos.book.areas >> place & 1 and pos.units_in(CHINESE, place)
        share = 0.3 if facing else 0.08
        found.append((place, share * (pos.factors(units) + units.bit_count()) - 2.0))
    return found


# --- 5.2 reactions and the End Phase ----------------------------------------------------------------


def anti_tank(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    """PaK 36: tanks are what it is for."""
    tanks, area = pos.frame
    chit = chit_piece(pos, "anti_tank")
    advice = [Advice(Decline(), 0.0, "reason.decline")]
    if chit >= 0:
        here = tanks & pos.at[area]
        strength = pos.book.chits[pos.book.by_effect["anti_tank"]].at
        points, _ = estimate.damage(strength - pos.best_defence(here), endurance(pos, here))
        advice.append(Advice(Play(chit), points - 1.0, "reason.pak", {"points": f"{points:.1f}"}))
    return advice


def stand(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    """Resolute Defenders Case 2: when it saves more than it could do elsewhere."""
    chit = chit_piece(pos, "resolute")
    advice = [Advice(Decline(), 0.0, "reason.decline")]
    if chit >= 0:
        now = Blow(*pos.stack[1][0][1:])
        outside = not now.units or now.place != now.target
        theirs = pos.units_in(CHINESE, now.target)
        defence = total(defence_parts(pos, CHINESE, now.target, outside))
        margin = total(attack_parts(pos, now.side, now.units, now.bonus, now.wave)) - defence
        more = pos.book.chits[pos.book.by_effect["resolute"]].dt
        before, _ = estimate.damage(margin, endurance(pos, theirs))
        after, _ = estimate.damage(margin - more, endurance(pos, theirs))
        saved = (before - after) * estimate.stake(pos, temper, now.target)
        advice.append(Advice(Play(chit), saved - temper.stand, "reason.stand", {"points": f"{before - after:.1f}"}))
    return advice


def guerrillas(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    """Where they leave most Japanese units without supply."""
    chit = chit_piece(pos, "guerrillas")
    advice = [Advice(Decline(), 0.0, "reason.decline")]
    if chit >= 0:
        fed = supplied(pos)
        for area in bits(exposed(pos)):
            after = pos.book.in_supply(pos.occupied(JAPANESE) & ~pos.cut & ~(1 << area))
            lost = sum(pos.strength(JAPANESE, place) for place in bits(fed & ~after))
            advice.append(Advice(Call(chit, area), lost - 1.5, "reason.guerrillas", {"area": area, "count": lost}))
    return advice


def air_drop(pos: TaierzhuangPosition, temper: Temper) -> list[Advice]:
    """Where most units starve."""
    chit = chit_piece(pos, "air_drop")
    advice = [Advice(Decline(), 0.0, "reason.decline")]
    if chit >= 0:
        for area in bits(starving(pos)):
            count = pos.strength(JAPANESE, area)
            advice.append(Advice(Call(chit, area), float(count), "reason.air_drop", {"area": area, "count": count}))
    return advice


ASKED: Final[dict[str, Officer]] = {
    "set_up": set_up,
    "deploy": deploy,
    "replenish": replenish,
    "discard": discard,
    "order": order,
    "reroll_test": reroll_test,
    "reroll_quantity": reroll_quantity,
    "levy": levy,
    "draw": draw,
    "pak": anti_tank,
    "stand": stand,
    "guerrillas": guerrillas,
    "air_drop": air_drop,
    "damage": losses.apply_damage,
    "interdict": losses.interdict,
    "surplus": losses.surplus,
}
