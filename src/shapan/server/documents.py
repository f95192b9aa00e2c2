"""The documents that the server sends. Their JSON schemas are those of the OpenAPI document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from shapan.kernel import Difficulty, Outcome, Scenario, View
from shapan.kernel.view import Aid, Preview


class SeatDocument(msgspec.Struct, frozen=True):
    """Who plays a side."""

    side: str
    kind: Literal["human", "hotseat", "bot"]
    name: str | None
    bot: str | None
    taken: bool
    online: bool
    you: bool


class RefusalDocument(msgspec.Struct, frozen=True):
    """Why the rules forbid something."""

    case: str
    key: str
    params: Mapping[str, Any]
    text: str


class Can(msgspec.Struct, frozen=True):
    """What a session's sides may do now besides acting."""

    undo: bool = False
    takeback: bool = False
    resign: bool = False
    rematch: bool = False
    why_not_undo: RefusalDocument | None = None
    hint: bool = False
    """Ask the staff officer: one of these sides owes the decision, and the title has such an officer."""


class Takeback(msgspec.Struct, frozen=True):
    """A pending request to go back."""

    side: str
    to: int
    known: bool = False
    """Would it undo dice that fell or hidden things that were seen?"""
    agreed: Sequence[str] = ()
    """Who has agreed so far; all others have to."""
    stand: bool = False
    """Is the request that what the rules of today do not allow stands as it was played?"""


class Invitation(msgspec.Struct, frozen=True):
    """A secret that takes a seat, shown once."""

    secret: str
    path: str


class Thinking(msgspec.Struct, frozen=True):
    """A bot that has been thinking for a while; ``fraction`` is null when it does not tell how far it is."""

    side: str
    seconds: float
    fraction: float | None


class ShareDocument(msgspec.Struct, frozen=True):
    """What a player adds to the seed of the dice; ``part`` is null until it is shown, or if it is left out."""

    side: str
    commitment: str
    part: str | None


class OutgrownDocument(msgspec.Struct, frozen=True):
    """A game that stands where the rules have been corrected since, and what its players can choose from."""

    entry: int
    """The first entry that would not be legal today."""
    side: str
    """Whose it is."""
    ply: int
    """The game can go back to here, before that entry, and go on under today's reading."""
    old_reading: bool = False
    """Can it, and all that came after it, stand as it was played? Not where today's rules could not go on from it."""


class GameDocument(msgspec.Struct, frozen=True, kw_only=True):
    """A game without its position."""

    id: str
    title: str
    scenario: str
    options: Mapping[str, Any]
    data_version: str
    visibility: str
    status: Literal["waiting", "running", "over", "archived"]
    side: str | None = None
    """Through whose eyes entries and actions are counted; null in lists, as are the counts."""
    seq: int | None = None
    ply: int | None = None
    actor: str
    seats: Sequence[SeatDocument]
    you: Sequence[str]
    owner: bool
    watchers: int
    held: Mapping[str, int] = {}
    """How many people have sat at each side that somebody has sat at, so that whoever comes back to a seat that he has
    left sees whether others have looked through it meanwhile; empty in lists."""
    bot_delay_ms: int
    bots_paused: bool
    counsel: bool
    """May players ask for hints and see odds and chances to win? All at the table see whether."""
    commitment: str
    seed: str | None
    shares: Sequence[ShareDocument]
    sharing: bool
    """Can parts of the seed still be shown? The dice have not begun then."""
    awaited: Sequence[str]
    """Sides of a rematch whose players have not come yet; they come by joining, with a commitment or without."""
    outcome: Outcome | None
    takeback: Takeback | None = None
    """Null in lists."""
    outgrown: OutgrownDocument | None = None
    """Set when the rules have been corrected since; null in lists."""
    can: Can | None = None
    """Null in lists."""
    turn: int
    turns: int
    created: str
    updated: str
    parent: str | None
    rematch: str | None
    imported: bool
    thinking: Thinking | None = None
    invitations: Mapping[str, Invitation] | msgspec.UnsetType = msgspec.UNSET


class EventDocument(msgspec.Struct, frozen=True):
    """Something that happened, under which case."""

    case: str
    key: str
    params: Mapping[str, Any]


class EntryDocument(msgspec.Struct, frozen=True):
    """A line of the log as one side may know it, and as that side counts."""

    seq: int
    ply: int
    author: str
    kind: Literal["act", "back"]
    at: str
    action: str | None
    events: Sequence[EventDocument]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Which moment of a game is shown, to whom, and what he may do besides acting."""

    seq: int
    ply: int
    at: int
    side: str
    you: Sequence[str]
    handover: str | None
    can: Can


class StateDocument(Standing, frozen=True, kw_only=True):
    """A View and which moment it shows."""

    view: View


class AidsDocument(msgspec.Struct, frozen=True):
    """What can be drawn around a piece, as one side may see it."""

    seq: int
    aids: Sequence[Aid]


class DoneDocument(msgspec.Struct, frozen=True):
    """The answer to an action: the entries that it made, and the state after it unless the socket brings that."""

    seq: int
    ply: int
    entries: Sequence[EntryDocument]
    state: StateDocument | msgspec.UnsetType = msgspec.UNSET


class LogDocument(msgspec.Struct, frozen=True):
    """A part of the log; ``next`` is the ``since`` of the part that follows."""

    seq: int
    entries: Sequence[EntryDocument]
    next: int | None


class GameList(msgspec.Struct, frozen=True):
    """Public games; ``next`` is the ``before`` of the page that follows."""

    games: Sequence[GameDocument]
    next: str | None


class SwitchDocument(msgspec.Struct, frozen=True):
    """An optional rule that players may choose."""

    id: str
    title: str
    case: str
    default: bool | int | str
    values: Sequence[bool | int | str]
    summary: str


class TitleDocument(msgspec.Struct, frozen=True):
    """A game that can be played."""

    id: str
    title: str
    summary: str
    sides: Sequence[str]
    side_names: Mapping[str, str]
    data_version: str
    scenarios: Sequence[Scenario]
    options: Sequence[SwitchDocument]
    takeback_switch: str
    """The switch by which players agree to take slips back; empty where the title has none."""
    cover: str = ""
    """The address of its picture, where it has one."""
    hours: str = ""
    """How long a game takes, such as "2–3"; empty where nobody has said."""
    difficulty: Difficulty = ""


class TitleList(msgspec.Struct, frozen=True):
    """All games that can be played."""

    titles: Sequence[TitleDocument]


class BotDocument(msgspec.Struct, frozen=True):
    """A program that plays."""

    id: str
    title: str
    summary: str
    titles: Sequence[str] | None


class BotList(msgspec.Struct, frozen=True):
    """All programs that play."""

    bots: Sequence[BotDocument]


Finality: TypeAlias = Literal["over", "dice", "known", "turn"]
"""Why what was done could not simply be undone."""


class ExplainDocument(msgspec.Struct, frozen=True):
    """Whether the rules allow an action, and what it would do, as far as the side that asks can know."""

    ok: bool
    refusal: RefusalDocument | None
    path: Sequence[str] | msgspec.UnsetType | None = msgspec.UNSET
    """The way that a move would take, place by place; this and what follows is told of what is allowed."""
    final: Finality | msgspec.UnsetType | None = msgspec.UNSET
    """Why it could not simply be undone."""
    previews: Sequence[Preview] | msgspec.UnsetType = msgspec.UNSET
    """What would be shown of an attack after it, for whoever asks for odds."""


class AdviceDocument(msgspec.Struct, frozen=True):
    """One thing that the staff officer would do, and a reason as a text key with parameters."""

    action: str
    reason: str
    params: Mapping[str, Any]


class HintDocument(msgspec.Struct, frozen=True):
    """What the staff officer of the side that owes the decision would do, the best first."""

    seq: int
    side: str
    advice: Sequence[AdviceDocument]


class StoryPoint(msgspec.Struct, frozen=True):
    """What chance to win each side had after so many actions, in the order of the sides."""

    ply: int
    turn: int
    chances: Sequence[float]


class Moment(msgspec.Struct, frozen=True):
    """A turn of the tide: after how many actions it began, and the chances before and after it."""

    ply: int
    turn: int
    before: Sequence[float]
    after: Sequence[float]


class Luck(msgspec.Struct, frozen=True):
    """What the throws of a game gave its first side, in shares of the chance to win, beside what average ones give."""

    throws: int
    gained: float


class StoryDocument(msgspec.Struct, frozen=True):
    """How a finished game went, as the staff judges it."""

    sides: Sequence[str]
    points: Sequence[StoryPoint]
    moments: Sequence[Moment]
    luck: Luck | None = None
    """None where a game has too many throws to weigh every one of them."""


class ChatLine(msgspec.Struct, frozen=True):
    """Something that a player said."""

    n: int
    side: str
    name: str
    text: str
    at: str


class ChatDocument(msgspec.Struct, frozen=True):
    """What the players said."""

    chat: Sequence[ChatLine]


class MeDocument(msgspec.Struct, frozen=True):
    """The player of this session."""

    account: str | None
    name: str | None
    preferences: Mapping[str, Any]
    games: Sequence[GameDocument]
    your_turn: Sequence[str]


class HealthDocument(msgspec.Struct, frozen=True):
    """Whether the server and its storage answer."""

    status: str
    version: str


class FieldError(msgspec.Struct, frozen=True):
    """What is wrong with one field of a request."""

    field: str
    message: str


class ProblemDocument(msgspec.Struct, frozen=True, kw_only=True):
    """An error (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str | msgspec.UnsetType = msgspec.UNSET
    errors: Sequence[FieldError] | msgspec.UnsetType = msgspec.UNSET
    refusal: RefusalDocument | msgspec.UnsetType = msgspec.UNSET
    state: StateDocument | msgspec.UnsetType = msgspec.UNSET
    line: int | msgspec.UnsetType | None = msgspec.UNSET
    entry: int | msgspec.UnsetType = msgspec.UNSET
    """Of a game that stands where rules have been corrected; see :class:`OutgrownDocument`."""
    side: str | msgspec.UnsetType = msgspec.UNSET
    ply: int | msgspec.UnsetType = msgspec.UNSET
    old_reading: bool | msgspec.UnsetType = msgspec.UNSET
