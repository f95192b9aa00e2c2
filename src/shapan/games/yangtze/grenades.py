"""11.0 Hand grenades, grenades through openings, rifle grenades and launchers."""

from __future__ import annotations

from typing import Any

from shapan.kernel import Refusal, Step

from .dice import purpose, roll
from .position import YangtzePosition, other
from .scores import GRENADE, chart, controlled, dice_for, ladder, modifiers
from .shooters import arm_of, bit_of, in_reach, may_fire, sees_figure
from .sighting import closed_room, openings
from .specs import SCALE
from .targets import is_target
from .volley import Blast, fire

LAUNCHER = "rifle_grenade"


def reach_of(pos: YangtzePosition, figure: int) -> int:
    """11.1, 11.3: how far this figure can throw."""
    rules = pos.book.charts["grenade"]
    if pos.book.figures[figure].weapon == LAUNCHER:
        return int(rules["launcher_range"]) * SCALE
    return int(rules["hand_range"]) * SCALE


def carries(pos: YangtzePosition, figure: int) -> bool:
    spec = pos.book.figures[figure]
    return spec.grenades or pos.book.weapons[spec.weapon].roll == "throw"


def throwers(pos: YangtzePosition, unit: int, target: int | None, cards: tuple[str, ...] = ()) -> list[int]:
    """11.1: figures with grenades whose card lets them fire; with a target, those who reach it."""
    if not pos.book.switches["grenades"] or unit >= len(pos.book.units):
        return []
    if any(shot[0] == "throw" and shot[1] == unit for shot in pos.shots) and target is None:
        return []
    if cards and pos.card[unit] not in cards:
        return []
    men = [f for f in pos.standing[unit] if carries(pos, f) and _may_throw(pos, f)]
    return men if target is None else [f for f in men if nearest(pos, f, target) is not None]


def _may_throw(pos: YangtzePosition, figure: int) -> bool:
    if arm_of(pos, figure).roll == "none":
        return False
    return may_fire(pos, figure)


def nearest(pos: YangtzePosition, figure: int, target: int) -> int | None:
    """R19: the nearest enemy figure of the target that can be thrown at: in sight, or behind an opening in sight."""
    reach = reach_of(pos, figure)
    seen = [f for f in pos.standing[target] if in_reach(pos, figure, f, reach) and sees_figure(pos, figure, f)]
    return min(seen, key=lambda f: (pos.apart(figure, f), f)) if seen else None


def throw_refusal(pos: YangtzePosition, unit: int, target: int, cards: tuple[str, ...]) -> Refusal | None:
    """11.1, R69: at an enemy unit in reach, not one locked in melee."""
    if not throwers(pos, unit, None, cards):
        return Refusal("11.1", "refusal.no_grenades")
    if target >= len(pos.book.units) or not is_target(pos, target, pos.owner[unit]) or not pos.standing[target]:
        return Refusal("7.3", "refusal.target_enemy")
    if pos.book.units[target].kind == "civilian":
        return Refusal("7.4", "refusal.target_priority", unit=target)
    if not throwers(pos, unit, target, cards):
        return Refusal("11.1", "refusal.throw_far", unit=target)
    return None


def throw_targets(pos: YangtzePosition, unit: int, stage: str, cards: tuple[str, ...]) -> list[int]:
    enemies = pos.units_of(other(pos.owner[unit]))
    found = [enemy for enemy in enemies if throw_refusal(pos, unit, enemy, cards) is None]
    return [enemy for enemy in found if pos.card[enemy] == "CHARGE"] if stage == "window" else found


def begin_throw(pos: YangtzePosition, unit: int, target: int, cards: tuple[str, ...]) -> None:
    """11.1: each grenade is thrown on its own; those who throw do not fire."""
    men = throwers(pos, unit, target, cards)
    if not men:
        return
    for figure in men:
        pos.fired |= bit_of(pos, figure)
    pos.fire_at = (*pos.fire_at, (unit, target))
    pos.reveal(unit, "S6.7")
    pos.tell("11.1", "event.throws", unit=unit, unit2=target, count=len(men))
    pos.call("throws", unit, target, tuple(men))


def next_throw(pos: YangtzePosition, unit: int, target: int, figure: int) -> None:
    """One grenade: the score of class and range, or the fixed scores of an opening (11.2)."""
    mark = nearest(pos, figure, target)
    if mark is None:
        return
    room = closed_room(pos, mark)
    same = room >= 0 and pos.room[figure] == room
    score = hit_score(pos, figure, mark, room, same)
    zone = pos.book.weapons["grenade"].zone
    blast = Blast(
        unit, target, pos.x[figure], pos.y[figure], GRENADE, "grenade", False, pos.x[mark], pos.y[mark], zone, room
    )
    roll(pos, dice_for(score), "grenade", blast, mark, score, zone_score(pos, figure, same))


def hit_score(pos: YangtzePosition, figure: int, mark: int, room: int, same: bool) -> int:
    rules = pos.book.charts["grenade"]
    launcher = pos.book.figures[figure].weapon == LAUNCHER
    if room >= 0 and not same:
        near = int(rules["opening_near_launcher" if launcher else "opening_near_hand"]) * SCALE
        near += pos.book.figures[figure].radius
        x, y = pos.x[figure], pos.y[figure]
        at_hand = any((x - o.at[0]) ** 2 + (y - o.at[1]) ** 2 <= near * near for o in openings(pos, mark, room))
        return int(rules["opening_score_near" if at_hand else "opening_score_far"])
    short = not launcher or in_reach(pos, figure, mark, int(rules["launcher_short"]) * SCALE)
    return ladder(chart(pos, _grade(pos, figure), short), modifiers_for(pos, figure, same))


def modifiers_for(pos: YangtzePosition, figure: int, same: bool) -> int:
    """7.11: a pinned or moving thrower; one step better in a confined space; duds if the players want them."""
    table = pos.book.charts["to_hit_mod"]
    total = modifiers(pos, figure)
    if controlled(pos, figure):
        total -= int(table["controlled_fire"])
    total += int(table["grenade_confined"]) if same else 0
    return total + (1 if pos.book.switches["grenade_duds"] else 0)


def zone_score(pos: YangtzePosition, figure: int, same: bool) -> int:
    """R38: the others near the burst are tested at the thrower's short score."""
    return ladder(chart(pos, _grade(pos, figure), True), -1 if same else 0)


def _grade(pos: YangtzePosition, figure: int) -> str:
    return pos.book.units[pos.book.figures[figure].unit].grade


@purpose("grenade")
def grenade(pos: YangtzePosition, die: int, given: Any, mark: int, score: int, others: int) -> None:
    """11.1: it lands, or it is a dud."""
    blast = Blast(*given)
    if die < score or die == 1:
        pos.tell("11.1", "event.dud", unit=blast.unit, score=die, need=score)
        return
    pos.tell("11.1", "event.grenade_lands", unit=blast.unit, score=die, need=score)
    shots = []
    for figures in pos.standing:
        for figure in figures:
            if figure == mark or pos.doomed >> figure & 1:
                continue
            reach = blast.radius + pos.book.figures[figure].radius
            near = (pos.x[figure] - blast.cx) ** 2 + (pos.y[figure] - blast.cy) ** 2 <= reach * reach
            if near and closed_room(pos, figure) == blast.room:
                shots.append((figure, others, False))
    fire(pos, blast, tuple(shots), ((mark, False),))


class Throws(Step[YangtzePosition]):
    """11.1: grenades are thrown one after the other."""

    name = "throws"
    case = "11.1"

    def settle(self, pos: YangtzePosition) -> bool:
        unit, target, men = pos.frame
        if not men:
            pos.done()
            return False
        pos.become(unit, target, men[1:])
        next_throw(pos, unit, target, men[0])
        return False
