"""Colours: reading, mixing, contrast. Only ``#rgb`` and ``#rrggbb`` are understood; others pass through untouched."""

from __future__ import annotations

import re

RGB = tuple[int, int, int]


def parse(colour: str) -> RGB | None:
    """The three channels, or None for a colour that is not written in hexadecimal."""
    found = re.fullmatch(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})", colour.strip())
    if not found:
        return None
    digits = found[1] if len(found[1]) == 6 else "".join(digit * 2 for digit in found[1])
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def mix(one: str, other: str, share: float) -> str:
    """``one`` with a share of ``other`` in it.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    a, b = parse(one), parse(other)
    if a is None or b is None:
        return one
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(a, b, strict=True))


def light(colour: str) -> bool:
    """Whether dark ink reads better on it than light ink.

    >>> light("#d9c3a0"), light("#b3122a")
    (True, False)
    """
    channels = parse(colour)
    if channels is None:
        return True
    red, green, blue = channels
    return 0.299 * red + 0.587 * green + 0.114 * blue > 140


def contrast(colour: str) -> str:
    """An ink that reads well on this colour."""
    return "#1d1a16" if light(colour) else "#ffffff"
