"""Storm Over Taierzhuang 4.0 Sequence of play: set-up once, then six phases a turn."""

from __future__ import annotations

from typing import ClassVar, Final

from shapan.kernel import Frame, Step, phase, sequence

from . import reinforcements, setup
from .actions import Throw
from .chits import Discarding, Replenishing, clear_played
from .dice import ThrowStep
from .impulse import Impulse
from .position import TaierzhuangPosition
from .sides import CHINESE, JAPANESE
from .supply import AirDrop, Guerrillas, check_supply
from .victory import after_turn


def later_turns(pos: TaierzhuangPosition) -> bool:
    return bool(pos.limits)


def set_up(pos: TaierzhuangPosition) -> None:
    """3.0, before the first turn."""
    setup.begin(pos)


# --- 1) TC Phase, 2) Reinforcement Phase ------------------------------------------------------------


def tactical_chits(pos: TaierzhuangPosition) -> None:
    pos.tell("4.0", "event.turn", turn=pos.turn, date=pos.book.dates[pos.turn - 1])
    pos.then(Replenishing(JAPANESE))


def no_reinforcements(pos: TaierzhuangPosition) -> bool:
    """4.0: starting on turn 2."""
    return pos.turn < pos.book.reinforcements_from


def reinforcement(pos: TaierzhuangPosition) -> None:
    reinforcements.begin(pos)


# --- 3) Random Event Phase --------------------------------------------------------------------------


def random_event(pos: TaierzhuangPosition) -> None:
    clear_played(pos)
    pos.drm = 0
    pos.then(EventRoll())


class EventRoll(Frame, step="event"):
    """4.0: both players roll for the Random Event."""


class RollEvent(ThrowStep[EventRoll]):
    """4.0: a D6 of each player; the total finds the line of the chart."""

    case: ClassVar[str] = "4.0"

    def thrown(self, pos: TaierzhuangPosition, at: EventRoll, throw: Throw) -> None:
        pos.done()
        pos.event = throw.first + throw.second
        drawn = pos.book.events[pos.event]
        if nothing_happens(pos):
            pos.tell("4.0", "event.no_event", total=pos.event, name=drawn.name)
        else:
            pos.tell("4.0", "event.random_event", total=pos.event, name=drawn.name, effect=drawn.text)
        happen(pos)


def nothing_happens(pos: TaierzhuangPosition) -> bool:
    """4.0: a line of the chart without effect, or units from an empty pool (R-63)."""
    effect = pos.event_effect()
    if effect != "reinforcement":
        return effect == "none"
    return not pos.at[pos.book.pool[pos.book.sides.index(pos.book.events[pos.event].side)]]


def happen(pos: TaierzhuangPosition) -> None:
    """4.0, 5.1, 6.1, 6.2: what the event does at once; the rest is looked up while the turn lasts."""
    event, effect = pos.book.events[pos.event], pos.event_effect()
    if not event.side or nothing_happens(pos):
        return
    side = pos.book.sides.index(event.side)
    if effect == "reinforcement":
        pos.then(reinforcements.Quantity(side, again=False))
    elif effect == "no_flip":
        pos.eager |= 1 << side
    elif effect == "maximum":
        shift = list(pos.next_shift)
        shift[side] += event.value
        pos.next_shift = shift[0], shift[1]
    elif effect == "hesitation":
        pos.next_drm = event.value


# --- 4) Initiative Phase ----------------------------------------------------------------------------


def initiative(pos: TaierzhuangPosition) -> None:
    """4.0: on turn 1 without a roll."""
    if pos.turn == 1:
        pos.initiative = pos.book.first_initiative
    else:
        pos.then(InitiativeRoll())


class InitiativeRoll(Frame, step="initiative"):
    """4.0: both players roll for the initiative."""


class RollInitiative(ThrowStep[InitiativeRoll]):
    """4.0: the higher D6 goes first; ties are rolled again."""

    case: ClassVar[str] = "4.0"

    def thrown(self, pos: TaierzhuangPosition, at: InitiativeRoll, throw: Throw) -> None:
        if throw.first == throw.second:
            pos.tell("4.0", "event.initiative_tie", die=throw.first)
            return
        pos.done()
        pos.initiative = JAPANESE if throw.first > throw.second else CHINESE
        winner = pos.name(pos.initiative)
        pos.tell("4.0", "event.initiative", side=winner, first=throw.first, second=throw.second)


# --- 5) Impulse Phase -------------------------------------------------------------------------------


def impulses(pos: TaierzhuangPosition) -> None:
    pos.then(Impulse(pos.initiative))


# --- 6) End Phase -----------------------------------------------------------------------------------


def end_phase(pos: TaierzhuangPosition) -> None:
    """R-30: the chits of the End Phase, China first; then discards, supply, recovery, victory, next turn."""
    clear_played(pos)
    nothing = (0,) * len(pos.book.chits)
    discards = [Discarding(JAPANESE, nothing)] if pos.turn < pos.book.turns else []
    pos.then(Guerrillas(), AirDrop(), *discards, TurnEnd())


class TurnEnd(Frame, step="end_turn"):
    """4.0: what ends the End Phase."""


class EndTurn(Step[TaierzhuangPosition, TurnEnd]):
    """4.0: supply, recovery, victory, and the turn marker moves on."""

    case: ClassVar[str] = "4.0"

    def settle(self, pos: TaierzhuangPosition, at: TurnEnd) -> bool:
        pos.done()
        check_supply(pos)
        after_turn(pos)
        if pos.outcome is None:
            self._advance(pos)
        return False

    def _advance(self, pos: TaierzhuangPosition) -> None:
        clear_played(pos)
        pos.cut = pos.dropped = 0
        pos.event = pos.eager = 0
        pos.shift, pos.next_shift = pos.next_shift, (0, 0)
        pos.drm, pos.next_drm = pos.next_drm, 0
        pos.turn += 1


TURN: Final = sequence(
    phase("0", "3.0", set_up, unless=later_turns),
    phase("1", "4.0", tactical_chits),
    phase("2", "4.0", reinforcement, unless=no_reinforcements),
    phase("3", "4.0", random_event),
    phase("4", "4.0", initiative),
    phase("5", "4.0", impulses),
    phase("6", "4.0", end_phase),
)
