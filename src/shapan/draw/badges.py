"""Badges for statuses and emblems of nations, as data that the SVG renderer and the web client share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

import msgspec

from shapan.kernel.reading import read

from .markup import group, move, num, tag, text
from .strokes import Stroke, strokes_in
from .tables import table

RADIUS, APART, SHOWN = 14.0, 30.0, 2
"""Size of a badge, how far below it the next one is, and how many are shown; the rest is counted."""


class Badge(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one status shows."""

    paths: Sequence[Stroke] = ()
    form: Literal["disc", "square"] = "disc"
    face: str = "#fff7d6"
    ink: str = "#3a2d12"
    acted: bool = False
    silent: bool = False


class Emblem(msgspec.Struct, frozen=True):
    """The sign of a nation, within a radius of 22."""

    paths: Sequence[Stroke]


@cache
def badges() -> Mapping[str, Badge]:
    """The badge of each status that has one of its own."""
    return read(table("badges.toml")["badges"], dict[str, Badge])


@cache
def emblems() -> Mapping[str, Emblem]:
    """Every emblem by name."""
    return read(table("badges.toml")["emblems"], dict[str, Emblem])


def acted(statuses: Sequence[str]) -> bool:
    """Does one of these say that the piece has done what it may?"""
    return any(status in badges() and badges()[status].acted for status in statuses)


def loud(statuses: Sequence[str]) -> list[str]:
    """The statuses that need a badge."""
    return [s for s in statuses if s not in badges() or not (badges()[s].acted or badges()[s].silent)]


def drawn(statuses: Sequence[str], texts: Mapping[str, str], corner: float = 40.0, size: float = RADIUS) -> str:
    """At the upper right corner, one below the other; more than two are counted."""
    shown = loud(statuses)
    words = shown if len(shown) <= SHOWN else [*shown[: SHOWN - 1], f"+{len(shown) - SHOWN + 1}"]
    scale = size / RADIUS
    return group(
        (
            tag("g", _one(word, texts), transform=move(corner, -corner + APART * scale * at, scale))
            for at, word in enumerate(words)
        ),
        class_="statuses",
    )


def _one(status: str, texts: Mapping[str, str]) -> str:
    badge = badges().get(status, Badge())
    return _ground(badge) + (
        strokes_in(badge.paths, badge.ink, badge.face) if badge.paths else _word(status, badge, texts)
    )


def _ground(badge: Badge) -> str:
    edge = {"fill": badge.face, "stroke": "#241d12", "stroke_width": 2}
    if badge.form == "disc":
        return tag("circle", r=num(RADIUS), **edge)
    return tag("rect", x=-13, y=-13, width=26, height=26, rx=4, **edge)


def _word(status: str, badge: Badge, texts: Mapping[str, str]) -> str:
    word = status if status.startswith("+") else texts.get(f"badge.{status}") or initial(status)
    return text(word, 0, 8.2, class_="count", font_size=num(23 if len(word) < 2 else 19), fill=badge.ink)


def initial(status: str) -> str:
    """A letter for a status without a badge of its own.

    >>> initial("card.rally")
    'R'
    """
    return status.rpartition(".")[2][:1].upper() or "?"
