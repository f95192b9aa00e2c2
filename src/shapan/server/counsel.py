"""What a player may ask before deciding: which way an action goes, whether it is final, what the staff would do.

All of it is worked out in a position that the asking side could believe to be true. The true one is never looked at, so
that no answer can tell more than the player's own View does.
"""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import TYPE_CHECKING, Any

from shapan.kernel import DICE, Action, Event, Position, Refusal, Side

from . import jobs
from .botlist import has_staff
from .documents import ExplainDocument, Finality
from .problems import Problem, refusal_document, refused
from .room import Room
from .table import Table
from .workers import JobFailed, JobLate

if TYPE_CHECKING:
    from .house import House


def dream(position: Position[Any], seq: int, secret: bytes, side: Side) -> Position[Any]:
    """A world that this side could believe in; the same one until something happens, so that asking again is no use."""
    seed = blake2b(f"{seq} {side}".encode(), key=secret[:64], person=b"shapan-dream").digest()
    return position.imagine(side, Random(seed))


def explained(table: Table, action: Action, odds: bool = False) -> ExplainDocument:
    """Whether the rules allow an action, and if not, why; what it would do, as far as its side can know."""
    position = table.position.copy()
    side = action.author(position.actor)
    refusal = position.refusal(action)
    if refusal is not None:
        return ExplainDocument(False, refusal_document(refusal, position))
    before = dream(position, table.seq_of(side), table.match.referee.seed, side)
    world, events = before.copy(), list[Event]()
    try:
        world.push(action, events.append)
    except Refusal:  # the rules allow it, but not in the world that was imagined: nothing can be said
        return ExplainDocument(True, None, None, None, ())
    # What would be uncovered is made up, and no figure to reckon with.
    previews = table.views.shown(world.view(side)).previews if odds and not world.knows_more(before, side) else ()
    return ExplainDocument(True, None, _way(events, side), _final(world, side, before), previews)


def _way(events: list[Event], side: Side) -> list[str] | None:
    """The way that a move goes, as far as its side is told."""
    ways = (event.params.get("path") for event in events if event.known_to(side))
    return next((list(way) for way in ways if isinstance(way, list | tuple) and len(way) > 1), None)


def _final(world: Position[Any], side: Side, before: Position[Any]) -> Finality | None:
    """Why what was done could not be taken back: ``over``, ``dice``, ``known`` or ``turn``; None if it could."""
    if world.outcome is not None:
        return "over"
    if world.actor == DICE and before.actor != DICE:
        return "dice"
    if world.knows_more(before, side):
        return "known"
    return "turn" if before.actor == side != world.actor else None


async def advise(house: House, room: Room, mine: tuple[Side, ...]) -> dict[str, Any]:
    """What the staff officer of the side that owes the decision would do. A worker does the thinking."""
    pos = room.table.position
    if not mine:
        raise Problem("no-seat", "you hold no seat in this game")
    if room.row["status"] != "running":
        raise Problem("conflict", "nobody owes a decision here")
    if pos.actor not in mine:
        raise refused(Refusal("0", "refusal.out_of_turn"), pos, "wrong-turn")
    if not has_staff(room.game.id):
        raise Problem("conflict", "this game has no staff officer")
    if not room.row["counsel"]:
        raise Problem("conflict", "the players of this game have agreed on no hints")
    seq, secret = room.table.seq_of(pos.actor), room.table.match.referee.seed
    snapshot = await house.think(lambda: dream(pos.copy(), seq, secret, pos.actor).to_json())
    try:
        arguments = (room.game.id, snapshot)
        advice = await house.workers.do(jobs.advise, *arguments, seconds=house.settings.bot_seconds, patron=room.patron)
    except (JobLate, JobFailed) as error:
        raise Problem("busy", f"the staff officer has no answer: {error}", retry=1) from None
    return {"seq": seq, "side": pos.actor, "advice": advice}
