"""Actions out of place: where in the sequence of play something belongs that cannot be done now.

While something is under way the step that asks says what has to be done first. Between two actions there is no such
thing, and an action that belongs to another part of the turn is refused by the rule that says to which.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from shapan.kernel import Action, Frame, Position, Refusal

Belonging: TypeAlias = Mapping[type[Action], tuple[str, str]]
"""Case and reason for each sort of action that belongs elsewhere."""


def out_of_place(pos: Position[Any], elsewhere: Mapping[type[Frame], Belonging], action: Action) -> Refusal | None:
    """What the rules say of an action while this is asked; None where they say nothing in particular."""
    found = elsewhere.get(type(pos.top), {}).get(type(action))
    return Refusal(*found) if found else None
