"""What clients may send. Unknown fields, wrong types and values out of bounds are refused by name."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Any, Final, Literal

import msgspec
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from .identity import account_key
from .names import LONGEST, shown_name, tricky

MOST_SEQ: Final = 2**31 - 1
PREFERENCES_LIMIT: Final = 8 * 1024
LONGEST_KEY: Final = 72
"""An account's name may grow when it is normalised, but not without end."""


def _printable(text: str) -> str:
    """Text for people: no control characters (which also keeps the zero byte out of the database)."""
    if any(unicodedata.category(letter) in ("Cc", "Cs") and letter != "\n" for letter in text):
        raise ValueError("should not contain control characters")
    return text


def _said(text: str) -> str:
    if not text.strip():
        raise ValueError("should not be empty")
    return text


def _account_name(text: str) -> str:
    if not re.fullmatch(r"[\w-]+", text) or any(tricky(letter) for letter in text):
        raise ValueError("should be letters, digits, - and _ only")
    if len(account_key(text)) > LONGEST_KEY:
        raise ValueError("should not hold signs that stand for whole words")
    return text


Name = Annotated[str, Field(min_length=1, max_length=LONGEST), AfterValidator(shown_name)]
Word = Annotated[str, Field(min_length=1, max_length=64), AfterValidator(_printable)]
Secret = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_printable)]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Seq = Annotated[int, Field(ge=0, le=MOST_SEQ)]
ActionText = Annotated[str, Field(min_length=1, max_length=4000), AfterValidator(_printable)]
Cid = Annotated[str, Field(min_length=1, max_length=64), AfterValidator(_printable)]
Password = Annotated[str, Field(min_length=8, max_length=200), AfterValidator(_printable)]
AccountName = Annotated[
    str, Field(min_length=2, max_length=24), AfterValidator(_printable), AfterValidator(_account_name)
]
SeatWish = Annotated[str, Field(pattern=r"^(me|human|hotseat|bot:[\w.-]{1,60})$")]


class Body(BaseModel):
    """Base of all bodies."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Nothing(Body):
    """A request that says all by its address."""


class NewGame(Body):
    """A game to be created."""

    title: Word
    scenario: Word | None = None
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=100)
    """Optional rules; what is left out is as the title has it, save that against bots slips may be taken back."""
    seats: dict[str, SeatWish] = Field(max_length=20)
    visibility: Literal["public", "unlisted", "private"] = "unlisted"
    name: Name | None = None
    bot_delay_ms: Annotated[int, Field(ge=0, le=10_000)] = 0
    counsel: bool | None = None
    """Hints, odds and chances to win; if left out, only where no two people play against each other."""
    share: Digest | None = None
    """The commitment to what this player adds to the seed of the dice."""


class GameChange(Body):
    """How the bots of a game behave."""

    bot_delay_ms: Annotated[int, Field(ge=0, le=10_000)] | None = None
    bots_paused: bool | None = None


class Join(Body):
    """A seat to be taken: by the secret of an invitation, or by its side in a public game."""

    secret: Secret | None = None
    side: Word | None = None
    name: Name | None = None
    share: Digest | None = None


class SideOnly(Body):
    """One of one's own sides."""

    side: Word | None = None


class Invite(Body):
    """The seat that an invitation is for."""

    side: Word


class Rematch(Body):
    """Another game with the same players."""

    swap: bool = True
    share: Digest | None = None


class Part(Body):
    """What a player adds to the seed of the dice."""

    part: Digest


class Act(Body):
    """An action, the sequence number that the player saw, and the client's own name for this attempt."""

    action: ActionText
    seq: Seq | None = None
    cid: Cid | None = None


class Explain(Body):
    """An action to be judged and not played."""

    action: ActionText
    odds: bool = False
    """The chances that it would lead to as well."""


class Undo(Body):
    """Take back one's own latest action."""

    seq: Seq | None = None
    side: Word | None = None
    cid: Cid | None = None


class Resign(Body):
    """Give up."""

    side: Word | None = None
    seq: Seq | None = None


class TakebackWish(Body):
    """The number of actions to go back to; or that what the rules of today do not allow stands as it was played."""

    to: Seq
    side: Word | None = None
    stand: bool = False


class TakebackAnswer(Body):
    """Whether one agrees."""

    agree: bool


class Chat(Body):
    """Something to say."""

    text: Annotated[str, Field(min_length=1, max_length=500), AfterValidator(_printable), AfterValidator(_said)]


class RecordText(Body):
    """A whole record."""

    record: Annotated[str, Field(min_length=1, max_length=500_000)]


class Account(Body):
    """A new account."""

    name: AccountName
    password: Password


class Login(Body):
    """Name and password."""

    name: Annotated[str, Field(min_length=1, max_length=64), AfterValidator(_printable)]
    password: Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_printable)]


class PasswordChange(Body):
    """The password that was, and the one that shall be."""

    old: Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_printable)]
    new: Password


class Farewell(Body):
    """The password, to be sure."""

    password: Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_printable)]


def _small(preferences: dict[str, Any]) -> dict[str, Any]:
    if len(msgspec.json.encode(preferences)) > PREFERENCES_LIMIT:
        raise ValueError(f"should take at most {PREFERENCES_LIMIT} bytes")
    return preferences


class MeChange(Body):
    """Shown name and preferences."""

    name: Name | None = None
    preferences: Annotated[dict[str, Any], AfterValidator(_small)] | None = None
