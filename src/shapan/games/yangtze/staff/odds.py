"""What fire, melee and morale can be expected to do: exact chances of single dice, means of many."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final, NamedTuple

from ..book import YangtzeBook
from ..fire.scores import TWO_DICE, ladder
from ..specs import UnitSpec, Weapon

ONE: Final = tuple(sum(1 for face in range(1, 7) if face >= need and face > 1) / 6 for need in range(14))
TWO: Final = tuple(sum(1 for a in range(1, 7) for b in range(1, 7) if a + b >= need) / 36 for need in range(14))
PIN: Final = 0.12
"""What a pinned figure is worth to the other side, as part of a fallen one."""


def chance_to_hit(score: int) -> float:
    """7.10: this score or more; above six on two dice."""
    return TWO[TWO_DICE] if score > 6 else ONE[score]


def chance_to_confirm(book: YangtzeBook, cover: str) -> float:
    """8.3: none falls at once."""
    return 1.0 if cover == "none" else TWO[book.confirm[cover.rstrip("+")]]


def score_of(book: YangtzeBook, spec: UnitSpec, arm: Weapon, short: bool, card: str, pinned: bool = False) -> int:
    """7.10, 7.11: the score of a figure of this unit under a card."""
    table = book.charts["to_hit_mod"]
    mods = int(table["controlled_fire"]) if spec.controlled and arm.small_arm and card == "HALT" else 0
    if pinned:
        mods += int(table["firer_pinned"])
    elif card == "MOVE":
        mods += int(table["moving_fire"])
    return ladder(int(book.charts["to_hit"][spec.grade][0 if short else 1]), mods)


def effect(book: YangtzeBook, score: int, cover: str) -> float:
    """What one die is worth against a figure in this cover: the chance that it falls, and a little for a pin."""
    if cover == "hard+":
        score = score if score >= 6 else score + int(book.charts["to_hit_mod"]["target_hard_bonus"])
    kill = chance_to_confirm(book, cover)
    return chance_to_hit(score) * (kill + PIN * (1 - kill))


@cache
def bout(ours: int, theirs: int, edge: int) -> float:
    """13.2: the chance that one or two figures beat one or two, with so much more support; ties are thrown again."""
    wins = ties = total = 0
    for throw in product(range(1, 7), repeat=ours + theirs):
        lead = max(throw[:ours]) + edge - max(throw[ours:])
        wins += lead > 0
        ties += lead == 0
        total += 1
    return wins / (total - ties)


class Fight(NamedTuple):
    """The mean losses of both sides in a melee."""

    given: float
    taken: float


def melee(chargers: float, charged: float) -> Fight:
    """13.2: matched one to one, then doubled up, then supported; for fractions of men the mean of both neighbours."""
    low, part = int(chargers), chargers - int(chargers)
    first = _melee(low, max(1, round(charged)))
    if part < 0.05:
        return first
    second = _melee(low + 1, max(1, round(charged)))
    return Fight(*(one + part * (two - one) for one, two in zip(first, second, strict=True)))


@cache
def _melee(chargers: int, charged: int) -> Fight:
    groups = min(chargers, charged)
    if not groups:
        return Fight(0.0, 0.0)
    ours, theirs = chargers / groups, charged / groups
    mine, foes = (2 if ours >= 1.6 else 1), (2 if theirs >= 1.6 else 1)
    edge = round(max(0.0, ours - 2)) - round(max(0.0, theirs - 2))
    win = bout(mine, foes, max(-6, min(6, edge)))
    return Fight(groups * win * min(theirs, 2), groups * (1 - win) * min(ours, 2))


@cache
def breaks(losses: int, below_half: bool) -> float:
    """14.3: the chance that a unit with so many losses this turn fails its test."""
    if losses <= 0:
        return 0.0
    need = 2 + losses + below_half
    return 1.0 - (TWO[need] if need < len(TWO) else 0.0)


def headless(men: int, losses: float) -> float:
    """4.1: the men who are left behind without orders when a leader falls in melee, on the average."""
    left = max(0.0, men - losses)
    return 0.6 * left * min(1.0, losses / max(1, men))


def shock(spec: UnitSpec, men: int, of: int, losses: float) -> float:
    """What a failed test costs a unit beyond its fallen, in figures: deserters of class C, a lost turn for others."""
    left = men - losses
    if losses < 0.5 or left <= 0:
        return 0.0
    low = int(losses)
    half = 2 * left < of
    chance = breaks(low, half) + (losses - low) * (breaks(low + 1, half) - breaks(low, half))
    return chance * left * (0.35 if spec.grade == "C" else 0.2)
