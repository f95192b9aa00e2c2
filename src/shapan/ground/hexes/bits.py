"""Sets of hexes as integers: bit i is set when hex i belongs to the set.

``&``, ``|``, ``^`` and ``int.bit_count`` are the set operations; here is only what Python's integers lack.
"""

from collections.abc import Iterable
from typing import TypeAlias

Hex: TypeAlias = int
"""The index of one hex, which is also its bit number."""

Mask: TypeAlias = int
"""A set of hexes, one bit each."""

_FEW = 16
"""How many members are found quicker one by one: most sets on a large map are nearly empty."""
_BITS_OF_BYTE = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


def bit(index: Hex) -> Mask:
    """The set that holds one hex.

    >>> bit(3)
    8
    """
    return 1 << index


def mask_of(indices: Iterable[Hex]) -> Mask:
    """The set that holds these hexes.

    >>> mask_of([0, 3, 3])
    9
    """
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask


def bits(mask: Mask) -> list[Hex]:
    """The members of a set, in rising order.

    >>> bits(0b1000_0000_1001)
    [0, 3, 11]
    """
    if mask.bit_count() <= _FEW:
        found = []
        while mask:
            low = mask & -mask
            found.append(low.bit_length() - 1)
            mask ^= low
        return found
    data = mask.to_bytes(mask.bit_length() + 7 >> 3, "little")
    # Byte by byte through a table: for many members quicker than peeling off the lowest bit again and again.
    return [
        base + low for base, byte in zip(range(0, len(data) << 3, 8), data, strict=True) for low in _BITS_OF_BYTE[byte]
    ]


def has(mask: Mask, index: Hex) -> bool:
    """Whether the hex belongs to the set."""
    return bool(mask >> index & 1)


def lowest(mask: Mask) -> Hex:
    """The smallest member.

    >>> lowest(0b1100)
    2
    """
    if not mask:
        raise ValueError("an empty set has no lowest member")
    return (mask & -mask).bit_length() - 1


def highest(mask: Mask) -> Hex:
    """The greatest member.

    >>> highest(0b1100)
    3
    """
    if not mask:
        raise ValueError("an empty set has no highest member")
    return mask.bit_length() - 1


def nth_bit(mask: Mask, n: int) -> Hex:
    """The n-th member, counted from 0 in rising order: what uniform sampling needs, without a list.

    >>> nth_bit(0b1000_0000_1001, 2)
    11
    """
    if not 0 <= n < mask.bit_count():
        raise IndexError(f"no member {n} in a set of {mask.bit_count()}")
    base, width = 0, mask.bit_length()
    while width > 1:
        half = width >> 1
        low = mask & (1 << half) - 1
        count = low.bit_count()
        if n < count:
            mask, width = low, half
        else:
            mask, width, base, n = mask >> half, width - half, base + half, n - count
    return base
