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
    pos.call("attack", side, mask_of(units), here, target, FIRE, False, 0, 0, False)


class Attacking(Step[TaierzhuangPosition]):
    """7.2.2: an attack being announced.

    The frame: side, units, where they are, target, kind of attack, Human Wave?, chits' AT, points for tanks, Spearhead?
    """

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
        side, group, here, target, manner = pos.frame[:5]
        free: int = mates(pos, side, here, target, manner) & ~group & ~acted_before(pos)
        if manner == FIRE:
            free = able(pos, free, here, target)
        return free & pos.book.tanks if pos.frame[8] else free

    def _joinable(self, pos: TaierzhuangPosition) -> list[tuple[int, ...]]:
        return [squad for squad in singles(self._free(pos)) if self._join_refusal(pos, squad) is None]

    def _all(self, pos: TaierzhuangPosition) -> tuple[int, ...]:
        """As many as can attack together."""
        side, group, here, target = pos.frame[:4]
        most = join_room(pos, side, group, here, target)
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
        side, group, here, target, manner = pos.frame[:5]
        more = mask_of(units)
        if manner == FIRE:
            refusal = fire_refusal(pos, side, target, units)
        else:
            refusal = joinable_refusal(pos, side, target, units, manner, group)
        if refusal:
            return refusal
        if pos.place_of(units[0]) != here:
            return Refusal("7.0", "refusal.one_area")
        if more & group:
            return Refusal("7.0", "refusal.joined")
        if more & acted_before(pos):
            return Refusal("5.2", "refusal.acted")
        if pos.frame[8] and more & ~pos.book.tanks:
            return Refusal("5.2", "refusal.spearhead_tanks")
        return None

    def _inside(self, pos: TaierzhuangPosition) -> bool:
        """Whether the attack is made inside the target area."""
        _, _, here, target, manner = pos.frame[:5]
        return bool(here == target or manner != FIRE)

    def _wave_refusal(self, pos: TaierzhuangPosition) -> Refusal | None:
        if not self._inside(pos):
            return Refusal("7.2.2b", "refusal.wave_inside")
        return Refusal("7.2.2b", "refusal.wave_once") if pos.frame[5] else None

    def _play_refusal(self, pos: TaierzhuangPosition, chit: int) -> Refusal | None:
        side, group = pos.frame[:2]
        if refusal := in_hand(pos, side, chit):
            return refusal
        effect = pos.book.chits[kind(pos, chit)].effect
        if effect == "engineers":
            return None if group & ~pos.book.tanks else Refusal("5.2", "refusal.engineers")
        if effect == "dare_to_die":
            return None if self._inside(pos) else Refusal("5.2", "refusal.dare_inside")
        if effect == "spearhead" and pos.frame[4] == FIRE:
            return spearhead_refusal(pos, side, group, pos.frame[8])
        return Refusal("5.2", "refusal.wrong_window", piece=chit)

    # --- what happens ----------------------------------------------------------------------------

    def apply(self, pos: TaierzhuangPosition, action: Action) -> None:
        side, group, here, target, manner, wave, bonus, points, spear = pos.frame
        if isinstance(action, Join | All):
            units = action.units if isinstance(action, Join) else self._all(pos)
            group |= mask_of(units)
            pos.tell("7.2", "event.joined", units=units)
        elif isinstance(action, Wave):
            wave = True
            pos.tell("7.2.2b", "event.wave", side=pos.name(side))
        elif isinstance(action, Play):
            spend(pos, action.chit)
            entry = pos.book.chits[kind(pos, action.chit)]
            bonus += entry.at
            points = max(points, entry.tank_points)
            spear = spear or entry.effect == "spearhead"
        else:
            self._announce(pos)
            return
        pos.become(side, group, here, target, manner, wave, bonus, points, spear)

    def _announce(self, pos: TaierzhuangPosition) -> None:
        side, group, here, target, manner, wave, bonus, points, spear = pos.frame
        pos.done()
        pos.call("close", side, group, spear, True)
        if manner != FIRE and here != target:
            move_in(pos, side, group, here, target)
        place = here if manner == FIRE else target
        pos.call("strike", side, group, place, target, bonus, 0, wave, points, False)
        if side == JAPANESE and group & pos.book.tanks:
            pos.call("pak", group & pos.book.tanks, place)

    def prompt(self, pos: TaierzhuangPosition) -> tuple[str, dict[str, Param]]:
        return ASSAULT_CASES[pos.frame[4]].prompt, {"target": pos.frame[3], "count": pos.frame[1].bit_count()}
