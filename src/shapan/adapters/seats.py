"""A seat at a game, for agents that talk: what its holder may look at, ask, and do; here, or on a server.

Whatever a seat gives its holder is made of the View of its side and of the events that this side is told.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from http.client import HTTPException
from http.cookiejar import LWPCookieJar
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any, Final, Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

import msgspec
from msgspec import ValidationError

from shapan.bots import Bot, ask, bot, kind
from shapan.games import game as find
from shapan.kernel import DICE, Event, Game, Match, Referee, Refusal, ShapanError, Unknown, View
from shapan.kernel.actors import Side
from shapan.kernel.reading import read
from shapan.kernel.view import Preview

from .basics import chosen

PAUSE: Final = 0.25
"""Seconds between two looks at a server while it is another side's turn."""
PATIENCE: Final = 20.0
"""Seconds for which a server that does not answer, or is starting again, is asked once more."""
BUSY: Final = 503


class Seat(Protocol):
    """One side of a game."""

    game: Game
    side: Side

    def view(self) -> View:
        """What the side may know now."""

    def explain(self, text: str) -> str:
        """Why the rules forbid an action; nothing when they allow it. It does nothing."""

    def odds(self, text: str) -> Sequence[Preview]:
        """The chances of what is being put together; of an action, those that it would lead to, or those that stand now
        if it only asks for the dice. It does nothing."""

    def act(self, text: str) -> list[str]:
        """Do this; what the side is told of it and of what follows at once. ShapanError or Refusal if it may not."""

    def wait(self, seconds: float) -> list[str]:
        """Until the side is asked, the game is over or the time is up; what the side was told meanwhile."""


def sentences(game: Game, scenario: str, events: Iterable[Event]) -> list[str]:
    """Events in words, each with the case of the rulebook that it happened under."""
    names = game.book(scenario).names
    return [f"{event.case}: {game.texts.say(event.key, event.params, names)}" for event in events]


def standing(view: View, text: str, rolls: bool) -> Sequence[Preview]:
    """The chances that a side is shown already and that an action asks for: those about what it names, or all of them
    if it names nothing and the dice fall."""
    words = set(text.split())
    named = [one for one in view.previews if one.params and {str(value) for value in one.params.values()} <= words]
    return named or (view.previews if rolls else ())


class OwnSeat:
    """A seat at a game in this process; bots play the other sides, and answer at once."""

    def __init__(
        self,
        game: str | Game,
        side: Side | None = None,
        opponent: str = "staff",
        *,
        scenario: str | None = None,
        switches: Mapping[str, Any] | None = None,
        seed: int | None = None,
    ) -> None:
        self.game = chosen(game)
        self.match: Final = Match(self.game, scenario, switches, Referee(seed))
        sides = self.match.position.book.sides
        self.side: Side = sides[0] if side is None else side
        if self.side not in sides:
            raise Unknown("side", side, sides)
        if not kind(opponent).plays(self.game):
            raise ShapanError(f"the bot {opponent} cannot play {self.game.title}")
        self._word = word = self.match.referee.commitment if seed is None else seed
        self._players: dict[Side, Bot] = {s: bot(opponent, f"{s} {word}") for s in sides if s != self.side}
        self._imagination = Random(f"imagine {word}")
        self._told: list[Event] = []
        self._others()

    def view(self) -> View:
        return self.match.position.view(self.side)

    def _mine(self, text: str) -> Any:
        """The action of a text, if it is this side's to take: that of another side is not even judged."""
        pos = self.match.position
        action = self.game.parse(pos, text)
        if pos.outcome is None and action.author(pos.actor) != self.side:
            raise ShapanError(f"the decision is owed by {pos.actor}; you play {self.side}")
        return action

    def explain(self, text: str) -> str:
        refusal = self.match.position.refusal(self._mine(text))
        return "" if refusal is None else f"{refusal.case}: {refusal.text}"

    def odds(self, text: str) -> Sequence[Preview]:
        if not text:
            return self.view().previews
        if forbidden := self.explain(text):
            raise ShapanError(forbidden)
        action, position = self._mine(text), self.match.position
        # The true position could tell what the side must not know.
        before = position.imagine(self.side, Random(f"{self._word} {len(self.match.record.moves)}"))
        if not before.allows(action):
            return ()
        world = before.copy()
        world.push(action)
        # What would be uncovered is made up, and no figure to reckon with.
        built = () if world.knows_more(before, self.side) else world.view(self.side).previews
        return built or standing(self.view(), text, rolls=world.actor == DICE)

    def act(self, text: str) -> list[str]:
        self.match.push(self._mine(text), self._told.append)
        self._others()
        return self.wait(0)

    def wait(self, seconds: float) -> list[str]:
        known = [event for event in self._told if event.known_to(self.side)]
        self._told.clear()
        return sentences(self.game, self.match.record.scenario, known)

    def _others(self) -> None:
        """Dice and bots, until this side is asked or the game is over."""
        match = self.match
        while match.position.outcome is None and match.position.actor != self.side:
            if match.position.actor == DICE:
                match.roll_once(self._told.append)
            else:
                player = self._players[match.position.actor]
                match.push(ask(player, match.position, self._imagination), self._told.append)


class _Busy(ShapanError):
    """The server did not answer, or not yet."""


class _Nobody(ShapanError):
    """Whoever asks has no seat at this table."""


class _Table(msgspec.Struct):
    """What a seat has to know of the table that it is at."""

    title: str
    scenario: str
    seq: int
    you: list[Side]


def _game_at(address: str) -> tuple[str, str]:
    """Where a game answers, and the secret of an invitation to it."""
    try:
        parts = urlsplit(address)
    except ValueError:
        parts = urlsplit("")
    name = parts.path.strip("/").partition("/")[0]
    if parts.scheme not in ("http", "https") or not (name.isascii() and name.isalnum()):
        raise ShapanError(f"{address} is no address of a game, such as http://localhost:8000/h7m2kq4c/join#SECRET")
    return f"{parts.scheme}://{parts.netloc}/api/v1/games/{name}", parts.fragment


class ServerSeat:
    """A seat at a game on a server, taken by an invitation or, where the game is public, by naming a free side.

    An invitation is good for once. Whoever names a file to keep the seat in comes back to it with the same words.
    """

    def __init__(
        self, address: str, side: Side | None = None, name: str = "Agent", *, keep: Path | None = None
    ) -> None:
        self._root, secret = _game_at(address)
        jar = LWPCookieJar(keep)
        self._open = build_opener(HTTPCookieProcessor(jar)).open
        held = self._held(jar) if keep is not None and keep.exists() else None
        if held is None and not secret and side is None:
            raise ShapanError("name the side to play, or give the address of an invitation (…/join#SECRET)")
        table = held or self._table("join", {**({"secret": secret} if secret else {"side": side}), "name": name})
        if keep is not None:
            keep.touch(mode=0o600)  # whoever reads it can take the seat
            jar.save(ignore_discard=True)
        self.game = find(table.title)
        self.scenario = table.scenario
        self.side: Side = table.you[0]
        self._seq = 0
        self._heard = 0 if held is None else held.seq

    def _held(self, jar: LWPCookieJar) -> _Table | None:
        """The table at which a seat is held by what was kept; None if none is."""
        jar.load(ignore_discard=True)
        try:
            return self._table("")
        except _Nobody:
            return None

    def _table(self, what: str, body: Mapping[str, Any] | None = None) -> _Table:
        try:
            table = read(self._ask(what, body), _Table)
        except ValidationError:
            raise ShapanError(f"{self._root} is not answered by a server of Shapan") from None
        if not table.you:
            raise _Nobody(f"{self._root}: no seat is held there")
        return table

    def _ask(self, what: str, body: Mapping[str, Any] | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = Request(f"{self._root}/{what}".rstrip("/"), data, {"Content-Type": "application/json"})
        try:
            with self._open(request, timeout=60) as answer:
                return json.load(answer)
        except HTTPError as error:
            raise (_Busy if error.code == BUSY else ShapanError)(_problem(error)) from None
        except URLError as error:
            raise _Busy(f"{self._root}: {error.reason}") from None
        except (OSError, HTTPException) as error:
            raise _Busy(f"{self._root}: {error}") from None
        except ValueError:
            raise ShapanError(f"{self._root} is not answered by a server of Shapan") from None

    def _ask_until_answered(self, what: str, body: Mapping[str, Any] | None = None) -> Any:
        """For what may be asked again: a server that has been started again goes on where it was."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self._ask(what, body)
            except _Busy:
                if time.monotonic() > until:
                    raise
                time.sleep(PAUSE)

    def view(self) -> View:
        document = self._ask_until_answered(f"view?side={self.side}")
        self._seq = document["seq"]
        return read(document["view"], View)

    def explain(self, text: str) -> str:
        answer = self._ask_until_answered("explain", {"action": text})
        return "" if answer["ok"] else _why(answer)

    def odds(self, text: str) -> Sequence[Preview]:
        if not text:
            return self.view().previews
        answer = self._ask_until_answered("explain", {"action": text, "odds": True})
        if not answer["ok"]:
            raise ShapanError(_why(answer))
        built = read(answer["previews"], list[Preview])
        return built or standing(self.view(), text, rolls=answer["final"] == "dice")

    def act(self, text: str) -> list[str]:
        if not self._seq:
            self.view()
        # by its name the server knows an action that it has played already
        wish = {"action": text, "seq": self._seq, "cid": token_hex(16)}
        self._ask_until_answered(f"actions?side={self.side}&live=true", wish)
        self.view()
        return self._news()

    def wait(self, seconds: float) -> list[str]:
        until = time.monotonic() + seconds
        while (view := self.view()).outcome is None and view.ask.actor != self.side and time.monotonic() < until:
            time.sleep(PAUSE)
        return self._news()

    def _news(self) -> list[str]:
        """What the server has told this side since it was last asked."""
        found: list[Event] = []
        while True:
            answer = self._ask_until_answered(f"events?since={self._heard}&side={self.side}")
            for entry in answer["entries"]:
                found += [read(event, Event) for event in entry["events"]]
                self._heard = entry["seq"]
            if not answer["next"] or not answer["entries"]:
                return sentences(self.game, self.scenario, found)


def _why(answer: Mapping[str, Any]) -> str:
    """What forbids an action, as a server explains it."""
    return f"{answer['refusal']['case']}: {answer['refusal']['text']}"


def _problem(error: HTTPError) -> str:
    """What a server says is wrong, in one line."""
    try:
        document = json.load(error)
        return str(document.get("detail") or document["title"])
    except (ValueError, KeyError):
        return f"{error.url}: {error.code} {error.reason}"


def refused(work: Callable[[], list[str]]) -> tuple[bool, list[str]]:
    """Whether something could be done, and what came of it, or why not."""
    try:
        return True, work()
    except Refusal as refusal:
        return False, [f"{refusal.case}: {refusal.text}"]
    except ShapanError as error:
        return False, [str(error)]
