"""A room: a game's table together with its seats, and what each player may see there."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Mapping
from typing import Any

import msgspec

from shapan.kernel import NOBODY, SPECTATOR, Game, Outcome, Refusal, Side
from shapan.kernel.match import Request
from shapan.kernel.reading import read_json

from .botlist import has_staff
from .documents import (
    Can,
    GameDocument,
    OutgrownDocument,
    RefusalDocument,
    SeatDocument,
    ShareDocument,
    Takeback,
    Thinking,
)
from .problems import Problem, refusal_document
from .shares import Sharing, sharing_of
from .store import Row
from .table import Table
from .workers import Waiting


class Presence(msgspec.Struct, frozen=True):
    """Who is connected: players by id, and how many watch without a seat."""

    players: frozenset[str] = frozenset()
    watchers: int = 0


class Thought:
    """A bot at work on one decision."""

    def __init__(self, side: Side) -> None:
        self.side = side
        self.fraction: float | None = None
        self.waiting = Waiting()
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began


class Room:
    """One game with its row, seats and table. ``lock`` is held by whoever changes something."""

    def __init__(self, game: Game, row: Row, seats: list[Row], table: Table) -> None:
        self.id = str(row["id"])
        self.game = game
        self.row = row
        self.seats = seats
        self.table = table
        self.lock = asyncio.Lock()
        self.leafing = asyncio.Lock()
        """Held by whoever has an earlier View drawn: one at a time, so that leafing through a game stops no other."""
        self.acted = time.monotonic()
        """When something was last done."""
        self.drawing = 0.0
        """How many seconds it took to draw what was last wanted."""
        self.thought: Thought | None = None
        """What a bot is thinking about just now."""
        self._musing: dict[Side, tuple[int, float]] = {}
        """For each viewer, after which of his entries a bot began to think, and when."""
        self.rested: tuple[Side, dict[Side, int]] | None = None
        """Which bot paused last, and what the others had seen then."""
        self.held: Mapping[Side, int] = {}
        """How many people have sat at each side."""
        self.pondered: dict[Side, tuple[int, float]] = {}
        """How many seconds the bot of a side has thought in which game turn."""
        self.remembered: dict[Side, str] = {}
        """What the bot of a side wants to be told again at its next decision."""
        self.patron: str = row["owner"] or row["id"]
        """Whose the work is that its bots make: workers serve patrons by turns."""
        table.imported = bool(row["imported"]) or row["status"] == "over"
        table.views.agree(bool(row["counsel"]))

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the scenario, whoever holds them."""
        return tuple(seat["side"] for seat in self.seats)

    @property
    def open_to_all(self) -> bool:
        """May every side be looked through? Once the game is over, and for imported records."""
        return self.table.revealed

    def sides_of(self, player_id: str) -> tuple[Side, ...]:
        """The sides that a player holds."""
        return tuple(seat["side"] for seat in self.seats if player_id and seat["player_id"] == player_id)

    def seat(self, side: Side) -> Row:
        """The seat of a side; the Problem names those there are."""
        for seat in self.seats:
            if seat["side"] == side:
                return seat
        raise invalid_side(side, self.sides)

    def admits(self, player_id: str) -> bool:
        """A private game is for its players and whoever made it."""
        return self.row["visibility"] != "private" or bool(self.sides_of(player_id)) or self.owns(player_id)

    def admit(self, player_id: str) -> None:
        """For anybody else a private game does not exist."""
        if not self.admits(player_id):
            raise Problem("not-found", f"there is no game {self.id!r}")

    def owns(self, player_id: str) -> bool:
        return bool(player_id) and self.row["owner"] == player_id

    def bot_of(self, side: Side) -> str | None:
        """The bot that plays a side, if one does."""
        return next((seat["bot"] for seat in self.seats if seat["side"] == side and seat["kind"] == "bot"), None)

    def lot(self, side: Side) -> str:
        """What the bot of a side draws once for the whole game follows from this: the same after a restart, and as
        secret as the seed of the dice, of which it tells nothing."""
        return hashlib.sha256(b"lot " + self.row["seed"] + f" {self.id} {side}".encode()).hexdigest()

    # --- which side is looked through ------------------------------------------------------------

    def looks_through(self, player_id: str, wanted: Side | None) -> Side:
        """The side whose View this player gets. Raises the Problem when it is not for them."""
        mine = self.sides_of(player_id)
        if wanted is None:
            actor = self.table.position.actor
            return actor if actor in mine else mine[0] if mine else SPECTATOR
        if wanted == SPECTATOR or wanted in mine:
            return wanted
        if wanted not in self.sides:
            raise invalid_side(wanted, (*self.sides, SPECTATOR))
        if self.open_to_all:
            return wanted
        raise Problem("secret", f"only the player of {wanted!r} may see this before the game is over")

    def may_look(self, player_id: str, side: Side) -> bool:
        """May this player (still) look through this side?"""
        return side == SPECTATOR or self.open_to_all or side in self.sides_of(player_id)

    @property
    def sharing(self) -> bool:
        """Do players still add to the seed of the dice, so that nothing can begin?"""
        found = sharing_of(self.row)
        return found is not None and found.open

    @property
    def awaited(self) -> tuple[Side, ...]:
        """Sides whose players have not come yet, and may want to add to the seed of the dice."""
        found = sharing_of(self.row)
        return found.awaited if found is not None and found.open else ()

    def handover(self, side: Side, mine: tuple[Side, ...]) -> Side | None:
        """Another of these sides that owes the decision while the player looks through ``side``."""
        actor = self.table.position.actor
        return actor if actor != side and actor in mine and not self.table.over else None

    def known(self, mine: tuple[Side, ...], cid: str | None) -> int | None:
        """The entry that an earlier message of these sides with the same client id made."""
        if cid is None:
            return None
        return next((found for side in mine if (found := self.table.cids.get((side, cid)))), None)

    # --- documents -------------------------------------------------------------------------------

    def state(self, side: Side, mine: tuple[Side, ...], at: int | None = None) -> dict[str, Any]:
        """The state document; ``at`` asks for an earlier ply."""
        table = self.table
        ply = table.ply_of(side)
        if at is None or at == ply:
            view = table.view(side)
        elif 0 <= at < ply:
            view = table.view_at(side, table.true_ply(side, at))
        else:
            error = {"field": "query.at", "message": f"should be a number from 0 to {ply}"}
            raise Problem("invalid", f"there is no ply {at}", errors=[error])
        return {**self.standing(side, mine), "at": ply if at is None else at, "view": msgspec.Raw(view)}

    def standing(self, side: Side, mine: tuple[Side, ...]) -> dict[str, Any]:
        """The state document but for the View."""
        ply = self.table.ply_of(side)
        return {
            "seq": self.table.seq_of(side),
            "ply": ply,
            "at": ply,
            "side": side,
            "you": mine,
            "handover": self.handover(side, mine),
            "can": self.can(mine),
        }

    def can(self, mine: tuple[Side, ...]) -> Can:
        """What these sides may do besides acting."""
        status = self.row["status"]
        if not mine:
            return Can()
        if status == "over":
            return Can(rematch=not self.row["imported"])
        if status != "running":
            return Can(resign=False)
        if self.table.outgrown is not None:
            return Can(takeback=self.table.match.asked is None)
        refusal = self.table.undo_refusal(mine)
        why = None if refusal is None else self._refusal(refusal)
        match, last = self.table.match, max(map(self.table.before_last, mine))
        back = match.by_consent and match.asked is None and match.back_refusal(last) is None
        others = {seat["kind"] for seat in self.seats if seat["side"] not in mine}
        if "bot" in others:  # it would not agree to go back over something known
            back = back and not match.known_since(last, mine)
        hint = bool(self.row["counsel"]) and self.table.position.actor in mine and has_staff(self.game.id)
        return Can(refusal is None, back, True, False, why, hint)

    def _refusal(self, refusal: Refusal) -> RefusalDocument:
        return refusal_document(refusal, self.table.position)

    def document(self, player_id: str, presence: Presence, side: Side | None = None) -> GameDocument:
        """The game document for a player, with the numbers of the side that he looks through."""
        if side is None:
            side = self.looks_through(player_id, None)
        found = game_document(self.row, self.seats, player_id, presence)
        asked = self.table.match.asked
        return msgspec.structs.replace(
            found,
            side=side,
            seq=self.table.seq_of(side),
            ply=self.table.ply_of(side),
            takeback=None if asked is None else self._takeback(asked, side),
            can=self.can(self.sides_of(player_id)),
            thinking=self.thinking(side),
            outgrown=self.outgrown(side),
            held=self.held,
        )

    def _takeback(self, asked: Request, side: Side) -> Takeback:
        return Takeback(asked.side, self.table.own_ply(side, asked.to), asked.known, asked.agreed, asked.stand)

    def outgrown(self, side: Side) -> OutgrownDocument | None:
        """Where the rules have been corrected since, and what can be chosen there."""
        where, table = self.table.outgrown, self.table
        if where is None:
            return None
        entry = table.number(side, where.seq - 1) + 1
        return OutgrownDocument(entry, where.author, table.ply_of(side), where.old_reading)

    # --- a bot that thinks -----------------------------------------------------------------------

    def begin_thought(self, side: Side) -> tuple[Thought, list[Side]]:
        """The bot of a side begins to think; and for whom. For whoever sees nothing of what it decided just before, it
        goes on."""
        self.thought = Thought(side)
        numbers = {viewer: self.table.seq_of(viewer) for viewer in (*self.sides, SPECTATOR)}
        fresh = [one for one, number in numbers.items() if self._musing.get(one, (-1, 0.0))[0] != number]
        self._musing.update({viewer: (numbers[viewer], time.monotonic()) for viewer in fresh})
        return self.thought, fresh

    def thinking(self, viewer: Side) -> Thinking | None:
        """The bot that thinks, as a viewer may know: since the last thing that he saw happen. How far it has come with
        one decision is told where nobody can decide unseen: it would tell how often that is done."""
        number, began = self._musing.get(viewer, (-1, 0.0))
        actor = self.table.position.actor
        waits = self.row["status"] != "running" or self.row["bots_paused"] or self.bot_of(actor) is None
        if waits or number != self.table.seq_of(viewer):
            return None
        sealed = self.table.position.step.sealed
        fraction = None if self.thought is None or sealed else self.thought.fraction
        return Thinking(actor, round(time.monotonic() - began, 1), fraction)

    def changes(self) -> Row:
        """The columns of the game row that follow from the match, as they will be once its entries are stored."""
        pos = self.table.match.position
        asked = self.table.match.asked
        status = "over" if pos.outcome else self.row["status"]
        return {
            "ply": len(self.table.match.record),
            "status": status,
            "actor": NOBODY if pos.outcome else pos.actor,
            "turn": pos.turn,
            "outcome": None if pos.outcome is None else msgspec.json.encode(pos.outcome).decode(),
            "takeback": None if asked is None else msgspec.json.encode(asked).decode(),
        }


def game_document(row: Row, seats: list[Row], player_id: str, presence: Presence) -> GameDocument:
    """The game document from the stored rows, as this player may see it: without what only the game itself can tell."""
    outcome = None if row["outcome"] is None else read_json(row["outcome"], Outcome)
    mine = [seat["side"] for seat in seats if player_id and seat["player_id"] == player_id]
    sharing = sharing_of(row) or Sharing(False)
    return GameDocument(
        **{name: row[name] for name in _COPIED},
        options=msgspec.json.decode(row["options"]),
        seats=[_seat_document(seat, player_id, presence) for seat in seats],
        you=mine,
        owner=bool(player_id) and row["owner"] == player_id,
        watchers=presence.watchers,
        seed=(row["seed"].hex() or None) if row["status"] == "over" else None,
        shares=[ShareDocument(side, one.commitment, one.part or None) for side, one in sharing.shares.items()],
        sharing=sharing.open,
        awaited=sharing.awaited if sharing.open else (),
        outcome=outcome,
    )


_COPIED = (
    *("id", "title", "scenario", "data_version", "visibility", "status", "actor", "bot_delay_ms"),
    *("bots_paused", "counsel", "commitment", "turn", "turns", "created", "updated", "parent", "rematch", "imported"),
)


def _seat_document(seat: Row, player_id: str, presence: Presence) -> SeatDocument:
    bot = seat["kind"] == "bot"
    return SeatDocument(
        side=seat["side"],
        kind=seat["kind"],
        name=seat["name"],
        bot=seat["bot"],
        taken=bot or seat["player_id"] is not None,
        online=bot or seat["player_id"] in presence.players,
        you=bool(player_id) and seat["player_id"] == player_id,
    )


def invalid_side(side: str, known: tuple[str, ...]) -> Problem:
    """The Problem for a side that the game does not have."""
    message = f"should be one of: {', '.join(known)}"
    return Problem("invalid", f"there is no side {side!r}", errors=[{"field": "side", "message": message}])


def asked_in(row: Row) -> Request | None:
    """The pending request to go back."""
    return None if row["takeback"] is None else read_json(row["takeback"], Request)


def default_side(room: Room, mine: tuple[Side, ...]) -> Side:
    """The side through which a player looks who does not say."""
    actor = room.table.position.actor
    return actor if actor in mine else mine[0]


def seated(mine: tuple[Side, ...]) -> tuple[Side, ...]:
    """The sides of somebody who holds one."""
    if not mine:
        raise Problem("no-seat", "you hold no seat in this game")
    return mine


def one_of(mine: tuple[Side, ...], side: Side | None) -> Side:
    """The side that a player means; with several it has to be named."""
    if side is None and len(mine) == 1:
        return mine[0]
    if side in mine:
        return str(side)
    if side is None:
        message = f"should be one of: {', '.join(mine)}"
        raise Problem("invalid", "you hold several sides", errors=[{"field": "body.side", "message": message}])
    raise Problem("no-seat", f"you do not play {side!r}")
