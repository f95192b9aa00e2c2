"""S6.8 The alarm: what wakes those who sleep, as the scenario has it."""

from __future__ import annotations

from shapan.kernel import Frame
from shapan.mechanics.sides import other

from .dice import Dice, Stake
from .fire.sighting import figure_sees, sees_body
from .movement.ways import on_foot
from .position import YangtzePosition
from .specs import Alarm
from .who import Figure


def alarm(pos: YangtzePosition) -> tuple[Frame, ...]:
    """S6.8 and the scenario: a shot, a melee or a man in view of a sentry may wake the sleepers."""
    rule = pos.book.alarm
    if not rule or pos.alarm:
        return ()
    if pos.turn >= rule.turn:
        raise_alarm(pos)
    elif pos.heard or pos.sighted or seen_by_guard(pos, rule):
        return (Dice(1, 0, AlarmDie()),)
    return ()


def seen_by_guard(pos: YangtzePosition, rule: Alarm) -> bool:
    """The scenario, R153: is an enemy, on foot or aboard and in whatever state, in view of a sentry or of those in the
    tower now?"""
    side = pos.book.side_ids.index(rule.side)
    watchers = on_guard(pos, rule)
    manned = [body for body, _ in pos.bodies if pos.owner[body] != side and pos.crew(body)]
    if any(sees_body(pos, watcher, body) for watcher in watchers for body in manned):
        return True
    return any(figure_sees(pos, watcher, foe) for watcher in watchers for foe in on_foot(pos, other(side)))


def on_guard(pos: YangtzePosition, rule: Alarm) -> list[Figure]:
    """The sentries, and those in the tower."""
    book, side = pos.book, pos.book.side_ids.index(rule.side)
    tower = book.table.building_numbers.get(rule.tower)
    awake = on_foot(pos, side)
    sentries = [f for f in awake if book.units[book.figures[f].unit].template == rule.guards]
    return [*sentries, *(f for f in awake if tower is not None and pos.room[f] == tower)]


def awaited(pos: YangtzePosition) -> Alarm | None:
    """The alarm that could still be raised because somebody comes into view this turn."""
    return None if pos.alarm or pos.sighted else pos.book.alarm


def keep_watch(pos: YangtzePosition) -> None:
    """The scenario: an enemy who was in view at any moment of the turn may raise the alarm at its end."""
    rule = awaited(pos)
    if rule and seen_by_guard(pos, rule):
        pos.sighted = True


class AlarmDie(Stake, frozen=True, tag="alarm"):
    """S6.8 and the scenario: whether the noise, or who was seen, wakes them."""

    def scored(self, pos: YangtzePosition, die: int) -> None:
        rule = pos.book.alarm
        if rule is not None and die >= rule.die:
            raise_alarm(pos)


def raise_alarm(pos: YangtzePosition) -> None:
    pos.alarm = True
    pos.asleep = 0
    pos.tell("S6.8", "event.alarm")
