"""Mukden 5.0 Turn sequence: the eight phases and what ends a turn."""

from __future__ import annotations

from typing import Final

from shapan.ground.hexes import Hex, Mask, bits
from shapan.kernel import (
    Action,
    Actor,
    DieStep,
    Frame,
    Group,
    Options,
    Param,
    Refusal,
    Step,
    amended,
    one,
    phase,
    sequence,
)
from shapan.mechanics.forces import OFF
from shapan.mechanics.hexoptions import Hexes
from shapan.mechanics.out_of_place import Belonging
from shapan.mechanics.verbs import Advance, Halt, Join, Lose, Pass

from .actions import COMBAT_FIRST, MOVEMENT_FIRST, Declare, Paralyse, PlaceCorps, Resolve
from .alternation import Fighting, Moving
from .position import MukdenPosition
from .sides import JAPANESE, RUSSIAN
from .stacking import full_hexes
from .victory import game_end

# --- phase I: 5.2 Russian Cavalry Corps Replacement Phase ---------------------------------------


def first_turn(pos: MukdenPosition) -> bool:
    """5.2: phase I is skipped on the first turn."""
    return pos.turn in pos.book.skip_phase_one_turns


def replace_cavalry_corps(pos: MukdenPosition) -> None:
    """5.2: a corps that has been eliminated returns; it does not choose to stay away."""
    corps = pos.book.corps
    if pos.place[corps] != OFF:
        return
    hexes = corps_hexes(pos)
    if not hexes:
        pos.tell("5.2", "event.corps_waits")
    elif hexes.bit_count() == 1:
        place_corps(pos, hexes.bit_length() - 1)
    else:
        pos.then(Returning())


def corps_hexes(pos: MukdenPosition) -> Mask:
    """5.2: Mukden, if it is Russian and has room; otherwise the Russian-controlled hexes of the railroad with room."""
    book = pos.book
    full = full_hexes(pos, RUSSIAN)[book.equivalents[book.corps]]
    free = ~(pos.japanese_held | full | pos.occupied[JAPANESE])
    first_choice = 1 << book.corps_first_choice
    return first_choice & free or book.railroad & free


def place_corps(pos: MukdenPosition, here: Hex) -> None:
    corps = pos.book.corps
    pos.steps = (*pos.steps[:corps], pos.book.start_steps[corps], *pos.steps[corps + 1 :])
    pos.put(corps, here)
    pos.tell("5.2", "event.corps_returns", unit=corps, hex=here)


class Returning(Frame, step="corps"):
    """5.2: the Russian player chooses where the Cavalry Corps returns."""


class ChooseCorpsHex(Step[MukdenPosition, Returning]):
    """The Russian player chooses among the hexes of the railroad."""

    case = "5.2"

    def actor(self, pos: MukdenPosition, at: Returning) -> Actor:
        return pos.book.sides[RUSSIAN]

    def options(self, pos: MukdenPosition, at: Returning) -> Options:
        return Options(Group(PlaceCorps, values=Hexes(corps_hexes(pos))))

    def refusal(self, pos: MukdenPosition, at: Returning, action: Action) -> Refusal | None:
        if not isinstance(action, PlaceCorps):
            return Refusal("5.2", "refusal.corps_first")
        if not corps_hexes(pos) >> action.hex & 1:
            return Refusal("5.2", "refusal.corps_hex", hex=action.hex)
        return None

    def apply(self, pos: MukdenPosition, at: Returning, action: Action) -> None:
        assert isinstance(action, PlaceCorps)
        pos.done()
        place_corps(pos, action.hex)


# --- phase II: 5.3 Japanese Phase Sequence Declaration Phase ------------------------------------


def declare_order(pos: MukdenPosition) -> None:
    pos.then(Declaring())


class Declaring(Frame, step="declare"):
    """5.3: the Japanese player declares the order of movement and combat."""


class DeclareOrder(Step[MukdenPosition, Declaring]):
    """Every turn anew the Japanese player says whether movement or combat comes first."""

    case = "5.3"

    def actor(self, pos: MukdenPosition, at: Declaring) -> Actor:
        return pos.book.sides[JAPANESE]

    def options(self, pos: MukdenPosition, at: Declaring) -> Options:
        return Options(Group(Declare, values=(MOVEMENT_FIRST, COMBAT_FIRST)))

    def refusal(self, pos: MukdenPosition, at: Declaring, action: Action) -> Refusal | None:
        return None if isinstance(action, Declare) else Refusal("5.3", "refusal.declare_first")

    def apply(self, pos: MukdenPosition, at: Declaring, action: Action) -> None:
        assert isinstance(action, Declare)
        pos.done()
        pos.order = action.first
        pos.tell("5.3", f"event.declared_{action.first}", side=pos.book.sides[JAPANESE])


# --- phases III and VI: 5.4 Russian Paralysis Determination Phases ------------------------------


def first_paralysis(pos: MukdenPosition) -> None:
    """Phase III: on the first turn the counters tell who was set up where (2.3, 3.2), and no order hides it."""
    if first_turn(pos):
        pos.then(Paralysis())
    else:
        paralysis(pos)


def paralysis(pos: MukdenPosition) -> None:
    """Recovery has turned up whoever came last: where there is anything to hide, the stacks are arranged first."""
    stacked = len(pos.on_map(RUSSIAN)) > pos.occupied[RUSSIAN].bit_count()
    if stacked and pos.book.fog_of_war:
        pos.then(Arranging(), Paralysis())
    else:
        pos.then(Paralysis())


class Arranging(Frame, step="arrange"):
    """6.2: before the roll the Russian player puts his stacks in order (R46)."""


class ArrangeStacks(Step[MukdenPosition, Arranging]):
    """6.2, R46: the Russian player arranges his stacks, which is always free, and says when the die may be cast."""

    case = "6.2"

    def actor(self, pos: MukdenPosition, at: Arranging) -> Actor:
        return pos.book.sides[RUSSIAN]

    def options(self, pos: MukdenPosition, at: Arranging) -> Options:
        return Options(one(Pass()))

    def refusal(self, pos: MukdenPosition, at: Arranging, action: Action) -> Refusal | None:
        return None if isinstance(action, Pass) else Refusal("6.2", "refusal.arrange_first")

    def apply(self, pos: MukdenPosition, at: Arranging, action: Action) -> None:
        pos.done()


class Paralysis(Frame):
    """5.4: the roll for the number of Russian units that are out of action."""


class RollParalysis(DieStep[MukdenPosition, Paralysis]):
    """The Japanese player rolls openly; half the die, rounded down, is the number of Russian units out of action."""

    case = "5.4"

    def rolled(self, pos: MukdenPosition, at: Paralysis, face: int) -> None:
        pos.done()
        count = min(pos.book.paralysed_by_die[face - 1], len(pos.on_map(RUSSIAN)))
        pos.tell("5.4", "event.paralysis_roll", die=face, count=count)
        if count:
            pos.then(Paralysing(count))


class Paralysing(Frame, step="paralyse"):
    """5.4: the Japanese player names those units."""

    left: int
    """How many are still to be named."""


class ChooseParalysed(Step[MukdenPosition, Paralysing]):
    """The Japanese player names a counter by its hex and its place in the stack, seen or not (R46)."""

    case = "5.4"

    def actor(self, pos: MukdenPosition, at: Paralysing) -> Actor:
        return pos.book.sides[JAPANESE]

    def options(self, pos: MukdenPosition, at: Paralysing) -> Options:
        groups = []
        for here in bits(pos.occupied[RUSSIAN]):
            stack = pos.stack_in(here)
            depths = tuple(depth for depth, unit in enumerate(stack, 1) if not pos.disrupted >> unit & 1)
            groups.append(Group(Paralyse, here, values=depths))
        return Options(*groups)

    def refusal(self, pos: MukdenPosition, at: Paralysing, action: Action) -> Refusal | None:
        if not isinstance(action, Paralyse):
            return Refusal("5.4", "refusal.paralyse_first")
        if not pos.occupied[RUSSIAN] >> action.hex & 1:
            return Refusal("5.4", "refusal.paralyse_russian", hex=action.hex)
        stack = pos.stack_in(action.hex)
        if action.depth > len(stack):
            return Refusal("5.4", "refusal.paralyse_depth", hex=action.hex, count=len(stack))
        if pos.disrupted >> stack[action.depth - 1] & 1:
            return Refusal("5.4", "refusal.paralyse_twice", hex=action.hex)
        return None

    def apply(self, pos: MukdenPosition, at: Paralysing, action: Action) -> None:
        assert isinstance(action, Paralyse)
        unit = pos.stack_in(action.hex)[action.depth - 1]
        pos.disrupt(1 << unit)
        japanese, russian = pos.book.sides
        if action.depth == 1 or not pos.book.fog_of_war:
            pos.tell("5.4", "event.paralysed", unit=unit, hex=action.hex)
        else:
            pos.tell("5.4", "event.paralysed", (russian,), unit=unit, hex=action.hex)
            pos.tell("5.4", "event.paralysed_unseen", (japanese, "spectator"), hex=action.hex, depth=action.depth)
        if at.left > 1:
            pos.become(amended(at, left=at.left - 1))
        else:
            pos.done()

    def prompt(self, pos: MukdenPosition, at: Paralysing) -> tuple[str, dict[str, Param]]:
        return "prompt.paralyse", {"count": at.left}


# --- phases IV and VII: 5.5 Alternating Actions, see actions of movement and combat -------------


def first_actions(pos: MukdenPosition) -> None:
    """Phase IV: a combat phase here makes the bombardment markers available (5.3, 9.7)."""
    begin_actions(pos, combat=pos.order == COMBAT_FIRST, markers=pos.book.markers)


def second_actions(pos: MukdenPosition) -> None:
    """Phase VII: whichever kind was not declared to come first; never with markers."""
    begin_actions(pos, combat=pos.order == MOVEMENT_FIRST, markers=0)


def begin_actions(pos: MukdenPosition, combat: bool, markers: int) -> None:
    """5.5: the Japanese player always takes the first action."""
    pos.markers = markers if combat else 0
    pos.then(Fighting(JAPANESE) if combat else Moving(JAPANESE))


# --- phases V and VIII: 5.6 Recovery Phases -----------------------------------------------------


def recovery(pos: MukdenPosition) -> None:
    """5.6: all units of both sides are turned face up; 5.5, 9.7: passes and markers are of one phase alone."""
    pos.disrupted = 0
    pos.passed = 0
    pos.markers = 0
    pos.tell("5.6", "event.recovery")


# --- 5.7 Ending a turn and ending a game --------------------------------------------------------


def end_turn(pos: MukdenPosition) -> None:
    """5.7: the marker moves on; after the last turn section 4.0 is consulted."""
    pos.order = ""
    if pos.turn >= pos.book.turns:
        pos.end(game_end(pos))
    else:
        pos.turn += 1
        pos.tell("5.7", "event.turn", turn=pos.turn)


# --- 5.0 every action in its part of the sequence, and the sequence itself ----------------------

CORPS_WHEN: Final = ("5.2", "refusal.corps_when")
OF_EARLIER_PHASES: Final[Belonging] = {
    PlaceCorps: CORPS_WHEN,
    Declare: ("5.3", "refusal.declared"),
    Paralyse: ("5.4", "refusal.paralyse_when"),
}
OF_A_BATTLE: Final[Belonging] = {
    Join: ("9.0", "refusal.nothing_begun"),
    Resolve: ("9.0", "refusal.nothing_begun"),
    Lose: ("9.10", "refusal.lose_when"),
    Advance: ("9.11", "refusal.advance_when"),
    Halt: ("9.11", "refusal.advance_when"),
}
ELSEWHERE: Final[dict[type[Frame], Belonging]] = {
    Declaring: {PlaceCorps: CORPS_WHEN},
    Moving: OF_EARLIER_PHASES,
    Fighting: {**OF_EARLIER_PHASES, **OF_A_BATTLE},
}
"""Where an action belongs that cannot be taken now; of a battle in a movement phase 5.5 says enough."""

TURN: Final = sequence(
    phase("I", "5.2", replace_cavalry_corps, unless=first_turn),
    phase("II", "5.3", declare_order),
    phase("III", "5.4", first_paralysis),
    phase("IV", "5.5", first_actions),
    phase("V", "5.6", recovery),
    phase("VI", "5.4", paralysis),
    phase("VII", "5.5", second_actions),
    phase("VIII", "5.6", recovery),
    phase("end", "5.7", end_turn),
)
