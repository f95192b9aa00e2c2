"""9.0 Artillery: rounds, landing, scatter, bursts, and direct hits on guns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from shapan.ground.table import OUTDOORS, Pt, ahead, bearing, near_polygon, within
from shapan.kernel import Frame

from ..actions import HE, SHRAPNEL
from ..dice import Dice, Stake, roll
from ..measure import told
from ..place import Off, move
from ..position import YangtzePosition
from ..who import Figure, Magazine, Model, Mounted, Piece, Shooter, Unit, numbered, put
from .aimed import AtFigure, AtGun, AtHull, Target
from .cover import BONUS, has_bonus
from .noise import noise
from .scores import base_score, chart, grade_of, holing_trial, hull_score, modifiers, open_trial, with_cover
from .shooters import (
    arm_at,
    body_in_reach,
    crew_at,
    in_reach,
    lays_on_piece,
    muzzle,
    note_fire,
    piece_in_reach,
    unit_of,
    weapon_of,
)
from .targets import ANYWHERE, Aim, aim
from .trials import Trial
from .volley import Blast, Hit, Shot, Strikes, fire, men_in

ROUNDS: Final = (HE, SHRAPNEL)
TURNS: Final = {1: 0, 2: 180, 3: -90, 4: 90}
"""9.2: over, under, left, right of the line of fire."""


def rounds_left(pos: YangtzePosition, piece: Piece, kind: str) -> bool:
    """9.3: rounds may be limited."""
    if not pos.book.switches["limited_rounds"]:
        return True
    left = pos.rounds[magazine(pos, piece)]
    return (left.he if kind == HE else left.shrapnel) > 0


def magazine(pos: YangtzePosition, piece: Piece) -> Magazine:
    """Each gun has its own rounds: units first, then mounts."""
    mount = pos.book.as_mount(piece)
    return Magazine(piece if mount is None else len(pos.book.units) + mount)


def begin_shell(pos: YangtzePosition, shooter: Shooter, gun: Piece, target: Unit, kind: str) -> tuple[Frame, ...]:
    """9.1: the gun is laid on the nominated figure, the piece or the hull, and fires one round."""
    book = pos.book
    unit = unit_of(pos, shooter)
    sight = aim(pos, [shooter], target, ANYWHERE)
    if sight is None:
        return ()
    note_fire(pos, unit, [target], [shooter])
    if book.switches["limited_rounds"]:
        left = pos.rounds[magazine(pos, gun)]
        spent = left._replace(he=left.he - 1) if kind == HE else left._replace(shrapnel=left.shrapnel - 1)
        pos.rounds = put(pos.rounds, magazine(pos, gun), spent)
    pos.tell("9.1", "event.shells", unit=unit, unit2=target, round=kind)
    trial, mark = laying(pos, shooter, sight)
    blast = shelling(pos, shooter, target, mark, kind)
    return (landing_roll(blast, trial, base_score(pos, shooter, trial.short)),)


def shelling(pos: YangtzePosition, shooter: Shooter, target: Unit, mark: Pt, kind: str) -> Blast:
    """9.1, 9.3: a round of this kind on its way to the point on which the gun is laid."""
    arm = arm_at(pos, weapon_of(pos, shooter))
    radius = arm.he if kind == HE else arm.shrapnel
    x, y, _ = muzzle(pos, shooter, *mark)
    lowers = kind == HE and lowers_cover(pos, arm.calibre)
    return Blast(unit_of(pos, shooter), target, x, y, Strikes.BURST, arm.name, lowers, *mark, radius)


def laying(pos: YangtzePosition, shooter: Shooter, sight: Aim) -> tuple[Trial, Pt]:
    """9.1, R29, R68: the landing roll of a gun that fires at what it sees of a unit, and the point on which it is laid;
    against a vessel six, and class A gunners add one."""
    aimed, mark, short = _laid(pos, shooter, sight)
    grade = grade_of(pos, shooter)
    if isinstance(aimed, AtHull) and pos.book.units[aimed.unit].kind == "vessel":
        return holing_trial(pos, shooter, aimed.unit, grade, short), mark
    return open_trial(shooter, aimed, short, chart(pos, grade, short), modifiers(pos, shooter)), mark


def _laid(pos: YangtzePosition, shooter: Shooter, sight: Aim) -> tuple[Target, Pt, bool]:
    """9.1, 9.5, R32: what a gun is laid on (a hull, a piece that it sees, or the nominated figure), where that is, and
    whether at short range."""
    target, short = sight.target, arm_at(pos, weapon_of(pos, shooter)).short
    x, y, _ = pos.at[target]
    if sight.nominated is None:
        return AtHull(target), (x, y), body_in_reach(pos, shooter, target, short)
    if lays_on_piece(pos, shooter, target):
        return AtGun(target), (x, y), piece_in_reach(pos, shooter, target, short)
    figure = sight.nominated
    return AtFigure(figure), (pos.x[figure], pos.y[figure]), in_reach(pos, shooter, figure, short)


def lowers_cover(pos: YangtzePosition, calibre: str) -> bool:
    """8.5, 9.3, R28: which high explosive lowers cover."""
    rule = pos.book.switches["he_reduces_cover"]
    return rule == "all" or (rule == "heavy" and calibre == "heavy")


def landing_roll(blast: Blast, trial: Trial, score: int) -> Dice:
    """R29: one landing roll; whatever else is near the burst is tested at this score."""
    return Dice(trial.dice, 0, RoundLands(blast, trial.target, trial.score, score))


class RoundLands(Stake, frozen=True, tag="landing"):
    """9.1 on target, or 9.2 somewhere else."""

    blast: Blast
    target: Target
    need: int
    score: int

    def scored(self, pos: YangtzePosition, die: int) -> None:
        if die < self.need or die == 1:
            pos.tell("9.2", "event.shell_misses", unit=self.blast.firer, score=die, need=self.need)
            roll(pos, 1, Scatter(self.blast, self.score))
            return
        bombed = pos.book.weapons[self.blast.weapon].calibre == "bomb"
        pos.tell("10.1" if bombed else "9.1", "event.shell_lands", unit=self.blast.firer, score=die, need=self.need)
        noise(pos, self.blast.cx, self.blast.cy)
        match self.target:
            case AtGun(unit) if pos.laid_out(unit):
                roll(pos, 2, GunHit(self.blast, self.score))
            case AtHull(unit):
                burst(pos, self.blast, self.score, (Hit(self.target),), unit)
            case AtFigure(figure):
                burst(pos, self.blast, self.score, (Hit(self.target),), nominated=figure)
            case _:
                burst(pos, self.blast, self.score, ())


class GunHit(Stake, frozen=True, tag="gun_hit"):
    """9.5: the highest throw destroys the gun and its crew; otherwise the round burst near it."""

    blast: Blast
    need: int

    def scored(self, pos: YangtzePosition, score: int) -> None:
        if score >= int(pos.book.charts["artillery"]["direct_hit_on_gun"]["destroyed_on"]):
            destroy_gun(pos, self.blast.at)
        else:
            pos.tell("9.5", "event.gun_missed", unit=self.blast.at, score=score)
            burst(pos, self.blast, self.need, (), self.blast.at)


class GunStruck(Stake, frozen=True, tag="gun_struck"):
    """9.5, R32: a gun caught in a zone that was aimed elsewhere; the highest throw destroys it."""

    unit: Unit

    def scored(self, pos: YangtzePosition, score: int) -> None:
        if score >= int(pos.book.charts["artillery"]["direct_hit_on_gun"]["destroyed_on"]):
            destroy_gun(pos, self.unit)
        else:
            pos.tell("9.5", "event.gun_missed", unit=self.unit, score=score)


def wreck_gun(pos: YangtzePosition, unit: Unit, case: str) -> None:
    """The piece is of no more use to anybody."""
    pos.tell(case, "event.gun_destroyed", unit=unit)
    move(pos, (Model(unit), Off()))


def destroy_gun(pos: YangtzePosition, unit: Unit) -> None:
    """9.5: the piece is wrecked and the crew who stand at it are gone (S2.1). S8.10: the round that they have in the
    barrel still counts."""
    for figure in crew_at(pos, unit):
        pos.doomed |= 1 << figure
    wreck_gun(pos, unit, "9.5")


class Scatter(Stake, frozen=True, tag="scatter"):
    """9.2: 1 over, 2 under, 3 left, 4 right; 5 and 6 are lost."""

    blast: Blast
    score: int

    def scored(self, pos: YangtzePosition, die: int) -> None:
        if die not in TURNS:
            pos.tell("9.2", "event.shell_lost", unit=self.blast.firer)
            return
        roll(pos, int(pos.book.charts["artillery"]["scatter"]["distance_dice"]), Drift(self.blast, self.score, die))


class Drift(Stake, frozen=True, tag="drift"):
    """9.2: two dice times ten millimetres off; everything in the new area is tested, friends too."""

    blast: Blast
    score: int
    die: int

    def scored(self, pos: YangtzePosition, pips: int) -> None:
        pos.tell("9.2", "event.drifts", unit=self.blast.firer, distance=told(pos, _drift(pos, pips)))
        blast = astray(pos, self.blast, self.die, pips)
        noise(pos, blast.cx, blast.cy)
        burst(pos, blast, self.score, ())


def _drift(pos: YangtzePosition, pips: int) -> int:
    return pips * int(pos.book.charts["artillery"]["scatter"]["mm_per_pip"]) * 10


def astray(pos: YangtzePosition, blast: Blast, die: int, pips: int) -> Blast:
    """9.2: where a round bursts that has missed. The burst itself is where the danger comes from then (S5.3)."""
    x, y = ahead(blast.cx, blast.cy, line_of_fire(blast) + TURNS[die], _drift(pos, pips))
    return blast._replace(x=x, y=y, cx=x, cy=y)


def line_of_fire(blast: Blast) -> int:
    """9.2: the bearing in which a round goes over or under."""
    return bearing(blast.cx - blast.x, blast.cy - blast.y) if blast.course is None else blast.course


def burst(
    pos: YangtzePosition,
    blast: Blast,
    score: int,
    hits: tuple[Hit, ...],
    struck: Unit | None = None,
    nominated: Figure | None = None,
) -> None:
    """7.7, R20: every base in the zone is tested, indoors and out; vehicles and hulls that it touches too (R67)."""
    shots = in_zone(pos, blast, score, struck, nominated)
    men = men_in(shots)
    for figure in men:
        pos.reveal(pos.book.figures[figure].unit, "S6.7")
    caught = men if nominated is None else (nominated, *men)
    fire(pos, blast._replace(caught=caught), tuple(shots), hits)


def in_zone(
    pos: YangtzePosition, blast: Blast, score: int, struck: Unit | None, nominated: Figure | None
) -> list[Shot]:
    """7.7, R20, R67: who is tested but those who are hit already."""
    shots = men_in_zone(pos, blast, score, nominated, (figure for figures in pos.standing for figure in figures))
    for unit, edges in pos.bodies:
        if unit != struck and near_polygon(edges, blast.cx, blast.cy) <= blast.radius**2:
            shots.append(Shot(AtHull(unit), body_score(pos, unit, blast, score)))
    shots += [Shot(AtGun(gun), score) for gun in guns_near(pos, blast) if gun != struck]
    return shots


def men_in_zone(
    pos: YangtzePosition, blast: Blast, score: int, nominated: Figure | None, men: Iterable[Figure]
) -> list[Shot]:
    """Of these figures those that the zone touches. High explosive takes the bonus of hard cover with the cover itself
    (S5.4)."""
    xs, ys, radii, x, y = pos.x, pos.y, pos.book.radii, blast.cx, blast.cy
    near = [f for f in men if (xs[f] - x) ** 2 + (ys[f] - y) ** 2 <= (blast.radius + radii[f]) ** 2]
    shots: list[Shot] = []
    for figure in near:
        if figure != nominated and on_struck_floor(pos, blast, figure, nominated):
            bonus = not blast.he and has_bonus(pos, figure, (blast.x, blast.y))
            need = with_cover(pos, score, BONUS if bonus else "none")
            shots.append(Shot(AtFigure(figure), need.score, need.strict))
    return shots


def guns_near(pos: YangtzePosition, blast: Blast) -> list[Unit]:
    """R32: the gun models that the zone touches."""
    found = []
    for unit, spec in numbered(pos.book.units):
        x, y, _ = pos.at[unit]
        if spec.gun_radius and pos.laid_out(unit) and within(x, y, blast.cx, blast.cy, blast.radius + spec.gun_radius):
            found.append(unit)
    return found


def on_struck_floor(pos: YangtzePosition, blast: Blast, figure: Figure, nominated: Figure | None) -> bool:
    """R20: in a building the floor of the nominated figure; off target the ground floor; a bomb the top floor."""
    room = pos.room[figure]
    if room == OUTDOORS:
        return True
    if pos.book.weapons[blast.weapon].calibre == "bomb":
        return pos.floor[figure] == max(pos.book.table.buildings[room].construction.floors - 1, 0)
    return pos.floor[figure] == (0 if nominated is None else pos.floor[nominated])


def body_score(pos: YangtzePosition, unit: Unit, blast: Blast, score: int) -> int:
    """R67: a hull caught in a zone is hit as by artillery; a vehicle by the normal score."""
    if pos.book.units[unit].kind != "vessel":
        return score
    return hull_score(pos, _gunners_grade(pos, blast))


def _gunners_grade(pos: YangtzePosition, blast: Blast) -> str:
    """9.1: the class of those who fired this round; a mount's is that of who serves it."""
    mounts = [m for m in pos.book.guns[blast.firer] if pos.book.mounts[m].weapon == blast.weapon]
    return grade_of(pos, Mounted(mounts[0])) if mounts else pos.book.units[blast.firer].grade
