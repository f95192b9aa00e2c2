"""Plain data become what a type says, in whichever thread.

msgspec looks at a type when it is first read and notes what it has found while it is still looking: a second thread
that reads the same type meanwhile finds half of it, and the process dies. So whatever is read for the first time is
read by one thread at a time, and everything is read here.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any, Final, TypeVar, cast, overload

import msgspec

T = TypeVar("T")
_LOCK: Final = RLock()
_known: Final[set[Any]] = set()
"""What has been read once, with all that it is made of."""


@overload
def read(value: Any, kind: type[T], *, strict: bool = True) -> T: ...
@overload
def read(value: Any, kind: Any, *, strict: bool = True) -> Any: ...
def read(value: Any, kind: Any, *, strict: bool = True) -> Any:
    """What a plain value stands for; msgspec.ValidationError for anything else."""
    return _safely(kind, lambda: msgspec.convert(value, kind, strict=strict))


def read_json(text: bytes | str, kind: type[T], hook: Callable[[type, Any], Any] | None = None) -> T:
    """What a text in JSON stands for. ``hook`` makes what msgspec does not know."""
    return cast(T, _safely(kind, lambda: msgspec.json.decode(text, type=kind, dec_hook=hook)))


def _safely(kind: Any, reading: Callable[[], Any]) -> Any:
    if kind in _known:
        return reading()
    with _LOCK:
        found = reading()
    _known.add(kind)
    return found
