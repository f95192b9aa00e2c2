"""Data checks."""

from __future__ import annotations

from shapan.kernel import Finding, Game


def check(game: Game) -> list[Finding]:
    return []
