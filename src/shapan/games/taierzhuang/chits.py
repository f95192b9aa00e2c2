"""Storm Over Taierzhuang 5.0 Tactical Chits: hands, cups, playing, discarding.

How many chits a side holds is public, which ones is not; whoever plays one shows it, and it returns to its cup when the
impulse or phase ends (5.2, R-30). Numbers and effects stand in ``data/charts.toml``. What each kind does, and where:

J-HA, C-HA Heavy Artillery   attacks an area that somebody observes           impulse, bombardment
J-BS Bomber Support          attacks any area                                 impulse, bombardment
J-FS Fighter Support         attacks an area observed over land               impulse, bombardment
C-AF Air Force               attacks any area                                 impulse, bombardment
J-WE Will of the Emperor     makes the Spent units of a place Ready           impulse, bombardment
J-BZ Banzai                  infantry steps into an area and attacks there    assault, attack
C-NA Night Attack            units attack where they are or one step away     assault, attack
C-RD Resolute Defenders      Case 1: Spent units too attack where they are    assault, attack
C-RD Resolute Defenders      Case 2: adds to the Defense Total of one attack  combat
C-LC Li Tsung Jen's Command  several areas act in one impulse                 impulse, squads, closing
J-EN Engineers               adds to an attack by infantry                    attack
C-DD Dare to Die             adds to an attack inside an area; tanks first    attack, damage
J-AS Armoured Spearhead      tanks are not flipped for their action           movement, attack, concentration, closing
C-AT PaK 36                  fires at tanks that enter or fire                anti_tank
C-GU Guerrillas              cut an area off in the End Phase                 supply
J-AD Air Drop                supplies an area in the End Phase                supply
C-GO Generalissimo's Order   modifies the first KMT reinforcement roll        reinforcements

The chit of 12.7 is none of these: it lies with one side or the other for all to see (``concentration``).
"""

from __future__ import annotations

from operator import add, sub
from typing import ClassVar

from shapan.kernel import (
    DICE,
    Action,
    Actor,
    Chances,
    Group,
    Options,
    Param,
    Refusal,
    SideFrame,
    SideStep,
    amended,
    one,
)

from .actions import Discard, Draw, Keep, Take
from .position import TaierzhuangPosition
from .sides import CHINESE, JAPANESE


def changed(counts: tuple[int, ...], chit: int, by: int) -> tuple[int, ...]:
    """Counts of chits with one kind changed."""
    return (*counts[:chit], counts[chit] + by, *counts[chit + 1 :])


def is_chit(pos: TaierzhuangPosition, piece: int) -> bool:
    """Does a piece stand for a chit? The others are units."""
    return piece >= pos.book.first_chit


def chit_of(pos: TaierzhuangPosition, piece: int) -> int:
    """The chit that such a piece stands for."""
    return piece - pos.book.first_chit


def piece(pos: TaierzhuangPosition, chit: int) -> int:
    """The piece that stands for a kind of chit in actions and texts."""
    return pos.book.first_chit + chit


def effect_piece(pos: TaierzhuangPosition, effect: str) -> int:
    return piece(pos, pos.book.by_effect[effect])


def in_hand(pos: TaierzhuangPosition, side: int, number: int, case: str = "5.2") -> Refusal | None:
    """5.2: only chits that one holds can be played; 5.3, 6.1, 6.2: or discarded."""
    chit = chit_of(pos, number)
    if not is_chit(pos, number) or pos.book.chit_side[chit] != side:
        return Refusal(case, "refusal.not_your_chit")
    if not pos.hands[chit]:
        return Refusal(case, "refusal.not_in_hand", piece=number)
    return None


def holds(pos: TaierzhuangPosition, effect: str) -> bool:
    """Whether the owner of this kind of chit has one in his hand."""
    return pos.hands[pos.book.by_effect[effect]] > 0


def grounded(pos: TaierzhuangPosition, chit: int) -> bool:
    """Rain and Mist keeps aircraft on the ground."""
    entry = pos.book.chits[chit]
    return pos.event_effect() == "no_air" and (entry.air or entry.effect == "air_drop")


def spend(pos: TaierzhuangPosition, number: int) -> None:
    """5.2: a chit is played and shown: what the other side has seen it cannot forget."""
    chit = chit_of(pos, number)
    pos.learned()
    pos.hands = changed(pos.hands, chit, -1)
    pos.played = changed(pos.played, chit, +1)
    pos.tell("5.2", "event.chit_played", side=pos.name(pos.book.chit_side[chit]), piece=number)


def give_back(pos: TaierzhuangPosition, number: int) -> None:
    """5.3, R-50: a chit goes back into the cup unseen."""
    chit = chit_of(pos, number)
    pos.hands = changed(pos.hands, chit, -1)
    pos.cups = changed(pos.cups, chit, +1)


def clear_played(pos: TaierzhuangPosition) -> None:
    """5.2: chits that were played return to their cups, unless their text takes them out of the game."""
    if any(pos.played):
        chits = pos.book.chits
        back = (shown if chits[chit].after == "cup" else 0 for chit, shown in enumerate(pos.played))
        pos.cups = tuple(map(add, pos.cups, back))
        pos.played = (0,) * len(chits)


# --- 5.1 Replenishing -------------------------------------------------------------------------------


class Replenishing(SideFrame, step="replenish"):
    """5.1: this side's hand is being filled; the Japanese one comes first."""


class Replenish(SideStep[TaierzhuangPosition, Replenishing]):
    """5.1: each hand is filled from its cup (R-05); by chance, or by choice under 12.1 and 12.2."""

    case: ClassVar[str] = "5.1"

    def settle(self, pos: TaierzhuangPosition, at: Replenishing) -> bool:
        for side in range(at.side, CHINESE + 1):
            if missing(pos, side) > 0:
                pos.become(Replenishing(side))
                return True
        pos.done()
        return False

    def actor(self, pos: TaierzhuangPosition, at: Replenishing) -> Actor:
        return super().actor(pos, at) if chooses(pos, at.side) else DICE

    def options(self, pos: TaierzhuangPosition, at: Replenishing) -> Options:
        there = [chit for chit in pos.book.chits_of[at.side] if pos.cups[chit]]
        if chooses(pos, at.side):
            return Options(Group(Take, values=[piece(pos, chit) for chit in there]))
        return Chances([Draw(piece(pos, chit)) for chit in there], [pos.cups[chit] for chit in there])

    def refusal(self, pos: TaierzhuangPosition, at: Replenishing, action: Action) -> Refusal | None:
        if isinstance(action, Take) and not chooses(pos, at.side):
            return Refusal("12.2", "refusal.option_off")
        return super().refusal(pos, at, action)

    def apply(self, pos: TaierzhuangPosition, at: Replenishing, action: Action) -> None:
        assert isinstance(action, Draw | Take)
        side = at.side
        chit = chit_of(pos, action.piece)
        pos.cups = changed(pos.cups, chit, -1)
        pos.hands = changed(pos.hands, chit, +1)
        pos.tell("5.1", "event.chit_drawn", (pos.name(side),), side=pos.name(side), piece=action.piece)
        if missing(pos, side) == 0:
            pos.tell("5.1", "event.hand_filled", side=pos.name(side), count=pos.held(side))

    def prompt(self, pos: TaierzhuangPosition, at: Replenishing) -> tuple[str, dict[str, Param]]:
        return "prompt.replenish", {"side": pos.name(at.side), "count": missing(pos, at.side)}


def missing(pos: TaierzhuangPosition, side: int) -> int:
    """5.1: how many chits this side draws now."""
    room = pos.maximum(side, pos.turn, pos.shift[side]) - pos.held(side)
    return min(max(room, 0), pos.in_cup(side))


def chooses(pos: TaierzhuangPosition, side: int) -> bool:
    """12.1: the Japanese on turn 1; 12.2: both always."""
    switches = pos.book.switches
    return bool(switches["free_tc_choice"] or (switches["japanese_initiative"] and side == JAPANESE and pos.turn == 1))


# --- 5.3 Discards -----------------------------------------------------------------------------------


class Discarding(SideFrame, step="discard"):
    """5.3: a side decides which chits to give back, the Japanese first."""

    chosen: tuple[int, ...]
    """How many of each kind of chit will go back into the cup."""


class DiscardChits(SideStep[TaierzhuangPosition, Discarding]):
    """5.3: one side after the other; how many chits go back into the cup is seen, which ones is not (R-50)."""

    case: ClassVar[str] = "5.3"
    sealed = True

    def options(self, pos: TaierzhuangPosition, at: Discarding) -> Options:
        left = [chit for chit in pos.book.chits_of[at.side] if pos.hands[chit] > at.chosen[chit]]
        groups: list[Group[Action]] = [Group(Discard, values=[piece(pos, chit) for chit in left])]
        if not self._too_many(pos, at):
            groups.append(one(Keep()))
        return Options(*groups)

    def refusal(self, pos: TaierzhuangPosition, at: Discarding, action: Action) -> Refusal | None:
        if isinstance(action, Keep):
            limit = self._limit(pos, at.side)
            return Refusal("5.3", "refusal.too_many_chits", count=limit) if self._too_many(pos, at) else None
        if not isinstance(action, Discard):
            return Refusal("5.3", "refusal.discard_now")
        if refusal := in_hand(pos, at.side, action.chit, "5.3"):
            return refusal
        if pos.hands[chit_of(pos, action.chit)] <= at.chosen[chit_of(pos, action.chit)]:
            return Refusal("5.3", "refusal.not_in_hand", piece=action.chit)
        return None

    def _limit(self, pos: TaierzhuangPosition, side: int) -> int:
        return pos.maximum(side, pos.turn + 1, pos.next_shift[side])

    def _too_many(self, pos: TaierzhuangPosition, at: Discarding) -> bool:
        mine = sum(at.chosen[chit] for chit in pos.book.chits_of[at.side])
        return pos.held(at.side) - mine > self._limit(pos, at.side)

    def apply(self, pos: TaierzhuangPosition, at: Discarding, action: Action) -> None:
        if isinstance(action, Discard):
            pos.become(amended(at, chosen=changed(at.chosen, chit_of(pos, action.chit), +1)))
            name = pos.name(at.side)
            pos.tell("5.3", "event.chit_discarded", (name,), side=name, piece=action.chit)
        else:
            self._carry_out(pos, at)
            if at.side == JAPANESE:
                pos.become(Discarding(CHINESE, (0,) * len(at.chosen)))
            else:
                pos.done()

    def _carry_out(self, pos: TaierzhuangPosition, at: Discarding) -> None:
        pos.tell("5.3", "event.discards", side=pos.name(at.side), count=sum(at.chosen))
        pos.hands = tuple(map(sub, pos.hands, at.chosen))
        pos.cups = tuple(map(add, pos.cups, at.chosen))
        pos.learned()
