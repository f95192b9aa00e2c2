"""Everything that watchers get while actions are taken, for the tests of what secret answers must not tell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from shapan.kernel import Event, Position


def traffic(pos: Position[Any], lines: Iterable[str], watchers: Sequence[str]) -> list[Any]:
    """Action by action: who is asked what, the events that each watcher hears and the view that he gets; whether
    anything was learned; and among how many options a watcher chooses who is asked himself."""
    seen: list[Any] = [_shown(pos, watchers)]
    for line in lines:
        heard: list[Event] = []
        pos.push(pos.book.game.parse(pos, line), heard.append)
        known = [
            [(event.case, event.key, dict(event.params)) for event in heard if event.known_to(who)] for who in watchers
        ]
        seen.append((known, _shown(pos, watchers)))
    return seen


def _shown(pos: Position[Any], watchers: Sequence[str]) -> list[Any]:
    choices = len(pos.options()) if pos.actor in watchers else 0
    return [pos.decision, choices, pos.horizon, *(pos.view(who).to_json() for who in watchers)]
