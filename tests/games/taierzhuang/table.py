"""Positions laid out by hand, and a few words to play on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import shapan
from shapan.games.taierzhuang.control import determine_control
from shapan.games.taierzhuang.game import Position
from shapan.games.taierzhuang.impulse import Impulse
from shapan.kernel import Event, Frame, Refusal
from shapan.kernel.frames import F

GAME = shapan.game("taierzhuang")
IMPULSES = 5
"""Number of the Impulse Phase in the sequence of play."""


def units(text: str) -> list[str]:
    """``"J10-1..3 JT-1"`` as a list of ids."""
    found = []
    for word in text.split():
        first, dots, last = word.partition("..")
        if dots:
            stem, _, number = first.rpartition("-")
            found += [f"{stem}-{n}" for n in range(int(number), int(last) + 1)]
        else:
            found.append(word)
    return found


def lay(
    where: Mapping[str, str],
    side: str = "japanese",
    spent: str = "",
    turn: int = 3,
    hands: Mapping[str, int] | None = None,
    guard: bool = True,
    switches: Mapping[str, Any] | None = None,
    event: int = 0,
) -> Position:
    """A position in the Impulse Phase: ids of units by place; all others are among the losses.

    Unless told otherwise one Chinese unit stands in S, far from everything, so that Japan has not won already.
    """
    pos = GAME.start(None, switches)
    assert isinstance(pos, Position)
    book, lexicon = pos.book, pos.book.lexicon
    boxes = [0] * len(pos.at)
    placed = 0
    table = dict(where)
    if guard:
        table["S"] = f"{table.get('S', '')} C110-10"
    for place, names in table.items():
        for name in units(names):
            bit = 1 << lexicon.piece_numbers[name]
            assert not placed & bit, f"{name} is placed twice"
            boxes[box(pos, place)] |= bit
            placed |= bit
    for number in (0, 1):
        boxes[book.lost[number]] |= book.roster[number] & ~placed & ~book.removed
    pos.at = tuple(boxes)
    pos.spent = sum(1 << lexicon.piece_numbers[name] for name in units(spent))
    pos.turn, pos.phase, pos.limits, pos.event = turn, IMPULSES, (6, 6), event
    hold(pos, hands or {})
    determine_control(pos)
    pos.stack = (Impulse(book.sides.index(side)), ())
    return pos


def begin(pos: Position, frame: Frame) -> Position:
    """Nothing but this is going on, up to its first decision."""
    pos.stack = (frame, ())
    pos.settle()
    return pos


def under_way(pos: Position, kind: type[F]) -> F:
    """The step under way, which should be one of this kind."""
    frame = pos.top
    assert isinstance(frame, kind)
    return frame


def box(pos: Position, place: str) -> int:
    """The number of a place, or of a pool."""
    pools = {"pool.japanese": pos.book.pool[0], "pool.chinese": pos.book.pool[1]}
    return pools[place] if place in pools else pos.book.map.index(place)


def hold(pos: Position, hands: Mapping[str, int]) -> None:
    """Put these chits in the hands and all others in the cups."""
    ids = [chit.id for chit in pos.book.chits]
    pos.hands = tuple(hands.get(name, 0) for name in ids)
    pos.cups = tuple(count - held for count, held in zip(pos.book.chit_counts, pos.hands, strict=True))
    assert not set(hands) - set(ids)


def act(pos: Position, *texts: str) -> list[Event]:
    """Push actions written as text; the events that they told."""
    events: list[Event] = []
    for text in texts:
        pos.push(GAME.parse(pos, text), events.append)
    return events


def refused(pos: Position, text: str) -> str:
    """The case under which an action is refused, or "" if it is legal."""
    refusal = pos.refusal(GAME.parse(pos, text))
    return "" if refusal is None else refusal.case


def reason(pos: Position, text: str) -> Refusal | None:
    return pos.refusal(GAME.parse(pos, text))


def why(pos: Position, text: str) -> tuple[str, str]:
    """The case under which an action is refused and the text that says so, both "" if it is legal."""
    refusal = reason(pos, text)
    return ("", "") if refusal is None else (refusal.case, refusal.key)


def place(pos: Position, unit: str) -> str:
    """Where a unit is: a place, ``pool``, ``lost`` or ``muster``."""
    at = pos.place_of(pos.book.lexicon.piece_numbers[unit])
    if at in pos.book.pool:
        return "pool"
    if at in pos.book.lost:
        return "lost"
    return "muster" if at == pos.book.muster else pos.book.map.ids[at]


def is_spent(pos: Position, unit: str) -> bool:
    return bool(pos.spent >> pos.book.lexicon.piece_numbers[unit] & 1)


def control(pos: Position, area: str) -> str:
    """Who controls an area."""
    at = pos.book.map.index(area)
    return next((side for number, side in enumerate(pos.book.sides) if pos.control[number] >> at & 1), "")


def held(pos: Position, chit: str) -> int:
    return pos.hands[[entry.id for entry in pos.book.chits].index(chit)]


def in_cup(pos: Position, chit: str) -> int:
    return pos.cups[[entry.id for entry in pos.book.chits].index(chit)]


def choices(pos: Position) -> set[str]:
    """All options as text."""
    return {GAME.format(pos, action) for action in pos.options()}


def result(events: Iterable[Event]) -> tuple[int, int, int]:
    """Attack Total, Defense Total and Damage Points of the last attack among the events."""
    last = [event for event in events if event.key == "event.attack_result"][-1]
    return last.params["attack"], last.params["defence"], last.params["damage"]


def strike(pos: Position, first: int, second: int) -> tuple[int, int, int]:
    """Decline every reaction, throw the dice of the attack under way, and tell its totals."""
    while pos.decision.kind in ("pak", "stand"):
        act(pos, "decline")
    assert pos.decision.kind in ("strike", "raid", "gun"), pos.decision.kind
    return result(act(pos, f"throw {first} {second}"))


def sides(pos: Position) -> tuple[str, str]:
    return pos.book.sides[0], pos.book.sides[1]
