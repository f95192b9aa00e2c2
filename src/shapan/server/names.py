"""Names as people see them: nothing invisible, and nothing that turns the direction of what stands beside it."""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST: Final = 40
MOST_MARKS: Final = 2
"""Accents on one letter; more of them would climb over the lines above."""
UNSEEN: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks by their category that leave no ink."""
STYLES: Final = {**dict.fromkeys(range(0xFE00, 0xFE10)), **dict.fromkeys(range(0xE0100, 0xE01F0))}
"""Variation selectors: they say how the sign before them is drawn, and phones add them unasked."""


def tricky(letter: str) -> bool:
    """Is this a sign that no name needs: a control, a direction, something invisible or not assigned?"""
    return letter in UNSEEN or unicodedata.category(letter) in ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")


def shown_name(text: str) -> str:
    """A name as it is kept; ValueError says what it should not hold."""
    name = _tidy(text)
    if any(tricky(letter) for letter in name):
        raise ValueError("should not hold invisible signs or signs of direction")
    if all(letter.isspace() or unicodedata.combining(letter) for letter in name):
        raise ValueError("should not be empty")
    if _heaped(name):
        raise ValueError(f"should not hold more than {MOST_MARKS} accents on one letter")
    if len(name) > LONGEST:
        raise ValueError(f"should have at most {LONGEST} characters")
    return name


def tamed(text: str) -> str | None:
    """A name that came with a record, without its tricks; None if nothing is left."""
    name = _tidy("".join(letter for letter in text if not tricky(letter)))[:LONGEST]
    return name if name and not _heaped(name) else None


def _tidy(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).translate(STYLES).split())


def _heaped(name: str) -> bool:
    heap = 0
    for letter in name:
        heap = heap + 1 if unicodedata.category(letter) == "Mn" else 0
        if heap > MOST_MARKS:
            return True
    return False
