"""The temper of a staff officer of Taierzhuang: the numbers of his judgement, in Damage Points, and his plan."""

from __future__ import annotations

from typing import Final

import msgspec


class Temper(msgspec.Struct, frozen=True):
    """What an officer minds and what he wants. As it stands it is the plain Japanese one."""

    # --- attacks ---
    cleared: float = 2.5
    """What it is worth to leave no enemy in an area."""
    flipped: float = 0.14
    """What it costs that a unit has acted and cannot act again this turn."""
    spared: float = 0.35
    """The same on the last turn, when the last Ready unit decides."""
    fallen: float = 2.6
    """What a unit is worth that falls in its own Human Wave."""
    stakes: tuple[float, float] = (1.6, 1.25)
    """How much a Damage Point counts in the town and south of the canal."""
    chit: float = 0.5
    """What a chit is worth in hand; it comes back with luck, and the hand is filled again every turn."""
    useless: float = 1.0
    """5.3: a chit left at the end of a turn that promises less is exchanged for another out of the cup."""
    command: int = 3
    """How many areas should have something good to do before Li Tsung Jen's Command is used."""
    stand: float = 1.8
    """What Resolute Defenders must save to be played in defence."""
    stubborn: float = 0.3
    """How much the ground counts where losses are taken."""

    # --- marches ---
    least: float = 0.2
    """What a march must promise."""
    hope: float = 0.6
    """How much the damage counts that a group will do where it goes."""
    caution: float = 0.9
    """How much he minds the damage that it will take before it can fire itself."""
    ground: float = 0.5
    """What each unit gives away that leaves a fight."""

    # --- the Japanese plan ---
    pull: float = 3.0
    """What a unit is worth at the goal."""
    slope: float = 0.45
    """How much less it is worth for each step away from there."""
    hold: float = 2.5
    """What each of the garrison of a town area that was taken is worth."""
    held: int = 6
    """How many are its garrison, but on the last turn more."""
    south: float = 0.6
    """What each unit that guards an area south of the canal is worth."""
    foothold: float = 1.0
    """What the first of them is worth."""
    muster: float = 0.0
    """11.0: what each unit is worth that gathers before the bridge once the town is taken, to cross it in strength."""
    link: float = 1.6
    """What each unit that guards the line of supply is worth."""
    linked: float = 2.0
    """What the first of them is worth in each area."""
    hunger: float = 1.5
    """What it costs a unit to be out of supply."""
    astray: float = 1.5
    """What it costs to leave a second line behind."""
    post: int = 2
    """How many units are left behind in each empty area of a supply line."""
    exposed: float = 0.0
    """What it costs for each unit that guerrillas could cut off from its supply."""
    relief: float = 0.0
    """What each unit is worth that gets its supply back."""
    fence: float = 0.0
    """10.0: what it is worth on the last turn to flip a unit that could still enter the town."""

    # --- the Chinese plan ---
    denied: float = 12.0
    """What it is worth on the last turn to deny the town, or the areas south of the canal."""
    flood: float = 0.0
    """What each unit is worth that goes there on the last turn with the first."""
    one_by_one: bool = False
    """Does he send one unit after the other, and nobody where nothing needs to be denied?"""
    dispersed: int = 6
    """10.2: in how many areas they want to be, so that the last unit on the map does not fall."""
    refuge: float = 3.0
    """What the first unit is worth in another area as long as they are in fewer."""
    away: int = 2
    """How many steps a refuge is away from the Japanese."""
    alarming: int = 4
    """10.1: when the Japanese hold so many of the six victory areas, any one of them must be contested at once."""
    town: float = 2.4
    """What each of the garrison of the town is worth."""
    bastion: float = 8.0
    """What the first of them is worth, more with every victory area that is lost."""
    retake: float = 0.8
    """What each unit is worth in a town area that was lost while there is time."""
    bridge: float = 1.4
    """What each unit is worth in an area south of the canal beside the town."""
    bridgehead: int = 6
    """How many should stand there."""
    bank: float = 1.5
    """What the first unit is worth in an area south of the canal, more with every victory area that is lost."""
    gatekeepers: int = 0
    """11.0: how many hold the southern end of the bridge at least: whoever comes over it comes Spent."""
    gate: float = 1.0
    """What each of them is worth."""
    posted: float = 0.0
    """How much he minds that a sally leaves a post behind."""
    reserve: int = 4
    """2.3: how many wait in a zone close to the town, where nobody can attack them."""
    sanctuary: float = 0.9
    """What each of them is worth there."""
    released: int = 1
    """How many turns before the last one they leave it."""
    approach: float = 0.9
    """What each of a few units is worth beside the town."""
    outpost: float = 0.1
    """What an outpost is worth at the start for each step that it stands nearer to the Japanese zones."""


JAPANESE_STAFF: Final = Temper()
CHINESE_STAFF: Final = Temper(fallen=1.1, caution=0.7)
"""The Chinese have the numbers."""
