"""13.0 Melee: matching, doubling up, support, dice and the losers (S9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from shapan.ground.table import Pt, along, length
from shapan.kernel import Frame, Step, amended

from ..actions import CHARGE
from ..command import in_command
from ..contact import in_contact, shut_out, together
from ..dice import Stake, roll
from ..fire.artillery import wreck_gun
from ..fire.noise import noise_about
from ..movement.settling import alongside, beside, can_step, everybody, held
from ..movement.ways import tread
from ..position import LOST, ROUTED, YangtzePosition
from ..specs import SCALE
from ..vessels.boarding import boarders
from ..who import Figure, Unit, numbered
from .trials import Bout


def melee(pos: YangtzePosition) -> None:
    """13.1: units on CHARGE that touch the enemy fight; then boarders and the people of a vessel (S14.6)."""
    _rout(pos)
    bouts, fights = match(pos, contacts(pos))
    close_up(pos, bouts)
    aboard, more = boarders(pos)
    bouts = [*bouts, *aboard]
    if bouts:
        pos.then(Melee(tuple(bouts)), Reckoning(tuple(sorted({*fights, *more}))))


def _rout(pos: YangtzePosition) -> None:
    """14.7, R255: a unit in no state to fight routs as well where a charger has been put against it who came for others
    and found no room at them (R131)."""
    for charger, enemy in _touching(pos):
        target = pos.book.figures[enemy].unit
        if pos.forced_now(target) and pos.standing[target]:
            pos.tell("14.7", "event.routed", unit=target, unit2=pos.book.figures[charger].unit)
            pos.remove(pos.standing[target], ROUTED)


def fights_now(pos: YangtzePosition) -> list[Bout]:
    """The groups that would fight if the melee began now, in their order."""
    return [*match(pos, contacts(pos))[0], *boarders(pos)[0]]


def contacts(pos: YangtzePosition) -> list[tuple[Figure, Figure]]:
    """S9.1: charging figures and the enemies that they fight; those in no state to fight rout (14.7)."""
    return [pair for pair in _touching(pos) if not pos.forced_now(pos.book.figures[pair[1]].unit)]


def _touching(pos: YangtzePosition) -> list[tuple[Figure, Figure]]:
    """Charging figures and the enemies that they touch. Where both charge, the first side is the charger."""
    found = []
    for unit, figures in numbered(pos.standing):
        for figure in figures:
            if not (pos.touched >> figure & 1 and _charges(pos, figure)):
                continue
            for enemy in pos.book.everyone:
                target = pos.book.figures[enemy].unit
                if pos.owner[target] == pos.owner[unit] or enemy not in pos.standing[target]:
                    continue
                if pos.owner[unit] == 1 and _charges(pos, enemy):
                    continue
                if pos.book.units[target].kind == "civilian":
                    continue
                if in_contact(pos, figure, enemy):
                    found.append((figure, enemy))
    return found


def _charges(pos: YangtzePosition, figure: Figure) -> bool:
    """13.1, 8.4: on CHARGE, and not one who had to stay where he was."""
    return pos.card[pos.book.figures[figure].unit] == CHARGE and not pos.stuck >> figure & 1


class Group:
    """13.2: a group while it is being made up. Where charges chain there are chargers on either side of it, so that
    everybody goes to the side on which he is."""

    def __init__(self, charger: Figure, enemy: Figure) -> None:
        self.sides: tuple[list[Figure], list[Figure]] = ([charger], [enemy])
        self.extras: tuple[list[Figure], list[Figure]] = ([], [])

    def side_of(self, pos: YangtzePosition, figure: Figure) -> int:
        """On which side of the group a figure fights or stands by: that of its friends."""
        units = pos.book.figures
        return int(pos.owner[units[self.sides[0][0]].unit] != pos.owner[units[figure].unit])

    @property
    def bout(self) -> Bout:
        chargers, charged = map(tuple, self.sides)
        helpers, standers = map(tuple, self.extras)
        return Bout(chargers, charged, helpers, standers)


def match(pos: YangtzePosition, pairs: list[tuple[Figure, Figure]]) -> tuple[list[Bout], list[tuple[Unit, Unit]]]:
    """13.2: one charger to each enemy before anybody doubles up."""
    reach: dict[Figure, list[Figure]] = {}
    for charger, enemy in pairs:
        reach.setdefault(charger, []).append(enemy)
    partner: dict[Figure, Figure] = {}
    for charger in sorted(reach):
        _augment(charger, reach, partner, set())
    units = {(pos.book.figures[c].unit, pos.book.figures[e].unit) for c, e in pairs}
    groups = _groups(partner)
    _late_chargers(pos, units, groups)
    _double_up(pos, units, groups)
    _stand_by(pos, units, groups)
    _charged_join(pos, units, groups)
    return sorted((group.bout for group in groups), key=lambda bout: min(bout.chargers)), sorted(units)


def _groups(partner: dict[Figure, Figure]) -> list[Group]:
    """13.2: nobody fights in two groups. Who charges and is charged himself fights the one who came for him, and the
    one for whom he came doubles up against him. Of two that charge each other the first side is the charger, so that
    nobody comes for one who has come for somebody caught."""
    matched = sorted((charger, enemy) for enemy, charger in partner.items())
    groups = {enemy: Group(charger, enemy) for charger, enemy in matched if charger not in partner}
    for charger, enemy in matched:
        if charger in partner:
            groups[charger].sides[0].append(enemy)
    return list(groups.values())


def _active(groups: list[Group]) -> set[Figure]:
    """Those who fight in one of the groups."""
    return {figure for group in groups for side in group.sides for figure in side}


def close_up(pos: YangtzePosition, bouts: list[Bout]) -> None:
    """13.2, R218: those who take a late opponent or double up go to him and stand beside him, or as near as they find
    room; who has no way there stays where he is and fights from there. R253: so does he whom they come at."""
    late = [
        (figure, foes)
        for bout in bouts
        for friends, foes in ((bout.chargers, bout.charged), (bout.charged[1:], bout.chargers))
        for figure in friends
        if not _met(pos, figure, foes)
    ]
    if not late:
        return
    crowds = {pos.floor[figure]: everybody(pos, pos.floor[figure]) for figure, _ in late}
    for figure, foes in late:
        if _met(pos, figure, foes):
            continue  # one of them has come to him
        crowd, foe = crowds[pos.floor[figure]], foes[0]
        crowd.remove(figure)
        about, barred = (pos.x[foe], pos.y[foe]), _barred(pos, figure, foe)
        near = _at_base(pos, figure, foe) if shut_out(pos, pos.book.figures[figure].unit, foe) else about
        free = alongside(pos, figure, [(foe, about)], crowd, barred) or beside(pos, figure, *near, crowd, shun=barred)
        x, y = free or (pos.x[figure], pos.y[figure])
        crowd.add((figure, x, y, pos.book.figures[figure].radius))
        pos.stand(figure, x, y)
        pos.touched |= 1 << figure | 1 << foe


def _barred(pos: YangtzePosition, figure: Figure, foe: Figure) -> Callable[[Pt], bool]:
    """13.2: where somebody cannot go to join a group, with what is left of his charge or the 50 mm of the charged; and
    where he would be no nearer to his enemy than now."""
    most = max(_left(pos, figure), int(pos.book.charts["melee"]["double_up_move"]) * SCALE) + pos.book.contact_gap
    now = pos.apart(figure, foe)
    return lambda spot: pos.apart_from(foe, *spot) >= now or not can_step(pos, figure, spot, most)


def _met(pos: YangtzePosition, figure: Figure, foes: tuple[Figure, ...]) -> bool:
    return any(in_contact(pos, figure, foe) for foe in foes)


def _augment(
    charger: Figure, reach: dict[Figure, list[Figure]], partner: dict[Figure, Figure], seen: set[Figure]
) -> bool:
    """Maximum matching by augmenting paths, numbers ascending."""
    for enemy in sorted(reach[charger]):
        if enemy in seen:
            continue
        seen.add(enemy)
        if enemy not in partner or _augment(partner[enemy], reach, partner, seen):
            partner[enemy] = charger
            return True
    return False


def _left(pos: YangtzePosition, figure: Figure) -> int:
    """What a figure has left of its charge; nothing if it does not charge."""
    unit = pos.book.figures[figure].unit
    return pos.allowance(unit, CHARGE)[1] - pos.spent[figure] if _charges(pos, figure) else 0


def _can_reach(pos: YangtzePosition, figure: Figure, other: Figure, allowance: int, short: int = 0) -> bool:
    """S9.3, R218: so near already, or there by a free way that the allowance pays for, past nobody who holds a door; no
    ground under a base costs."""
    if pos.within(figure, other, max(short, pos.book.contact_gap)):
        return together(pos, figure, other)
    if not pos.within(figure, other, max(allowance, 0) + short) or not together(pos, figure, other):
        return False
    end = _at_base(pos, figure, other, short)
    way = tread(pos, pos.book.figures[figure].unit, ((pos.x[figure], pos.y[figure]), end), free=True)
    return way.snag is None and way.spent <= allowance and not held(pos, figure, end)


def _at_base(pos: YangtzePosition, figure: Figure, other: Figure, short: int = 0) -> Pt:
    """Where a figure that goes straight at another touches its base, or comes so near to it."""
    here, there = (pos.x[figure], pos.y[figure]), (pos.x[other], pos.y[other])
    whole = length(*here, *there)
    bases = pos.book.figures[figure].radius + pos.book.figures[other].radius
    return along(*here, *there, max(whole - bases - short, 0), whole)


def _unmatched_chargers(pos: YangtzePosition, units: set[tuple[Unit, Unit]], groups: list[Group]) -> list[Figure]:
    """Excess charging figures of the units in the fight; R118: of those that were charged themselves too."""
    busy = _active(groups)
    fighting = sorted({unit for pair in units for unit in pair})
    return [f for unit in fighting for f in pos.standing[unit] if f not in busy and _charges(pos, f)]


def _late_chargers(pos: YangtzePosition, units: set[tuple[Unit, Unit]], groups: list[Group]) -> None:
    """S9.3: chargers with movement left take enemies who have no opponent yet."""
    taken = _active(groups)
    for charger in _unmatched_chargers(pos, units, groups):
        if charger in taken:
            continue
        side = pos.owner[pos.book.figures[charger].unit]
        targets = sorted({target for pair in units for target in pair if pos.owner[target] != side})
        free = [f for target in targets for f in pos.standing[target] if f not in taken]
        near = sorted((pos.apart(charger, f), f) for f in free)
        for _, enemy in near:
            if _can_reach(pos, charger, enemy, _left(pos, charger)):
                groups.append(Group(charger, enemy))
                taken |= {charger, enemy}
                break


def _double_up(pos: YangtzePosition, units: set[tuple[Unit, Unit]], groups: list[Group]) -> None:
    """13.2: excess chargers double up, unless they only support."""
    most = int(pos.book.charts["melee"]["max_active_per_side"])
    for charger in _unmatched_chargers(pos, units, groups):
        if pos.abetting >> pos.book.figures[charger].unit & 1:
            continue
        fronts = [(group, group.side_of(pos, charger)) for group in groups]
        near = sorted((pos.apart(charger, group.sides[1 - side][0]), at) for at, (group, side) in enumerate(fronts))
        for _, at in near:
            group, side = fronts[at]
            foe = group.sides[1 - side][0]
            if len(group.sides[side]) < most and _can_reach(pos, charger, foe, _left(pos, charger)):
                group.sides[side].append(charger)
                break


def _stand_by(pos: YangtzePosition, units: set[tuple[Unit, Unit]], groups: list[Group]) -> None:
    """13.2: who could not double up stands by a friend who fights; those who have been charged themselves may still
    double up as such."""
    charged = {target for _, target in units}
    for charger in _unmatched_chargers(pos, units, groups):
        if pos.book.figures[charger].unit not in charged:
            _support(pos, charger, groups, _left(pos, charger))


def _support(pos: YangtzePosition, figure: Figure, groups: list[Group], extra: int) -> None:
    """13.2: an extra figure adds one to one adjacent group only."""
    gap = int(pos.book.charts["melee"]["support_gap"]) * SCALE
    near = []
    for at, group in enumerate(groups):
        side = group.side_of(pos, figure)
        friends = group.sides[side]
        if any(_can_reach(pos, figure, friend, extra, gap) for friend in friends):
            near.append((len(group.extras[side]), min(pos.apart(figure, friend) for friend in friends), at, side))
    if near:
        _, _, at, side = min(near)
        groups[at].extras[side].append(figure)


def _charged_join(pos: YangtzePosition, units: set[tuple[Unit, Unit]], groups: list[Group]) -> None:
    """13.2, S9.6: excess charged figures within 50 mm double up; others stand by; not the pinned, the leaderless or
    those in the water (S14.7)."""
    most = int(pos.book.charts["melee"]["max_active_per_side"])
    busy = _active(groups)
    for target in sorted({target for _, target in units}):
        if pos.forced_now(target):
            continue
        for figure in pos.standing[target]:
            if figure in busy or (pos.pinned | pos.swimming) >> figure & 1 or not in_command(pos, figure):
                continue
            near = [] if pos.abetting >> target & 1 else _within_step(pos, figure, groups)
            near = [(far, at, side) for far, at, side in near if len(groups[at].sides[side]) < most]
            if near:
                _, at, side = min(near)
                groups[at].sides[side].append(figure)
            else:
                _support(pos, figure, groups, _left(pos, figure))


def _within_step(pos: YangtzePosition, figure: Figure, groups: list[Group]) -> list[tuple[int, int, int]]:
    """13.2: the groups in which somebody is within 50 mm of a foe: how far from the first of them, which group, and on
    which side of it. 5.3, R254: who does not charge doubles up against those who do."""
    reach = int(pos.book.charts["melee"]["double_up_move"]) * SCALE
    found = []
    for at, group in enumerate(groups):
        side = group.side_of(pos, figure)
        foes = group.sides[1 - side]
        if not _charges(pos, figure) and not any(_charges(pos, foe) for foe in foes):
            continue
        if any(pos.within(figure, foe, reach) and together(pos, figure, foe) for foe in foes):
            found.append((pos.apart(figure, foes[0]), at, side))
    return found


class Melee(Frame):
    """13.2: the groups that fight this turn."""

    bouts: tuple[Bout, ...]
    """The groups."""
    settled: int = 0
    """How many of them have been fought out."""
    mine: tuple[int, ...] = ()
    """The dice of those who charge in the group that fights now."""
    theirs: tuple[int, ...] = ()
    """The dice of those whom they have charged."""


class Reckoning(Frame):
    """13.3: who has fought has to test its morale."""

    pairs: tuple[tuple[Unit, Unit], ...]
    """The units that have fought: who charged, and whom."""


class FightMelee(Step[YangtzePosition, Melee]):
    """13.2: group after group, one die for each active figure."""

    case = "13.2"

    def settle(self, pos: YangtzePosition, at: Melee) -> bool:
        if at.settled >= len(at.bouts):
            pos.done()
            return False
        bout = at.bouts[at.settled]
        if len(at.mine) < len(bout.chargers) or len(at.theirs) < len(bout.charged):
            roll(pos, 1, MeleeDie())
            return False
        ours, others = scores = bout.scores(at.mine, at.theirs)
        tie = pos.book.switches["melee_tie"]
        if ours == others and tie == "reroll":
            pos.tell("13.2", "event.melee_tie")
            pos.become(amended(at, mine=(), theirs=()))
            return False
        pos.become(amended(at, settled=at.settled + 1, mine=(), theirs=()))
        for figure in (*bout.chargers, *bout.charged):
            noise_about(pos, figure)
        losers = bout.losers(scores, tie)
        fallen = tuple(map(pos.book.piece_of_figure, losers))
        if fallen:
            pos.tell("13.2", "event.melee", score=ours, score2=others, pieces=fallen)
        else:
            pos.tell("13.2", "event.melee_spares", score=ours, score2=others)
        pos.remove(losers, LOST)
        lose_guns(pos, losers)
        return False


def lose_guns(pos: YangtzePosition, fallen: tuple[Figure, ...]) -> None:
    """Where the scenario says so, a gun whose whole crew falls in melee is destroyed."""
    for unit in sorted({pos.book.figures[figure].unit for figure in fallen}):
        gun = pos.book.units[unit].kind == "gun" and pos.laid_out(unit)
        if gun and not pos.alive(unit) and pos.book.sheet.get("guns_fall_in_melee"):
            wreck_gun(pos, unit, "S17.7")


class MeleeDie(Stake, frozen=True, tag="melee"):
    """13.2: those who charge roll first."""

    def scored(self, pos: YangtzePosition, die: int) -> None:
        at = pos.top
        assert isinstance(at, Melee)
        if len(at.mine) < len(at.bouts[at.settled].chargers):
            pos.become(amended(at, mine=(*at.mine, die)))
        else:
            pos.become(amended(at, theirs=(*at.theirs, die)))


def fighters(pairs: Iterable[tuple[Unit, Unit]]) -> set[Unit]:
    """The units of a list of fights."""
    return {unit for pair in pairs for unit in pair}
