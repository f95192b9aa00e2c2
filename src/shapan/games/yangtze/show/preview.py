"""What the next roll of the asking side would need: what goes into it with its cases, and exact chances. Everything is
read from the trial for which the dice will be cast."""

from __future__ import annotations

from collections.abc import Iterator

from shapan.kernel.view import Chance, Factor, Preview
from shapan.mechanics.outlook import AVERAGE

from ..actions import Bomb
from ..air.anti_air import AntiAir, flak_at, flak_pairs
from ..air.flight import Attack, announced, course_at
from ..air.raids import bombing, strafed, strafed_hull, under_strip
from ..fire.artillery import TURNS, laying
from ..fire.elements import cards_of, element, gunner, is_gun, marks, pieces_of, snipers
from ..fire.firing import Firing
from ..fire.grenades import throw_targets, throwers, throwing
from ..fire.scores import CHART, grade_of, shot_at, shot_at_hull
from ..fire.shooters import arm_of, in_reach, shooter_of
from ..fire.shooting import aimed_shot
from ..fire.targets import legal_targets, reaches
from ..fire.trials import Trial
from ..melee.bouts import fights_now
from ..melee.morale import must_test
from ..melee.trials import Bout, nerve
from ..plans import Plan
from ..position import YangtzePosition
from ..who import Piece, Unit
from .knowledge import known


def preview(pos: YangtzePosition, viewer: int | None) -> Preview | None:
    """The first roll that this side could ask for."""
    return next(rolls(pos, viewer), None)


def rolls(pos: YangtzePosition, viewer: int | None) -> Iterator[Preview]:
    """The rolls that a side could ask for now: in a step of fire, against aircraft, or by those it flies; then what
    stands to be rolled for in melee and for morale as things are."""
    match pos.top if pos.stack else None:
        case Firing(stage, side) if side == viewer:
            for piece in pieces_of(pos, side):
                yield from _fire_of(pos, piece, stage)
            yield from _fights(pos, side)
            yield from _tests(pos, side)
        case AntiAir(side) as at if side == viewer:
            for piece, aircraft in flak_pairs(pos, at):
                yield _flak(pos, piece, aircraft)
        case Plan(side) if side == viewer:
            for attack in announced(pos):
                if pos.owner[attack.unit] == side:
                    yield from _raid(pos, side, attack)


def _fire_of(pos: YangtzePosition, piece: Piece, stage: str) -> Iterator[Preview]:
    """7.2, 9.1, 11.1: what a unit or mount could fire or throw."""
    if is_gun(pos, piece):
        crew = gunner(pos, piece, stage)
        for sight in legal_targets(pos, crew).values():
            yield _landing(pos, "preview.shell", laying(pos, crew[0], sight)[0])
        return
    shooters = element(pos, piece, stage)
    for target, sight in legal_targets(pos, shooters).items():
        able = next(shooter for shooter in shooters if reaches(pos, shooter, sight))
        hull = sight.nominated is None
        yield _shot(pos, shot_at_hull(pos, able, target, False) if hull else aimed_shot(pos, able, sight))
    if (unit := pos.book.as_unit(piece)) is not None:
        yield from _by_hand(pos, unit, stage)


def _by_hand(pos: YangtzePosition, unit: Unit, stage: str) -> Iterator[Preview]:
    """11.1 grenades, 7.2 a sniper's shot."""
    cards = cards_of(stage)
    for target in throw_targets(pos, unit, stage, cards):
        for figure in throwers(pos, unit, target, cards)[:1]:
            if (trial := throwing(pos, figure, target)) is not None:
                hit, total = trial.chance()
                chances = [Chance("chance.lands", hit, total), Chance("chance.dud", total - hit, total)]
                yield _shown(pos, "preview.grenade", trial, chances)
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
        yield _landing(pos, "preview.bomb", bombing(pos, unit, x, y))
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
    return Preview("preview.bout", factors, chances=chances)


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
            yield Preview("preview.morale", factors, chances=chances, params={"unit": pos.book.units[unit].id})


def _flak(pos: YangtzePosition, piece: Piece, aircraft: Unit) -> Preview:
    shooter = shooter_of(pos, piece)
    assert shooter is not None
    trial = flak_at(pos, shooter, aircraft)
    hit, total = trial.chance()
    chances = [Chance("chance.driven_off", hit, total), Chance("chance.miss", total - hit, total)]
    return _shown(pos, "preview.flak", trial, chances)


def _shot(pos: YangtzePosition, trial: Trial, title: str = "preview.shot") -> Preview:
    """8.1: what is hit in the open falls, and who fires loses nobody by it."""
    hit, total = trial.chance()
    chances = [
        Chance("chance.hit", hit, total, yours=0, theirs=1),
        Chance("chance.miss", total - hit, total, yours=0, theirs=0),
    ]
    return _shown(pos, title, trial, chances, AVERAGE)


def _landing(pos: YangtzePosition, title: str, trial: Trial) -> Preview:
    """9.1, 9.2: on target; else it goes over, under, left or right, or is lost."""
    hit, total = trial.chance()
    astray, faces = total - hit, 6
    chances = [
        Chance("chance.lands", hit * faces, total * faces),
        Chance("chance.scatters", astray * len(TURNS), total * faces),
        Chance("chance.lost", astray * (faces - len(TURNS)), total * faces),
    ]
    return _shown(pos, title, trial, chances)


def _shown(pos: YangtzePosition, title: str, trial: Trial, chances: list[Chance], average: str = "") -> Preview:
    grade = grade_of(pos, trial.shooter)
    factors = [
        Factor(line.key, line.value, line.case, {"grade": grade} if line.key == CHART else {}) for line in trial.lines
    ]
    return Preview(title, factors, "to_hit", grade, chances, average=average)
