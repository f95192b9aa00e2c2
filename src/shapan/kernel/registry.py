"""Doors: things of one sort are found by name, whoever made them.

What comes with our package is told to the registry. What other packages bring is found by their entry points: a package
that is installed beside ours and says in its ``pyproject.toml`` ::

    [project.entry-points."shapan.games"]
    ford = "ford:GAME"

has its game on the server, in the laboratory and on the command line. What cannot be loaded is reported in one line and
left out; it brings nothing else down.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points
from threading import RLock
from typing import Any, Final, Generic, TypeVar

from .errors import ShapanError, Unknown

T = TypeVar("T")
LOG: Final = logging.getLogger("shapan")


class Registry(Generic[T]):
    """Things of one sort by name, each loaded when it is first wanted."""

    def __init__(self, group: str, what: str, made: Callable[[str, Any], T]) -> None:
        self.group = group
        """Under which packages declare theirs."""
        self.what = what
        self._made = made
        """Makes the thing of what was found under a name; a ShapanError says why it cannot."""
        self._own: dict[str, EntryPoint] = {}
        self._others: dict[str, EntryPoint] | None = None
        self._things: dict[str, T] = {}
        self._registered: dict[str, T] = {}
        self._failed: set[str] = set()
        self._lock = RLock()
        """Held while something is loaded: whoever wants it meanwhile, in another thread, gets the same one."""

    def bring(self, own: Mapping[str, str]) -> None:
        """What comes with our package, by name: ``"module:attribute"``."""
        self._own |= {name: EntryPoint(name, value, self.group) for name, value in own.items()}

    def register(self, name: str, thing: Any) -> None:
        """Something made on the spot. It is found in this process alone, and so it is not listed."""
        self._registered[name] = self._made(name, thing)

    def forget(self, name: str) -> None:
        """Take back what was registered."""
        self._registered.pop(name, None)

    def own(self) -> tuple[str, ...]:
        """The names of what comes with our package, in the order in which it was brought."""
        return tuple(self._own)

    def names(self) -> tuple[str, ...]:
        """The names of everything that can be had: ours first, then what others bring and can be loaded."""
        others = (name for name in self._declared() if self._attempt(name) is not None)
        return (*self.own(), *sorted(others))

    def __contains__(self, name: object) -> bool:
        return name in self._registered or name in self._own or name in self._declared()

    def __getitem__(self, name: str) -> T:
        """The thing of this name; Unknown, with all names, if there is none or it cannot be loaded."""
        if name in self._registered:
            return self._registered[name]
        if name in self._own:
            if name not in self._things:
                with self._lock:
                    if name not in self._things:
                        self._things[name] = self._load(self._own[name])
            return self._things[name]
        thing = self._attempt(name) if name in self._declared() else None
        if thing is None:
            raise Unknown(self.what, name, self.names())
        return thing

    def at(self, path: str) -> T:
        """What stands at an import path, ``package.module:attribute``."""
        if EntryPoint.pattern.match(path) is None:
            raise ShapanError(f"the {self.what} {path!r} cannot be loaded: a path is written package.module:Name")
        try:
            return self._load(EntryPoint(path, path, self.group))
        except Exception as error:  # whoever names it wants to know what is wrong, in one line
            if isinstance(error, ModuleNotFoundError) and f"{path.partition(':')[0]}.".startswith(f"{error.name}."):
                raise Unknown(self.what, path, self.names()) from None
            raise ShapanError(f"the {self.what} {path!r} cannot be loaded: {_told(error)}") from error

    def _declared(self) -> Mapping[str, EntryPoint]:
        """What other packages declare, looked up once."""
        if self._others is None:
            found: dict[str, EntryPoint] = {}
            for entry in entry_points(group=self.group):
                if entry.name in self._own or entry.name in found:
                    LOG.warning("the %s %r of %s is left out: the name is taken", self.what, entry.name, _giver(entry))
                else:
                    found[entry.name] = entry
            self._others = found
        return self._others

    def _attempt(self, name: str) -> T | None:
        """What another package declares; None, after one line of complaint, if it cannot be loaded."""
        with self._lock:
            if name not in self._things and name not in self._failed:
                entry = self._declared()[name]
                try:
                    self._things[name] = self._load(entry)
                except Exception as error:  # whatever is wrong with it, it is the other package's affair
                    self._failed.add(name)
                    LOG.warning("the %s %r of %s cannot be loaded: %s", self.what, name, _giver(entry), _told(error))
            return self._things.get(name)

    def _load(self, entry: EntryPoint) -> T:
        return self._made(entry.name, entry.load())


def _giver(entry: EntryPoint) -> str:
    """Who declares it, as people would look for it."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else entry.value


def _told(error: Exception) -> str:
    """An error in one line; ours say what they are without their class."""
    kind = "" if isinstance(error, ShapanError) else f"{type(error).__name__}: "
    return " ".join(f"{kind}{error}".split())
