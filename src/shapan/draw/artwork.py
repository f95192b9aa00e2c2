"""Everything that renderers share, as data for those that are not written in Python."""

from __future__ import annotations

from typing import Any

import msgspec

from .badges import badges, emblems
from .figures import MATERIALS
from .nations import nations
from .patterns import patterns
from .symbols import HEIGHT, LETTERS, WIDTH, Symbol, figures, models, strokes, symbols


def artwork() -> dict[str, Any]:
    """All of it as plain data, ready for JSON."""
    framed = {name: Symbol(strokes(shape)) for name, shape in symbols().items()}
    tables = {
        "box": (WIDTH, HEIGHT),
        "symbols": framed,
        "echelons": LETTERS,
        "patterns": patterns(),
        "figures": figures(),
        "models": models(),
        "nations": nations(),
        "badges": badges(),
        "emblems": emblems(),
        "materials": MATERIALS,
    }
    plain: dict[str, Any] = msgspec.to_builtins(tables)
    return plain
