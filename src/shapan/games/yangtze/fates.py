"""What can become of figures, vehicles and vessels."""

from __future__ import annotations

from typing import Final

# What has become of a figure.
STANDING: Final = 0
TO_COME: Final = 1
ABOARD: Final = 2
LOST: Final = 3
DESERTED: Final = 4
ROUTED: Final = 5
LEFT: Final = 6
FALLEN: Final = frozenset({LOST, DESERTED, ROUTED})

# 12.0 damage of vehicles and vessels, one bit each.
HALF_SPEED: Final = 1
DISABLED: Final = 2
WHEEL: Final = 4
STEERING: Final = 8
ARMAMENT: Final = 16
WRECK: Final = 32
SUNK: Final = 64
