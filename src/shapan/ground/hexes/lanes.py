"""Many boards side by side in one integer, so that one flood serves them all.

Each board has its lane, a whole number of bytes wide. No guard between lanes is needed: the cost classes hold only
steps that stay on the map, so nothing ever leaves a lane.
"""

from collections.abc import Sequence

from .bits import Mask

LANES = 32
"""Boards in one integer; wider ones gain nothing more."""


def _lane_bytes(size: int) -> int:
    return size + 7 >> 3


def repeat(mask: Mask, size: int) -> Mask:
    """The same set in every lane."""
    return int.from_bytes(mask.to_bytes(_lane_bytes(size), "little") * LANES, "little")


def pack(masks: Sequence[Mask], size: int) -> Mask:
    """A set in each of the first lanes.

    >>> unpack(pack([4, 0, 32], size=6), size=6, lanes=3)
    [4, 0, 32]
    """
    width = _lane_bytes(size)
    return int.from_bytes(b"".join([mask.to_bytes(width, "little") for mask in masks]), "little")


def unpack(packed: Mask, size: int, lanes: int) -> list[Mask]:
    """The sets of the first lanes."""
    width = _lane_bytes(size)
    data = packed.to_bytes(width * LANES, "little")
    return [int.from_bytes(data[at : at + width], "little") for at in range(0, width * lanes, width)]


def pack_origins(origins: Sequence[int], size: int) -> Mask:
    """One hex in each of the first lanes.

    >>> unpack(pack_origins([2, 0, 5], size=6), size=6, lanes=3)
    [4, 1, 32]
    """
    width = _lane_bytes(size) << 3
    packed = bytearray(_lane_bytes(size) * len(origins))
    for lane, origin in enumerate(origins):
        at = lane * width + origin
        packed[at >> 3] |= 1 << (at & 7)
    return int.from_bytes(packed, "little")
