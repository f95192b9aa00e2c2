"""How a game of Mukden stands: the chance of the Japanese, from the losses and from how near both are to the goals."""

from __future__ import annotations

from typing import Final

from shapan.ground.hexes import bits
from shapan.kernel.judgement import learned

from ..actions import MOVEMENT_FIRST
from ..position import MukdenPosition
from ..sides import JAPANESE, RUSSIAN
from ..victory import stranded
from .ground import march_to
from .picture import danger, goals

NEAR: Final = 20
"""March points within which a Japanese unit presses on Mukden."""
PRESSING: Final = 8
"""How many of the nearest count."""
BEFORE_THE_TOWN: Final = {JAPANESE: 8, RUSSIAN: 6}
"""March points within which steps stand before Mukden."""
DETOUR: Final = 4
"""March points that a wing or a raider goes round to keep out of an enemy zone."""
WING: Final = 3
"""How many of the nearest Japanese units count on the way to the railroad."""
BESIDE: Final = 0.4
"""What a hex beside the railroad counts in the danger."""
RAID: Final = 24
"""March points within which a Russian threatens Liaoyang."""
LEARNED: Final = learned(__name__)


def features(pos: MukdenPosition) -> tuple[float, ...]:
    """Time and the exchange (4.3); the railroad while it ends the game (4.2), Mukden afterwards; Liaoyang (4.1)."""
    book = pos.book
    passed = (pos.turn - 1) / (book.turns - 1)
    much, little = book.loss_ratio
    lost = (0, 0) if book.hidden_losses else pos.lost  # 4.3: if that was agreed, nobody keeps count
    lead = (lost[RUSSIAN] + pos.strength(stranded(pos)) - lost[JAPANESE] * much / little) / 10
    early = pos.turn in book.japanese_sudden_death_turns
    first = (1.0, passed, float(early), lead, lead * passed, *_liaoyang(pos))
    return (*first, *(_railroad(pos) if early else (0.0,) * 4), *(_mukden(pos, passed) if not early else (0.0,) * 5))


def marches_left(pos: MukdenPosition) -> int:
    """4.2: how many movement phases there are until the railroad no longer ends the game, one under way included."""
    number = pos.SEQUENCE.phases[pos.phase].number
    over = ("V", "VI", "VII", "VIII", "end") if pos.order == MOVEMENT_FIRST else ("VIII", "end")
    last: int = max(pos.book.japanese_sudden_death_turns)
    return last - pos.turn + (number not in over)


def _railroad(pos: MukdenPosition) -> tuple[float, ...]:
    """How near the wing is, how much of it could arrive in time, and what the Japanese could reach at once."""
    book, wanted, russians = pos.book, goals(pos), pos.occupied[RUSSIAN]
    march = march_to(book, wanted, russians, DETOUR)
    far = sorted(march[pos.place[unit]] for unit in pos.on_map(JAPANESE))[:WING]
    within = marches_left(pos) * book.movement_factor
    zone = pos.front(JAPANESE).zone
    levers = book.grid.spread(wanted & zone & ~russians) & zone & pos.occupied[JAPANESE]
    return (
        max(0, 3 * NEAR - far[0]) / NEAR if far else 0.0,
        sum(max(-NEAR, within - cost) for cost in far) / (WING * NEAR),
        min(danger(pos, wanted, russians, BESIDE), 4.0) / 2,
        float(bool(levers)),
    )


def _liaoyang(pos: MukdenPosition) -> tuple[float, ...]:
    """How near the Russians are to a Liaoyang where nobody is."""
    home = 1 << pos.book.russian_sudden_death
    if pos.occupied[JAPANESE] & home:
        return 0.0, 0.0, 1.0
    march = march_to(pos.book, home, pos.occupied[JAPANESE], DETOUR)
    nearest = min((march[here] for here in bits(pos.occupied[RUSSIAN])), default=RAID)
    return max(0, RAID - nearest) / RAID, float(nearest <= pos.book.forced_march_points), 0.0


def _mukden(pos: MukdenPosition, passed: float) -> tuple[float, ...]:
    """Who holds the town, who is before it and who presses on."""
    book = pos.book
    held = float(pos.japanese_held >> book.end_game_hex & 1)
    march = march_to(book, 1 << book.end_game_hex)
    close, far = dict.fromkeys(BEFORE_THE_TOWN, 0.0), []
    for side, within in BEFORE_THE_TOWN.items():
        for unit in pos.on_map(side):
            cost = march[pos.place[unit]]
            close[side] += pos.steps[unit] / 20 if cost <= within else 0.0
            if side == JAPANESE:
                far.append(cost)
    pressure = sum(max(0, NEAR - cost) for cost in sorted(far)[:PRESSING]) / (2 * NEAR)
    return held, held * passed, pressure, close[JAPANESE], close[RUSSIAN]
