"""Reading: plain data become what a type says, in whichever thread."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import shapan
from shapan.kernel.reading import read, read_json

ROOM = Path(shapan.__file__).parent


class Reserve(msgspec.Struct):
    steps: int


class Corps(msgspec.Struct):
    reserves: tuple[Reserve, ...]


def test_plain_data_become_what_a_type_says() -> None:
    assert read({"reserves": [{"steps": 2}]}, Corps) == Corps((Reserve(2),))
    assert read({"steps": "2"}, Reserve, strict=False) == Reserve(2)
    assert read_json('{"steps":2}', Reserve) == Reserve(2)


@pytest.mark.parametrize("said", [{"steps": "two"}, {}, None])
def test_what_does_not_fit_is_told(said: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        read(said, Reserve)


MEANWHILE = """
from __future__ import annotations
from threading import Event, RLock, Thread
import msgspec
from shapan.kernel import reading

looking, asked, lock = Event(), Event(), RLock()

class Door:
    "Tells when the second thread stands before it."
    def __enter__(self):
        if looking.is_set():
            asked.set()
        lock.acquire()
    def __exit__(self, *raised):
        lock.release()

class Slow:
    "A type that the first thread is still looking at when the second one comes."
    def __class_getitem__(cls, kind):
        looking.set()
        asked.wait()
        return kind

class Reserve(msgspec.Struct):
    steps: Slow[int]

class Corps(msgspec.Struct):
    reserve: Reserve

reading._LOCK = Door()
found = []

def second():
    looking.wait()
    found.append(reading.read({"reserve": {"steps": 2}}, Corps))

thread = Thread(target=second)
thread.start()
found.append(reading.read({"reserve": {"steps": 2}}, Corps))
thread.join()
assert found == [Corps(Reserve(2))] * 2
"""


def test_two_threads_may_read_a_type_for_the_first_time() -> None:
    """Without a door msgspec lets the second one in while it looks at the type, which ends the process."""
    done = subprocess.run([sys.executable, "-c", MEANWHILE], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def readings(path: Path) -> Iterator[str]:
    """Where a module reads a type by itself."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Attribute(ast.Name("msgspec"), "convert"):
                yield f"{path.name}:{node.lineno}"
            case ast.Call(ast.Attribute(_, "decode"), _, keywords) if any(one.arg == "type" for one in keywords):
                yield f"{path.name}:{node.lineno}"


def test_everything_is_read_in_one_place() -> None:
    found = {path.name: list(readings(path)) for path in sorted(ROOM.rglob("*.py"))}
    assert len(found.pop("reading.py")) == 2
    assert not [line for lines in found.values() for line in lines]
