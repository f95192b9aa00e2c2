"""The temper of an officer in Shanghai Incident: the numbers of his judgement, and the plans he prefers.

The staff is an even-tempered officer; the others differ from it in a few fields. Worths are in steps: one is the loss
of a step.
"""

from __future__ import annotations

from typing import Final

import msgspec


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """How an officer weighs things. Both sides read the first part, each side one of the others."""

    # --- battle (7.0) ---
    enemy_step: float
    own_step: float
    repulse: float = 0.7
    """What it costs to be thrown back."""
    driven: float = 0.45
    """What it is worth to drive an enemy from any hex."""
    cleared: float = 1.2
    """What it is worth besides to drive him from a goal."""
    streets: float
    """How much more that is in Shanghai."""
    threshold: float
    """What an attack must promise."""
    held: float = 0.15
    """What any hex is worth to whoever would have to leave it."""
    stubborn: float = 0.6
    """What it costs to resist with a step (7.8)."""
    trapped: float = 0.0
    """What it is worth besides to destroy an enemy who has no way out (7.7): he never comes back (13.7)."""

    # --- marches (5.0) ---
    pace: float = 0.35
    """What a movement point of distance takes from the worth of a goal."""
    pressure: float
    """What it is worth to stand where an attack becomes better."""
    ring: float = 0.0
    """What it is worth to shut an enemy's last way out, as far as an attack on him is promising."""
    exposure: float
    """What each attack factor costs that the enemy has beyond the defence of a hex."""
    storming: int = 5
    holding: int = 2
    """How many who are nearer to a goal, in enemy hands or free, are enough for it."""
    lasting: float = 0.3
    """What a move must gain."""

    # --- goals of both sides ---
    city: float
    retake: float
    """What a hex of a city is worth besides when it is the rest of one (Japanese), or lost (Chinese)."""
    shanghai: float = 9.0
    """A hex of Shanghai: one with Chinese in it, or (Chinese) a foothold when there are few."""

    # --- Japanese goals (12.0) ---
    later: float = 3.0
    """The same for divisions as long as there are points to be made elsewhere."""
    forts: float = 5.0
    """One of the forts of Woosung."""
    guard: float = 5.0
    """A hex of a Japanese city that the Chinese could enter next."""
    gate: float = 5.5
    inner: float = 1.0
    """Hexes of Shanghai that the Chinese could enter next, and the others."""
    won: float = 9.0
    """Either kind when the points suffice or the days run out: one evening decides."""
    besiegers: int = 5
    """How many who are nearer are enough for a hex of Shanghai with Chinese in it."""
    evenings: int = 1
    """How many evenings before the last one the guard of what has been won begins."""
    afar: float = 2.0
    """By how much the garrison of Shanghai prefers Shanghai to everything else."""
    stand_fast: float = 1.3
    """What a hex of a city, of Shanghai or a fort is worth to whoever would have to leave it."""

    # --- Japanese: pauses and means (13.0, 15.0) ---
    content: bool = True
    """A draw is taken on the last evening before a pause would spoil it; otherwise only at the very end."""
    weak: int = 12
    """Attack strength below which one rather pauses than fights."""
    point: float = 0.4
    """What a victory point is worth, in tens of attack strength, when formations are called."""
    guns: float = 0.1
    """15.1: what a point of fire support, good for one combat between two pauses, is worth in attack strength."""
    late: int = 1
    """Formations that come at this pause number or later clear Shanghai; the others take cities."""
    marker: float = 0.22
    """What a marker costs that is spent on the first day: it is not there for the rest of the week."""

    # --- Chinese ---
    last_foothold: float = 40.0
    """A Chinese unit in Shanghai decides the game (12.2)."""
    footholds: int = 3
    """How many hexes of Shanghai are held in earnest."""
    alarm_points: int = 99
    homecoming: int = 0
    """Everybody goes for Shanghai when the Japanese have so many points, and on so many of the very last days: a single
    unit there spoils the victory (12.2)."""
    threatened: float = 2.5
    """What a city is worth besides when the Japanese are near."""
    near: int = 7
    """How many hexes away they are."""
    chest: int = 2
    """Logistics points that are kept for the coming turns."""
    commit_below: int = 8
    """13.4: Fifth Army comes if the Japanese have no more points than this after it."""
    commit_from: int = 2
    """The pause number at which it may come at the earliest: before, it is too costly."""
    fort_in_shanghai: float = 3.0
    fort_elsewhere: float = 1.5
    refill: float = 0.4
    """What is bought first: forts, or steps by the strength that they add."""
    gap: int = 3
    """A reserve keeps so many hexes from the Japanese: near enough to step in, too far to be drawn in piecemeal."""
    forward: float = 0.5
    """What a hex nearer to the front adds to a post of the second line."""


JAPANESE_STAFF: Final = Temper(
    enemy_step=0.9, own_step=1.0, streets=1.5, threshold=0.08, pressure=2.2, exposure=0.15, city=6.0, retake=1.0
)
CHINESE_STAFF: Final = Temper(
    enemy_step=1.0, own_step=0.8, streets=1.0, threshold=0.12, pressure=0.8, exposure=0.2, city=3.0, retake=1.5
)
PLAIN: Final = (JAPANESE_STAFF, CHINESE_STAFF)
"""The plain staff, side by side."""
