"""2.0 Game sequence: cards, reveal, actions, firing, melee; morale where it falls; and what opens and closes a turn."""

from __future__ import annotations

from typing import Final

from shapan.kernel import Frame, Step, phase, sequence

from .air.anti_air import air_attacks
from .air.raids import resolve_attacks
from .ending import dangers, end_turn
from .fire.firing import defensive_window, halt_fire, other_fire
from .fire.volley import bury
from .melee.bouts import melee
from .melee.morale import morale
from .movement.together import charge_minimum, simultaneous_move
from .orders.cards import allocate_cards, reveal_cards
from .orders.plans import plan_actions
from .position import YangtzePosition
from .setup import SettingUp
from .vessels.boarding import repel
from .vessels.overruns import overruns


def first_turn(pos: YangtzePosition) -> bool:
    return pos.turn == 1


def arrivals(pos: YangtzePosition) -> None:
    """S19.2: reinforcements come on before the cards are chosen."""
    pos.then(SettingUp(0), SettingUp(1))


def bombs_and_strafing(pos: YangtzePosition) -> None:
    """10.1, 10.2: attacks that were not spoilt are carried out with the other fire (R35)."""
    if pos.attacks:
        pos.then(*resolve_attacks(pos), Raids())


class Raids(Frame):
    """10.1: attacks from the air are being carried out."""


class EndRaids(Step[YangtzePosition, Raids]):
    """The end of the air attacks: those who fell are removed."""

    case = "10.1"

    def settle(self, pos: YangtzePosition, at: Raids) -> bool:
        pos.done()
        bury(pos)
        return False


TURN: Final = sequence(
    phase("0", "S19.2", arrivals, unless=first_turn),
    phase("1", "2", allocate_cards),
    phase("2", "2", reveal_cards),
    phase("3", "5.0", plan_actions),
    phase("3a", "13.4", overruns),
    phase("3b", "6.2", charge_minimum),
    phase("3c", "6.1", defensive_window),
    phase("3d", "5.0", simultaneous_move),
    phase("3e", "S14.6", repel),
    phase("4a", "10.3", air_attacks),
    phase("4b", "6.1", halt_fire),
    phase("4c", "7.1", other_fire),
    phase("4d", "10.1", bombs_and_strafing),
    phase("5", "13.2", melee),
    phase("6", "S14.7", dangers),
    phase("7", "14.2", morale),
    phase("8", "S19.4", end_turn),
)
