"""7.10 Scores to hit, 7.11 modifiers, and the ladder from one die to two (R13, R16, R76)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from ..actions import HALT, MOVE
from ..position import YangtzePosition
from ..who import Figure, Mounted, Shooter, Unit
from .aimed import AtFigure, AtHull, Target
from .cover import BONUS, effective
from .shooters import arm_of, body_in_reach, fire_card, muzzle, servers, storey, unit_of
from .trials import Modifier, Trial

TWO_DICE: Final = 12
CHART: Final = "factor.chart"


class Need(NamedTuple):
    """What a shot needs: a score, and whether a hit on hard cover is confirmed on the highest throw only."""

    score: int
    strict: bool = False


def chart(pos: YangtzePosition, grade: str, short: bool) -> int:
    """Chart 2."""
    return int(pos.book.charts["to_hit"][grade][0 if short else 1])


def ladder(base: int, modifiers: int) -> int:
    """R13: 2, 3, 4, 5, 6, then 12 on two dice, which gets neither worse nor better."""
    if base >= TWO_DICE:
        return TWO_DICE
    score = base + modifiers
    return TWO_DICE if score > 6 else max(score, 2)


def with_cover(pos: YangtzePosition, score: int, cover: str) -> Need:
    """R16, R76: the bonus of hard cover for careful troops."""
    if cover != BONUS:
        return Need(score)
    if score >= 6:
        return Need(score, True)
    return Need(score + int(pos.book.charts["to_hit_mod"]["target_hard_bonus"]))


def controlled(pos: YangtzePosition, shooter: Shooter) -> bool:
    """7.8, R33: entitled units on HALT, small arms only, and not from something that moves."""
    unit = troops_of(pos, shooter)
    return pos.book.units[unit].controlled and arm_of(pos, shooter).small_arm and fire_card(pos, shooter) == HALT


def modifiers(pos: YangtzePosition, shooter: Shooter) -> list[Modifier]:
    """7.11 and R12: controlled fire, a pinned firer, fire on the move."""
    table = pos.book.charts["to_hit_mod"]
    found = []
    if controlled(pos, shooter):
        found.append(Modifier("factor.controlled", int(table["controlled_fire"]), "7.8"))
    if not isinstance(shooter, Mounted):
        if pos.pinned >> shooter & 1:
            return [*found, Modifier("factor.pinned", int(table["firer_pinned"]), "7.11")]
        if pos.stuck >> shooter & 1:
            return found
    if fire_card(pos, shooter) == MOVE:
        found.append(Modifier("factor.moving", int(table["moving_fire"]), "7.11"))
    return found


def scored(base: int, steps: Iterable[Modifier]) -> int:
    """The score of the chart with these steps."""
    return ladder(base, sum([step.value for step in steps]))


def base_score(pos: YangtzePosition, shooter: Shooter, short: bool) -> int:
    """The score before the target's cover."""
    return scored(chart(pos, grade_of(pos, shooter), short), modifiers(pos, shooter))


def grade_of(pos: YangtzePosition, shooter: Shooter) -> str:
    """3.10, 7.10: the class of who fires."""
    return pos.book.units[troops_of(pos, shooter)].grade


def troops_of(pos: YangtzePosition, shooter: Shooter) -> Unit:
    """7.10, 9.1, R141: the unit of who fires; a mount is as good as the first of those who serve it."""
    crew = servers(pos, shooter.mount) if isinstance(shooter, Mounted) else ()
    return pos.book.figures[crew[0]].unit if crew else unit_of(pos, shooter)


def shot_at(pos: YangtzePosition, shooter: Shooter, figure: Figure, short: bool) -> Trial:
    """7.10, 7.11, 8.2: a shot at one figure."""
    x, y, _ = muzzle(pos, shooter, pos.x[figure], pos.y[figure])
    base, steps = chart(pos, grade_of(pos, shooter), short), modifiers(pos, shooter)
    cover = effective(pos, figure, (x, y), floor=storey(pos, shooter))
    return covered_trial(pos, shooter, figure, short, cover, base, steps)


def covered_trial(
    pos: YangtzePosition, shooter: Shooter, figure: Figure, short: bool, cover: str, base: int, steps: list[Modifier]
) -> Trial:
    """R16, R76: fire at a figure under cover; the bonus of hard cover for careful troops is a step of its own."""
    before = scored(base, steps)
    need = with_cover(pos, before, cover)
    lines = [Modifier(CHART, base, "7.10"), *steps]
    if need.score != before:
        lines.append(Modifier("factor.hard_cover", need.score - before, "8.2"))
    dice = dice_for(need.score)
    return Trial(shooter, AtFigure(figure), short, cover, tuple(lines), need.score, dice, need.strict)


def open_trial(shooter: Shooter, target: Target, short: bool, base: int, steps: list[Modifier]) -> Trial:
    """Fire that no cover hinders: at a hull, at the piece of a gun, at a point."""
    score = scored(base, steps)
    return Trial(shooter, target, short, "none", (Modifier(CHART, base, "7.10"), *steps), score, dice_for(score))


def shot_at_hull(pos: YangtzePosition, shooter: Shooter, target: Unit, holing: bool) -> Trial:
    """12.1, 12.3: a weapon at a vehicle or vessel; 12.2: at the hull of a small boat."""
    short = body_in_reach(pos, shooter, target, arm_of(pos, shooter).short)
    grade = grade_of(pos, shooter)
    if holing:
        return holing_trial(pos, shooter, target, grade, short)
    return open_trial(shooter, AtHull(target), short, chart(pos, grade, short), modifiers(pos, shooter))


def holing_trial(pos: YangtzePosition, shooter: Shooter, target: Unit, grade: str, short: bool) -> Trial:
    """12.2, R68: a shell, a bomb or a heavy machine gun at the hull of a vessel: six; class A gunners add one."""
    lines = hull_lines(pos, grade)
    return Trial(shooter, AtHull(target), short, "none", tuple(lines), sum(line.value for line in lines), 1)


def hull_lines(pos: YangtzePosition, grade: str) -> list[Modifier]:
    """12.2: six; class A gunners add one to the die."""
    rules = pos.book.charts["vessel_damage"]
    lines = [Modifier("factor.hull", int(rules["hit_score"]), "12.2")]
    if grade == "A":
        lines.append(Modifier("factor.class_a", -int(rules["a_class_bonus"]), "12.2"))
    return lines


def hull_score(pos: YangtzePosition, grade: str) -> int:
    """12.2: what hits the hull of a vessel."""
    return sum(line.value for line in hull_lines(pos, grade))


def dice_for(score: int) -> int:
    """7.10: scores above six take two dice."""
    return 2 if score > 6 else 1
