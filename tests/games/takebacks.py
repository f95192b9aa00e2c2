"""Undo in any position of a game, for the tests of what must not be taken back after a look."""

from __future__ import annotations

from typing import Any

from shapan.kernel import Match, Position, Referee


def going_on(pos: Position[Any], *lines: str) -> Match:
    """A match that goes on from this position with these actions."""
    match = Match(pos.book.game, pos.book.scenario, pos.book.switches, Referee(1))
    match.position = pos.copy()
    for line in lines:
        match.push(pos.book.game.parse(match.position, line))
    return match


def why_not(match: Match, side: str) -> str:
    """The key of the reason why this side cannot undo; empty when it can."""
    refusal = match.undo_refusal(side)
    return "" if refusal is None else refusal.key.removeprefix("refusal.takeback_")
