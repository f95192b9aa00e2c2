"""Differences between two documents, as small as they are quick to find: what a View sends after the first time.

A change is one of
    ``{"is": value}`` the value is now this;
    ``{"in": {key: change}, "gone": [key]}`` an object in which some keys have changed and some have gone;
    ``{"list": [step, …]}`` an array: a number keeps so many elements, a negative one leaves so many out, an array holds
    new ones.

Documents are compared before they are written: dictionaries and sequences of whatever can be written as JSON. Elements
of an array are never looked into. What is the same thing in both, as most of a View is from one moment to the next,
costs a glance.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

DEEPEST: Final = 2
"""How many objects deep differences are looked for: the View, and the objects that it holds."""
FORESIGHT: Final = 32
"""How many elements of an array may have gone before the next one that is still there."""


def change(old: Any, new: Any, depth: int = 0) -> dict[str, Any]:
    """What turns one document into the other."""
    if isinstance(new, dict) and isinstance(old, dict) and depth < DEEPEST:
        return _object(old, new, depth)
    if isinstance(new, list | tuple) and isinstance(old, list | tuple):
        return {"list": _trimmed(old, new)}
    return {"is": new}


def _object(old: dict[str, Any], new: dict[str, Any], depth: int) -> dict[str, Any]:
    inside: dict[str, Any] = {}
    for key, after in new.items():
        before = old.get(key, _ABSENT)
        if before is _ABSENT:
            inside[key] = {"is": after}
        elif before is not after and before != after:
            inside[key] = change(before, after, depth + 1)
    gone = [key for key in old if key not in new]
    return {"in": inside, "gone": gone} if gone else {"in": inside}


_ABSENT: Final = object()


def _trimmed(old: Sequence[Any], new: Sequence[Any]) -> list[Any]:
    """The steps; what is the same at both ends is not looked at one by one."""
    old, new = list(old), list(new)
    first = _alike(old, new, min(len(old), len(new)))
    last = _alike(old[::-1], new[::-1], min(len(old), len(new)) - first)
    steps = _steps(old[first : len(old) - last], new[first : len(new) - last])
    left = len(old) - last - first - sum(abs(step) for step in steps if isinstance(step, int))
    if left and last:
        steps.append(-left)
    return [first] * bool(first) + steps + [last] * bool(last)


def _alike(old: Sequence[Any], new: Sequence[Any], most: int) -> int:
    """How many elements are the same from the beginning: found by halves, which are compared at once."""
    same = 0
    while same < most:
        half = (same + most + 1) // 2
        if old[same:half] == new[same:half]:
            same = half
        else:
            most = half - 1
    return same


def _steps(old: Sequence[Any], new: Sequence[Any]) -> list[Any]:
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


def _find(old: Sequence[Any], element: Any, at: int) -> int | None:
    try:
        return old.index(element, at, at + FORESIGHT)
    except ValueError:
        return None


def _insert(steps: list[Any], element: Any) -> None:
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
