"""Differences between two JSON documents, as small as they are quick to find: what a View sends after the first time.

A change is one of
    ``{"is": value}`` the value is now this;
    ``{"in": {key: change}, "gone": [key]}`` an object in which some keys have changed and some have gone;
    ``{"list": [step, …]}`` an array: a number keeps so many elements, a negative one leaves so many out, an array holds
    new ones.

Elements of an array are compared as they are written and never looked into.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

DEEPEST: Final = 2
"""How many objects deep differences are looked for: the View, and the objects that it holds."""
FORESIGHT: Final = 32
"""How many elements of an array may have gone before the next one that is still there."""
OBJECT: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])
ARRAY: Final = msgspec.json.Decoder(list[msgspec.Raw])


class Cut:
    """A JSON document that is taken apart once, when somebody first compares it with another."""

    __slots__ = ("_array", "_object", "text")

    def __init__(self, text: bytes) -> None:
        self.text = text
        self._object: dict[str, Cut] | None = None
        self._array: list[msgspec.Raw] | None = None

    @property
    def object(self) -> dict[str, Cut]:
        if self._object is None:
            self._object = {key: Cut(bytes(value)) for key, value in OBJECT.decode(self.text).items()}
        return self._object

    @property
    def array(self) -> list[msgspec.Raw]:
        if self._array is None:
            self._array = ARRAY.decode(self.text)
        return self._array


def change(old: Cut, new: Cut, depth: int = 0) -> dict[str, Any]:
    """What turns one document into the other."""
    first = new.text[:1]
    if first == b"{" == old.text[:1] and depth < DEEPEST:
        return _object(old.object, new.object, depth)
    if first == b"[" == old.text[:1]:
        return {"list": _trimmed(old.array, new.array)}
    return {"is": msgspec.Raw(new.text)}


def _object(old: dict[str, Cut], new: dict[str, Cut], depth: int) -> dict[str, Any]:
    inside: dict[str, Any] = {}
    for key, after in new.items():
        before = old.get(key)
        if before is None:
            inside[key] = {"is": msgspec.Raw(after.text)}
        elif before.text != after.text:
            inside[key] = change(before, after, depth + 1)
    gone = [key for key in old if key not in new]
    return {"in": inside, "gone": gone} if gone else {"in": inside}


def _trimmed(old: list[msgspec.Raw], new: list[msgspec.Raw]) -> list[Any]:
    """The steps; what is the same at both ends is not looked at one by one."""
    first = _alike(old, new, min(len(old), len(new)))
    last = _alike(old[::-1], new[::-1], min(len(old), len(new)) - first)
    steps = _steps(old[first : len(old) - last], new[first : len(new) - last])
    left = len(old) - last - first - sum(abs(step) for step in steps if isinstance(step, int))
    if left and last:
        steps.append(-left)
    return [first] * bool(first) + steps + [last] * bool(last)


def _alike(old: list[msgspec.Raw], new: list[msgspec.Raw], most: int) -> int:
    """How many elements are the same from the beginning: found by halves, which are compared at once."""
    same = 0
    while same < most:
        half = (same + most + 1) // 2
        if old[same:half] == new[same:half]:
            same = half
        else:
            most = half - 1
    return same


def _steps(old: list[msgspec.Raw], new: list[msgspec.Raw]) -> list[Any]:
    """Walk through both: what is found again soon is kept, what lies before it is left out, all else is new."""
    steps: list[Any] = []
    at = 0
    for element in new:
        there = _find(old, element, at)
        if there is None:
            _insert(steps, element)
            continue
        if there > at:
            steps.append(at - there)
        if steps and isinstance(steps[-1], int) and steps[-1] > 0:
            steps[-1] += 1
        else:
            steps.append(1)
        at = there + 1
    return steps


def _find(old: list[msgspec.Raw], element: msgspec.Raw, at: int) -> int | None:
    try:
        return old.index(element, at, at + FORESIGHT)
    except ValueError:
        return None


def _insert(steps: list[Any], element: msgspec.Raw) -> None:
    if steps and isinstance(steps[-1], list):
        steps[-1].append(element)
    else:
        steps.append([element])


def applied(old: Any, change: dict[str, Any]) -> Any:
    """The document that a change makes of another; what clients do, and how the tests check it."""
    if "is" in change:
        return change["is"]
    if "in" in change:
        kept = {key: value for key, value in old.items() if key not in change.get("gone", ())}
        return {**kept, **{key: applied(kept.get(key), part) for key, part in change["in"].items()}}
    made, at = [], 0
    for step in change["list"]:
        if isinstance(step, list):
            made += step
        else:
            made += old[at : at + step] if step > 0 else []
            at += abs(step)
    return made
