"""The battery: one call that puts a game to all tests which need to know nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeAlias

import msgspec

from shapan.kernel import Game
from shapan.lab.fuzz import fuzz
from shapan.lab.hostile import hostile
from shapan.lab.playing import play_game

from . import advice, board, citing, manners, texts


class Scope(msgspec.Struct, frozen=True):
    """How much is tried."""

    games: int = 10
    """Random games with all checks of the fuzzer, the scenarios in turn, with random switches."""
    every: int = 7
    """The heavy checks come at every so many decisions."""
    submissions: int = 2000
    """Actions that nobody honest would send."""
    decisions: int = 60
    """On so many the staff is asked."""
    seed: int = 1


Check: TypeAlias = Callable[[Game, Scope], Iterator[str]]


def _data(game: Game, scope: Scope) -> Iterator[str]:
    findings = game.check()
    if not findings:
        yield "check() finds nothing to check"
    yield from (f"{finding.what} does not hold: {finding.evidence}" for finding in findings if not finding.holds)


def _promises(game: Game, scope: Scope) -> Iterator[str]:
    report = fuzz(game, scope.games, scope.seed, scope.every)
    yield from (f"game {fault.game} after {fault.at} actions: {fault.what}" for fault in report.violations)


def _submissions(game: Game, scope: Scope) -> Iterator[str]:
    yield from hostile(game, scope.submissions, scope.seed).faults


def _bots(game: Game, scope: Scope) -> Iterator[str]:
    """A whole game between bots of each kind that plays any title, search excepted, which takes its time."""
    for name in ("random", "staff") if game.staff is not None else ("random",):
        pos, _, _ = play_game(game, None, {}, (name,) * len(game.sides_in()), f"battery {scope.seed}")
        if pos.outcome is None:
            yield f"a game of {name} bots has no end"


CHECKS: Final[dict[str, Check]] = {
    "data": _data,
    "catalogue": lambda game, scope: citing.faults(game),
    "texts": lambda game, scope: texts.faults(game),
    "board": lambda game, scope: board.faults(game, scope.seed),
    "manners": lambda game, scope: manners.faults(game, scope.seed),
    "promises": _promises,
    "submissions": _submissions,
    "staff": lambda game, scope: advice.faults(game, scope.decisions, scope.seed),
    "bots": _bots,
}
"""All checks by name, the quick ones first."""


def complaints(game: Game, checks: Iterable[str], **scope: int) -> Iterator[str]:
    """Everything that these checks find wrong with a game; each line begins with the name of its check."""
    chosen = Scope(**scope)
    for name in checks:
        yield from dict.fromkeys(f"{name}: {complaint}" for complaint in _guarded(CHECKS[name], game, chosen))


def _guarded(check: Check, game: Game, scope: Scope) -> Iterator[str]:
    try:
        yield from check(game, scope)
    except Exception as error:  # a game that crashes has not passed, and the other checks may say why
        yield f"the game crashes: {error!r}"


def check_game(game: Game, **scope: int) -> None:
    """Put a game to the battery. AssertionError lists all broken promises; ``scope`` says how much is tried.

    ``games`` random games with every check of the fuzzer (options never refused, copies, snapshots, records, undo,
    imagined worlds equal to the byte, citations, invariants), hostile ``submissions``, a staff that is asked on so many
    ``decisions``; besides, the data, the catalogue of cases, the texts, the boards, how positions are packed, copied
    and shown, and whole games of bots.
    """
    found = list(complaints(game, CHECKS, **scope))
    if found:
        raise AssertionError("\n".join([f"{game.id}: {len(found)} complaints", *found]))
