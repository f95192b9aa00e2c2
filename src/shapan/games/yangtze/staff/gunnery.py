"""7.0 to 11.0 Fire: whom to shoot at, with what, and when to hold it back; and who falls for whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.ground.table import OUTDOORS, ahead, bearing
from shapan.kernel import Action
from shapan.kernel.staff import Advice

from ..actions import HE, SHRAPNEL, Fire, Guard, Hull, Lose, Ready, Shell, Snipe, Spare, Throw
from ..fire.artillery import lowers_cover, rounds_left
from ..fire.cover import effective, lowered
from ..fire.elements import cards_of, element, gunner, holers, is_gun, marks, pieces_of, snipers
from ..fire.firing import Firing, boats_for, targets_for
from ..fire.grenades import throw_targets, throwers
from ..fire.hits import Guarding
from ..fire.scores import base_score, hull_score, with_cover
from ..fire.shooters import arm_of, body_gap, in_reach, muzzle, unit_of
from ..fire.shooting import in_zone
from ..fire.targets import Aim, aim, fit_for, nominated_for, reaches
from ..noted import Declared
from ..position import YangtzePosition
from ..vessels.damage import LosingCrew
from ..who import Figure, Piece, Shooter, Unit
from . import odds
from .notebook import noted, page
from .temper import Temper
from .worths import gun_price, hull_price, price

LEAST: Final = 0.004
"""Fire that promises less is not worth the noise."""
AMBUSH: Final = 0.25
"""What fire must promise before a hidden unit shows itself."""
ALARM: Final = 0.5
"""What fire must promise before a raiding party wakes the garrison."""
LEADERLESS: Final = 0.25
"""The part of a unit that is lost with its leader."""


def fire(pos: YangtzePosition, at: Firing, _: Temper) -> list[Advice]:
    """The first unit or weapon that has something worth shooting at; nothing is gained by waiting for another."""
    notes = page(pos, at.side)
    # Who has found nothing worth a shot finds nothing later in this stage: the fire of others changes no target.
    silent: set[tuple[Piece | Declared, ...]] = noted(notes, ("silent", at.stage, pos.card, pos.fired, pos.plan), set)
    for piece in pieces_of(pos, at.side):
        declared: tuple[Piece | Declared, ...] = (piece, *(shot for shot in pos.shots if shot.piece == piece))
        if declared in silent:
            continue
        advice = [entry for entry in shots(pos, piece, at.stage) if entry.score > threshold(pos, piece)]
        if advice:
            return [*sorted(advice, key=lambda entry: -entry.score), Advice(Ready(), 0.0, "reason.hold_fire")]
        silent.add(declared)
    return [Advice(Ready(), 0.0, "reason.ready")]


def threshold(pos: YangtzePosition, piece: Piece) -> float:
    """What fire must promise."""
    unit = pos.book.unit_of(piece)
    rule = pos.book.alarm
    if rule and not pos.alarm and pos.book.side_ids[pos.owner[unit]] != rule.side:
        return ALARM
    return AMBUSH if pos.hidden >> unit & 1 else LEAST


def shots(pos: YangtzePosition, piece: Piece, stage: str) -> list[Advice]:
    """Everything that a piece could fire at, and what it promises."""
    if is_gun(pos, piece):
        return shells(pos, piece, stage)
    found = []
    shooters = element(pos, piece, stage)
    if shooters:
        for target in targets_for(pos, shooters, stage):
            worth = volley(pos, shooters, target)
            found.append(_advice(pos, Fire(piece, target), worth, "reason.fire", piece, target))
        guns = holers(pos, shooters)
        for target in boats_for(pos, guns, stage) if guns else ():
            found.append(_advice(pos, Hull(piece, target), holed(pos, guns, target), "reason.hull", piece, target))
    if (unit := pos.book.as_unit(piece)) is not None:
        cards = cards_of(stage)
        if throwers(pos, unit, None, cards):
            for target in throw_targets(pos, unit, stage, cards):
                worth = grenades(pos, unit, target, cards)
                found.append(_advice(pos, Throw(unit, target), worth, "reason.grenades", piece, target))
        if snipers(pos, unit, stage):
            found += snipes(pos, unit, stage)
    return found


def _advice(pos: YangtzePosition, action: Action, worth: float, reason: str, piece: Piece, target: Unit) -> Advice:
    params = {"piece": piece, "unit2": target, "gain": f"{worth:.2f}"}
    return Advice(action, worth, reason, params)


def volley(pos: YangtzePosition, shooters: Sequence[Shooter], target: Unit) -> float:
    """7.2, 7.7: the expected worth of one volley, less that of friends in the zone."""
    fit = fit_for(pos, shooters, target)
    sight = aim(pos, fit, target, 1 << 20) if fit else None
    if sight is None:
        return 0.0
    able = [s for s in fit if reaches(pos, s, sight)]
    if sight.nominated is None:
        return at_hull(pos, able, target)
    return sum(_zone(pos, s, sight) if arm_of(pos, s).roll == "zone" else _aimed(pos, s, sight) for s in able)


def _aimed(pos: YangtzePosition, shooter: Shooter, sight: Aim) -> float:
    arm = arm_of(pos, shooter)
    mark = nominated_for(pos, shooter, sight)
    if mark is None:
        return 0.0
    score = base_score(pos, shooter, in_reach(pos, shooter, mark, arm.short))
    x, y, _ = muzzle(pos, shooter, pos.x[mark], pos.y[mark])
    return odds.effect(pos.book, score, effective(pos, mark, (x, y))) * price(pos, mark)


def _zone(pos: YangtzePosition, shooter: Shooter, sight: Aim) -> float:
    arm = arm_of(pos, shooter)
    mark = nominated_for(pos, shooter, sight)
    if mark is None:
        return 0.0
    score = base_score(pos, shooter, in_reach(pos, shooter, mark, arm.short))
    x, y, _ = muzzle(pos, shooter, pos.x[mark], pos.y[mark])
    side = pos.owner[unit_of(pos, shooter)]
    total = 0.0
    for figure in in_zone(pos, (pos.x[mark], pos.y[mark]), arm.zone):
        friend = pos.owner[pos.book.figures[figure].unit] == side
        if figure == shooter or (friend and pos.book.switches["zone_spares_friends"]):
            continue
        gain = odds.effect(pos.book, score, effective(pos, figure, (x, y))) * price(pos, figure)
        total += -1.2 * gain if friend else gain
    return total


def at_hull(pos: YangtzePosition, shooters: Sequence[Shooter], target: Unit) -> float:
    """12.1, 12.3: small arms against a vehicle or a vessel."""
    book = pos.book
    spec = book.units[target]
    people = pos.crew(target)
    if not people:
        return 0.0
    soul = sum(price(pos, f) for f in people) / len(people)
    total = 0.0
    for shooter in shooters:
        arm = arm_of(pos, shooter)
        hit = odds.chance_to_hit(base_score(pos, shooter, body_gap(pos, shooter, target) <= arm.short))
        if spec.kind == "vessel":
            total += hit * odds.chance_to_confirm(book, "hard") * soul
        elif spec.armoured:
            total += hit * odds.TWO[12] * soul
        else:
            total += hit * (0.35 * soul + (0.5 if arm.machine_gun else 0.17) * hull_price(pos, target))
    return total


def holed(pos: YangtzePosition, guns: Sequence[Shooter], target: Unit) -> float:
    """12.2: heavier machine guns at the hull of a small boat: one of its people as a rule, now and then the boat."""
    people = pos.crew(target)
    if not people:
        return 0.0
    chart = pos.book.charts["vessel_damage"]
    soul = sum(price(pos, f) for f in people) / len(people)
    one = 1 - odds.TWO[int(chart["crew_loss"][1]) + 1]
    sunk = odds.TWO[int(chart["wreck"])] * (hull_price(pos, target) + 0.5 * soul * len(people))
    fit = fit_for(pos, guns, target)
    return sum(odds.chance_to_hit(hull_score(pos, pos.book.units[unit_of(pos, gun)].grade)) for gun in fit) * (
        one * soul + sunk
    )


# --- 9.0 guns --------------------------------------------------------------------------------------------


def shells(pos: YangtzePosition, piece: Piece, stage: str) -> list[Advice]:
    """9.3: high explosive or shrapnel at each target, with the risk of a round that goes astray."""
    crew = gunner(pos, piece, stage)
    if not crew:
        return []
    found = []
    for target in targets_for(pos, crew, stage):
        for kind in (HE, SHRAPNEL):
            if rounds_left(pos, piece, kind):
                worth = shell(pos, crew[0], target, kind)
                found.append(_advice(pos, Shell(piece, kind, target), worth, "reason.shell", piece, target))
    return found


def shell(pos: YangtzePosition, shooter: Shooter, target: Unit, kind: str) -> float:
    book, arm = pos.book, arm_of(pos, shooter)
    unit = unit_of(pos, shooter)
    sight = aim(pos, [shooter], target, 1 << 20)
    if sight is None:
        return 0.0
    if sight.nominated is None:
        x, y, _ = pos.at[target]
        score = base_score(pos, shooter, body_gap(pos, shooter, target) <= arm.short)
    else:
        x, y = pos.at[target][:2] if book.units[target].kind == "gun" else _at(pos, sight.nominated)
        score = base_score(pos, shooter, in_reach(pos, shooter, sight.nominated, arm.short))
    lowers = kind == HE and lowers_cover(pos, arm.calibre)
    radius = arm.he if kind == HE else arm.shrapnel
    if book.units[target].kind == "vessel":
        hit = odds.chance_to_hit(hull_score(pos, book.units[unit].grade))
        wreck = odds.TWO[12 - (2 if arm.calibre != "light" else 0)]
        return hit * (wreck * (hull_price(pos, target) + 1.0) + 0.4 * price(pos, pos.crew(target)[0]))
    hit = odds.chance_to_hit(score)
    gun = muzzle(pos, shooter, x, y)[:2]
    gain = hit * burst(pos, unit, (x, y), gun, radius, score, lowers)
    if sight.nominated is None:
        gain += hit * (0.17 if book.units[target].armoured else 0.3) * (hull_price(pos, target) + 0.5)
    elif book.units[target].kind == "gun":
        gain += hit * odds.TWO[12] * (len(pos.standing[target]) * price(pos, sight.nominated) + gun_price(pos, target))
    line = bearing(x - gun[0], y - gun[1])
    for turn in (0, 90, 180, 270):
        # 9.2: two dice of ten millimetres; seven is the mean.
        spot = ahead(x, y, line + turn, 700)
        gain += (1 - hit) / 6 * burst(pos, unit, spot, spot, radius, score, lowers)
    return gain


def _at(pos: YangtzePosition, figure: Figure) -> tuple[int, int]:
    return pos.x[figure], pos.y[figure]


def burst(
    pos: YangtzePosition,
    unit: Unit,
    centre: tuple[int, int],
    source: tuple[int, int],
    radius: int,
    score: int,
    lowers: bool,
) -> float:
    """7.7: what a burst does to everybody in its zone; friends count double."""
    total = 0.0
    side = pos.owner[unit]
    for figure in in_zone(pos, centre, radius):
        cover = effective(pos, figure, source, bullets=False)
        kill = odds.effect(pos.book, score, lowered(pos, cover) if lowers else cover)
        gain = kill * price(pos, figure)
        total += -2.0 * gain if pos.owner[pos.book.figures[figure].unit] == side else gain
    return total


# --- 11.0 grenades, 7.2 snipers -------------------------------------------------------------------------------


def grenades(pos: YangtzePosition, unit: Unit, target: Unit, cards: tuple[str, ...]) -> float:
    men = throwers(pos, unit, target, cards)
    score = int(pos.book.charts["to_hit"][pos.book.units[unit].grade][0])
    marks = pos.standing[target] or pos.crew(target)
    if not marks:
        return 0.0
    confined = any(pos.room[f] != OUTDOORS for f in marks)
    each = odds.chance_to_hit(score) * (odds.ONE[2] if confined else odds.ONE[5]) * 1.6
    return len(men) * each * price(pos, marks[0])


def snipes(pos: YangtzePosition, unit: Unit, stage: str) -> list[Advice]:
    """A leader first: nobody takes his place; then whoever serves a weapon. R68: a hull is a target too."""
    found = []
    shooter = snipers(pos, unit, stage)[0]
    for piece in marks(pos, unit, stage):
        figure = pos.book.as_figure(piece)
        worth = picked(pos, shooter, figure) if figure is not None else at_hull(pos, [shooter], pos.book.unit_of(piece))
        params = {"unit": unit, "piece": piece, "gain": f"{worth:.2f}"}
        found.append(Advice(Snipe(unit, piece), worth, "reason.snipe", params))
    return found


def picked(pos: YangtzePosition, shooter: Figure, figure: Figure) -> float:
    """What a sniper's shot at this figure promises."""
    score = base_score(pos, shooter, in_reach(pos, shooter, figure, arm_of(pos, shooter).short))
    cover = effective(pos, figure, (pos.x[shooter], pos.y[shooter]))
    kill = odds.chance_to_hit(with_cover(pos, score, cover).score) * odds.chance_to_confirm(pos.book, cover)
    return kill * quarry(pos, figure)


def quarry(pos: YangtzePosition, figure: Figure) -> float:
    """What a picked figure is worth: a leader carries his unit."""
    unit = pos.book.figures[figure].unit
    worth = price(pos, figure)
    if pos.book.figures[figure].leader:
        worth += LEADERLESS * len(pos.standing[unit]) * worth + 0.05
        for entry in pos.book.objectives:
            if entry.kind == "killed" and entry.of == pos.book.units[unit].name:
                worth += float(entry.vp)
    return worth


# --- 4.3, 12.3 who falls ---------------------------------------------------------------------------------


def guard(pos: YangtzePosition, at: Guarding, _: Temper) -> list[Advice]:
    """4.3: the leader is worth more than any bodyguard."""
    advice = [Advice(Guard(pos.book.piece_of_figure(f)), 1.0, "reason.bodyguard") for f in at.guards]
    return [*advice, Advice(Spare(), 0.0, "reason.any")]


def crew(pos: YangtzePosition, at: LosingCrew, _: Temper) -> list[Advice]:
    """12.3: the least useful first; leaders, gunners and those who cannot defend themselves last."""
    book = pos.book
    advice = []
    own = [figure for figure in at.people if book.figures[figure].unit == at.unit]
    for figure in at.people:
        spec = book.figures[figure]
        keep = 10 * price(pos, figure)
        keep += 5.0 if spec.leader else 0.0
        keep += 4.0 if book.units[spec.unit].kind == "civilian" else 0.0
        keep += 2.0 if book.weapons[spec.weapon].automatic else 0.5 if book.weapons[spec.weapon].roll != "none" else 0.0
        keep += 3.0 if figure in own and len(own) < 3 else 0.0
        params = {"piece": book.piece_of_figure(figure)}
        advice.append(Advice(Lose(book.piece_of_figure(figure)), -keep, "reason.spare_others", params))
    return advice
