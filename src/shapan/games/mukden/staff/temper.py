"""The temper of a staff officer of Mukden: the numbers of his judgement, and the plan that he follows."""

from __future__ import annotations

import msgspec


class Temper(msgspec.Struct, frozen=True):
    """What an officer minds and what he wants. As it stands it is the plain Japanese one."""

    # --- attacks ---
    attack: float = 0.05
    """What an attack must promise."""
    kill: float = 1.0
    """What an enemy step is worth."""
    cost: float = 1.0
    """What a step of one's own is worth."""
    cleared: float = 1.2
    """What it is worth to empty a hex."""
    marker: float = 0.06
    """A marker spent here is not there for the next attack."""
    follow: float = 1.0
    """How eager he is to enter a hex that has been emptied; below 0 he stays."""
    garrison_step: float = 1.6
    """How much more a step of the garrison of Mukden counts than another."""
    mukden: float = 12.0
    """What it is worth to empty Mukden (4.2, 4.3)."""
    road: float = 7.0
    """What it is worth to empty a hex close to Mukden, less the farther away it is."""

    # --- Japanese marches ---
    progress: float = 1.0
    """What a march point towards the goal is worth."""
    contact: float = 0.7
    """What it is worth to face the enemy with a step."""
    exposure: float = 0.22
    """What each enemy step too many beside a unit costs."""
    grip: tuple[float, float] = (1.5, 0.3)
    """What it is worth to stay in contact while the railroad decides the game, and afterwards."""
    siege: float = 2.5
    """What it is worth to stand beside Mukden once only its fall can win the game."""
    assault: tuple[float, ...] = (2.0, 3.0)
    """How many times the garrison should be beside Mukden before the guns speak first, on the last turn and before."""
    reserve: float = 4.0
    """How many hexes farther off a reserve may stand than a unit in the line to be worth paralysing as much."""
    detour: int = 0
    """March points that he would go round to keep out of an enemy zone; 0 is straight ahead."""
    riders: int = 12
    """Only units of at most so many steps make such detours; the others go straight ahead."""
    probing: float = 0.0
    """What a march point gained by a probe is worth (9.13)."""
    watch: float = 0.0
    """What it is worth that somebody stays in Liaoyang (4.1)."""

    # --- Russian marches ---
    relief: float = 0.1
    """What a move must take from the danger."""
    leaving: float = 3.0
    """What it costs that a unit leaves the front or Mukden."""
    garrison: float = 0.8
    """What a step in Mukden is worth."""
    beside: float = 0.12
    """What a hex beside a goal counts: from there it can be probed (9.13) or attacked."""
    probed: float = 0.0
    """What a goal counts that the Japanese could be in after a probe and their next march (9.13)."""
    bide: float = 0.0
    """What it is worth on the first turn that those act who stay where they are, until the Japanese have marched
    (5.5); a post that they could walk into at once is worth more, one that they could be in later less."""
    keep: float = 0.0
    """What it is worth to man a hex of the railroad that the Japanese could be in after their next march (4.2)."""
    keep_far: float = 0.1
    """How much more a hex counts for each hex that it lies farther from the Japanese: help comes late there."""
    keep_steps: float = 6.0
    """How many steps in a hex of the railroad hold it; twice as many Mukden."""
    late: float = 0.0
    """What it costs that a post of the railroad is manned a march too late; 0: there are no posts."""
    second: float = 0.2
    """How much a second unit in a hex of the railroad counts, next to the first."""
    afar: float = 0.1
    """What each march point between a unit and its post costs."""
    heed: float = 30.0
    """How much danger counts when a unit goes to its post."""
    twice: float = 4.0
    """What each hex costs that Japanese who have not yet marched could be in after two marches."""
    raid: float = 0.0
    """What a march point towards Liaoyang is worth (4.1)."""
    raiders: int = 2
    """How many units at most are on their way there."""
