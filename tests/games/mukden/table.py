"""A sand table for the tests: any position in one line, actions in notation, events and refusals at hand.

    >>> t = table("J-1@1609 J-9@1708 R-15(4)@1707*", phase="combat", order="movement", turn=3)
    >>> t.push("attack J-9 1707", "resolve 0", "roll 1").at("R-15") is None
    True

A unit is written ``id(steps)@hex*``: steps if it is reduced, a star if it lies flag up. In a hex the unit named first
lies on top. Units that are not named are off the map and count as nothing.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import shapan
from shapan.games.mukden.alternation import Fighting, Moving
from shapan.games.mukden.game import Position
from shapan.kernel import Event, Refusal
from shapan.kernel.position import Outcome
from shapan.kernel.view import View
from shapan.mechanics.forces import OFF

GAME = shapan.game("mukden")
UNIT = re.compile(r"(?P<id>[\w-]+?)(\((?P<steps>\d+)\))?@(?P<hex>\d{4})(?P<down>\*?)")
NUMBERS = [phase.number for phase in Position.SEQUENCE.phases]
KINDS = {"movement": Moving, "combat": Fighting}


class Table:
    """A position with everything that a test wants to ask of it."""

    def __init__(self, pos: Position) -> None:
        self.pos = pos
        self.events: list[Event] = []

    # --- playing ---------------------------------------------------------------------------------

    def push(self, *texts: str) -> Table:
        """Push actions one after the other; only the events of this call are kept."""
        self.events = []
        for text in texts:
            self.pos.push(GAME.parse(self.pos, text), self.events.append)
        return self

    def refusal(self, text: str) -> Refusal | None:
        """Why an action is refused. It must not change anything, and an option must not be refused."""
        before = self.pos.key()
        action = GAME.parse(self.pos, text)
        refusal = self.pos.refusal(action)
        assert self.pos.key() == before
        assert refusal is None or action not in self.pos.options(), f"{text} is an option, yet refused: {refusal}"
        return refusal

    def refuses(self, text: str, case: str) -> str:
        """The action is refused under this case; returns the text key of the reason."""
        refusal = self.refusal(text)
        assert refusal is not None, f"{text} is allowed"
        assert refusal.case == case, f"{text}: {refusal}"
        return refusal.key.removeprefix("refusal.")

    def allows(self, text: str) -> bool:
        return self.refusal(text) is None

    def copy(self) -> Table:
        return Table(self.pos.copy())

    # --- asking ----------------------------------------------------------------------------------

    @property
    def actor(self) -> str:
        return self.pos.actor

    @property
    def asked(self) -> str:
        """The kind of the decision that is owed."""
        return self.pos.decision.kind

    @property
    def phase(self) -> str:
        return NUMBERS[self.pos.phase]

    @property
    def outcome(self) -> Outcome | None:
        return self.pos.outcome

    @property
    def won(self) -> tuple[str | None, str] | None:
        """Winner and case, once the game is over."""
        return (self.pos.outcome.winner, self.pos.outcome.case) if self.pos.outcome else None

    def number(self, unit: str) -> int:
        return self.pos.book.lexicon.piece_numbers[unit]

    def at(self, unit: str) -> str | None:
        """The hex of a unit, or None when it is off the map."""
        here = self.pos.place[self.number(unit)]
        return None if here == OFF else self.pos.book.grid.name(here)

    def steps(self, unit: str) -> int:
        return self.pos.steps[self.number(unit)]

    def down(self, *units: str) -> bool:
        """Do all of these units lie flag up?"""
        return all(self.pos.disrupted >> self.number(unit) & 1 for unit in units)

    def face_up(self, *units: str) -> bool:
        return all(not self.pos.disrupted >> self.number(unit) & 1 for unit in units)

    def stack(self, hex_: str) -> list[str]:
        """The units in a hex, top first."""
        return [self.pos.book.lexicon.pieces[unit] for unit in self.pos.stack_in(self.pos.book.grid.index(hex_))]

    def holder(self, hex_: str) -> str:
        """Who controls a critical hex."""
        return "japanese" if self.pos.japanese_held >> self.pos.book.grid.index(hex_) & 1 else "russian"

    def options(self, verb: str = "") -> list[str]:
        """The options in notation, those of one verb if it is named."""
        texts = [GAME.format(self.pos, action) for action in self.pos.options()]
        return [text for text in texts if not verb or text.split()[0] == verb]

    def reach(self, unit: str) -> dict[str, int]:
        """Where a move of the unit may end, with what it costs."""
        found = {}
        for group in self.pos.options().groups:
            if group.make.verb == "move" and group.head == (self.number(unit),) and group.costs:
                found = {self.pos.book.grid.name(path[0]): cost for path, cost in group.costs().items()}
        return found

    # --- what is told ----------------------------------------------------------------------------

    def told(self, key: str, side: str = "") -> list[dict[str, Any]]:
        """The parameters of the events of this key, as far as a side may know them."""
        return [
            dict(event.params)
            for event in self.events
            if event.key == f"event.{key}" and (not side or event.known_to(side))
        ]

    def log(self, side: str) -> str:
        """Everything that a side was told, in English."""
        known = [event for event in self.events if event.known_to(side)]
        return "\n".join(GAME.say(event.key, event.params, self.pos) for event in known)

    def view(self, side: str) -> View:
        return self.pos.view(side)

    def imagined(self, side: str, seed: int = 1) -> Table:
        return Table(self.pos.imagine(side, Random(seed)))


def table(
    units: str = "",
    *,
    turn: int = 1,
    phase: str = "combat",
    order: str = "movement",
    to_act: str = "japanese",
    markers: int | None = None,
    held: str = "1922",
    lost: tuple[int, int] = (0, 0),
    **switches: bool,
) -> Table:
    """A position: ``phase`` is ``movement`` or ``combat``, or the number of a phase that is about to begin.

    ``order`` is what was declared to come first; ``held`` names the critical hexes in Japanese hands.
    """
    book = GAME.book(switches=switches)
    place, steps, down, pile = [OFF] * len(book.entries), [0] * len(book.entries), 0, []
    for word in units.split():
        found = UNIT.fullmatch(word)
        assert found, f"{word!r} is not of the form id(steps)@hex*"
        unit = book.lexicon.piece_numbers[found["id"]]
        place[unit] = book.grid.index(found["hex"])
        steps[unit] = int(found["steps"] or book.start_steps[unit])
        down |= bool(found["down"]) << unit
        pile.append(unit)
    first = phase == order
    pos = Position(
        book=book,
        turn=turn,
        place=tuple(place),
        steps=tuple(steps),
        pile=(*pile, *(unit for unit in range(len(place)) if unit not in pile)),
        disrupted=down,
        japanese_held=book.grid.hexes(held),
        order=order,
        lost=lost,
    )
    if phase in KINDS:
        pos.phase = NUMBERS.index("IV" if first else "VII")
        pos.then(KINDS[phase](book.sides.index(to_act)))
        pos.markers = (book.markers if phase == "combat" and first else 0) if markers is None else markers
    else:
        pos.phase = NUMBERS.index(phase) - 1
    pos.derive()
    pos.settle()
    return Table(pos)


def start(**switches: bool) -> Table:
    """The game as it is set up, up to the first decision."""
    pos = GAME.start(switches=switches)
    assert isinstance(pos, Position)
    return Table(pos)
