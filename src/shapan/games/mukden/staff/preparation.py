"""What is decided before anybody acts: where the corps returns (5.2), which phase comes first (5.3), whom to paralyse
(5.4)."""

from __future__ import annotations

from shapan.ground.hexes import Mask, bits
from shapan.kernel.staff import Advice
from shapan.mechanics.verbs import Pass

from ..actions import COMBAT_FIRST, MOVEMENT_FIRST, Declare, Paralyse, PlaceCorps
from ..position import MukdenPosition
from ..sequence import Arranging, Declaring, Paralysing, Returning, corps_hexes
from ..sides import JAPANESE, RUSSIAN
from ..victory import hostile_critical
from . import picture
from .temper import Temper


def place_corps(pos: MukdenPosition, at: Returning, temper: Temper) -> list[Advice]:
    """5.2: where the Japanese are nearest."""
    threat = picture.nearest_enemy(pos, RUSSIAN)
    return [Advice(PlaceCorps(here), -threat.get(here, 99.0), "reason.guard") for here in bits(corps_hexes(pos))]


def declare(pos: MukdenPosition, at: Declaring, temper: Temper) -> list[Advice]:
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


def arrange(pos: MukdenPosition, at: Arranging, temper: Temper) -> list[Advice]:
    """6.2: the stacks stay as they are."""
    return [Advice(Pass(), 0.0, "reason.arranged")]


def near_mukden(pos: MukdenPosition) -> Mask:
    """The hexes from which Mukden is attacked."""
    return pos.book.around[pos.book.end_game_hex]


def paralyse(pos: MukdenPosition, at: Paralysing, temper: Temper) -> list[Advice]:
    """5.4: reserves that could bar the way before a movement phase, who could strike before a combat phase."""
    combat_next = (pos.SEQUENCE.phases[pos.phase].number == "III") == (pos.order == COMBAT_FIRST)
    zone = pos.front(RUSSIAN).zone
    russians = pos.occupied[RUSSIAN]
    far = picture.distances(pos, picture.corridor(pos, picture.goals(pos), russians))
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
