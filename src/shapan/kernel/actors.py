"""Who can owe a decision: a side, the dice, or nobody once the game is over."""

from typing import Final, TypeAlias

Side: TypeAlias = str
"""The id of a side as the game's data spells it, for example ``"japanese"``."""

Actor: TypeAlias = str
"""A side, :data:`DICE` or :data:`NOBODY`."""

DICE: Final = "dice"
NOBODY: Final = "nobody"
SPECTATOR: Final = "spectator"
"""Not an actor: the name under which :meth:`Position.view` shows what everybody may know."""
