"""How a game of Mukden stands: the chance of the Japanese, from the losses and from how near they are to the goals."""

from __future__ import annotations

from typing import Final

from shapan.kernel.doctrine import logistic

from .marches import march_to
from .position import JAPANESE, RUSSIAN, MukdenPosition
from .roads import shortest_threat
from .victory import stranded

NEAR: Final = 20
"""March points within which a Japanese unit presses on Mukden."""
PRESSING: Final = 8
"""So many of the nearest count."""
BEFORE_THE_TOWN: Final = {JAPANESE: 8, RUSSIAN: 6}
"""March points within which steps stand before Mukden."""
THREATENED: Final = 24
"""March points within which the railroad is threatened as long as it decides the game."""
WEIGHTS: Final = (0.512, -0.17, 1.169, 0.515, 1.121, 0.997, 0.774, -0.966, -0.683, -0.361, 0.062, 0.122, 0.882, -0.156)
"""Found by ``shapan calibrate mukden --games 100 --seed 1``."""


def japanese_chance(pos: MukdenPosition) -> float:
    return logistic(WEIGHTS, features(pos))


def features(pos: MukdenPosition) -> tuple[float, ...]:
    """Time, the exchange (4.3), Mukden and who is near it, the railroad (4.2), and the strength of both sides."""
    book = pos.book
    passed = (pos.turn - 1) / (book.turns - 1)
    much, little = book.loss_ratio
    lead = (pos.lost[RUSSIAN] + pos.strength(stranded(pos)) - pos.lost[JAPANESE] * much / little) / 10
    held = float(pos.japanese_held >> book.end_game_hex & 1)
    march = march_to(book, 1 << book.end_game_hex)
    far = sorted(march.get(pos.place[unit], 3 * NEAR) for unit in pos.on_map(JAPANESE))
    pressure = sum(max(0, NEAR - cost) for cost in far[:PRESSING]) / (2 * NEAR)
    steps = {
        side: [(march.get(pos.place[unit], 3 * NEAR), pos.steps[unit]) for unit in pos.on_map(side)]
        for side in (JAPANESE, RUSSIAN)
    }
    close = {side: sum(count for cost, count in steps[side] if cost <= BEFORE_THE_TOWN[side]) / 20 for side in steps}
    total = {side: sum(count for _, count in steps[side]) / 50 for side in steps}
    early = pos.turn in book.japanese_sudden_death_turns
    threat = max(0, THREATENED - shortest_threat(pos)) / 12 if early else 0.0
    return (
        1.0,
        passed,
        lead,
        lead * passed,
        held,
        held * passed,
        pressure,
        pressure * passed,
        close[RUSSIAN],
        close[RUSSIAN] * passed,
        close[JAPANESE],
        threat,
        total[JAPANESE] - total[RUSSIAN],
        min(far[0], NEAR) / 10 if far else 0.0,
    )
