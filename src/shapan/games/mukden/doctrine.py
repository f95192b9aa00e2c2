"""How a staff officer plays Mukden.

The Japanese must take the railroad by Turn 3 or Mukden by Turn 6 with the better of the exchange: a wing marches round
the western flank while the front attacks where the odds are good. The Russians win by holding: they watch every way to
the railroad, interpose their reserves, and attack only what stands exposed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shapan.ground.hexes import Mask, bits
from shapan.kernel.doctrine import Advice, best_first

from . import defence, estimate, judgement, roads
from .actions import (
    COMBAT_FIRST,
    MOVEMENT_FIRST,
    Advance,
    Attack,
    Declare,
    Flip,
    Halt,
    Join,
    Lose,
    Move,
    Paralyse,
    Pass,
    PlaceCorps,
    Probe,
    Resolve,
)
from .combat import markers_allowed
from .estimate import Plan
from .marches import march_to
from .position import JAPANESE, RUSSIAN, MukdenPosition, other
from .sequence import corps_hexes
from .victory import hostile_critical

VICTORY: Final = 1000.0
ATTACK_THRESHOLD: Final = {JAPANESE: 0.05, RUSSIAN: 0.55}
"""What an attack must promise; the Russians need not attack at all."""
MARKER_COST: Final = 0.06
"""A marker spent here is not there for the next attack."""
PROGRESS: Final = 1.0
CONTACT: Final = 0.7
EXPOSURE: Final = 0.22
ASSAULT: Final = (2.0, 3.0)
"""So many times the garrison should stand beside Mukden before the guns speak first, on the last turn and before."""
RESERVE: Final = 4.0
"""How many hexes farther from the way a reserve may stand than a unit in the line to be worth as much."""
SIEGE: Final = 2.5
"""What it is worth to stand beside Mukden once only its fall can win the game."""


class Staff:
    """Advice for every decision of both sides."""

    routine = frozenset({"join", "lose", "advance", "momentum"})

    def advise(self, pos: MukdenPosition) -> list[Advice]:
        asked: dict[str, Callable[[MukdenPosition], list[Advice]]] = {
            "corps": place_corps,
            "declare": declare,
            "paralyse": paralyse,
            "move": move,
            "fight": fight,
            "join": join,
            "lose": lose,
            "advance": advance,
            "momentum": momentum,
        }
        return best_first(asked[pos.step.name](pos))

    def value(self, pos: MukdenPosition, side: str) -> float:
        if pos.outcome:
            return float(pos.outcome.winner == side)
        japanese = judgement.japanese_chance(pos)
        return japanese if side == pos.book.sides[JAPANESE] else 1 - japanese

    def features(self, pos: MukdenPosition) -> tuple[float, ...]:
        return judgement.features(pos)


# --- phases I to III -------------------------------------------------------------------------------


def place_corps(pos: MukdenPosition) -> list[Advice]:
    """5.2: where the Japanese are nearest."""
    threat = estimate.nearest_enemy(pos, RUSSIAN)
    return [Advice(PlaceCorps(here), -threat.get(here, 99.0), "reason.guard") for here in bits(corps_hexes(pos))]


def declare(pos: MukdenPosition) -> list[Advice]:
    """5.3: march first if that wins at once or closes in on Mukden for two combat phases in a row; else the guns."""
    book = pos.book
    targets = hostile_critical(pos, JAPANESE)
    wins = pos.turn in book.japanese_sudden_death_turns and any(
        mask & targets for mask in pos.reach_of(JAPANESE).values()
    )
    held = pos.japanese_held >> book.end_game_hex & 1
    left = book.turns - pos.turn
    beside = sum(pos.steps[unit] for unit in pos.on_map(JAPANESE) if near_mukden(pos) >> pos.place[unit] & 1)
    garrison = pos.strength(pos.stack_in(book.end_game_hex))
    close_in = not held and left < len(ASSAULT) and beside < ASSAULT[left] * garrison
    reason = "reason.railroad" if wins else "reason.close_in"
    return [
        Advice(Declare(COMBAT_FIRST), 1.0, "reason.bombard"),
        Advice(Declare(MOVEMENT_FIRST), 2.0 if wins or close_in else 0.0, reason),
    ]


def near_mukden(pos: MukdenPosition) -> Mask:
    """The hexes from which Mukden is attacked."""
    return pos.book.around[pos.book.end_game_hex]


def paralyse(pos: MukdenPosition) -> list[Advice]:
    """5.4: reserves that could bar the way before a movement phase, who could strike before a combat phase."""
    combat_next = (pos.SEQUENCE.phases[pos.phase].number == "III") == (pos.order == COMBAT_FIRST)
    zone = pos.front(RUSSIAN).zone
    russians, distance = pos.occupied[RUSSIAN], pos.book.grid.distance
    way = bits(roads.corridor(pos, roads.goals(pos), russians))
    advice = []
    for here in bits(russians):
        contact = bool(zone >> here & 1)
        far = min((distance(here, step) for step in way), default=0)
        for depth, unit in enumerate(pos.stack_in(here), 1):
            if pos.disrupted >> unit & 1:
                continue
            if combat_next:
                worth = float(pos.steps[unit]) if contact else 0.0
            else:
                worth = (0.0 if contact else RESERVE) + 0.1 * pos.steps[unit] - far
            advice.append(Advice(Paralyse(here, depth), worth, "reason.paralyse"))
    return advice


# --- 8.0 movement ----------------------------------------------------------------------------------


def move(pos: MukdenPosition) -> list[Advice]:
    side = pos.frame[0]
    advice = march_east(pos) if side == JAPANESE else defence.bar_the_way(pos)
    return [*advice, *idle(pos, side)]


def march_east(pos: MukdenPosition) -> list[Advice]:
    """Every Japanese unit weighs its best move: nearer to the goal, in contact with the enemy, not too exposed."""
    book = pos.book
    goals = hostile_critical(pos, JAPANESE) & book.railroad or 1 << book.end_game_hex
    early = pos.turn in book.japanese_sudden_death_turns
    march = march_to(book, goals if early else 1 << book.end_game_hex)
    zone = pos.front(JAPANESE).zone
    strength = estimate.strength_by_hex(pos, RUSSIAN)
    advice = []
    for unit, reach in pos.reach_of(JAPANESE).items():
        here = pos.place[unit]
        stay = _stand(pos, unit, here, march, zone, strength) + ((1.5 if early else 0.3) if zone >> here & 1 else 0.0)
        if goals & reach:
            advice += [
                Advice(Move(unit, (there,)), VICTORY if early else 20.0, "reason.railroad")
                for there in bits(goals & reach)
            ]
        for there in bits(reach):
            gain = _stand(pos, unit, there, march, zone, strength) - stay
            if gain > 0:
                advice.append(Advice(Move(unit, (there,)), gain, "reason.march"))
    return advice


def _stand(
    pos: MukdenPosition, unit: int, here: int, march: dict[int, int], zone: int, strength: dict[int, int]
) -> float:
    """How good it is for a Japanese unit to stand in a hex."""
    worth = -PROGRESS * march.get(here, 60)
    if near_mukden(pos) >> here & 1 and pos.turn not in pos.book.japanese_sudden_death_turns:
        worth += SIEGE + CONTACT * pos.steps[unit]
    if zone >> here & 1:
        enemies = sum(strength[near] for near in bits(pos.book.around[here]) if near in strength)
        worth += CONTACT * pos.steps[unit] - EXPOSURE * max(0, enemies - 2 * pos.steps[unit])
    return worth


def idle(pos: MukdenPosition, side: int) -> list[Advice]:
    """5.5: nothing useful to do: wait with a unit that is not needed as long as the enemy still acts, then pass."""
    zone = pos.front(side).zone
    waiting = pos.can_act(other(side)) and side == RUSSIAN
    spare = [unit for unit in pos.ready(side) if zone >> pos.place[unit] & 1] or pos.ready(side)
    least = min(spare, key=lambda unit: pos.steps[unit])
    return [
        Advice(Flip(least), 0.02 if waiting else -1.0, "reason.wait"),
        Advice(Pass(), 0.01, "reason.done"),
    ]


# --- 9.0 combat ------------------------------------------------------------------------------------


def fight(pos: MukdenPosition) -> list[Advice]:
    side = pos.frame[0]
    ready = sum(1 << unit for unit in pos.ready(side))
    advice = [_begin(pos, plan, side) for plan in estimate.plans(pos, side, ready, pos.markers)]
    good = [entry for entry in advice if entry.score > 0]
    return [*good, *probes(pos, side), *idle(pos, side)]


def _begin(pos: MukdenPosition, plan: Plan, side: int) -> Advice:
    first = max(plan.units, key=lambda unit: pos.steps[unit])
    params = {"hex": pos.book.grid.name(plan.target), "gain": f"{plan.worth:+.1f}"}
    return Advice(Attack(first, plan.target), plan.worth - ATTACK_THRESHOLD[side], "reason.attack", params)


def probes(pos: MukdenPosition, side: int) -> list[Advice]:
    """9.13: a probe that takes a critical hex, or the railroad itself."""
    targets = hostile_critical(pos, side)
    wins = pos.turn in pos.book.japanese_sudden_death_turns or side == RUSSIAN
    found = []
    for group in pos.options().groups:
        if group.make is Probe:
            unit = group.head[0]
            hexes = [here for here in group.values if targets >> here & 1]
            found += [Advice(Probe(unit, here), VICTORY if wins else 3.0, "reason.railroad") for here in hexes]
    return found


def join(pos: MukdenPosition) -> list[Advice]:
    """Another unit if it makes the attack better; otherwise resolve it with as many markers as pay."""
    probing, target, units, pool, _, _ = pos.frame
    if probing:
        return [Advice(Resolve(0), 1.0, "reason.probe")]
    side = pos.book.side_of[bits(units)[0]]
    most = markers_allowed(pos)
    now, markers = estimate.best_support(pos, target, tuple(bits(units)), most, MARKER_COST)
    advice: list[Advice] = [Advice(Resolve(markers), now, "reason.resolve", {"gain": f"{now:+.1f}"})]
    near = pos.book.around[target]
    others = [unit for unit in bits(pool) if near >> pos.place[unit] & 1 and pos.book.side_of[unit] == side]
    everybody, _ = estimate.best_support(pos, target, (*bits(units), *others), most, MARKER_COST)
    for unit in others:
        then, _ = estimate.best_support(pos, target, (*bits(units), unit), most, MARKER_COST)
        advice.append(Advice(Join(unit), max(then, everybody) - 0.01, "reason.join", {"gain": f"{then:+.1f}"}))
    return advice


def lose(pos: MukdenPosition) -> list[Advice]:
    """9.10: the unit with most steps bears the loss, so that none is destroyed."""
    return [
        Advice(Lose(unit), float(pos.steps[unit]), "reason.spread") for unit in bits(pos.frame[1]) if pos.steps[unit]
    ]


def advance(pos: MukdenPosition) -> list[Advice]:
    """9.11: the Japanese follow up with their strongest; the Russians only to take what decides the game."""
    target, units, gone, _, _ = pos.frame
    side = pos.book.side_of[bits(units)[0]]
    critical = hostile_critical(pos, side) >> target & 1
    able = [unit for unit in bits(units & ~gone) if pos.fits(unit, target)]
    eager = VICTORY if critical else 1.0 if side == JAPANESE else -1.0
    advice: list[Advice] = [Advice(Advance(unit), eager + 0.1 * pos.steps[unit], "reason.follow") for unit in able]
    return [*advice, Advice(Halt(), 0.0, "reason.hold")]


def momentum(pos: MukdenPosition) -> list[Advice]:
    """9.12: once more if it pays."""
    advanced, _, _ = pos.frame
    side = pos.book.side_of[bits(advanced)[0]]
    advice = [_begin(pos, plan, side) for plan in estimate.plans(pos, side, advanced, 0)]
    return [*advice, *probes(pos, side), Advice(Halt(), 0.0, "reason.hold")]
