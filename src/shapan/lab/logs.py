"""Logs of long work: a line for each task that is done, so that the next run goes on where the last one stopped."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args

import msgspec

from shapan.kernel import Game, ShapanError
from shapan.kernel.reading import read_json

from .crews import Crew

Task = TypeVar("Task")
Done = TypeVar("Done")


def resumed(
    crew: Crew,
    work: Callable[[Task], Done],
    tasks: Sequence[Task],
    log: Path | None,
    kind: type[Done],
    task_of: Callable[[Done], object],
) -> Iterator[Done]:
    """What comes of the tasks: first of those in the log, then of the others, which are done and added to it."""
    known = {_name(task_of(done)): done for done in read(log, kind)} if log else {}
    names = [_name(task) for task in tasks] if known else []
    yield from (known[name] for name in names if name in known)
    fresh = [task for name, task in zip(names, tasks, strict=True) if name not in known] if known else tasks
    for done in crew.spread(work, fresh):
        if log:
            with log.open("ab") as file:
                file.write(msgspec.json.encode(done) + b"\n")
        yield done


def read(log: Path, kind: type[Done]) -> list[Done]:
    """What a log holds; a last line that was cut short is taken out of it, so that nothing goes on in it."""
    if not log.exists():
        return []
    content = log.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        os.truncate(log, whole)
    found = []
    for number, line in enumerate(content[:whole].splitlines(), 1):
        try:
            found.append(read_json(line, kind, _counted))
        except msgspec.DecodeError:
            raise ShapanError(f"{log}: line {number} is not of such a run; choose another file") from None
    return found


def _name(task: object) -> bytes:
    """A task in writing: equal for equal ones, whatever they hold."""
    return msgspec.json.encode(task, enc_hook=_plain, order="deterministic")


def _plain(thing: Any) -> Any:
    if isinstance(thing, Game):
        return thing.id
    raise TypeError(type(thing).__name__)


def _counted(kind: Any, found: Any) -> Any:
    """Counters, which msgspec writes and does not read."""
    (key,) = get_args(kind)
    return Counter({key(name): number for name, number in found.items()})
