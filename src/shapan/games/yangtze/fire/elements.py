"""7.2 Who fires together: the small arms of a unit, one mount, the crew of a gun, a sniper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.kernel import Refusal
from shapan.mechanics.sides import other

from ..actions import CHARGE, CLEAR, COWER, FLEE, FORCED, HALT, MOVE, RETREAT, SKIRMISH
from ..command import in_command
from ..contact import in_contact
from ..noted import GrenadeFire, GunFire, HullFire, SniperFire, UnitFire
from ..orders.standstill import said_of, while_declaring
from ..position import WRECK, YangtzePosition
from ..who import Figure, Mounted, Piece, Shooter, Unit
from .declared import declared
from .shooters import (
    SHOTS,
    arm_of,
    bit_of,
    body_in_reach,
    carrier_of,
    covering,
    fire_card,
    firing_line,
    halts_for,
    in_reach,
    may_fire,
    met,
    sees_figure,
    sees_unit_body,
    served_by,
    unit_of,
    why_unserved,
)
from .targets import ANYWHERE, aim, fit_for, in_contact_with_friends, is_target, reaches, window_open

HALT_FIRE: Final = "halt"
OTHER_FIRE: Final = "other"
FORCED_CASES: Final = {RETREAT: "14.4", COWER: "14.5", FLEE: "14.6"}


def forced_case(pos: YangtzePosition, unit: Unit) -> str:
    """14.4 to 14.6, 14.8: the rule that has put a unit into the state in which it is."""
    return "14.8" if pos.book.units[unit].carrier else FORCED_CASES[pos.card[unit]]


def cards_of(stage: str) -> tuple[str, ...]:
    return (MOVE, SKIRMISH) if stage == OTHER_FIRE else (HALT,)


def element(pos: YangtzePosition, piece: Piece, stage: str) -> list[Shooter]:
    """7.2: the shooters that fire together under this piece: a unit's small arms, or one mount."""
    return while_declaring(pos, ("element", piece, stage, said_of(pos, piece)), lambda: _element(pos, piece, stage))


def _element(pos: YangtzePosition, piece: Piece, stage: str) -> list[Shooter]:
    able: list[Shooter] = []
    if (unit := pos.book.as_unit(piece)) is not None:
        able = [*small_arms(pos, unit, stage)]
    elif (mount := pos.book.as_mount(piece)) is not None:
        gun = Mounted(mount)
        able = [gun] if fire_card(pos, gun) in cards_of(stage) and may_fire(pos, gun) else []
    if not able:
        return []
    spoken_for = [shot for shot in declared(pos, piece) if not isinstance(shot, SniperFire)]
    for shot in spoken_for:
        taken = set(firing_at(pos, able, shot))
        able = [s for s in able if s not in taken]
    volleys = [shot for shot in spoken_for if not isinstance(shot, GrenadeFire)]
    return [] if len(volleys) > 1 else able


def firing_at(
    pos: YangtzePosition, shooters: Sequence[Shooter], shot: UnitFire | HullFire | GunFire | GrenadeFire
) -> Sequence[Shooter]:
    """Those of the shooters who take part in a declared shot; the rest may be given one other target (S8.4)."""
    if isinstance(shot, GrenadeFire):
        return [s for s in shooters if s in shot.shooters]
    if isinstance(shot, GunFire):
        return shooters
    fit = fit_for(pos, shooters, shot.target)
    sight = aim(pos, fit, shot.target, ANYWHERE) if fit else None
    return [s for s in fit if reaches(pos, s, sight)] if sight else []


def pieces_of(pos: YangtzePosition, side: int) -> list[Piece]:
    """Units and mounts of a side in play."""
    units = pos.units_of(side)
    return [*units, *(pos.book.piece_of_mount(mount) for unit in units for mount in pos.book.guns[unit])]


def is_gun(pos: YangtzePosition, piece: Piece) -> bool:
    book = pos.book
    if (mount := book.as_mount(piece)) is not None:
        return book.weapons[book.mounts[mount].weapon].roll == "round"
    unit = book.as_unit(piece)
    return unit is not None and book.units[unit].kind == "gun"


def gunner(pos: YangtzePosition, piece: Piece, stage: str) -> list[Shooter]:
    """9.0: the shooter of a gun, if it can fire now."""
    return while_declaring(pos, ("gunner", piece, stage, said_of(pos, piece)), lambda: _gunner(pos, piece, stage))


def _gunner(pos: YangtzePosition, piece: Piece, stage: str) -> list[Shooter]:
    mount = pos.book.as_mount(piece)
    crew = served_by(pos, pos.book.men[Unit(piece)][0]) if mount is None else Mounted(mount)
    if crew is None or declared(pos, piece):
        return []
    return [s for s in (crew,) if fire_card(pos, s) in cards_of(stage) and may_fire(pos, s)]


def snipers(pos: YangtzePosition, unit: Unit, stage: str) -> list[Figure]:
    """7.2: the figures of a unit that may pick their target."""
    if unit not in pos.book.marksmen or any(isinstance(shot, SniperFire) for shot in declared(pos, unit)):
        return []
    marksmen = [f for f in pos.alive(unit) if arm_of(pos, f).picks]
    return [f for f in marksmen if fire_card(pos, f) in cards_of(stage) and may_fire(pos, f)]


def snipe_refusal(pos: YangtzePosition, marksmen: list[Figure], piece: Piece) -> Refusal | None:
    """7.2, 7.5: any visible enemy figure in range; the priorities, which spare civilians (R66), do not bind a
    sniper. A vehicle or vessel is fired at as a whole (12.1, 12.3, R68)."""
    unit, figure = pos.book.unit_of(piece), pos.book.as_figure(piece)
    sniper = marksmen[0]
    if pos.book.as_mount(piece) is not None or not is_target(pos, unit, pos.owner[unit_of(pos, sniper)]):
        return Refusal("7.3", "refusal.target_enemy")
    if not fit_for(pos, [sniper], unit):
        return Refusal("6.2", "refusal.target_touching")
    if figure is None:
        return _hull_refusal(pos, sniper, unit)
    if figure not in pos.standing[unit]:
        return Refusal("7.3", "refusal.target_enemy")
    if not in_reach(pos, sniper, figure, arm_of(pos, sniper).reach):
        return Refusal("7.5", "refusal.target_far", unit=unit)
    if not sees_figure(pos, sniper, figure):
        return Refusal("7.5", "refusal.target_unseen", unit=unit)
    return Refusal("13.2", "refusal.target_melee", unit=unit) if _grappling(pos, sniper, figure) else None


def _hull_refusal(pos: YangtzePosition, sniper: Figure, unit: Unit) -> Refusal | None:
    if not pos.is_body(unit):
        return Refusal("7.3", "refusal.target_enemy")
    if not body_in_reach(pos, sniper, unit, arm_of(pos, sniper).reach):
        return Refusal("7.5", "refusal.target_far", unit=unit)
    if not sees_unit_body(pos, sniper, unit):
        return Refusal("7.5", "refusal.target_unseen", unit=unit)
    # R94: whom the owner would have to lose there may be the very one who grapples with a friend.
    locked = in_contact_with_friends(pos, unit, unit_of(pos, sniper))
    return Refusal("13.2", "refusal.target_melee", unit=unit) if locked else None


def _grappling(pos: YangtzePosition, sniper: Figure, figure: Figure) -> bool:
    """R94: is this very figure in contact with a friend of the sniper?"""
    if not pos.touched >> figure & 1 or pos.touched >> sniper & 1:
        return False
    mates = [mate for unit in pos.units_of(pos.owner[unit_of(pos, sniper)]) for mate in pos.standing[unit]]
    return any(pos.touched >> mate & 1 and in_contact(pos, mate, figure) for mate in mates)


def marks(pos: YangtzePosition, unit: Unit, stage: str) -> list[Piece]:
    """What a sniper may pick: figures, vehicles and vessels, as pieces."""
    return while_declaring(pos, ("marks", unit, stage, said_of(pos, unit)), lambda: _marks(pos, unit, stage))


def _marks(pos: YangtzePosition, unit: Unit, stage: str) -> list[Piece]:
    marksmen = snipers(pos, unit, stage)
    if not marksmen:
        return []
    enemies = [enemy for enemy in pos.units_of(other(pos.owner[unit])) if window_open(pos, stage, enemy)]
    pieces = [pos.book.piece_of_figure(figure) for enemy in enemies for figure in pos.standing[enemy]]
    pieces += [enemy for enemy in enemies if pos.is_body(enemy)]
    return [piece for piece in pieces if snipe_refusal(pos, marksmen, piece) is None]


def small_arms(pos: YangtzePosition, unit: Unit, stage: str) -> list[Figure]:
    """The figures of a unit that fire together, as far as they may fire now."""
    cards = cards_of(stage)
    if pos.riding(unit) is None and not pos.book.units[unit].carrier:
        able = firing_line(pos, unit, cards)
    else:
        able = [f for f in pos.alive(unit) if fire_card(pos, f) in cards and may_fire(pos, f)]
    return [f for f in able if not (arm := arm_of(pos, f)).picks and arm.roll in SHOTS]


def why_no_fire(pos: YangtzePosition, piece: Piece, stage: str, men: Sequence[Figure] | None = None) -> tuple[str, str]:
    """The rule that keeps a unit or mount, or some of its men, from firing now."""
    unit, mount = pos.book.unit_of(piece), pos.book.as_mount(piece)
    shooters: Sequence[Shooter] = [*(men or pos.alive(unit))] if mount is None else [Mounted(mount)]
    card = fire_card(pos, shooters[0]) if shooters else pos.card[unit]
    if pos.damage[unit] & WRECK:
        return "12.2", "refusal.wreck_fire"
    if card == CHARGE:
        return "7.2", "refusal.charging_fire"
    if card in FORCED:
        ridden = carrier_of(pos, shooters[0]) if shooters and not pos.forced_now(unit) else None
        return forced_case(pos, unit if ridden is None else ridden), "refusal.forced_fire"
    if pos.asleep >> unit & 1:
        return "S6.8", "refusal.asleep_fire"
    if at_work := next((job.task for job in pos.works if job.unit == unit), None):
        return ("S16.8" if at_work == CLEAR else "S17.6"), "refusal.works_fire"
    if card == MOVE and is_gun(pos, piece) and mount is None:
        return "9.1", "refusal.gun_moved"
    if card not in cards_of(stage):
        return "7.1", "refusal.fire_later"
    return why_silent(pos, shooters)


def why_silent(pos: YangtzePosition, shooters: Sequence[Shooter]) -> tuple[str, str]:
    """What keeps the first weapon of these from firing."""
    armed = [s for s in shooters if arm_of(pos, s).roll != "none"]
    named = {s for shot in pos.shots for s in shot.shooters}
    men = [s for s in armed if not isinstance(s, Mounted)]
    for test, why in (
        (lambda s: pos.flak & bit_of(pos, s), ("10.3", "refusal.fired")),
        (lambda s: s in named or pos.fired & bit_of(pos, s), ("7.1", "refusal.fired")),
        (lambda s: covering(pos, s), ("7.9", "refusal.covers_fire")),
        (lambda s: met(pos, s, pos.touched_early), ("6.2", "refusal.touched")),
        (lambda s: s in men and not in_command(pos, s), ("4.1", "refusal.out_of_command")),
        (lambda s: not halts_for(pos, arm_of(pos, s), fire_card(pos, s)), ("5.1", "refusal.must_halt")),
    ):
        if armed and all(map(test, armed)):
            return why
    for shooter in shooters:
        if reason := why_unserved(pos, shooter):
            return reason
    if any(s in named or pos.fired & bit_of(pos, s) for s in armed):
        return "7.1", "refusal.fired"
    return "7.2", "refusal.cannot_fire"


def holers(pos: YangtzePosition, shooters: Sequence[Shooter]) -> list[Shooter]:
    """12.2: the shooters whose weapon can hole a small boat."""
    return [shooter for shooter in shooters if arm_of(pos, shooter).hurts_small_boats]


def hurts_boats(pos: YangtzePosition, unit: Unit) -> bool:
    """Has a unit a weapon that can hole a small boat?"""
    return unit in pos.book.holing and any(arm_of(pos, figure).hurts_small_boats for figure in pos.alive(unit))


def small_boat(pos: YangtzePosition, target: Unit) -> bool:
    return pos.book.as_unit(target) is not None and pos.book.units[target].hull == "small_boat"
