"""The catalogue of a rulebook's cases, and citations of them.

``rules.toml`` of a game lists every case with a summary in our own words and its status::

    [[case]]
    id = "7.1"
    title = "Enemy zones and movement"
    summary = "A unit stops on entering an enemy zone and never steps from zone to zone."
    status = "enforced"          # or "not mechanical"
    code = ["movement.may_step"]   # where in the game's package
    rulings = ["R24"]

Tests name the cases that they prove with :func:`rule`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from typing import Any, Final, Literal, TypeVar

import msgspec

from .errors import BadData
from .reading import read

F = TypeVar("F", bound=Callable[..., Any])
ATTRIBUTE: Final = "__shapan_rules__"


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One case of a rulebook."""

    id: str
    title: str
    summary: str
    status: Literal["enforced", "not mechanical"]
    code: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    why: str = ""
    """For a case that is not mechanical: why no code enforces it."""


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an unclear passage is read, and why."""

    id: str
    cases: tuple[str, ...]
    question: str
    reading: str
    why: str = ""


class RuleBook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All cases and rulings of a game."""

    title: str
    short: str
    """How citations name the book: ``MUK`` in "MUK 7.1"."""
    case: tuple[Case, ...]
    ruling: tuple[Ruling, ...] = ()

    def __contains__(self, case: object) -> bool:
        return any(entry.id == case for entry in self.case)

    def __getitem__(self, case: str) -> Case:
        for entry in self.case:
            if entry.id == case:
                return entry
        raise KeyError(case)


def load_rules(source: str, name: str) -> RuleBook:
    """Read a rules.toml; says what is wrong with it."""
    try:
        book = read(tomllib.loads(source), RuleBook)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadData(f"{name}: {error}") from None
    ids = [case.id for case in book.case]
    if doubled := {case for case in ids if ids.count(case) > 1}:
        raise BadData(f"{name}: listed twice: {', '.join(sorted(doubled))}")
    for ruling in book.ruling:
        if missing := [case for case in ruling.cases if case not in ids]:
            raise BadData(f"{name}: ruling {ruling.id} cites unknown cases {', '.join(missing)}")
    return book


def rule(game: str, *cases: str) -> Callable[[F], F]:
    """Mark a test as proof of these cases of a game's rulebook (rulings and traps may be named too)."""

    def mark(test: F) -> F:
        cited: tuple[tuple[str, str], ...] = getattr(test, ATTRIBUTE, ())
        setattr(test, ATTRIBUTE, cited + tuple((game, case) for case in cases))
        return test

    return mark
