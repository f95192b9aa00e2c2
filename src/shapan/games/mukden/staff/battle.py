"""How the staff of either side fights: which attacks, with whom and how many guns, and what follows (9.0)."""

from __future__ import annotations

from typing import Final

from shapan.ground.hexes import Mask, bits
from shapan.kernel.staff import Advice
from shapan.mechanics.verbs import Advance, Attack, Halt, Join, Lose

from ..actions import Probe, Resolve
from ..advance import able_to_advance
from ..alternation import alive
from ..battle import Advancing, Joining, Losing, Momentum
from ..combat import markers_allowed
from ..position import MukdenPosition
from ..sides import JAPANESE
from ..victory import hostile_critical, sudden_death
from . import japanese, odds
from .odds import VICTORY, Prospect
from .temper import Temper

TAKEN: Final = 3.0
"""What it is worth to take a critical hex that does not end the game."""


def attacks(pos: MukdenPosition, side: int, temper: Temper) -> list[Advice]:
    """The attacks that promise enough, and the probes."""
    ready = sum(1 << unit for unit in pos.ready(side))
    advice = [_begin(pos, prospect, temper) for prospect in odds.prospects(pos, side, ready, pos.markers, temper)]
    return [*(entry for entry in advice if entry.score > 0), *probes(pos, side, temper)]


def _begin(pos: MukdenPosition, prospect: Prospect, temper: Temper) -> Advice:
    first = max(prospect.units, key=lambda unit: pos.steps[unit])
    params = {"hex": pos.book.grid.name(prospect.target), "gain": f"{prospect.worth:+.1f}"}
    return Advice(Attack(first, prospect.target), prospect.worth - temper.attack, "reason.attack", params)


def probes(pos: MukdenPosition, side: int, temper: Temper) -> list[Advice]:
    """9.13: a probe that takes a critical hex, won or not (4.1, 4.2); or one that brings the Japanese nearer to it."""
    targets, wins = hostile_critical(pos, side), sudden_death(pos, side)
    both = japanese.fields(pos, temper) if temper.probing and side == JAPANESE else None
    found = []
    for group in pos.options().groups:
        if group.make is Probe:
            unit = group.head[0]
            hexes = [here for here in group.values if targets >> here & 1]
            found += [Advice(Probe(unit, here), _prize(wins, here), _why(wins, here)) for here in hexes]
            if both:
                steps = pos.steps[unit]
                field = both.of(steps)
                stay = field.stand(steps, pos.place[unit])
                for here in group.values:
                    gain = temper.probing * (field.stand(steps, here) - stay)
                    if gain > 0:
                        found.append(Advice(Probe(unit, here), gain, "reason.march"))
    return found


def _prize(wins: Mask, here: int) -> float:
    """What it is worth to take a critical hex: the game only where 4.1 or 4.2 say so."""
    return VICTORY if wins >> here & 1 else TAKEN


def _why(wins: Mask, here: int) -> str:
    return "reason.railroad" if wins >> here & 1 else "reason.critical"


def join(pos: MukdenPosition, at: Joining, temper: Temper) -> list[Advice]:
    """Another unit if it makes the attack better; otherwise resolve it with as many markers as pay."""
    if at.probing:
        return [Advice(Resolve(0), 1.0, "reason.probe")]
    units = bits(at.units)
    side = pos.book.side_of[units[0]]
    most = markers_allowed(pos, at)
    now, markers = odds.best_support(pos, at.target, tuple(units), most, temper, temper.marker)
    advice: list[Advice] = [Advice(Resolve(markers), now, "reason.resolve", {"gain": f"{now:+.1f}"})]
    near = pos.book.around[at.target]
    others = [unit for unit in bits(at.pool) if near >> pos.place[unit] & 1 and pos.book.side_of[unit] == side]
    everybody, _ = odds.best_support(pos, at.target, (*units, *others), most, temper, temper.marker)
    for unit in others:
        then, _ = odds.best_support(pos, at.target, (*units, unit), most, temper, temper.marker)
        advice.append(Advice(Join(unit), max(then, everybody) - 0.01, "reason.join", {"gain": f"{then:+.1f}"}))
    return advice


def lose(pos: MukdenPosition, at: Losing, temper: Temper) -> list[Advice]:
    """9.10: the unit with most steps bears the loss, so that none is destroyed."""
    return [Advice(Lose(unit), float(pos.steps[unit]), "reason.spread") for unit in bits(alive(pos, at.units))]


def advance(pos: MukdenPosition, at: Advancing, temper: Temper) -> list[Advice]:
    """9.11: the Japanese follow up with their strongest; the Russians only to take a critical hex."""
    side = pos.book.side_of[bits(at.units)[0]]
    critical = hostile_critical(pos, side) >> at.target & 1
    eager = _prize(sudden_death(pos, side), at.target) if critical else temper.follow
    able = able_to_advance(pos, at)
    advice: list[Advice] = [Advice(Advance(unit), eager + 0.1 * pos.steps[unit], "reason.follow") for unit in able]
    return [*advice, Advice(Halt(), 0.0, "reason.hold")]


def momentum(pos: MukdenPosition, at: Momentum, temper: Temper) -> list[Advice]:
    """9.12: once more if it pays."""
    side = pos.book.side_of[bits(at.advanced)[0]]
    advice = [_begin(pos, prospect, temper) for prospect in odds.prospects(pos, side, at.advanced, 0, temper)]
    return [*advice, *probes(pos, side, temper), Advice(Halt(), 0.0, "reason.hold")]
