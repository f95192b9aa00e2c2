"""Shanghai-Nanking Campaign 3.1 Set-up: where the text leaves the Chinese player a choice."""

from __future__ import annotations

from shapan.ground.hexes import Mask, mask_of
from shapan.kernel import Action, Actor, Frame, Group, Options, Refusal, Step
from shapan.mechanics.forces import OFF
from shapan.mechanics.hexoptions import Hexes

from .actions import Station
from .position import CampaignPosition
from .sides import CHINESE


def open_hexes(pos: CampaignPosition, unit: int) -> Mask:
    """13.0: the hexes of the garrison's group that have none of the group yet."""
    units, hexes = next(group for group in pos.book.letters if unit in group[0])
    return hexes & ~mask_of(pos.place[mate] for mate in units if pos.place[mate] != OFF)


class Stationing(Frame, step="station"):
    """3.1: lettered garrisons are still to be placed."""


class StationGarrisons(Step[CampaignPosition, Stationing]):
    """3.1, 13.0: with the switch on, the lettered garrisons are placed one by one, the rest of the set-up standing."""

    case = "3.1"

    def settle(self, pos: CampaignPosition, at: Stationing) -> bool:
        if self._waiting(pos):
            return True
        pos.done()
        return False

    def _waiting(self, pos: CampaignPosition) -> list[int]:
        return [unit for units, _ in pos.book.letters for unit in units if pos.place[unit] == OFF]

    def actor(self, pos: CampaignPosition, at: Stationing) -> Actor:
        return pos.book.sides[CHINESE]

    def options(self, pos: CampaignPosition, at: Stationing) -> Options:
        return Options(*(Group(Station, unit, values=Hexes(open_hexes(pos, unit))) for unit in self._waiting(pos)))

    def refusal(self, pos: CampaignPosition, at: Stationing, action: Action) -> Refusal | None:
        if not isinstance(action, Station):
            return Refusal("3.1", "refusal.set_up_first")
        if action.unit not in self._waiting(pos):
            return Refusal("3.1", "refusal.set_up_unit")
        if not open_hexes(pos, action.unit) >> action.hex & 1:
            return Refusal("13.0", "refusal.set_up_hex", unit=action.unit, hex=action.hex)
        return None

    def apply(self, pos: CampaignPosition, at: Stationing, action: Action) -> None:
        assert isinstance(action, Station)
        pos.put(action.unit, action.hex)
        pos.tell("3.1", "event.placed", unit=action.unit, hex=action.hex)
