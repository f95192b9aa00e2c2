"""Positions made to measure: units where a test wants them, at the phase that it wants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from shapan.games import game
from shapan.games.shanghai_incident.position import ShanghaiPosition
from shapan.kernel import Event, Refusal
from shapan.mechanics.fire_and_movement.terms import Battle
from shapan.mechanics.forces import OFF

GAME = game("shanghai_incident")
DEFAULT = GAME.book()
J, C = 0, 1
QUIET = {"J-3Sas": "1125", "C-78-1": "0303"}


def unit(name: str) -> int:
    number: int = DEFAULT.lexicon.piece_numbers[name]
    return number


def hexes(names: str) -> int:
    mask: int = DEFAULT.grid.hexes(names)
    return mask


def at(name: str) -> int:
    index: int = DEFAULT.grid.index(name)
    return index


def situation(
    units: Mapping[str, str], phase: str = "", switches: Mapping[str, Any] | None = None, **fields: Any
) -> ShanghaiPosition:
    """Only these units are on the map, "hex" at full strength or "hex-" reduced; then the phase begins.

    A phase is named as the clock names it: J1 is the first phase of the Japanese, C2 the second of the Chinese.
    """
    pos = GAME.start(switches={"historical_setup": True, **(switches or {})})
    assert isinstance(pos, ShanghaiPosition)
    place, steps = [OFF] * len(pos.place), list(pos.book.full_steps)
    for name, where in units.items():
        place[unit(name)] = at(where.rstrip("-"))
        if where.endswith("-"):
            steps[unit(name)] = 1
    pos.place, pos.steps = tuple(place), tuple(steps)
    for field, value in fields.items():
        assert field in pos.__struct_fields__
        setattr(pos, field, value)
    pos.derive()
    pos.stack, pos.moved, pos.rides = (), 0, 0
    if phase:
        begin(pos, phase)
    return pos


def begin(pos: ShanghaiPosition, phase: str) -> None:
    """Start a phase, whatever was going on."""
    numbers = [entry.number for entry in pos.book.phases]
    pos.stack = ()
    pos.phase = numbers.index(phase)
    pos.book.phases[pos.phase].begin(pos)
    pos.settle()


def battle(pos: ShanghaiPosition) -> Battle:
    """The battle that is under way."""
    assert isinstance(pos.top, Battle)
    return pos.top


def do(pos: ShanghaiPosition, *lines: str) -> list[Event]:
    """Play these lines of notation; the events of all of them."""
    told: list[Event] = []
    for line in lines:
        pos.push(GAME.parse(pos, line), told.append)
    return told


def refused(pos: ShanghaiPosition, line: str) -> str:
    """The case under which a line is refused; it must not be legal."""
    refusal = pos.refusal(GAME.parse(pos, line))
    assert isinstance(refusal, Refusal), f"{line} is legal"
    before = pos.key()
    with pytest.raises(Refusal):
        pos.push(GAME.parse(pos, line))
    assert pos.key() == before
    assert refusal.text
    assert "{" not in refusal.text
    return refusal.case


def reason(pos: ShanghaiPosition, line: str) -> str:
    """The words in which a line is refused, by their key."""
    refusal = pos.refusal(GAME.parse(pos, line))
    assert refusal is not None, f"{line} is legal"
    return refusal.key.removeprefix("refusal.")


def legal(pos: ShanghaiPosition, line: str) -> bool:
    return pos.refusal(GAME.parse(pos, line)) is None


def where(pos: ShanghaiPosition, name: str) -> str:
    """The hex of a unit, or where else it is: pool, eliminated, lost."""
    number = unit(name)
    if pos.place[number] != OFF:
        return str(pos.book.grid.name(pos.place[number]))
    if pos.lost >> number & 1:
        return "lost"
    return "pool" if pos.steps[number] else "eliminated"


def keys(events: list[Event]) -> list[str]:
    return [event.key.removeprefix("event.") for event in events]


def options(pos: ShanghaiPosition, verb: str) -> set[str]:
    """The options of a verb, in notation without the verb."""
    found = (GAME.format(pos, action) for action in pos.options() if action.verb == verb)
    return {text.partition(" ")[2] for text in found}


def pausing(units: dict[str, str] | None = None, number: int = 4, **fields: Any) -> ShanghaiPosition:
    """A pause has just been declared; the logistics dice are to be rolled."""
    chosen = fields.pop("switches", None)
    return situation(units or QUIET, "P", chosen, pausing=True, pause_marker=number, segment=5 - number, **fields)


def rolled(pos: ShanghaiPosition, *dice: int) -> ShanghaiPosition:
    for die in dice:
        do(pos, f"roll {die}")
    return pos


def calling(units: dict[str, str] | None = None, number: int = 4, **fields: Any) -> ShanghaiPosition:
    return rolled(pausing(units, number, **fields), 3, 3)
