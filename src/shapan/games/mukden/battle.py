"""Mukden 9.0: a combat action under way: what is handed from step to step, in the order in which they come.

Joining → Strike → Losing, twice → Aftermath → Advancing → Momentum → Joining once more (9.3); a probe goes from Joining
straight to Momentum. Whichever is the last turns everybody over. What is being joined may be called off (6.2) and leads
back to where it was begun.
"""

from __future__ import annotations

from shapan.ground.hexes import Hex
from shapan.kernel import Frame, SideFrame

from .position import Units


class Joining(Frame, step="join"):
    """9.0, 9.13: an attack or a probe is being put together."""

    probing: bool
    target: Hex
    units: Units
    """Who takes part so far."""
    pool: Units
    """Who may still join, if they stand beside the target."""
    involved: Units
    """Who took part in what went before in this action; they are turned over with the others when it ends (9.3)."""
    momentum: bool
    """9.12: is this the second attack of the action?"""
    may_probe: bool
    """9.13: false if the action began with a probe (R21)."""


class Battle(Frame):
    """9.8 to 9.11: an attack that cannot be called off any more; both sides' units are laid open (6.2)."""

    target: Hex
    units: Units
    """Who attacks."""
    involved: Units
    """Everybody who is turned over when the action ends (9.3), the attackers included."""
    momentum: bool
    """9.12: is this the second attack of the action?"""


class Strike(Battle):
    """9.8: the attacker rolls the die."""

    column: int
    """9.6: the final column of the combat results table."""


class Losing(SideFrame, step="lose"):
    """9.10: the side apportions its losses."""

    units: Units
    """Its units of this battle, the dead included."""
    left: int
    """9.9: steps still to be lost."""


class Aftermath(Battle):
    """9.1, 9.11: what comes after the losses."""


class Advancing(Frame, step="advance"):
    """9.11: attackers may enter the emptied hex."""

    target: Hex
    units: Units
    """The attackers that are left."""
    advanced: Units
    """Those of them that have entered."""
    involved: Units
    """Everybody who is turned over when the action ends (9.3)."""
    momentum: bool
    """9.12: was this the second attack of the action?"""


class Momentum(Frame):
    """9.12: units that advanced or probed may attack once more."""

    advanced: Units
    """Who may."""
    involved: Units
    """Everybody who is turned over when the action ends (9.3)."""
    may_probe: bool
    """9.13: false if the action began with a probe (R21)."""
