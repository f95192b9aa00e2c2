"""The temper of an officer in the Shanghai-Nanking Campaign: the numbers of his judgement, and the plans he prefers.

The staff is an even-tempered officer; the others differ from it in a few fields. Worths are in steps of the enemy
unless something else is said. A pair holds the number while Shanghai is contested and the one when the cities decide
(4.1, 4.3).
"""

from __future__ import annotations

from typing import Final

import msgspec

Pair = tuple[float, float]


class Temper(msgspec.Struct, frozen=True, kw_only=True):
    """How an officer weighs things. Both sides read the first part, each side one of the others."""

    # --- battle (10.0) ---
    step: float
    """What an enemy step is worth besides its factors: Japanese steps are replaced (8.3)."""
    factor: float = 0.15
    fresh: float
    worn: float
    """What an own step costs: the flip of a full unit, and the end of a reduced one."""
    threshold: float
    """What an attack must promise."""
    again: Pair
    """What a second fight brings of what the first did."""
    marker: float = 0.05
    """What a marker is worth that another attack could use."""
    idle: float = 0.15
    """What a step of a static garrison is worth."""
    open_country: float
    """What it is worth to empty a hex of no importance."""

    # --- Japanese: what is attacked ---
    siege: float = 1.8
    """How much more a step in a city counts: it is nearer to falling."""
    aside: float = 0.5
    """How much less a step counts that defends no city and threatens nothing."""
    clear_ring: Pair = (3.0, 8.0)
    """What it is worth to empty a hex next to Shanghai, early and in the last turns before it decides."""
    clear_city: Pair = (4.0, 8.0)
    clear_town: float = 0.8
    """The same for a city, and for a town."""
    break_through: float = 0.6
    """The chance to break through that an overrun must have (9.6)."""
    insist: float = 1.0
    """The same next to Shanghai for all attempts of a stack together, and he who insists comes to try with two moves
    while it counts who is left there (4.1, 4.2); at one nobody insists."""

    # --- Japanese: the plan of a turn (5.3) ---
    close: float = 0.95
    """What a fight after a move is worth, compared with one before it."""
    later: float = 0.6
    """What contact is worth that is used on the next turn only."""
    ashore: float = 0.08
    """What it is worth to each factor that lands to be able to move at once (8.4)."""
    sweep: int = 0
    """How many turns before the Chinese may safely leave Shanghai everything goes for the hexes next to it (4.2)."""
    pursuit: float = 1.7
    """What two moves bring of what one does."""

    # --- Japanese: where divisions stand ---
    progress: Pair = (0.16, 0.3)
    """What a half point nearer to the goal is worth."""
    paid: float = 0.6
    """What an own step costs when an attack is still to be prepared."""
    assumed: int = 2
    """How many markers are counted on before an attack."""
    together: float = 0.4
    """What it is worth to stand with another unit of one's formation."""
    ring_attack: float = 4.0
    city_attack: float = 2.0
    outpost: float = 0.2
    shoulder: float = 1.0
    elsewhere: float = 1.0
    """How much more or less an attack counts next to Shanghai, on a city, on a lone garrison, and (as long as Shanghai
    is contested) on whoever stands beside the Chinese next to Shanghai, and on anybody else."""
    exposure: float = 0.15
    follow_exposure: float = 0.25
    """What each Chinese factor beyond twice the own ones costs, where a division stands and where it advances to."""
    follow: float = 0.3
    """How gladly a hex that was emptied is entered."""
    spread: float = 8.0
    """Defenders who weigh as much as a goal itself when the army is shared out: the more, the more evenly."""
    early_march: float = 0.0
    """The share of the army that goes for the cities while Shanghai is still contested."""

    # --- Japanese: the guard of Shanghai (4.1) ---
    watch: float = 0.35
    """What each factor is worth that a hex next to Shanghai still misses."""
    steadfast: float = 14.0
    """Factors that hold a hex next to Shanghai against whatever can be brought against it."""
    ratio: float = 1.25
    """Odds that the guard of such a hex may face."""
    sentry: float = 1.0
    alarm: float = 1.0
    """How much stands in each at least, when nobody can come and when somebody can."""
    garrison_steps: int = 0
    """Steps that such a hex needs besides when somebody can come: a strong unit of two steps is soon gone (10.5)."""
    vigil: float = 0.0
    """What each factor that such a hex misses takes from two fights, after which nobody could have filled it."""
    citadel: float = 3.0
    """Odds that the garrison of Shanghai itself may face when others leave it for an advance."""
    early_guard: float = 7.0
    """The most that is kept there while the loss of such a hex can still be made good."""

    # --- Japanese: landings (8.4) ---
    to_shanghai: float = 0.0
    """How much of the 10th Army's landing is about Shanghai and not about the cities."""

    # --- Chinese ---
    calm: Pair = (1.5, 1.5)
    """What two moves are worth, as long as leaving Shanghai loses (4.2) and later; an attack has to promise more."""
    strike_first: float = 1.0
    """What an attack from where the units stand is worth, compared with one after they have closed up."""
    stout: float = 9.0
    """Japanese stacks stronger than this are not looked at, unless they hold what decides the game."""
    counter: float = 1.0
    """What it is worth to retake a hex next to Shanghai before it decides."""
    breach: float = 1.0
    """How much more a step of the garrison of Shanghai counts: all of them have to go."""
    storm: float = 100.0
    """What it is worth to empty a hex that decides the game."""
    trade_space: bool = False
    """The ground next to Shanghai is left as soon as leaving it does not lose the campaign (4.2)."""
    shoulders: int = 99
    reserves: int = 99
    """How many hexes beside the ring, and behind these, are filled before anybody goes to the cities."""
    cities: int = 99
    """How many cities are held in strength, the farthest first."""
    last_ring: int = 99
    """How many hexes around the last city are filled."""
    lurk: int = 0
    """How many hexes near Shanghai are kept after turn 8, from where one could walk back in (4.1)."""
    sturdy: float = 0.0
    """What a step counts, compared with a factor, when it is chosen who holds what must be held (10.5)."""
    relieving: float = 0.0
    """How many factors and steps a hex next to Shanghai must gain for somebody to be relieved there (9.6); at 0 nobody
    is."""
    far_marches: bool = False
    """Whoever is not needed where he can be in one move sets out for the cities, however far they are."""
    delay: int = 2
    """Halves of a division equivalent that bar a town on the road."""
    watched: int = 70
    """Half points from the Japanese within which towns are worth barring."""
    pursue: float = -1.0
    """How gladly a hex that was emptied is entered, where it decides nothing."""


CHINESE_STAFF: Final = Temper(step=0.9, fresh=0.75, worn=0.75, threshold=0.15, again=(0.6, 0.6), open_country=0.2)
JAPANESE_STAFF: Final = Temper(step=0.85, fresh=0.45, worn=1.25, threshold=0.1, again=(0.7, 0.3), open_country=0.4)
"""The plain staff."""
