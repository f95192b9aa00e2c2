"""How a staff officer plays Mukden.

The Japanese must take the railroad by Turn 3 or Mukden by Turn 6 with the better of the exchange: a wing marches round
the western flank while the front attacks where the odds are good. The Russians win by holding: they watch every way to
the railroad, interpose their reserves, and attack only what stands exposed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final

from shapan.ground.hexes import Mask, bits
from shapan.kernel.doctrine import Advice, best_first, chance_for

from . import battle, defence, estimate, judgement, offensive, roads
from .actions import COMBAT_FIRST, MOVEMENT_FIRST, Declare, Flip, Paralyse, Pass, PlaceCorps
from .position import JAPANESE, RUSSIAN, MukdenPosition, other
from .sequence import corps_hexes
from .temper import JAPANESE_OFFICERS, JAPANESE_STAFF, RUSSIAN_OFFICERS, RUSSIAN_STAFF, Temper
from .victory import hostile_critical


class Staff:
    """Advice for every decision of both sides."""

    favourites: ClassVar[Mapping[str, str]] = {"japanese": "infiltrator", "russian": "raider"}
    routine = frozenset({"join", "lose", "advance", "momentum"})

    def __init__(self, tempers: tuple[Temper, Temper] = (JAPANESE_STAFF, RUSSIAN_STAFF)) -> None:
        self.tempers = tempers

    def advise(self, pos: MukdenPosition) -> list[Advice]:
        temper = self.tempers[pos.book.sides.index(pos.actor)]
        return best_first(ASKED[pos.step.name](pos, temper))

    def officers(self, side: str) -> Mapping[str, Staff]:
        return OFFICERS[side]

    def value(self, pos: MukdenPosition, side: str) -> float:
        return chance_for(pos, side, judgement.japanese_chance)

    def features(self, pos: MukdenPosition) -> tuple[float, ...]:
        return judgement.features(pos)


# --- phases I to III -------------------------------------------------------------------------------


def place_corps(pos: MukdenPosition, temper: Temper) -> list[Advice]:
    """5.2: where the Japanese are nearest."""
    threat = estimate.nearest_enemy(pos, RUSSIAN)
    return [Advice(PlaceCorps(here), -threat.get(here, 99.0), "reason.guard") for here in bits(corps_hexes(pos))]


def declare(pos: MukdenPosition, temper: Temper) -> list[Advice]:
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
    close_in = not held and left < len(temper.assault) and beside < temper.assault[left] * garrison
    reason = "reason.railroad" if wins else "reason.close_in"
    return [
        Advice(Declare(COMBAT_FIRST), 1.0, "reason.bombard"),
        Advice(Declare(MOVEMENT_FIRST), 2.0 if wins or close_in else 0.0, reason),
    ]


def near_mukden(pos: MukdenPosition) -> Mask:
    """The hexes from which Mukden is attacked."""
    return pos.book.around[pos.book.end_game_hex]


def paralyse(pos: MukdenPosition, temper: Temper) -> list[Advice]:
    """5.4: reserves that could bar the way before a movement phase, who could strike before a combat phase."""
    combat_next = (pos.SEQUENCE.phases[pos.phase].number == "III") == (pos.order == COMBAT_FIRST)
    zone = pos.front(RUSSIAN).zone
    russians = pos.occupied[RUSSIAN]
    far = roads.distances(pos, roads.corridor(pos, roads.goals(pos), russians))
    advice = []
    for here in bits(russians):
        contact = bool(zone >> here & 1)
        for depth, unit in enumerate(pos.stack_in(here), 1):
            if pos.disrupted >> unit & 1:
                continue
            if combat_next:
                worth = float(pos.steps[unit]) if contact else 0.0
            else:
                worth = (0.0 if contact else temper.reserve) + 0.1 * pos.steps[unit] - far.get(here, 0)
            advice.append(Advice(Paralyse(here, depth), worth, "reason.paralyse"))
    return advice


# --- 8.0 movement ----------------------------------------------------------------------------------


def move(pos: MukdenPosition, temper: Temper) -> list[Advice]:
    side = pos.frame[0]
    if side == JAPANESE:
        advice = offensive.march_east(pos, temper)
    else:
        advice = [*defence.raid(pos, temper), *defence.bar_the_way(pos, temper)]
    return [*advice, *idle(pos, temper)]


def idle(pos: MukdenPosition, temper: Temper) -> list[Advice]:
    """5.5: nothing useful to do: wait with a unit that is not needed as long as the enemy still acts, then pass."""
    side = pos.frame[0]
    zone = pos.front(side).zone
    waiting = pos.can_act(other(side)) and side == RUSSIAN
    spare = [unit for unit in pos.ready(side) if zone >> pos.place[unit] & 1] or pos.ready(side)
    least = min(spare, key=lambda unit: pos.steps[unit])
    return [
        Advice(Flip(least), 0.02 if waiting else -1.0, "reason.wait"),
        Advice(Pass(), 0.01, "reason.done"),
    ]


# --- 9.0 combat ------------------------------------------------------------------------------------


def fight(pos: MukdenPosition, temper: Temper) -> list[Advice]:
    return [*battle.attacks(pos, temper), *idle(pos, temper)]


ASKED: Final[dict[str, Callable[[MukdenPosition, Temper], list[Advice]]]] = {
    "corps": place_corps,
    "declare": declare,
    "paralyse": paralyse,
    "move": move,
    "fight": fight,
    "join": battle.join,
    "lose": battle.lose,
    "advance": battle.advance,
    "momentum": battle.momentum,
}

OFFICERS: Final[dict[str, dict[str, Staff]]] = {
    "japanese": {name: Staff((temper, RUSSIAN_STAFF)) for name, temper in JAPANESE_OFFICERS.items()},
    "russian": {name: Staff((JAPANESE_STAFF, temper)) for name, temper in RUSSIAN_OFFICERS.items()},
}
"""Whoever leads one side thinks of the other as the staff does."""
