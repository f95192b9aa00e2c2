"""The lobby: games are created, joined, left, played again, imported and listed."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any, Final

import msgspec

from shapan.games import game as find_game
from shapan.kernel import NOBODY, SPECTATOR, Game, Match, Referee
from shapan.kernel.errors import Unknown

from .bodies import Join, NewGame
from .botlist import bot_documents
from .documents import GameDocument, GameList, Invitation
from .entries import ACT, STANDS, Entry, now, seal
from .house import House
from .identity import Who, digest, new_id, new_secret
from .jobs import check_record
from .names import tamed
from .problems import Problem
from .room import Room, game_document
from .shares import Sharing, first_share, newcomers_share, rematch_share, sharing_of
from .store import Row, TakenError
from .table import Table
from .workers import JobFailed, JobLate

PAGE: Final = 50
LONGEST_COMMITMENT: Final = 64
STATUSES: Final = {"open": "waiting", "running": "running", "over": "over"}


# --- new games -----------------------------------------------------------------------------------


async def create(house: House, who: Who, wish: NewGame, patron: str = "") -> GameDocument:
    """A new game; the answer holds the secrets of its invitations."""
    try:
        title = find_game(wish.title)
    except Unknown as error:
        raise _invalid("body.title", str(error)) from None
    seats, secrets = _seats(title, who, wish)
    row = await house.think(_row, title, wish.scenario, _switches(title, wish, seats))
    row |= {"visibility": wish.visibility, "owner": who.id, "bot_delay_ms": wish.bot_delay_ms}
    row["counsel"] = _alone(seats) if wish.counsel is None else wish.counsel
    row["shares"] = first_share(seats, who.id, wish.share)
    room = await _open(house, title, row, seats, patron=patron)
    document = room.document(who.id, house.presence(room))
    paths = {side: Invitation(secret, f"/{room.id}/join#{secret}") for side, secret in secrets.items()}
    return msgspec.structs.replace(document, invitations=paths)


def _seats(title: Game, who: Who, wish: NewGame) -> tuple[list[Row], dict[str, str]]:
    """The seats as wished, and the secrets of the invitations."""
    try:
        sides = title.sides_in(wish.scenario)
    except Unknown as error:
        raise _invalid("body.scenario", str(error)) from None
    if missing := [side for side in sides if side not in wish.seats]:
        raise _invalid("body.seats", f"lacks {', '.join(missing)}")
    if odd := [side for side in wish.seats if side not in sides]:
        raise _invalid("body.seats", f"unknown side {odd[0]!r} (known: {', '.join(sides)})")
    playing = {entry.id: entry for entry in bot_documents(title.id)}
    seats, secrets = [], {}
    for place, side in enumerate(sides):
        kind, _, bot = wish.seats[side].partition(":")
        if bot and bot not in playing:
            raise _invalid(f"body.seats.{side}", f"unknown bot {bot!r} (known: {', '.join(playing)})")
        seat = _empty(side, place, "bot" if bot else "hotseat" if kind == "hotseat" else "human")
        if bot:
            seat |= {"bot": bot, "name": playing[bot].title}
        elif kind == "human":
            secrets[side] = new_secret()
            seat["key_hash"] = digest(secrets[side])
        else:
            seat |= {"player_id": who.id, "name": wish.name or who.shown}
        seats.append(seat)
    return seats, secrets


def _switches(title: Game, wish: NewGame, seats: Sequence[Row]) -> dict[str, Any]:
    """The optional rules as wished. Where no two people play against each other, and nothing else was said, a slip may
    be taken back: nobody is wronged by it."""
    slips = {title.takeback_switch: True} if title.takeback_switch and _alone(seats) else {}
    return {**slips, **wish.options}


def _alone(seats: Sequence[Row]) -> bool:
    """Do no two people play against each other here?"""
    return not any(seat["kind"] == "human" and seat["player_id"] is None for seat in seats)


def _empty(side: str, place: int, kind: str) -> Row:
    return {"side": side, "place": place, "kind": kind, "bot": None, "player_id": None, "name": None, "key_hash": None}


def _row(title: Game, scenario: str | None, switches: Mapping[str, Any]) -> Row:
    """The row of a new game; the referee's seed is drawn here."""
    try:
        title.chosen(switches)
    except Unknown as error:
        raise _invalid("body.options", str(error)) from None
    start = title.start(scenario, switches)
    referee = Referee()
    stamp = now()
    return {
        "id": new_id(8),
        "title": title.id,
        "scenario": start.book.scenario,
        "options": msgspec.json.encode(start.book.switches).decode(),
        "data_version": title.data_version,
        "seed": referee.seed,
        "commitment": referee.commitment,
        "visibility": "unlisted",
        "owner": None,
        "imported": False,
        "record": None,
        "parent": None,
        "rematch": None,
        "bot_delay_ms": 0,
        "bots_paused": False,
        "counsel": True,
        "created": stamp,
        "updated": stamp,
        "seq": 0,
        "ply": 0,
        "status": "waiting",
        "actor": start.actor,
        "turn": start.turn,
        "turns": start.view(SPECTATOR).clock.turns,
        "outcome": None,
        "takeback": None,
        "shares": None,
    }


async def _open(
    house: House, title: Game, row: Row, seats: list[Row], parent: str | None = None, patron: str = ""
) -> Room:
    """Store a new game and the first rolls of its dice, and let its bots begin."""
    switches = msgspec.json.decode(row["options"])
    table = Table(Match(title, row["scenario"], switches, Referee(row["seed"])))
    for seat in seats:
        seat["game_id"] = row["id"]
    room = Room(title, row, seats, table)
    row["status"] = _status(seats, sharing_of(row))
    first = [] if room.sharing else table.start()
    row |= {**room.changes(), "seq": len(first)}
    await house.store.add_game(row, seats, first, parent)
    table.publish(first)
    room.held = {seat["side"]: 1 for seat in seats if seat["player_id"]}
    room.patron = patron or room.patron
    house.keep(room)
    return room


def _status(seats: Sequence[Row], sharing: Sharing | None) -> str:
    """A game waits while a seat is free, or while somebody has not come yet who may add to the seed of its dice."""
    awaited = sharing is not None and sharing.open and bool(sharing.awaited)
    return "waiting" if awaited or _has_room(seats) else "running"


def _has_room(seats: Sequence[Row]) -> bool:
    return any(seat["kind"] != "bot" and seat["player_id"] is None for seat in seats)


# --- seats ---------------------------------------------------------------------------------------


async def join(house: House, game_id: str, who: Who, wish: Join) -> None:
    """Take a seat by invitation, or a free one of a public game."""
    async with house.holding(game_id) as room:
        seat = _wanted(room, who.id, wish.secret, wish.side)
        here = seat["player_id"] == who.id
        if here and seat["side"] not in room.awaited:
            return
        if seat["kind"] == "bot" or (seat["player_id"] is not None and wish.secret is None and not here):
            raise Problem("conflict", f"the seat of {seat['side']!r} is taken")
        sat = await house.store.sat(room.id)
        begun = _begun(room, sat)
        if begun:
            _forbid_peeking(sat, seat["side"], who.id)
        name = wish.name or (seat["name"] if here else who.shown)
        changes = {"player_id": who.id, "name": name, "key_hash": None}
        after = [{**other, **changes} if other is seat else other for other in room.seats]
        still = {"player_id": seat["player_id"], "key_hash": seat["key_hash"]}
        await _sit(house, room, seat, changes, still, after, newcomers_share(room, seat["side"], wish.share, begun))


def _begun(room: Room, sat: Mapping[str, set[str]]) -> bool:
    """Has anything happened here, or could it have? That everybody has sat once is enough: whether somebody has acted
    in secret then is not to be told."""
    return room.table.seq > 0 or all(seat["kind"] == "bot" or sat.get(seat["side"]) for seat in room.seats)


def _forbid_peeking(sat: Mapping[str, set[str]], side: str, player_id: str) -> None:
    """Once a game has begun nobody gets to see it through two sides, save one that nobody else has ever held."""
    elsewhere = any(player_id in players for other, players in sat.items() if other != side)
    if elsewhere and sat.get(side, set()) != {player_id}:
        raise Problem("conflict", "you have seen this game from another side; the seat is for somebody who has not")


def _wanted(room: Room, player_id: str, secret: str | None, side: str | None) -> Row:
    if secret is not None:
        hashed = digest(secret)
        for seat in room.seats:
            if seat["key_hash"] is not None and seat["key_hash"] == hashed:
                return seat
        raise Problem("no-seat", "this invitation is not valid (any more)")
    if side is None:
        raise _invalid("body.secret", "an invitation's secret, or the side of a public game, is needed")
    seat = room.seat(side)
    if room.row["visibility"] != "public" and seat["player_id"] != player_id:
        raise Problem("no-seat", "seats of this game are by invitation")
    return seat


async def leave(house: House, game_id: str, who: Who, side: str | None) -> None:
    """Give up one's seats, or one of them; the game waits for somebody else."""
    async with house.holding(game_id) as room:
        mine = room.sides_of(who.id)
        if not mine or (side is not None and room.seat(side)["side"] not in mine):
            raise Problem("no-seat", "you do not hold this seat")
        if room.row["status"] in ("over", "archived"):
            raise Problem("conflict", "the game is over")
        for left in (side,) if side is not None else mine:
            seat = room.seat(left)
            changes = {"player_id": None, "name": None, "key_hash": None}
            after = [{**other, **changes} if other is seat else other for other in room.seats]
            await _sit(house, room, seat, changes, {"player_id": who.id}, after)


async def _sit(
    house: House, room: Room, seat: Row, changes: Row, still: Row, after: list[Row], more: Row | None = None
) -> None:
    """Store a change of a seat and of the status that follows from it, and tell everybody."""
    status = room.row["status"]
    if status in ("waiting", "running"):
        status = _status(after, sharing_of({**room.row, **(more or {})}))
    game_changes = {"status": status, "updated": now(), **(more or {})}
    if not await house.store.change_seat(room.id, seat["side"], changes, game_changes, **still):
        house.forget(room.id)
        raise Problem("conflict", f"the seat of {seat['side']!r} is taken")
    seat.update(changes)
    room.row.update(game_changes)
    await house.count_holders(room)
    house.hub.show_game(room)
    house.hub.show_presence(room)
    house.shares.wake(room)
    house.bots.wake(room)


async def invite(house: House, game_id: str, who: Who, side: str) -> Invitation:
    """A new invitation: for a free seat, or to carry on with one's own seat from another device."""
    secret = new_secret()
    async with house.holding(game_id) as room:
        seat = room.seat(side)
        mine = room.sides_of(who.id)
        if room.row["imported"]:
            raise Problem("conflict", "this is a record, not a game")
        if seat["kind"] == "bot" or (seat["player_id"] is not None and side not in mine):
            raise Problem("conflict", f"the seat of {side!r} is taken")
        if not mine and not room.owns(who.id):
            raise Problem("no-seat", "only players can invite")
        changes = {"key_hash": digest(secret)}
        if not await house.store.change_seat(room.id, side, changes, player_id=seat["player_id"]):
            raise Problem("conflict", f"the seat of {side!r} is taken")
        seat.update(changes)
    return Invitation(secret, f"/{game_id}/join#{secret}")


async def rematch(house: House, game_id: str, who: Who, swap: bool, share: str | None) -> tuple[Room, bool]:
    """The game that follows this one, and whether it has just been made."""
    async with house.holding(game_id) as room:
        if room.row["status"] != "over" or room.row["imported"]:
            raise Problem("conflict", "a rematch can be played once the game is over")
        if room.row["rematch"] is not None:
            return await house.room(room.row["rematch"]), False
        holders = room.seats[::-1] if swap else room.seats
        pairs = zip(room.seats, holders, strict=True)
        seats = [{**holder, "side": seat["side"], "place": seat["place"], "key_hash": None} for seat, holder in pairs]
        row = await house.think(_row, room.game, room.row["scenario"], msgspec.json.decode(room.row["options"]))
        row |= {name: room.row[name] for name in ("visibility", "owner", "bot_delay_ms", "counsel")}
        row |= {"parent": room.id, "shares": rematch_share(seats, who.id, share)}
        try:
            following = await _open(house, room.game, row, seats, room.id)
        except TakenError:
            house.forget(room.id)
            raise Problem("conflict", "somebody else has just made the rematch") from None
        room.row["rematch"] = following.id
        house.hub.show_game(room)
        return following, True


# --- records -------------------------------------------------------------------------------------


async def import_record(house: House, who: Who, text: str) -> Room:
    """Store a record as a game to be watched from either side, after replaying all of it."""
    if any(letter < " " and letter not in "\n\r\t" for letter in text):
        raise Problem("bad-record", "a record is text without control characters", line=None)
    try:
        found = await house.workers.do(check_record, text, seconds=house.settings.record_seconds)
    except JobLate:
        raise Problem("bad-record", "the record takes too long to replay") from None
    except JobFailed as error:
        raise Problem("bad-record", f"the record cannot be replayed: {error}") from None
    if "error" in found:
        raise Problem("bad-record", found["error"], line=found["line"])
    if len(found["commitment"]) > LONGEST_COMMITMENT or len(found["seed"]) > LONGEST_COMMITMENT:
        raise Problem("bad-record", "the commitment or the seed is longer than one can be", line=None)
    title = find_game(found["title"])
    row = await house.think(_row, title, found["scenario"], found["options"])
    outcome = found["outcome"]
    row |= {name: found[name] for name in ("commitment", "turn", "turns", "actor")}
    row |= {"seed": bytes.fromhex(found["seed"]), "imported": True, "record": text, "owner": who.id}
    row |= {"seq": len(found["moves"]), "ply": len(found["moves"]), "status": "over" if outcome else "archived"}
    if outcome:
        keys = ("winner", "case", "key", "level")
        row["outcome"] = msgspec.json.encode(dict(zip(keys, outcome, strict=True))).decode()
        row["actor"] = NOBODY
    sides = title.sides_in(found["scenario"])
    seats = [_empty(side, place, "human") | {"game_id": row["id"]} for place, side in enumerate(sides)]
    for seat in seats:
        seat["name"] = tamed(found["players"].get(seat["side"]) or "")
    await house.store.add_game(row, seats, _chained(found["moves"], found["standing"]))
    return await house.room(row["id"])


def _chained(moves: Sequence[Sequence[str]], standing: Container[int]) -> list[Entry]:
    entries: list[Entry] = []
    before, stamp = "", now()
    for number, (author, text) in enumerate(moves, 1):
        kind = STANDS if number - 1 in standing else ACT
        entries.append(seal(before, Entry(number, kind, number, author, text, "", None, stamp, "")))
        before = entries[-1].hash
    return entries


def record_text(room: Room) -> str:
    """The whole record, seed included; only once nothing is secret any more."""
    if not room.open_to_all:
        raise Problem("secret", "the record is published when the game is over")
    if room.row["imported"]:
        return str(room.row["record"])
    record = room.table.match.record
    record.players = {seat["side"]: _player_word(seat) for seat in room.seats}
    return record.dumps()


def _player_word(seat: Row) -> str:
    return f"bot {seat['bot']}" if seat["kind"] == "bot" else " ".join((seat["name"] or "Player").split())


# --- lists ---------------------------------------------------------------------------------------


async def listed(house: House, who: Who, status: str, title: str | None, before: str | None) -> GameList:
    """A page of the public games."""
    rows = await house.store.listed(STATUSES[status], title, before, PAGE)
    last = rows[-1]["updated"] if len(rows) == PAGE else None
    found = await documents(house, who, rows)
    if status == "open":  # a rematch may wait for its own players alone
        found = [one for one in found if not all(seat.taken for seat in one.seats)]
    return GameList(found, last)


async def documents(house: House, who: Who, rows: Sequence[Row]) -> list[GameDocument]:
    """Game documents from stored rows, without rebuilding the games."""
    seats: dict[str, list[Row]] = {row["id"]: [] for row in rows}
    for seat in await house.store.seats(*seats) if rows else ():
        seats[seat["game_id"]].append(seat)
    found = []
    for row in rows:
        here = seats[row["id"]]
        found.append(game_document(row, here, who.id, house.hub.presence(row["id"], here)))
    return found


def _invalid(field: str, message: str) -> Problem:
    return Problem("invalid", message, errors=[{"field": field, "message": message}])
