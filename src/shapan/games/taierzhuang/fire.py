"""Storm Over Taierzhuang 7.2 Fire action: who fires at what, Human Waves, and the chits that go with an attack.

``fire`` names the target and the first units, ``join`` more of them, ``wave`` makes it a Human Wave, ``play`` adds a
chit, ``resolve`` announces it all. Banzai, Night Attack and Resolute Defenders Case 1 use the same step (see
``assault``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from shapan.ground.areas import mask_of
from shapan.kernel import Action, Actor, Group, Options, Param, Refusal, Step, one

from .actions import All, Join, Play, Resolve, Wave
from .assault import ASSAULT_CASES, FIRE, join_room, joinable_refusal, mates, move_in
from .chits import effect_piece, in_hand, kind, spend
from .frames import Attack, Blow, attack
from .movement import acted_before, spearhead_refusal
from .position import JAPANESE, TaierzhuangPosition, other
from .squads import activated, as_many, singles

MODIFIERS: Final = ("engineers", "dare_to_die", "spearhead")


def targets(pos: TaierzhuangPosition, side: int, here: int) -> list[int]:
    """7.2: the areas with enemy units in reach of units here: their own, and adjacent ones, not over the canal."""
    enemy = pos.book.roster[other(side)]
    own = [here] if pos.book.areas >> here & 1 and pos.at[here] & enemy else []
    return own + [there for there in pos.book.fire_ways[here] if pos.at[there] & enemy]


def able(pos: TaierzhuangPosition, units: int, here: int, target: int) -> int:
    """7.2.1: a black or zero factor reaches no other area."""
    return units if here == target else units & pos.book.red


def fire_refusal(pos: TaierzhuangPosition, side: int, target: int, units: Sequence[int]) -> Refusal | None:
    """7.2, 7.2.1, 11.0: may these units fire at this area?"""
    if refusal := activated(pos, side, units):
        return refusal
    book = pos.book
    here = pos.place_of(units[0])
    if not book.areas >> target & 1:
        return Refusal("7.2", "refusal.fire_at_zone", area=target)
    if not pos.units_in(other(side), target):
        return Refusal("7.2", "refusal.fire_at_nobody", area=target)
    if here != target and not book.fire[here] >> target & 1:
        link = book.map.kind(here, target)
        if link in ("canal", "bridge"):
            return Refusal("11.0", "refusal.fire_over_canal", area=target)
        return Refusal("7.2", "refusal.not_adjacent", origin=here, area=target)
    if able(pos, mask_of(units), here, target) != mask_of(units):
        return Refusal("7.2.1", "refusal.black_factor", area=target)
    return None


def begin_fire(pos: TaierzhuangPosition, side: int, target: int, units: Sequence[int]) -> None:
    here = pos.place_of(units[0])
    pos.tell("7.2", "event.fire", side=pos.name(side), units=tuple(units), origin=here, target=target)
    pos.call("attack", *Attack(side, mask_of(units), here, target, FIRE, False, 0, 0, False))


class Attacking(Step[TaierzhuangPosition]):
    """7.2.2: an attack being announced. The frame is an :class:`Attack`."""

    name: ClassVar[str] = "attack"
    case: ClassVar[str] = "7.2"

    def actor(self, pos: TaierzhuangPosition) -> Actor:
        return pos.name(pos.frame[0])

    def options(self, pos: TaierzhuangPosition) -> Options:
        groups: list[Group[Action]] = [one(Resolve()), Group(Join, values=lambda: self._joinable(pos))]
        if self._wave_refusal(pos) is None:
            groups.append(one(Wave()))
        if self._all(pos):
            groups.append(one(All()))
        chits = [effect_piece(pos, effect) for effect in MODIFIERS]
        mine = [chit for chit in chits if self._play_refusal(pos, chit) is None]
        if mine:
            groups.append(Group(Play, values=mine))
        return Options(*groups)

    def _free(self, pos: TaierzhuangPosition) -> int:
        """Those who could be asked to join."""
        now = attack(pos)
        free = mates(pos, now.side, now.here, now.manner) & ~now.group & ~acted_before(pos)
        if now.manner == FIRE:
            free = able(pos, free, now.here, now.target)
        return free & pos.book.tanks if now.spear else free

    def _joinable(self, pos: TaierzhuangPosition) -> list[tuple[int, ...]]:
        return [squad for squad in singles(self._free(pos)) if self._join_refusal(pos, squad) is None]

    def _all(self, pos: TaierzhuangPosition) -> tuple[int, ...]:
        """As many as can attack together."""
        now = attack(pos)
        most = join_room(pos, now.side, now.group, now.here, now.target)
        return as_many(self._free(pos), lambda squad: self._join_refusal(pos, squad) is None, most)

    # --- refusals --------------------------------------------------------------------------------

    def refusal(self, pos: TaierzhuangPosition, action: Action) -> Refusal | None:
        match action:
            case Resolve():
                return None
            case Join(units):
                return self._join_refusal(pos, units)
            case All():
                return None if self._all(pos) else Refusal("7.0", "refusal.nobody_joins")
            case Wave():
                return self._wave_refusal(pos)
            case Play(chit):
                return self._play_refusal(pos, chit)
        return Refusal("7.2", "refusal.attack_under_way")

    def _join_refusal(self, pos: TaierzhuangPosition, units: Sequence[int]) -> Refusal | None:
        now, more = attack(pos), mask_of(units)
        if now.manner == FIRE:
            refusal = fire_refusal(pos, now.side, now.target, units)
        else:
            refusal = joinable_refusal(pos, now.side, now.target, units, now.manner, now.group)
        if refusal:
            return refusal
        if pos.place_of(units[0]) != now.here:
            return Refusal("7.0", "refusal.one_area")
        if more & now.group:
            return Refusal("7.0", "refusal.joined")
        if more & acted_before(pos):
            return Refusal("5.2", "refusal.acted")
        if now.spear and more & ~pos.book.tanks:
            return Refusal("5.2", "refusal.spearhead_tanks")
        return None

    def _inside(self, pos: TaierzhuangPosition) -> bool:
        """Whether the attack is made inside the target area."""
        now = attack(pos)
        return now.here == now.target or now.manner != FIRE

    def _wave_refusal(self, pos: TaierzhuangPosition) -> Refusal | None:
        if not self._inside(pos):
            return Refusal("7.2.2b", "refusal.wave_inside")
        return Refusal("7.2.2b", "refusal.wave_once") if attack(pos).wave else None

    def _play_refusal(self, pos: TaierzhuangPosition, chit: int) -> Refusal | None:
        now = attack(pos)
        if refusal := in_hand(pos, now.side, chit):
            return refusal
        effect = pos.book.chits[kind(pos, chit)].effect
        if effect == "engineers":
            return None if now.group & ~pos.book.tanks else Refusal("5.2", "refusal.engineers")
        if effect == "dare_to_die":
            return None if self._inside(pos) else Refusal("5.2", "refusal.dare_inside")
        if effect == "spearhead" and now.manner == FIRE:
            return spearhead_refusal(pos, now.side, now.group, now.spear)
        return Refusal("5.2", "refusal.wrong_window", piece=chit)

    # --- what happens ----------------------------------------------------------------------------

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        now = attack(pos)
        if isinstance(action, Join | All):
            units = action.units if isinstance(action, Join) else self._all(pos)
            pos.tell("7.2", "event.joined", units=units)
            pos.become(*now._replace(group=now.group | mask_of(units)))
        elif isinstance(action, Wave):
            pos.tell("7.2.2b", "event.wave", side=pos.name(now.side))
            pos.become(*now._replace(wave=True))
        elif isinstance(action, Play):
            spend(pos, action.chit)
            chit = pos.book.chits[kind(pos, action.chit)]
            points = max(now.tank_points, chit.tank_points)
            spear = now.spear or chit.effect == "spearhead"
            pos.become(*now._replace(bonus=now.bonus + chit.at, tank_points=points, spear=spear))
        else:
            self._announce(pos, now)

    def _announce(self, pos: TaierzhuangPosition, now: Attack) -> None:
        """R-30: everything is said; the reactions come before the dice."""
        pos.done()
        pos.call("close", now.side, now.group, now.spear, True)
        if now.manner != FIRE and now.here != now.target:
            move_in(pos, now.group, now.here, now.target)
        place = now.here if now.manner == FIRE else now.target
        pos.call(
            "strike", *Blow(now.side, now.group, place, now.target, now.bonus, 0, now.wave, now.tank_points, False)
        )
        if now.side == JAPANESE and now.group & pos.book.tanks:
            pos.call("pak", now.group & pos.book.tanks, place)

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        now = attack(pos)
        return ASSAULT_CASES[now.manner].prompt, {"target": now.target, "count": now.group.bit_count()}
