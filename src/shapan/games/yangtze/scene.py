"""The scene: what follows from where everybody stands, kept for as long as nobody moves.

Like the roster it is good as long as the very same tuples are in place. Movement makes a new scene at every tick that
somebody looks at; everything in it is worked out when it is first wanted.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import compress
from operator import ne
from typing import TYPE_CHECKING, Any

from shapan.ground.table import Blinds

if TYPE_CHECKING:
    from shapan.ground.table import Bounds

    from .fire.targets import Aim
    from .position import YangtzePosition
    from .who import Figure, Shooter, Unit
    from .zones.tried import Tried


class Scene:
    """Places, and what the chapters remember about them; each memory belongs to the module that fills it."""

    __slots__ = (
        "aims",
        "blinds",
        "bodies",
        "boxes",
        "command",
        "floor",
        "known",
        "made_out",
        "made_out_inside",
        "promoted",
        "room",
        "roster",
        "rubble",
        "seen",
        "shut",
        "standing",
        "still",
        "through",
        "tried",
        "x",
        "y",
    )

    def __init__(self, pos: YangtzePosition, before: Scene | None = None) -> None:
        self.x, self.y, self.floor, self.room = pos.x, pos.y, pos.floor, pos.room
        self.rubble, self.shut = pos.rubble, pos.shut
        self.promoted = pos.promoted
        self.roster = pos.roster
        self.command: dict[Unit, int] = {}
        """4.0: the figures of a unit that are in command, one bit each."""
        self.standing = pos.standing
        moved = before.moved(pos) if before else set()
        self.boxes: dict[Unit, Bounds] = before.still_about(pos, moved) if before else {}
        """The upright rectangle about the centres of a unit's standing figures."""
        self.bodies = pos.bodies
        self.seen: dict[tuple[Figure, Figure], bool] = before.still_seen(pos, moved) if before else {}
        """S4: which figures in the open see each other, darkness apart; who falls leaves the others in view."""
        self.made_out: dict[tuple[Unit, Figure, bool], bool] = before.still_made_out(pos, moved) if before else {}
        """The same from what is driven and sailed, and whether those who have fired show in the dark."""
        self.made_out_inside: dict[tuple[Unit, Figure, bool], bool] = {}
        """The same of those in buildings."""
        self.blinds = Blinds()
        """What stands between those in the open who do not see each other; see :mod:`shapan.ground.table.sight`."""
        if before and before.rubble == pos.rubble:
            self.blinds = before.blinds
        self.through: dict[tuple[Figure, Figure], bool] = {}
        """S16.2: the same where one of the two is in a building."""
        self.aims: dict[tuple[tuple[Shooter, ...], Unit, int], tuple[int, Aim | None]] = {}
        """7.4: what groups of shooters see of units, and how far away the nearest of those is."""

        self.tried: dict[int, Tried] = before.tried if before else {}
        """S19.1: the points that were tried last for the units of each side; all scenes of a game share them."""
        self.still: dict[tuple[str, ...], tuple[tuple[Any, ...], dict[Hashable, Any]]] = {}
        """What holds while a side declares or plans; see :mod:`.orders.standstill`."""
        self.known: dict[tuple[Hashable, ...], Any] = {}
        """Whatever else a chapter has worked out; a key names it, with everything that it depends on besides."""

    def holds(self, pos: YangtzePosition) -> bool:
        """Is this still the scene of the position? Asked so often that the roster's own answer is spelt out."""
        roster = self.roster
        return (
            self.x is pos.x
            and self.y is pos.y
            and roster.fate is pos.fate
            and self.room is pos.room
            and self.floor is pos.floor
            and roster.at is pos.at
            and roster.aboard is pos.aboard
            and roster.damage is pos.damage
            and roster.owner is pos.owner
            and self.rubble == pos.rubble
            and self.shut == pos.shut
            and self.promoted == pos.promoted
        )

    def moved(self, pos: YangtzePosition) -> set[Figure]:
        """Who has come to another point since."""
        everyone = pos.book.everyone
        across = set() if self.x is pos.x else set(compress(everyone, map(ne, self.x, pos.x)))
        return across if self.y is pos.y else across.union(compress(everyone, map(ne, self.y, pos.y)))

    def still_about(self, pos: YangtzePosition, moved: set[Figure]) -> dict[Unit, Bounds]:
        """The rectangles about units of which nobody has moved, come or gone since."""
        if not moved and self.standing is pos.standing:
            return self.boxes
        units = {pos.book.figures[figure].unit for figure in moved}
        standing = self.standing
        return {
            unit: box for unit, box in self.boxes.items() if unit not in units and standing[unit] == pos.standing[unit]
        }

    def still_seen(self, pos: YangtzePosition, moved: set[Figure]) -> dict[tuple[Figure, Figure], bool]:
        """What is known of those in the open who have not moved since."""
        if not self.overlooks(pos):
            return {}
        if not moved:
            return self.seen
        return {pair: free for pair, free in self.seen.items() if pair[0] not in moved and pair[1] not in moved}

    def still_made_out(self, pos: YangtzePosition, moved: set[Figure]) -> dict[tuple[Unit, Figure, bool], bool]:
        """The same from vehicles and hulls."""
        if not self.overlooks(pos):
            return {}
        if not moved:
            return self.made_out
        return {line: free for line, free in self.made_out.items() if line[1] not in moved}

    def overlooks(self, pos: YangtzePosition) -> bool:
        """Is everything as it was that can be in the way of a line of sight?"""
        return (
            self.floor is pos.floor
            and self.shut == pos.shut
            and self.rubble == pos.rubble
            and (self.bodies is pos.bodies or self.bodies == pos.bodies)
        )

    def box(self, pos: YangtzePosition, unit: Unit) -> Bounds:
        """Left, top, right and bottom of a unit's standing figures; there must be one."""
        box = self.boxes.get(unit)
        if box is None:
            men = pos.standing[unit]
            xs, ys = [pos.x[f] for f in men], [pos.y[f] for f in men]
            box = self.boxes[unit] = (min(xs), min(ys), max(xs), max(ys))
        return box
