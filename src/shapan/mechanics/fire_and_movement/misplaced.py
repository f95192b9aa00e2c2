"""Fire & Movement 4.1, 7.0: where in a combat an action belongs that is taken when no combat is under way."""

from __future__ import annotations

from typing import Final

from shapan.kernel import Action, Refusal
from shapan.mechanics.verbs import Advance, Halt, Join, Lose, Resolve

from .actions import Perish, Resist, Retreat, Support

PLACES: Final[dict[type[Action], tuple[str, str]]] = {
    Join: ("7.1", "refusal.attack_when"),
    Resolve: ("7.1", "refusal.attack_when"),
    Support: ("8.3", "refusal.attack_when"),
    Lose: ("7.6", "refusal.lose_when"),
    Retreat: ("7.7", "refusal.retreat_when"),
    Perish: ("7.7", "refusal.retreat_when"),
    Resist: ("7.8", "refusal.retreat_when"),
    Advance: ("7.9", "refusal.advance_when"),
    Halt: ("7.9", "refusal.advance_when"),
}


def out_of_combat(action: Action) -> Refusal | None:
    """The rule that says when this is done; None for whatever is no part of a combat."""
    place = PLACES.get(type(action))
    return None if place is None else Refusal(*place)
