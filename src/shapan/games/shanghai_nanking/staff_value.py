"""How the Shanghai-Nanking Campaign stands: the chance of the Chinese to win, from what both players can count."""

from __future__ import annotations

from math import exp

from .position import CampaignPosition
from .sides import CHINESE, JAPANESE
from .staff_ground import ground_of


def chance(pos: CampaignPosition) -> float:
    """A logistic of the balance."""
    return 1 / (1 + exp(-balance(pos)))


def balance(pos: CampaignPosition) -> float:
    """Positive when the Chinese are ahead."""
    return 0.0
