"""Arranging stacks: where only the top counter of a stack is seen, its owner may keep it in any order he likes."""

from __future__ import annotations

from typing import Any, ClassVar

from shapan.kernel import NONE, NOT_FREE, Action, Frame, Group, Options, Pieces, Place, Refusal, Side, SideName

from .forces import B, HexPosition


class Restack(Action, frozen=True):
    """A player arranges one of his own stacks, top first; allowed whoever is to act."""

    verb: ClassVar[str] = "restack"
    side: SideName
    hex: Place
    units: Pieces

    def author(self, actor: str) -> str:
        return self.side


class Restacking:
    """The rule of one game: under which case, and during which decisions nothing is being settled."""

    def __init__(self, case: str, quiet: frozenset[type[Frame]]) -> None:
        self.case, self.quiet = case, quiet

    def refusal(self, pos: HexPosition[Any], action: Restack) -> Refusal | None:
        """The whole of an own stack, at a quiet moment, and into another order."""
        if type(pos.top) not in self.quiet:
            return Refusal(self.case, "refusal.restack_now")
        stack = pos.stack_in(action.hex)
        if not stack or pos.book.side_of[stack[0]] != pos.book.sides.index(action.side):
            return Refusal(self.case, "refusal.restack_own", hex=action.hex)
        if sorted(stack) != sorted(action.units):
            return Refusal(self.case, "refusal.restack_all", hex=action.hex)
        if stack == action.units:  # nothing at all would happen, and yet it would come between the others and an undo
            return Refusal(self.case, "refusal.restack_same", hex=action.hex)
        return None

    def apply(self, pos: HexPosition[Any], action: Restack) -> None:
        """Nobody else learns of it, except by what then lies on top; without fog of war everybody sees it."""
        pos.restack(action.units)
        told = (action.side,) if pos.book.fog_of_war else None
        pos.tell(self.case, "event.restacked", told, side=action.side, hex=action.hex, units=action.units)

    def options(self, pos: HexPosition[Any], side: str) -> Options:
        """Each own stack with any one of its counters brought to the top; every other order may be typed."""
        if type(pos.top) not in self.quiet:
            return Options()
        own, groups = pos.occupied[pos.book.sides.index(side)], []
        for here, stack in pos.stacks():
            if len(stack) > 1 and own >> here & 1:
                orders = [(unit, *(mate for mate in stack if mate != unit)) for unit in stack[1:]]
                groups.append(Group(Restack, side, here, values=orders))
        return Options(*groups)


class RestackingPosition(HexPosition[B], kw_only=True, eq=False):
    """A position in which arranging stacks is the one thing that a side may do besides what is asked."""

    RESTACKING: ClassVar[Restacking]

    def free_refusal(self, action: Action) -> Refusal | None:
        return self.RESTACKING.refusal(self, action) if isinstance(action, Restack) else NOT_FREE

    def apply_free(self, action: Action) -> bool:
        if not isinstance(action, Restack):
            return False
        self.RESTACKING.apply(self, action)
        return True

    def free_options(self, side: Side) -> Options:
        return self.RESTACKING.options(self, side) if side in self.book.sides and not self.outcome else NONE
