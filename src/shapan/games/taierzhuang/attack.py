"""Storm Over Taierzhuang 7.2.2: an attack by units is announced, with its Human Wave and the chits that go with it.

``fire`` names the target and the first units, ``join`` more of them, ``wave`` makes it a Human Wave, ``play`` adds a
chit, ``resolve`` announces it all. Banzai, Night Attack and Resolute Defenders Case 1 begin with ``assault`` and go the
same way; which units may do what is said in ``fire`` and ``assault``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar, Final

from shapan.ground.areas import bits, mask_of
from shapan.kernel import Action, Group, Options, Param, Refusal, SideFrame, SideStep, amended, one
from shapan.mechanics.verbs import Resolve

from .actions import All, Assault, Join, Play, Wave
from .anti_tank import TanksMet
from .assault import ASSAULT_CASES, FIRE, assaults, joinable_refusal, mates
from .book import Area, Units
from .chits import chit_of, effect_piece, in_hand, spend
from .closing import Closing
from .combat import Blow
from .fire import fire_refusal
from .movement import spearhead_refusal
from .position import TaierzhuangPosition
from .squads import NamingSquad, acted_before, anyone, as_many, companies_of, together

MODIFIERS: Final = ("engineers", "dare_to_die", "spearhead")
"""The effects of the chits that go with an attack."""


class Attack(SideFrame):
    """7.2.2: an attack being announced."""

    group: Units
    """Those who take part so far."""
    here: Area
    """Where they are; an assault has not moved yet."""
    target: Area
    manner: int
    """Which of the cases of ``assault``: fire, Banzai, Night Attack, counter-attack."""
    wave: bool = False
    """7.2.2b: a Human Wave."""
    bonus: int = 0
    """What chits add to the Attack Total."""
    tank_points: int = 0
    """Dare to Die: so many Damage Points go to tanks first."""
    spear: bool = False
    """Armoured Spearhead goes with it."""

    @property
    def inside(self) -> bool:
        """7.2.2b, 7.2.2d: will the attack be made inside the target area?"""
        return self.here == self.target or self.manner != FIRE


# --- how an attack begins ---------------------------------------------------------------------------


def begin_fire(pos: TaierzhuangPosition, side: int, target: Area, units: Sequence[int]) -> None:
    """7.2: these units fire."""
    here = pos.place_of(units[0])
    pos.tell("7.2", "event.fire", side=pos.name(side), units=tuple(units), origin=here, target=target)
    pos.then(Attack(side, mask_of(units), here, target, FIRE))


class Assaulting(SideFrame, step="assault"):
    """5.2: the chit of an assault was played."""

    manner: int
    """Which of the cases of ``assault``."""


class LaunchAssault(SideStep[TaierzhuangPosition, Assaulting]):
    """5.2: the chit is played: which units, and where?"""

    case: ClassVar[str] = "5.2"

    def options(self, pos: TaierzhuangPosition, at: Assaulting) -> Options:
        return Options(*assaults(pos, at.side, at.manner))

    def refusal(self, pos: TaierzhuangPosition, at: Assaulting, action: Action) -> Refusal | None:
        if not isinstance(action, Assault):
            return Refusal("5.2", "refusal.assault_first")
        return joinable_refusal(pos, at.side, action.area, action.units, at.manner)

    def apply(self, pos: TaierzhuangPosition, at: Assaulting, action: Action) -> None:
        assert isinstance(action, Assault)
        here = pos.place_of(action.units[0])
        bonus = pos.book.chits[pos.book.by_effect[ASSAULT_CASES[at.manner].effect]].at
        side_name = pos.name(at.side)
        pos.tell("5.2", "event.assault", side=side_name, units=action.units, origin=here, target=action.area)
        pos.become(Attack(at.side, mask_of(action.units), here, action.area, at.manner, bonus=bonus))


# --- what is said of it -----------------------------------------------------------------------------


class AnnounceAttack(NamingSquad[Attack]):
    """7.2.2: an attack being announced."""

    case: ClassVar[str] = "7.2"

    def options(self, pos: TaierzhuangPosition, at: Attack) -> Options:
        groups: list[Group[Action]] = [one(Resolve()), Group(Join, values=lambda: self.joinable(pos, at))]
        if self._wave_refusal(at) is None:
            groups.append(one(Wave()))
        if self._anyone(pos, at):
            groups.append(one(All()))
        chits = [effect_piece(pos, effect) for effect in MODIFIERS]
        mine = [chit for chit in chits if self._play_refusal(pos, at, chit) is None]
        if mine:
            groups.append(Group(Play, values=mine))
        return Options(*groups)

    def free(self, pos: TaierzhuangPosition, at: Attack) -> Units:
        """Those who could be asked to join."""
        return mates(pos, at.side, at.here, at.manner) & ~at.group

    def _anyone(self, pos: TaierzhuangPosition, at: Attack) -> bool:
        """Can anybody join?"""
        return anyone(self.free(pos, at), partial(self.fit, pos, at))

    def _all(self, pos: TaierzhuangPosition, at: Attack) -> tuple[int, ...]:
        """As many as can attack together."""
        free = self.free(pos, at)
        return as_many(free, partial(self.fit, pos, at), companies=companies_of(pos, free))

    # --- refusals --------------------------------------------------------------------------------

    def refusal(self, pos: TaierzhuangPosition, at: Attack, action: Action) -> Refusal | None:
        match action:
            case Resolve():
                return None
            case Join(units):
                return self.join_refusal(pos, at, units)
            case All():
                return None if self._all(pos, at) else Refusal("7.0", "refusal.nobody_joins")
            case Wave():
                return self._wave_refusal(at)
            case Play(chit):
                return self._play_refusal(pos, at, chit)
        return Refusal("7.2", "refusal.attack_under_way")

    def join_refusal(self, pos: TaierzhuangPosition, at: Attack, units: Sequence[int]) -> Refusal | None:
        more = mask_of(units)
        if refusal := together(pos, at.side, units):
            return refusal
        if pos.place_of(units[0]) != at.here:
            return Refusal("7.0", "refusal.one_area")
        if at.manner == FIRE:
            refusal = fire_refusal(pos, at.side, at.target, units)
        else:
            refusal = joinable_refusal(pos, at.side, at.target, units, at.manner, at.group)
        if refusal:
            return refusal
        if more & at.group:
            return Refusal("7.0", "refusal.joined")
        if more & acted_before(pos):
            return Refusal("5.2", "refusal.acted")
        if at.spear and more & ~pos.book.tanks:
            return Refusal("5.2", "refusal.spearhead_tanks")
        return None

    def _wave_refusal(self, at: Attack) -> Refusal | None:
        if not at.inside:
            return Refusal("7.2.2b", "refusal.wave_inside")
        return Refusal("7.2.2b", "refusal.wave_once") if at.wave else None

    def _play_refusal(self, pos: TaierzhuangPosition, at: Attack, chit: int) -> Refusal | None:
        if refusal := in_hand(pos, at.side, chit):
            return refusal
        effect = pos.book.chits[chit_of(pos, chit)].effect
        if effect == "engineers":
            return None if at.group & ~pos.book.tanks else Refusal("5.2", "refusal.engineers")
        if effect == "dare_to_die":
            return None if at.inside else Refusal("5.2", "refusal.dare_inside")
        if effect == "spearhead" and at.manner == FIRE:
            return spearhead_refusal(pos, at.group, at.spear)
        return Refusal("5.2", "refusal.wrong_window", piece=chit)

    # --- what happens ----------------------------------------------------------------------------

    def apply(self, pos: TaierzhuangPosition, at: Attack, action: Action) -> None:
        if isinstance(action, Join | All):
            units = action.units if isinstance(action, Join) else self._all(pos, at)
            pos.tell("7.2", "event.joined", units=units)
            pos.become(amended(at, group=at.group | mask_of(units)))
        elif isinstance(action, Wave):
            pos.tell("7.2.2b", "event.wave", side=pos.name(at.side))
            pos.become(amended(at, wave=True))
        elif isinstance(action, Play):
            spend(pos, action.chit)
            chit = pos.book.chits[chit_of(pos, action.chit)]
            points = max(at.tank_points, chit.tank_points)
            spear = at.spear or chit.effect == "spearhead"
            pos.become(amended(at, bonus=at.bonus + chit.at, tank_points=points, spear=spear))
        else:
            self._announce(pos, at)

    def _announce(self, pos: TaierzhuangPosition, at: Attack) -> None:
        """R-30: everything is said; the reactions come before the dice, and at the end the action is closed."""
        pos.done()
        place = at.here if at.manner == FIRE else at.target
        if place != at.here:
            move_in(pos, at.group, at.here, place)
        tanks = at.group & pos.book.tanks
        reactions = [TanksMet(tanks, place)] if tanks else []
        blow = Blow(at.side, at.group, place, at.target, at.bonus, wave=at.wave, tank_points=at.tank_points)
        pos.then(*reactions, blow, Closing(at.side, at.group, at.spear))

    def prompt(self, pos: TaierzhuangPosition, at: Attack) -> tuple[str, dict[str, Param]]:
        inside = at.manner == FIRE and at.inside
        key = "prompt.attack_inside" if inside else ASSAULT_CASES[at.manner].prompt
        return key, {"target": at.target, "count": at.group.bit_count(), "offer": self._offer(pos, at)}

    def _offer(self, pos: TaierzhuangPosition, at: Attack) -> str:
        """What can be added as far as all can see: chits are named always, for nobody is to know who holds any."""
        if self._wave_refusal(at):
            return "offer_units" if self._anyone(pos, at) else "offer_chits"
        return "offer_all" if self._anyone(pos, at) else "offer_wave"


def move_in(pos: TaierzhuangPosition, group: Units, here: Area, target: Area) -> None:
    """R-59: the step of a Banzai or Night Attack; control stays as it was (R-21)."""
    pos.put(group, here, target)
    pos.tell("7.1", "event.went", units=tuple(bits(group)), path=(here, target))
