"""A table to set situations up on: units where a test wants them, any turn, any phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shapan.games import game
from shapan.games.shanghai_nanking.battle import Defending, Intercepting, Supporting
from shapan.games.shanghai_nanking.book import IN_PLAY, IN_POOL
from shapan.games.shanghai_nanking.game import Position
from shapan.games.shanghai_nanking.sides import JAPANESE
from shapan.kernel import DICE, Event, Frame
from shapan.kernel.frames import F

__all__ = [
    "ELEVENTH",
    "FIRST_01",
    "GAME",
    "SIXTEENTH",
    "TENTH_ARMY",
    "THIRD",
    "Position",
    "asked",
    "at",
    "attack",
    "do",
    "frame",
    "names_in",
    "number",
    "refused",
    "roll",
    "settle_support",
    "start",
    "steps",
    "support",
    "table",
    "told",
    "where",
    "why",
]

GAME = game("shanghai_nanking")
THIRD = "J3-6 J3-18 J3-34 J3-68"
ELEVENTH = "J11-12 J11-22 J11-43 J11-44"
FIRST_01 = "J101-101 J101-103 J101-149 J101-157"
TENTH_ARMY = " ".join(GAME.book().units[unit].id for unit in GAME.book().lists[-2].units)
SIXTEENTH = "J16-9 J16-20 J16-33 J16-38"


def number(name: str) -> int:
    """The number of the counter with this id."""
    return int(GAME.book().lexicon.piece_numbers[name])


def at(name: str) -> int:
    """The hex with this number."""
    return int(GAME.book().grid.index(name))


def start(switches: Mapping[str, Any] | None = None) -> Position:
    """A new game."""
    pos = GAME.start(switches=switches)
    assert isinstance(pos, Position)
    return pos


def table(
    phase: str = "japanese_first",
    plan: str = "move-fight",
    units: Mapping[str, str] | None = None,
    reduced: str = "",
    turn: int = 6,
    held: str = "",
    switches: Mapping[str, Any] | None = None,
) -> Position:
    """A position at the beginning of a phase. Units that are not placed are dead unless they arrive later.

    On turn 6 neither sudden death of 4.1 (2) nor that of 4.2 is in force.
    """
    book = GAME.book(None, switches)
    place, steps, due = [-1] * len(book.units), [0] * len(book.units), [IN_PLAY] * len(book.units)
    for where, names in (units or {}).items():
        for name in names.split():
            unit = book.lexicon.piece_numbers[name]
            place[unit] = book.grid.index(where)
            steps[unit] = 1 if name in reduced.split() else book.full_steps[unit]
    for unit, entry in enumerate(book.units):
        if place[unit] < 0 and entry.arrival >= turn:
            due[unit], steps[unit] = entry.arrival, book.full_steps[unit]
        elif place[unit] < 0 and unit in book.japanese_garrisons:
            due[unit] = IN_POOL
    japanese = sum({1 << here for unit, here in enumerate(place) if here >= 0 and book.side_of[unit] == JAPANESE})
    phases = [entry.name for entry in Position.SEQUENCE.phases]
    owned = tuple(
        tuple(sum(n for when, n in category.items() if when <= turn) for category in side) for side in book.markers
    )
    pos = Position(
        book=book,
        place=tuple(place),
        steps=tuple(steps),
        pile=tuple(range(len(place))),
        due=tuple(due),
        turn=turn,
        plan=plan,
        phase=phases.index(phase) - 1,
        japanese_held=japanese | book.grid.hexes(held) if held else japanese,
        owned=owned,
        ready=owned,
    )
    pos.derive()
    pos.settle()
    return pos


def do(pos: Position, *texts: str) -> list[Event]:
    """Take these actions one after the other; the events of all of them."""
    events: list[Event] = []
    for text in texts:
        pos.push(GAME.parse(pos, text), events.append)
    return events


def asked(pos: Position, *kinds: type[Frame]) -> bool:
    """Is this what is asked, or one of these?"""
    return isinstance(pos.top, kinds)


def frame(pos: Position, kind: type[F]) -> F:
    """What the step under way carries, which must be one of this kind."""
    assert isinstance(pos.top, kind)
    return pos.top


def refused(pos: Position, text: str) -> str:
    """The case under which the rules forbid this action; empty when they allow it."""
    refusal = pos.refusal(GAME.parse(pos, text))
    if refusal is None:
        return ""
    assert refusal.text
    return refusal.case


def why(pos: Position, text: str) -> str:
    """The case and the reason of a refusal, and the hex that it names; empty when the rules allow the action."""
    refusal = pos.refusal(GAME.parse(pos, text))
    if refusal is None:
        return ""
    here = refusal.params.get("hex")
    named = [pos.book.grid.name(here)] if isinstance(here, int) else []
    return " ".join((refusal.case, refusal.key.removeprefix("refusal."), *named))


def attack(pos: Position, target: str, names: str, *then: str) -> list[Event]:
    """Attack a hex with these units, then go on."""
    first, *others = names.split()
    return do(pos, f"attack {first} {target}", *(f"join {name}" for name in others), "commit", *then)


def support(pos: Position, *categories: str) -> None:
    """Add markers and pass, as long as somebody is asked; nobody intercepts and nobody defends."""
    for category in categories:
        do(pos, f"support {category}")
    settle_support(pos)


def settle_support(pos: Position) -> None:
    while pos.outcome is None and asked(pos, Supporting, Intercepting, Defending):
        do(pos, "pass")


def roll(pos: Position, *faces: int) -> list[Event]:
    """Dice, one after the other."""
    events: list[Event] = []
    for face in faces:
        assert pos.actor == DICE
        events += do(pos, f"roll {face}")
    return events


def told(events: list[Event], key: str) -> list[dict[str, Any]]:
    """The parameters of all events of this key."""
    return [dict(event.params) for event in events if event.key == f"event.{key}"]


def where(pos: Position, name: str) -> str:
    """The hex of a unit; empty when it is off the map."""
    here = pos.place[number(name)]
    return pos.book.grid.name(here) if here >= 0 else ""


def steps(pos: Position, names: str) -> list[int]:
    """What is left of these units."""
    return [pos.steps[number(name)] for name in names.split()]


def names_in(pos: Position, hexes: int) -> set[str]:
    return set(pos.book.grid.names(hexes))
