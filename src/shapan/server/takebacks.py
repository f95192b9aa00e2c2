"""Going back by consent: one side asks, all others have to agree. Bots and one's own other sides answer at once."""

from __future__ import annotations

from functools import partial

from shapan.kernel import Refusal, Side
from shapan.kernel.match import Request

from .bodies import TakebackWish
from .house import House, Seen
from .problems import Problem, refused
from .room import Room, default_side, one_of, seated


async def ask(house: House, game_id: str, player_id: str, wish: TakebackWish) -> None:
    """Ask to go back to where one knew so many actions. Bots agree, unless something was learned since."""
    async with house.holding(game_id) as room:
        mine = seated(room.sides_of(player_id))
        asker = one_of(mine, wish.side) if wish.side is not None else default_side(room, mine)
        await house.ready_for(room, mine, Seen(), outgrown=True)
        outgrown = room.table.outgrown
        if wish.stand and (outgrown is None or not outgrown.old_reading):
            raise Problem("conflict", "there is nothing that could stand by an older reading")
        goal = room.table.ply if outgrown else room.table.true_ply(asker, wish.to)
        if outgrown:
            room.table.match.asked = Request(asker, goal, stand=wish.stand)
        else:
            _ask(room, asker, goal)
        bots = [seat["side"] for seat in room.seats if seat["kind"] == "bot" and seat["side"] not in mine]
        if bots and not outgrown and room.table.match.known_since(goal, mine):
            room.table.match.asked = None
            raise refused(room.table.match.bot_refusal(), room.table.position)
        asked = room.table.match.asked
        assert asked is not None
        if room.table.match.agree(*(side for side in mine if side != asker), *bots):
            await _grant(house, room, mine, asked)
        else:
            await _note(house, room)


def _ask(room: Room, side: Side, goal: int) -> None:
    try:
        room.table.match.ask_takeback(side, goal)
    except Refusal as refusal:
        raise refused(refusal, room.table.position) from None


async def answer(house: House, game_id: str, player_id: str, agree: bool) -> int:
    """Somebody else agrees or not; up to which entry nothing has changed."""
    async with house.holding(game_id) as room:
        since = room.table.seq
        mine = seated(room.sides_of(player_id))
        asked = room.table.match.asked
        if asked is None or asked.side in mine:
            raise Problem("conflict", "nobody else has asked to take anything back")
        if agree:
            await house.ready_for(room, mine, Seen(), outgrown=True)
        if agree and not room.table.match.agree(*mine):
            await _note(house, room)
        elif agree and not _undone(room, asked.to):
            await _grant(house, room, mine, asked, agreed=True)
        else:
            room.table.match.asked = None
            await _note(house, room)
        return since


def _undone(room: Room, goal: int) -> bool:
    """Has whoever asked gone back so far meanwhile, in secret? Then there is nothing left to do."""
    return room.table.outgrown is None and goal >= room.table.ply


async def withdraw(house: House, game_id: str, player_id: str) -> None:
    """Whoever asked does not want it any more."""
    async with house.holding(game_id) as room:
        mine = seated(room.sides_of(player_id))
        asked = room.table.match.asked
        if asked is None or asked.side not in mine:
            raise Problem("conflict", "you have not asked to take anything back")
        room.table.match.asked = None
        await _note(house, room)


async def _grant(house: House, room: Room, mine: tuple[Side, ...], asked: Request, *, agreed: bool = False) -> None:
    """All have agreed: go back, or let what was played stand."""
    table = room.table
    deed = table.let_stand if asked.stand else partial(table.go_back, asked.to, asked.side)
    await house.commit(room, deed, mine, agreed=agreed)


async def _note(house: House, room: Room) -> None:
    await house.change(room, {"takeback": room.changes()["takeback"]})
