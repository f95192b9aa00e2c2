"""Shanghai Incident 17.0 Forts; 15.3: rubble is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from shapan.ground.hexes import Hex, Mask, bits, mask_of
from shapan.kernel import Action, Group, Refusal
from shapan.mechanics.fire_and_movement.terms import Battle, Term, Units
from shapan.mechanics.forces import OFF

from .actions import Fortify
from .sides import CHINESE, JAPANESE
from .special_units import engineered

if TYPE_CHECKING:
    from .position import ShanghaiPosition


# --- 17.1 creating and destroying forts ---------------------------------------------------------


def fort_hexes(pos: ShanghaiPosition) -> Mask:
    """The hexes with a fort that the Chinese have built."""
    return mask_of(here for here, _ in pos.forts)


def fortify_refusal(pos: ShanghaiPosition, unit: int, pause: bool) -> Refusal | None:
    """17.1: a Chinese unit in a city or town, without a fort there, a logistics point, and it has not moved."""
    book = pos.book
    if unit >= len(book.entries) or book.side_of[unit] != CHINESE:
        return Refusal("17.1", "refusal.chinese_only")
    here = pos.place[unit]
    if here == OFF:
        return Refusal("17.1", "refusal.not_on_map", unit=unit)
    if not book.urban >> here & 1:
        return Refusal("17.1", "refusal.fort_where", hex=here)
    if (fort_hexes(pos) | pos.rubble) >> here & 1:
        return Refusal("17.1", "refusal.fort_there", hex=here)
    if not pause and pos.moved >> unit & 1:
        return Refusal("17.1", "refusal.fort_moved", unit=unit)
    if pos.logistics < book.logistics["fort"]:
        return Refusal("13.5", "refusal.logistics", count=pos.logistics)
    return None


def fortify(pos: ShanghaiPosition, unit: int) -> None:
    pos.logistics -= pos.book.logistics["fort"]
    pos.forts = (*pos.forts, (pos.place[unit], unit))
    pos.tell("17.1", "event.fort", unit=unit, hex=pos.place[unit], left=pos.logistics)


def fort_options(pos: ShanghaiPosition, pause: bool) -> list[Group[Action]]:
    """17.1: every unit that could build a fort where it stands."""
    if pos.logistics < pos.book.logistics["fort"]:
        return []
    return [Group(Fortify, values=_builders(pos, pause))]


def _builders(pos: ShanghaiPosition, pause: bool) -> Callable[[], list[int]]:
    def builders() -> list[int]:
        towns, place = pos.book.urban, pos.place
        there = [unit for unit in pos.on_map(CHINESE) if towns >> place[unit] & 1]
        return [unit for unit in there if fortify_refusal(pos, unit, pause) is None]

    return builders


def abandon(pos: ShanghaiPosition, unit: int) -> None:
    """17.1: a fort stands and falls with its builder."""
    for here, builder in pos.forts:
        if builder == unit:
            pos.forts = tuple(fort for fort in pos.forts if fort[1] != unit)
            pos.tell("17.1", "event.fort_gone", hex=here)


# --- 17.2 effects -------------------------------------------------------------------------------


def fortified(pos: ShanghaiPosition, battle: Battle) -> bool:
    """17.2: does the defender of this battle have the benefit of a fort, rubble or Woosung fort?"""
    return not engineered(pos, battle) and bool(works(pos) >> battle.target & 1)


def works(pos: ShanghaiPosition) -> Mask:
    """17.2, 15.3, 17.3: the hexes in which whoever stands there defends a fort."""
    return fort_hexes(pos) | pos.rubble | operative(pos)


def terrain_term(pos: ShanghaiPosition, battle: Battle) -> Term:
    """17.2: a fort counts instead of the terrain of the hex; 16.5: the terrain underneath against engineers."""
    if fortified(pos, battle):
        return Term("factor.fort", pos.book.fort_defence, "17.2")
    return pos.book.terrain_term(battle.target)


# --- 17.3 the Woosung forts ---------------------------------------------------------------------


def operative(pos: ShanghaiPosition) -> Mask:
    """17.3: the forts that can fight: those without Japanese in them, as long as never all three were taken at once."""
    return 0 if pos.razed else pos.book.fort_hexes & ~pos.occupied[JAPANESE]


def garrison_terms(pos: ShanghaiPosition, battle: Battle) -> list[Term]:
    """17.3: a garrison is as strong as there are forts that can fight."""
    forts = operative(pos)
    return [Term("factor.garrison", forts.bit_count(), "17.3")] if forts >> battle.target & 1 else []


def garrison_refusal(pos: ShanghaiPosition, here: Hex) -> Refusal | None:
    """17.3, R-26: of a hex that is held against the Japanese: is it a fort with nobody in it but its garrison?"""
    alone = pos.book.fort_hexes & ~pos.occupied[CHINESE]
    return Refusal("17.3", "refusal.fort_fights", hex=here) if alone >> here & 1 else None


def held_by_staying(pos: ShanghaiPosition, units: Units) -> bool:
    """17.3: are these the only Japanese in a fort, which can fight again as soon as they leave it?"""
    here = pos.place[bits(units)[0]]
    fort = not pos.razed and bool(pos.book.fort_hexes & pos.occupied[JAPANESE] & 1 << here)
    return fort and all(units >> unit & 1 for unit in pos.units_in(here))


def raze_if_all_held(pos: ShanghaiPosition) -> None:
    """17.3: three forts with Japanese units in them at the same time are destroyed for good."""
    if not pos.razed and not operative(pos):
        pos.razed = True
        pos.tell("17.3", "event.razed", hexes=tuple(bits(pos.book.fort_hexes)))


def japanese_forts(pos: ShanghaiPosition) -> Mask:
    """12.3: forts in Japanese control: occupied, or entered last by them after all were destroyed (R-26)."""
    return pos.book.fort_hexes & (pos.held[JAPANESE] if pos.razed else pos.occupied[JAPANESE])
