"""Writing XML: numbers, escaped texts, elements."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML document may hold, not even escaped."""


def num(value: float, places: int = 2) -> str:
    """A number as short as it can be written.

    >>> num(-0.001), num(12.50), num(3)
    ('0', '12.5', '3')
    """
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def clean(text: object) -> str:
    """A text for use between tags.

    >>> clean("Kuo & <Co>")
    'Kuo &amp; &lt;Co&gt;'
    """
    return escape(_FORBIDDEN.sub("", str(text)))


def tag(name: str, *children: str, **attributes: object) -> str:
    """An element. ``class_`` is written class, ``stroke_width`` stroke-width; None and "" are left out."""
    words = [f"<{name}"]
    for key, value in attributes.items():
        if value is None or value == "":
            continue
        text = num(value) if isinstance(value, float) else str(value)
        words.append(f" {key.rstrip('_').replace('_', '-')}={quoteattr(_FORBIDDEN.sub('', text))}")
    body = "".join(children)
    words.append(f">{body}</{name}>" if body else "/>")
    return "".join(words)


def group(children: Iterable[str], **attributes: object) -> str:
    """A group of elements, or nothing when it would be empty."""
    body = "".join(children)
    return tag("g", body, **attributes) if body else ""


def title(text: str) -> str:
    """What a browser shows under the pointer and a screen reader reads."""
    return f"<title>{clean(text)}</title>" if text else ""


def text(words: object, x: float, y: float, **attributes: object) -> str:
    """A line of text with its base line at (x, y)."""
    return tag("text", clean(words), x=num(x), y=num(y), **attributes)


def move(x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> str:
    """The value of a transform attribute."""
    parts = [f"translate({num(x)} {num(y)})"]
    if turn:
        parts.append(f"rotate({num(turn)})")
    if scale != 1.0:
        parts.append(f"scale({num(scale, 4)})")
    return " ".join(parts)


def slug(name: str) -> str:
    """A name fit for a class or an id.

    >>> slug("river:major")
    'river-major'
    """
    return re.sub(r"[^A-Za-z0-9_-]+", "-", name)
