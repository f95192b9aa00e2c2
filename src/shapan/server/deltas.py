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


def change(old: bytes, new: bytes, depth: int = 0) -> dict[str, Any]:
    """What turns one document into the other."""
    first = new[:1]
    if first == b"{" == old[:1] and depth < DEEPEST:
        return _object(OBJECT.decode(old), OBJECT.decode(new), depth)
    if first == b"[" == old[:1]:
        return {"list": _trimmed(list(map(bytes, ARRAY.decode(old))), list(map(bytes, ARRAY.decode(new))))}
    return {"is": msgspec.Raw(new)}


def _object(old: dict[str, msgspec.Raw], new: dict[str, msgspec.Raw], depth: int) -> dict[str, Any]:
    inside: dict[str, Any] = {}
    for key, value in new.items():
        after = bytes(value)
        if key not in old:
            inside[key] = {"is": value}
        elif (before := bytes(old[key])) != after:
            inside[key] = change(before, after, depth + 1)
    gone = [key for key in old if key not in new]
    return {"in": inside, "gone": gone} if gone else {"in": inside}


def _trimmed(old: list[bytes], new: list[bytes]) -> list[Any]:
    """The steps; what is the same at both ends is not looked at one by one."""
    shorter = min(len(old), len(new))
    first = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    last = next((at for at in range(shorter - first) if old[-1 - at] != new[-1 - at]), shorter - first)
    steps = _steps(old[first : len(old) - last], new[first : len(new) - last])
    left = len(old) - last - first - sum(abs(step) for step in steps if isinstance(step, int))
    if left and last:
        steps.append(-left)
    return [first] * bool(first) + steps + [last] * bool(last)


def _steps(old: list[bytes], new: list[bytes]) -> list[Any]:
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


def _find(old: list[bytes], element: bytes, at: int) -> int | None:
    try:
        return old.index(element, at, at + FORESIGHT)
    except ValueError:
        return None


def _insert(steps: list[Any], element: bytes) -> None:
    if steps and isinstance(steps[-1], list):
        steps[-1].append(msgspec.Raw(element))
    else:
        steps.append([msgspec.Raw(element)])


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
