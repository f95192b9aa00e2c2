"""S14.6 Boarding: riders on CHARGE whose vessel lies alongside an enemy's fight its people hand to hand."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from shapan.kernel import Frame, Step

from ..actions import HALT
from ..fire.aimed import AtAnyone
from ..fire.elements import HALT_FIRE, small_arms, snipers
from ..fire.scores import base_score
from ..fire.shooters import arm_of, bit_of, in_arc, may_fire, note_fire
from ..fire.volley import Blast, Burial, Shot, Strikes, in_turn, volley
from ..melee.trials import Bout
from ..position import YangtzePosition
from ..who import Figure, Mounted, Shooter, Unit, put
from .crews import seats_left
from .grappling import boardings, come_to_grips, defenders, hulls_of

ZONE: Final = "zone"


def pay_across(pos: YangtzePosition, figures: Sequence[Figure]) -> None:
    """S14.5, S14.6: passing from hull to hull is a leg that costs like any gangway."""
    if figures:
        spent = list(pos.spent)
        for figure in figures:
            spent[figure] = pos.book.embark
        pos.spent = tuple(spent)


def boarders(pos: YangtzePosition) -> tuple[list[Bout], list[tuple[Unit, Unit]]]:
    """All boarders and all defenders are one contact set, matched in order, doubled up and supported. Nobody fights
    twice: who boards and is boarded himself fights those who came for him (R118)."""
    fights: list[Bout] = []
    units: list[tuple[Unit, Unit]] = []
    busy: set[Figure] = set()
    storms = boardings(pos)
    abroad = {figure for men in storms.values() for figure in men}
    for target in sorted(storms, key=lambda target: (abroad.isdisjoint(defenders(pos, target)), target)):
        men = [figure for figure in storms[target] if figure not in busy]
        foes = [figure for figure in defenders(pos, target) if figure not in busy]
        if men and foes:
            fights += _pair(pos, men, foes)
            units += itertools.product(_units(pos, men), _units(pos, foes))
            busy.update(men, foes)
    return fights, units


def _units(pos: YangtzePosition, people: Sequence[Figure]) -> list[Unit]:
    """13.3: who is in this fight, and tests its morale if there is somebody of it ashore."""
    return sorted({pos.book.figures[figure].unit for figure in people})


def _pair(pos: YangtzePosition, men: Sequence[Figure], foes: Sequence[Figure]) -> list[Bout]:
    """One to one first, then two to one as far as they are willing (R51), then support spread over the groups."""
    count = min(len(men), len(foes))
    sides = ([[figure] for figure in men[:count]], [[figure] for figure in foes[:count]])
    extra = tuple([list[Figure]() for _ in range(count)] for _ in range(2))
    for side, rest in enumerate((men[count:], foes[count:])):
        willing = [figure for figure in rest if not pos.abetting >> pos.book.figures[figure].unit & 1][:count]
        for at, figure in enumerate(willing):
            sides[side][at].append(figure)
        for at, figure in enumerate(figure for figure in rest if figure not in willing):
            extra[side][at % count].append(figure)
    return [Bout(*(tuple(people[at]) for people in (*sides, *extra))) for at in range(count)]


def seize(pos: YangtzePosition, target: Unit, men: list[Figure]) -> None:
    """S14.6: a vessel with no defender left and a boarder aboard changes hands."""
    pos.go_aboard(men[: max(seats_left(pos, target), 0)], target)
    pos.owner = put(pos.owner, target, pos.owner[pos.book.figures[men[0]].unit])
    pos.tell("S14.6", "event.seized", unit=target, side=pos.book.sides[pos.owner[target]])


def prize(pos: YangtzePosition) -> None:
    """After the fighting: vessels left without defenders fall to those who boarded them."""
    for target, men in boardings(pos).items():
        if not defenders(pos, target):
            seize(pos, target, men)


# --- last-moment fire ----------------------------------------------------------------------------


def repel(pos: YangtzePosition) -> None:
    """6.1, S14.6: halted units aboard a vessel that is boarded fire at the boarders, who have no cover, before they
    are across."""
    boarded = boardings(pos)
    manning = sorted({(pos.book.figures[f].unit, target) for target in boarded for f in defenders(pos, target)})
    for men in boarded.values():
        pay_across(pos, men)
    fires = [_fire_at_boarders(pos, unit, target, boarded[target]) for unit, target in manning]
    pos.then(*in_turn(fires), Burial(), Grapple())


class Grapple(Frame):
    """S14.6: boarders who have not been driven off come across."""


class ComeAcross(Step[YangtzePosition, Grapple]):
    """6.2, R10: from here on they and the people of the vessel are in contact."""

    case = "S14.6"

    def settle(self, pos: YangtzePosition, at: Grapple) -> bool:
        pos.done()
        come_to_grips(pos)
        return False


def _guns_that_bear(pos: YangtzePosition, target: Unit, men: list[Figure]) -> list[Shooter]:
    """S14.8: the machine guns of a boarded vessel whose arc holds the hull from which the boarders come; her guns hit
    nothing that lies alongside (9.4)."""
    hulls = hulls_of(pos, men)
    guns = [Mounted(mount) for mount in pos.book.guns[target]]
    ready = [gun for gun in guns if arm_of(pos, gun).roll == ZONE and may_fire(pos, gun)]
    return [gun for gun in ready if any(in_arc(pos, gun, *pos.at[hull][:2]) for hull in hulls)]


def _fire_at_boarders(pos: YangtzePosition, unit: Unit, target: Unit, men: list[Figure]) -> tuple[Frame, ...]:
    """One die for each weapon at the shortest range; beaten zones do not count aboard (12.3)."""
    if pos.card[unit] != HALT or (pos.holding | pos.asleep) >> unit & 1:
        return ()
    shooters = _guns_that_bear(pos, target, men) if unit == target else []
    for gun in shooters:
        pos.fired |= bit_of(pos, gun)  # R92: whoever serves it fires nothing else
    arms = (*small_arms(pos, unit, HALT_FIRE), *snipers(pos, unit, HALT_FIRE))
    shooters += [figure for figure in arms if pos.aboard[figure] == target]
    if not shooters:
        return ()
    foe = pos.book.figures[men[0]].unit
    pos.tell("6.1", "event.last_moment", unit=unit, unit2=foe)
    note_fire(pos, unit, [foe], shooters)
    x, y, _ = pos.at[target]
    blast = Blast(unit, foe, x, y, Strikes.BOARDERS, arm_of(pos, shooters[0]).name, visible=tuple(men))
    return volley(blast, tuple(Shot(AtAnyone(), base_score(pos, shooter, True)) for shooter in shooters))
