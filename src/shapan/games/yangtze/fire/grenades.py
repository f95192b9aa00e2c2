"""11.0 Hand grenades, grenades through openings, rifle grenades and launchers."""

from __future__ import annotations

from shapan.ground.table import OUTDOORS, Eye, Opening, length, within
from shapan.kernel import Frame, Refusal, Step, amended
from shapan.mechanics.sides import other

from ..command import first_to_fall, shielded
from ..dice import Stake, roll
from ..noted import GrenadeFire
from ..orders.standstill import said_of, while_declaring
from ..position import YangtzePosition
from ..specs import SCALE
from ..who import Figure, Unit
from .aimed import AtFigure, AtHull
from .cover import effective
from .declared import declared
from .noise import noise
from .scores import chart, dice_for, grade_of, modifiers, open_trial, scored, with_cover
from .shooters import (
    arm_of,
    body_gap,
    body_in_reach,
    fire_card,
    in_reach,
    may_fire,
    muzzle,
    note_fire,
    sees_figure,
    sees_unit_body,
    storey,
)
from .sighting import closed_room, free_line, openings, outside
from .targets import civilian, fit_for, in_contact_with_friends, is_target, unseen, window_open
from .trials import Modifier, Trial
from .volley import Blast, Hit, Shot, Strikes, fire, men_in

FAR = 1 << 20
LAUNCHER = "rifle_grenade"


def reach_of(pos: YangtzePosition, figure: Figure) -> int:
    """11.1, 11.3: how far this figure can throw."""
    rules = pos.book.charts["grenade"]
    if pos.book.figures[figure].weapon == LAUNCHER:
        return int(rules["launcher_range"]) * SCALE
    return int(rules["hand_range"]) * SCALE


def carries(pos: YangtzePosition, figure: Figure) -> bool:
    spec = pos.book.figures[figure]
    return spec.grenades or pos.book.weapons[spec.weapon].roll == "throw"


def grenadiers(pos: YangtzePosition, unit: Unit) -> list[Figure]:
    """11.1, 11.3: the figures of a unit that have grenades or a launcher; what the players have left out nobody has."""
    if unit >= len(pos.book.units):
        return []
    return [figure for figure in pos.alive(unit) if carries(pos, figure)]


def throwers(pos: YangtzePosition, unit: Unit, target: Unit | None, cards: tuple[str, ...] = ()) -> list[Figure]:
    """11.1: figures with grenades whose card lets them fire; with a target, those who reach it."""
    if any(isinstance(shot, GrenadeFire) for shot in declared(pos, unit)) and target is None:
        return []
    key = ("throwers", unit, cards, said_of(pos, unit))
    men = while_declaring(pos, key, lambda: [f for f in grenadiers(pos, unit) if _may_throw(pos, f, cards)])
    if target is None:
        return men
    men = fit_for(pos, men, target)
    if pos.is_body(target):
        return [f for f in men if at_body(pos, f, target)]
    return [f for f in men if nearest(pos, f, target) is not None]


def _may_throw(pos: YangtzePosition, figure: Figure, cards: tuple[str, ...]) -> bool:
    if arm_of(pos, figure).roll == "none" or (cards and fire_card(pos, figure) not in cards):
        return False
    return may_fire(pos, figure)


def at_body(pos: YangtzePosition, figure: Figure, target: Unit) -> bool:
    """12.1, 12.3: a vehicle or vessel in reach and sight; at armour only from close by (S12.5)."""
    reach = reach_of(pos, figure)
    if pos.book.units[target].armoured:
        reach = min(reach, int(pos.book.charts["vehicle_damage_armoured"]["grenade"]["max_gap"]) * SCALE)
    return body_in_reach(pos, figure, target, reach) and sees_unit_body(pos, figure, target)


def nearest(pos: YangtzePosition, figure: Figure, target: Unit) -> Figure | None:
    """R19, S16.5: the nearest enemy figure of the target to throw at: in sight, or inside behind an opening."""
    reach = reach_of(pos, figure)
    marks = [f for f in pos.standing[target] if in_reach(pos, figure, f, reach) and sees_figure(pos, figure, f)]
    marks += [f for f in pos.standing[target] if f not in marks and ways_in(pos, figure, f, reach)]
    if not marks or (shielded(pos, marks, pos.standing[target]) and not _others_show(pos, figure, target)):
        return None  # R25: a unit of which only its leader is seen is no target

    def order(mark: Figure) -> tuple[int, int]:
        x, y, _ = muzzle(pos, figure, pos.x[mark], pos.y[mark])
        return (x - pos.x[mark]) ** 2 + (y - pos.y[mark]) ** 2, mark

    return min(marks, key=order)


def _others_show(pos: YangtzePosition, figure: Figure, target: Unit) -> bool:
    """Does somebody of a unit show, near or far, who falls before its leaders?"""
    return any(sees_figure(pos, figure, f) for f in first_to_fall(pos, pos.standing[target]))


def ways_in(pos: YangtzePosition, figure: Figure, mark: Figure, reach: int) -> list[Opening]:
    """S16.5: the doors and windows within reach and sight that lead to a figure in a room on the ground floor."""
    room = closed_room(pos, mark)
    if room == OUTDOORS or pos.floor[mark] or pos.room[figure] == room:
        return []
    found = []
    for opening in pos.book.table.buildings[room].openings:
        x, y, radius = muzzle(pos, figure, *opening.at)
        eye, hole = Eye(x, y), Eye(*opening.at, 0, room)
        if within(x, y, *opening.at, reach + radius) and outside(opening, eye) and free_line(pos, eye, hole):
            found.append(opening)
    return found


def throw_refusal(pos: YangtzePosition, unit: Unit, target: Unit, cards: tuple[str, ...]) -> Refusal | None:
    """11.1, R69: at the nearest enemy unit in reach, not one locked in melee; R66: at civilians for want of others."""
    if not throwers(pos, unit, None, cards):
        return Refusal("11.1", "refusal.no_grenades")
    if target >= len(pos.book.units) or not is_target(pos, target, pos.owner[unit]):
        return Refusal("7.3", "refusal.target_enemy")
    if not throwers(pos, unit, target, cards):
        return _out_of_reach(pos, unit, target, cards)
    if in_contact_with_friends(pos, target, unit):
        return Refusal("13.2", "refusal.target_melee", unit=target)
    return _second_choice(pos, unit, target, cards)


def _out_of_reach(pos: YangtzePosition, unit: Unit, target: Unit, cards: tuple[str, ...]) -> Refusal:
    """Why nobody of a unit can throw at the target: too far away, not seen, or armour from too far off (S12.5)."""
    men = throwers(pos, unit, None, cards)
    launcher = any(pos.book.figures[f].weapon == LAUNCHER for f in men)
    far = Refusal("11.3" if launcher else "11.1", "refusal.throw_far", unit=target)
    if pos.is_body(target):
        near = any(body_in_reach(pos, f, target, reach_of(pos, f)) for f in men)
        return Refusal("S12.5", "refusal.throw_far", unit=target) if near and pos.book.units[target].armoured else far
    near = any(in_reach(pos, f, mark, reach_of(pos, f)) for f in men for mark in pos.standing[target])
    return unseen(pos, men, target) if near else far


def _second_choice(pos: YangtzePosition, unit: Unit, target: Unit, cards: tuple[str, ...]) -> Refusal | None:
    """7.4, R69: another enemy unit that grenades reach is nearer; R66: or is armed."""
    gaps = _gaps(pos, unit, cards)
    return None if target in _choice(pos, gaps) else Refusal("7.4", "refusal.target_priority", unit=target)


def _gaps(pos: YangtzePosition, unit: Unit, cards: tuple[str, ...]) -> dict[Unit, int]:
    """The enemy units that grenades reach, and how far they are."""
    gaps = {enemy: throw_gap(pos, unit, enemy, cards) for enemy in _throwable(pos, unit)}
    return {enemy: gap for enemy, gap in gaps.items() if gap < FAR}


def _choice(pos: YangtzePosition, gaps: dict[Unit, int]) -> list[Unit]:
    """7.4: the nearest of them, where priorities bind; civilians only if nobody else is there (R66)."""
    armed = [enemy for enemy in gaps if not civilian(pos, enemy)]
    group = armed or list(gaps)
    if not pos.book.switches["strict_priorities"]:
        return group
    return [enemy for enemy in group if gaps[enemy] == min(gaps[foe] for foe in group)]


def _throwable(pos: YangtzePosition, unit: Unit) -> list[Unit]:
    """Enemy units, near or far, at which grenades may be thrown at all."""
    side = pos.owner[unit]
    foes = [e for e in pos.units_of(other(side)) if is_target(pos, e, side)]
    return [e for e in foes if not in_contact_with_friends(pos, e, unit)]


def throw_gap(pos: YangtzePosition, unit: Unit, target: Unit, cards: tuple[str, ...]) -> int:
    """How far the nearest thrower is from what he would throw at; very far when nobody can."""
    men = throwers(pos, unit, target, cards)
    if pos.is_body(target):
        return min((body_gap(pos, figure, target) for figure in men), default=FAR)
    gaps = []
    for figure in men:
        mark = nearest(pos, figure, target)
        if mark is not None:
            x, y, radius = muzzle(pos, figure, pos.x[mark], pos.y[mark])
            gaps.append(length(x, y, pos.x[mark], pos.y[mark]) - radius - pos.book.figures[mark].radius)
    return min(gaps, default=FAR)


def throw_targets(pos: YangtzePosition, unit: Unit, stage: str, cards: tuple[str, ...]) -> list[Unit]:
    """What :func:`throw_refusal` allows, each enemy looked at once."""
    key = ("throw targets", unit, stage, cards, said_of(pos, unit))
    return while_declaring(pos, key, lambda: _throw_targets(pos, unit, stage, cards))


def _throw_targets(pos: YangtzePosition, unit: Unit, stage: str, cards: tuple[str, ...]) -> list[Unit]:
    if not throwers(pos, unit, None, cards):
        return []
    return [enemy for enemy in _choice(pos, _gaps(pos, unit, cards)) if window_open(pos, stage, enemy)]


def begin_throw(pos: YangtzePosition, unit: Unit, target: Unit, men: list[Figure]) -> tuple[Throws, ...]:
    """11.1: each grenade is thrown on its own; those who throw do not fire."""
    if not men:
        return ()
    note_fire(pos, unit, [target], men)
    pos.tell("11.1", "event.throws", unit=unit, unit2=target, count=len(men))
    return (Throws(unit, target, tuple(men)),)


def next_throw(pos: YangtzePosition, unit: Unit, target: Unit, figure: Figure) -> None:
    """One grenade: the score of class and range, or the fixed scores of an opening (11.2)."""
    trial = throwing(pos, figure, target)
    if trial is None:
        return
    if not isinstance(trial.target, AtFigure):
        x, y, _ = muzzle(pos, figure, *pos.at[target][:2])
        roll(pos, trial.dice, GrenadeAtBody(Blast(unit, target, x, y, Strikes.GRENADE, "grenade"), trial.score))
        return
    mark = trial.target.figure
    blast = bursting(pos, figure, target, mark)
    roll(pos, trial.dice, GrenadeLands(blast, mark, trial.score, zone_score(pos, figure, mark, blast.room)))


def bursting(pos: YangtzePosition, figure: Figure, target: Unit, mark: Figure) -> Blast:
    """11.1: a grenade that lands at the feet of this figure."""
    x, y, _ = muzzle(pos, figure, pos.x[mark], pos.y[mark])
    unit, zone, room = pos.book.figures[figure].unit, pos.book.weapons["grenade"].zone, closed_room(pos, mark)
    burst, floor = (pos.x[mark], pos.y[mark]), storey(pos, figure)
    return Blast(unit, target, x, y, Strikes.GRENADE, "grenade", False, *burst, zone, room, floor=floor)


def throwing(pos: YangtzePosition, figure: Figure, target: Unit) -> Trial | None:
    """11.1, 11.2: the landing roll of one grenade, at a hull or at the nearest figure; None when there is none left."""
    if pos.is_body(target):
        short = _short(pos, figure, target)
        base = chart(pos, grade_of(pos, figure), short)
        return open_trial(figure, AtHull(target), short, base, modifiers_for(pos, figure, False))
    mark = nearest(pos, figure, target)
    if mark is None:
        return None
    room = closed_room(pos, mark)
    return thrown_at(pos, figure, mark, room, room != OUTDOORS and pos.room[figure] == room)


def _short(pos: YangtzePosition, figure: Figure, target: Unit) -> bool:
    """R37: only launchers have a long range."""
    short = int(pos.book.charts["grenade"]["launcher_short"]) * SCALE
    return pos.book.figures[figure].weapon != LAUNCHER or body_in_reach(pos, figure, target, short)


class GrenadeAtBody(Stake, frozen=True, tag="grenade_at_body"):
    """12.1, 12.3, R68: a grenade that lands is a hit on the vehicle, or needs 11 against the people of a vessel."""

    blast: Blast
    score: int

    def scored(self, pos: YangtzePosition, die: int) -> None:
        if die < self.score or die == 1:
            pos.tell("11.1", "event.dud", unit=self.blast.firer, score=die, need=self.score)
            return
        pos.tell("11.1", "event.grenade_lands", unit=self.blast.firer, score=die, need=self.score)
        noise(pos, *pos.at[self.blast.at][:2])
        fire(pos, self.blast, (), (Hit(AtHull(self.blast.at)),))


def thrown_at(pos: YangtzePosition, figure: Figure, mark: Figure, room: int, same: bool) -> Trial:
    """A grenade at one figure: over open ground or within a room by class and range, through an opening by its own
    scores (11.2)."""
    rules = pos.book.charts["grenade"]
    launcher = pos.book.figures[figure].weapon == LAUNCHER
    if room != OUTDOORS and not same:
        near = int(rules["opening_near_launcher" if launcher else "opening_near_hand"]) * SCALE
        x, y, radius = muzzle(pos, figure, pos.x[mark], pos.y[mark])
        holes = [*openings(pos, mark, room), *ways_in(pos, figure, mark, near)]
        at_hand = any(within(x, y, *hole.at, near + radius) for hole in holes)
        score = int(rules["opening_score_near" if at_hand else "opening_score_far"])
        line = Modifier("factor.opening", score, "11.2")
        return Trial(figure, AtFigure(mark), at_hand, "none", (line,), score, dice_for(score))
    short = _short_of(pos, figure, mark)
    base = chart(pos, grade_of(pos, figure), short)
    return open_trial(figure, AtFigure(mark), short, base, modifiers_for(pos, figure, same))


def _short_of(pos: YangtzePosition, figure: Figure, mark: Figure) -> bool:
    """R37: only launchers have a long range."""
    short = int(pos.book.charts["grenade"]["launcher_short"]) * SCALE
    return pos.book.figures[figure].weapon != LAUNCHER or in_reach(pos, figure, mark, short)


def steps_of(pos: YangtzePosition, figure: Figure, confined: bool) -> list[Modifier]:
    """7.11, R69: a pinned or moving thrower; one step better in a confined space. Control is for small arms (R33)."""
    steps = [step for step in modifiers(pos, figure) if step.case != "7.8"]
    if confined:
        steps.append(Modifier("factor.confined", int(pos.book.charts["to_hit_mod"]["grenade_confined"]), "11.1"))
    return steps


def modifiers_for(pos: YangtzePosition, figure: Figure, same: bool) -> list[Modifier]:
    """The steps of a throw, and one for duds if the players want them (11.1)."""
    duds = [Modifier("factor.duds", 1, "11.1")] if pos.book.switches["grenade_duds"] else []
    return [*steps_of(pos, figure, same), *duds]


def zone_score(pos: YangtzePosition, figure: Figure, mark: Figure, room: int) -> int:
    """S8.6: the others near the burst are tested in the range band of the nominated figure, with the thrower's steps;
    R38: in a room at the short score, one better."""
    short = room != OUTDOORS or _short_of(pos, figure, mark)
    return scored(chart(pos, grade_of(pos, figure), short), steps_of(pos, figure, room != OUTDOORS))


class GrenadeLands(Stake, frozen=True, tag="grenade"):
    """11.1: it lands, or it is a dud."""

    blast: Blast
    mark: Figure
    score: int
    others: int

    def scored(self, pos: YangtzePosition, die: int) -> None:
        if die < self.score or die == 1:
            pos.tell("11.1", "event.dud", unit=self.blast.firer, score=die, need=self.score)
            return
        pos.tell("11.1", "event.grenade_lands", unit=self.blast.firer, score=die, need=self.score)
        noise(pos, self.blast.cx, self.blast.cy)
        shots = near_burst(pos, self.blast, self.mark, self.others)
        caught = (self.mark, *men_in(shots))
        for figure in caught[1:]:
            pos.reveal(pos.book.figures[figure].unit, "S6.7")
        fire(pos, self.blast._replace(caught=caught), tuple(shots), (Hit(AtFigure(self.mark)),))


def near_burst(pos: YangtzePosition, blast: Blast, mark: Figure, others: int) -> list[Shot]:
    """11.1, S8.6: who is tested besides the one at whose feet it lies."""
    shots: list[Shot] = []
    for figures in pos.standing:
        for figure in figures:
            if figure == mark or pos.doomed >> figure & 1:
                continue
            reach = blast.radius + pos.book.figures[figure].radius
            near = (pos.x[figure] - blast.cx) ** 2 + (pos.y[figure] - blast.cy) ** 2 <= reach * reach
            if near and closed_room(pos, figure) == blast.room and pos.floor[figure] == pos.floor[mark]:
                need = with_cover(pos, others, _shelter(pos, blast, figure))
                shots.append(Shot(AtFigure(figure), need.score, need.strict))
    return shots


def _shelter(pos: YangtzePosition, blast: Blast, figure: Figure) -> str:
    """11.1: in the room of the burst there is no cover."""
    if blast.room != OUTDOORS and pos.room[figure] == blast.room:
        return "none"
    return effective(pos, figure, (blast.x, blast.y), False, blast.floor, thrown=True)


class Throws(Frame):
    """11.1: a unit throws its grenades at another."""

    unit: Unit
    target: Unit
    men: tuple[Figure, ...]
    """The figures that have not thrown yet."""


class ThrowGrenades(Step[YangtzePosition, Throws]):
    """11.1: grenades are thrown one after the other."""

    case = "11.1"

    def settle(self, pos: YangtzePosition, at: Throws) -> bool:
        if not at.men:
            pos.done()
            return False
        pos.become(amended(at, men=at.men[1:]))
        next_throw(pos, at.unit, at.target, at.men[0])
        return False
