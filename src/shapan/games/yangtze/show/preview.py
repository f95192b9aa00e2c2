"""What the next roll of the asking side would need: what goes into it with its cases, and exact chances. Everything is
read from the trial for which the dice will be cast."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final

from shapan.kernel.view import Chance, Factor, Preview
from shapan.mechanics.outlook import AVERAGE

from ..actions import Bomb
from ..air.anti_air import AntiAir, flak_at, flak_pairs
from ..air.flight import course_at
from ..air.raids import bombing, falling, strafed, strafed_hull, under_strip
from ..fire.aimed import AtFigure, AtGround, AtGun, AtHull
from ..fire.artillery import (
    ROUNDS,
    TURNS,
    astray,
    in_zone,
    laying,
    line_of_fire,
    men_in_zone,
    rounds_left,
    shelling,
)
from ..fire.elements import cards_of, element, gunner, holers, is_gun, marks, pieces_of, snipers
from ..fire.firing import Firing, boats_for
from ..fire.grenades import bursting, near_burst, throw_targets, throwers, throwing, zone_score
from ..fire.hits import confirms_on
from ..fire.scores import CHART, base_score, chart, dice_for, grade_of, shot_at, shot_at_hull
from ..fire.shooters import arm_of, in_reach, shooter_of, unit_of
from ..fire.shooting import aimed_shot
from ..fire.targets import legal_targets, reaches
from ..fire.trials import Trial, chance_of
from ..fire.volley import Blast, Shot
from ..melee.bouts import fights_now
from ..melee.morale import must_test
from ..melee.trials import Bout, nerve
from ..noted import Attack
from ..orders.plans import Plan
from ..position import YangtzePosition
from ..who import Figure, Piece, Unit, numbered
from .knowledge import known

BURST_AVERAGE: Final = "preview.average_burst"


def previews(pos: YangtzePosition, viewer: int | None) -> Iterator[Preview]:
    """The rolls that a side could ask for now: in a step of fire, against aircraft, or by those it flies; then what
    stands to be rolled for in melee and for morale as things are."""
    match pos.top if pos.stack else None:
        case Firing(stage=stage, side=side) if side == viewer:
            for piece in pieces_of(pos, side):
                yield from _fire_of(pos, piece, stage)
            yield from _fights(pos, side)
            yield from _tests(pos, side)
        case AntiAir(side=side) as at if side == viewer:
            for piece, aircraft in flak_pairs(pos, at):
                yield _flak(pos, piece, aircraft)
        case Plan(side=side) if side == viewer:
            for attack in pos.attacks:
                if pos.owner[attack.unit] == side:
                    yield from _raid(pos, side, attack)


def _fire_of(pos: YangtzePosition, piece: Piece, stage: str) -> Iterator[Preview]:
    """7.2, 9.1, 11.1: what a unit or mount could fire or throw."""
    if is_gun(pos, piece):
        crew = gunner(pos, piece, stage)
        for target, sight in legal_targets(pos, crew).items():
            trial, mark = laying(pos, crew[0], sight)
            score = base_score(pos, crew[0], trial.short)
            for kind in ROUNDS:
                if rounds_left(pos, piece, kind):
                    blast = shelling(pos, crew[0], target, mark, kind)
                    yield _landing(pos, f"preview.{kind.lower()}", trial, blast, score)
        return
    shooters = element(pos, piece, stage)
    for target, sight in legal_targets(pos, shooters).items():
        able = next(shooter for shooter in shooters if reaches(pos, shooter, sight))
        hull = sight.nominated is None
        yield _shot(pos, shot_at_hull(pos, able, target, False) if hull else aimed_shot(pos, able, sight))
    guns = holers(pos, shooters)
    for boat in boats_for(pos, guns, stage):
        yield _shot(pos, shot_at_hull(pos, guns[0], boat, True), "preview.hull")
    if (unit := pos.book.as_unit(piece)) is not None:
        yield from _by_hand(pos, unit, stage)


def _by_hand(pos: YangtzePosition, unit: Unit, stage: str) -> Iterator[Preview]:
    """11.1 grenades, 7.2 a sniper's shot."""
    cards = cards_of(stage)
    for target in throw_targets(pos, unit, stage, cards):
        for figure in throwers(pos, unit, target, cards)[:1]:
            if (trial := throwing(pos, figure, target)) is not None:
                yield _grenade(pos, figure, target, trial)
    for sniper in snipers(pos, unit, stage)[:1]:
        for piece in marks(pos, unit, stage):
            mark = pos.book.as_figure(piece)
            if mark is None:
                yield _shot(pos, shot_at_hull(pos, sniper, Unit(piece), False))
            else:
                short = in_reach(pos, sniper, mark, arm_of(pos, sniper).short)
                yield _shot(pos, shot_at(pos, sniper, mark, short))


def _raid(pos: YangtzePosition, side: int, attack: Attack) -> Iterator[Preview]:
    """10.1, 10.2: what an aircraft is going to drop, or to sweep of those whom its side knows to be there."""
    unit, x, y = attack.unit, attack.x, attack.y
    if attack.kind == Bomb.verb:
        trial = bombing(pos, unit, x, y)
        if (under := _aimed_at(pos, trial)) is not None and not known(pos, under, side):
            trial = trial._replace(target=AtGround())  # S6.7: who lies hidden there is not known
        blast = falling(pos, unit, trial.target, x, y, course_at(pos, unit, x, y))
        yield _landing(pos, "preview.bomb", trial, blast, chart(pos, pos.book.units[unit].grade, True))
        return
    figures, hulls = under_strip(pos, unit, x, y, course_at(pos, unit, x, y))
    for figure in figures:
        if known(pos, pos.book.figures[figure].unit, side):
            yield _shot(pos, strafed(pos, unit, figure, x, y), "preview.strafe")
    for hull, short in hulls:
        yield _shot(pos, strafed_hull(pos, unit, hull, short), "preview.strafe")


def _fights(pos: YangtzePosition, side: int) -> Iterator[Preview]:
    """13.2: the groups that would fight now. What the enemy has said in secret of doubling up is not known (R51)."""
    twin = pos.copy()
    twin.abetting &= sum(1 << unit for unit in pos.book.every_unit if pos.owner[unit] == side)
    for bout in fights_now(twin):
        charging = pos.owner[pos.book.figures[bout.chargers[0]].unit] == side
        yield _bout(pos, bout, charging)


def _bout(pos: YangtzePosition, bout: Bout, charging: bool) -> Preview:
    """The dice of both sides and what is added to them; equal scores as the players have agreed (R42)."""
    ours, theirs = bout.lines if charging else bout.lines[::-1]
    mine, others = (bout.chargers, bout.charged) if charging else (bout.charged, bout.chargers)
    odds = bout.odds()
    won, lost = (odds.won, odds.lost) if charging else (odds.lost, odds.won)
    tie = pos.book.switches["melee_tie"]
    total = won + lost if tie == "reroll" else odds.total
    chances = [
        Chance("chance.bout_won", won, total, yours=0, theirs=len(others)),
        Chance("chance.bout_lost", lost, total, yours=len(mine), theirs=0),
    ]
    if tie != "reroll":
        fall = tie == "both_die"
        equal = Chance("chance.bout_tied", odds.tied, total, yours=len(mine) * fall, theirs=len(others) * fall)
        chances.append(equal)
    factors = [Factor("factor.dice_ours", len(mine), "13.2"), *(Factor(*line) for line in ours)]
    factors += [Factor("factor.dice_theirs", len(others), "13.2")]
    factors += [Factor("factor.stands_by_theirs", line.value, line.case) for line in theirs]
    units = {"unit": _name(pos, pos.book.figures[mine[0]].unit), "unit2": _name(pos, pos.book.figures[others[0]].unit)}
    return Preview("preview.bout", factors, chances=chances, params=units, average="preview.average_bout")


def _tests(pos: YangtzePosition, side: int) -> Iterator[Preview]:
    """14.3: the tests that the side's own units owe at the end of this turn, as things are."""
    for unit in pos.units_of(side):
        if must_test(pos, unit):
            test = nerve(pos, unit)
            odds = test.odds()
            chances = [
                Chance("chance.holds", odds.won, odds.total),
                Chance("chance.fails", odds.lost, odds.total),
            ]
            factors = [Factor(*line) for line in test.lines]
            yield Preview("preview.morale", factors, chances=chances, params={"unit": _name(pos, unit)})


def _flak(pos: YangtzePosition, piece: Piece, aircraft: Unit) -> Preview:
    shooter = shooter_of(pos, piece)
    assert shooter is not None
    trial = flak_at(pos, shooter, aircraft)
    hit, total = trial.chance()
    chances = [
        Chance("chance.driven_off", hit, total, yours=0, theirs=0),
        Chance("chance.miss", total - hit, total, yours=0, theirs=0),
    ]
    return _shown(pos, "preview.flak", trial, chances, "preview.average_flak")


def _shot(pos: YangtzePosition, trial: Trial, title: str = "preview.shot") -> Preview:
    """8.1, 8.3: what is hit in the open falls, in cover as often as the hit is confirmed, and who fires loses nobody by
    it. What a hit does to a vehicle or vessel is another roll (12.1 to 12.3): there nothing is said of losses."""
    hit, total = trial.chance()
    if isinstance(trial.target, AtHull):
        return _shown(pos, title, trial, [Chance("chance.hit", hit, total), Chance("chance.miss", total - hit, total)])
    need = confirms_on(pos, trial.cover, trial.strict)
    good, throws = chance_of(need, 2) if need else (1, 1)
    chances = [
        Chance("chance.hit", hit, total, yours=0, theirs=round(good / throws, 3)),
        Chance("chance.miss", total - hit, total, yours=0, theirs=0),
    ]
    return _shown(pos, title, trial, chances, AVERAGE)


def _grenade(pos: YangtzePosition, figure: Figure, target: Unit, trial: Trial) -> Preview:
    """11.1: it lands, and whoever is near is tested too; or it is a dud."""
    hit, total = trial.chance()
    if not isinstance(trial.target, AtFigure):
        chances = [Chance("chance.lands", hit, total), Chance("chance.dud", total - hit, total)]
        return _shown(pos, "preview.grenade", trial, chances)
    mark = trial.target.figure
    blast = bursting(pos, figure, target, mark)
    hits = _hit(pos, blast, near_burst(pos, blast, mark, zone_score(pos, figure, mark, blast.room)), mark)
    dud = Chance("chance.dud", total - hit, total, yours=0, theirs=0)
    chances = [_among("chance.lands_among", hit, total, hits), dud]
    return _shown(pos, "preview.grenade", trial, chances, BURST_AVERAGE)


def _landing(pos: YangtzePosition, title: str, trial: Trial, blast: Blast, score: int) -> Preview:
    """9.1, 9.2: on target; else it goes over, under, left or right, or is lost. What a hull or a gun takes is not
    counted in men: there nothing is said of losses."""
    hit, total = trial.chance()
    missed, faces = total - hit, 6
    shares = [hit * faces, missed * len(TURNS), missed * (faces - len(TURNS))]
    keys = ["chance.lands", "chance.scatters", "chance.lost"]
    if not isinstance(trial.target, AtFigure | AtGround):
        chances = [Chance(key, share, total * faces) for key, share in zip(keys, shares, strict=True)]
        return _shown(pos, title, trial, chances)
    nominated = trial.target.figure if isinstance(trial.target, AtFigure) else None
    on_target = _hit(pos, blast, in_zone(pos, blast, score, None, nominated), nominated)
    chances = [
        _among("chance.lands_among", shares[0], total * faces, on_target),
        _among("chance.scatters_among", shares[1], total * faces, _hit_astray(pos, blast, score)),
        Chance(keys[2], shares[2], total * faces, yours=0, theirs=0),
    ]
    return _shown(pos, title, trial, chances, BURST_AVERAGE)


def _among(key: str, numerator: int, denominator: int, hits: tuple[float, float]) -> Chance:
    """A burst among men: how many of both sides it hits on average."""
    yours, theirs = hits
    said = {"yours": f"{yours:.1f}", "theirs": f"{theirs:.1f}"}
    return Chance(key, numerator, denominator, said, yours, theirs)


def _hit(pos: YangtzePosition, blast: Blast, shots: list[Shot], sure: Figure | None = None) -> tuple[float, float]:
    """How many men are hit on average, of the side that fires and of the other, as far as the firing side knows."""
    side, hit = pos.owner[blast.firer], [0.0, 0.0]
    if sure is not None:
        hit[pos.owner[pos.book.figures[sure].unit] != side] += 1
    for shot in shots:
        unit = pos.book.figures[shot.target.figure].unit if isinstance(shot.target, AtFigure) else None
        if unit is not None and known(pos, unit, side):
            good, throws = chance_of(shot.score, dice_for(shot.score))
            hit[pos.owner[unit] != side] += good / throws
    return round(hit[0], 3), round(hit[1], 3)


def _hit_astray(pos: YangtzePosition, blast: Blast, score: int) -> tuple[float, float]:
    """9.2: the same over all places where a round may burst that has missed."""
    dice = int(pos.book.charts["artillery"]["scatter"]["distance_dice"])
    throws = Counter(sum(faces) for faces in product(range(1, 7), repeat=dice))
    sums = [0.0, 0.0]
    side, aimed = pos.owner[blast.firer], blast._replace(course=line_of_fire(blast))
    spots = {(die, pips): astray(pos, aimed, die, pips) for die, pips in product(TURNS, throws)}
    far = max(abs(there.cx - blast.cx) + abs(there.cy - blast.cy) for there in spots.values()) + blast.radius
    men = [
        figure
        for unit, figures in numbered(pos.standing)
        if known(pos, unit, side)
        for figure in figures
        if pos.apart_from(figure, blast.cx, blast.cy) <= (far + pos.book.radii[figure]) ** 2
    ]
    for (_, pips), there in spots.items():
        count = throws[pips]
        for at, each in enumerate(_hit(pos, blast, men_in_zone(pos, there, score, None, men))):
            sums[at] += each * count / (len(TURNS) * throws.total())
    return round(sums[0], 3), round(sums[1], 3)


def _shown(pos: YangtzePosition, title: str, trial: Trial, chances: list[Chance], average: str = "") -> Preview:
    grade = grade_of(pos, trial.shooter)
    factors = [
        Factor(line.key, line.value, line.case, {"grade": grade} if line.key == CHART else {}) for line in trial.lines
    ]
    return Preview(title, factors, "to_hit", grade, chances, params=_parties(pos, trial), average=average)


def _parties(pos: YangtzePosition, trial: Trial) -> Mapping[str, Any]:
    """Who fires, and at whom if it is anybody."""
    at = _aimed_at(pos, trial)
    named = {} if at is None else {"unit2": _name(pos, at)}
    return {"unit": _name(pos, unit_of(pos, trial.shooter)), **named}


def _aimed_at(pos: YangtzePosition, trial: Trial) -> Unit | None:
    match trial.target:
        case AtFigure(figure):
            return pos.book.figures[figure].unit
        case AtHull(unit) | AtGun(unit):
            return unit
        case _:
            return None


def _name(pos: YangtzePosition, unit: Unit) -> str:
    return pos.book.units[unit].id
