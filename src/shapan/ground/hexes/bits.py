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
_NARROW = 256
"""Sets of units have no more bits: their members are listed in rows, byte by byte, ready to be taken."""
_BITS_OF_BYTE = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
_ROWS = tuple(tuple(tuple(base + bit for bit in bits) for bits in _BITS_OF_BYTE) for base in range(0, _NARROW, 8))
_LOW = tuple((1 << (1 << power)) - 1 for power in range(17))
"""As many ones as the powers of two say."""


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
    width = mask.bit_length()
    if mask.bit_count() <= (_FEW if width > _NARROW else _FEW >> 2):
        found = []
        while mask:
            low = mask & -mask
            found.append(low.bit_length() - 1)
            mask ^= low
        return found
    # Byte by byte through a table: for many members quicker than peeling off the lowest bit again and again.
    data = mask.to_bytes(width + 7 >> 3, "little")
    found = []
    if width <= _NARROW:
        for row, byte in zip(_ROWS, data, strict=False):
            if byte:
                found += row[byte]
        return found
    base = 0
    for byte in data:
        if byte:
            for low in _BITS_OF_BYTE[byte]:
                found.append(base + low)
        base += 8
    return found


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
    base, power = 0, (mask.bit_length() - 1).bit_length()
    while power > 3:  # by halves, as far as the byte in which it lies
        power -= 1
        low = mask & (_LOW[power] if power < len(_LOW) else (1 << (1 << power)) - 1)
        count = low.bit_count()
        if n < count:
            mask = low
        else:
            mask >>= 1 << power
            n -= count
            base += 1 << power
    return base + _BITS_OF_BYTE[mask][n]
