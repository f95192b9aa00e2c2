"""How colours look to people: contrast, distance, and eyes that lack a kind of cone."""

from __future__ import annotations

RGB = tuple[float, float, float]
_MATRICES: dict[str, tuple[RGB, RGB, RGB]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopic": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "protanopic": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
}
"""Machado, Oliveira and Fernandes 2009, full severity, for linear light."""
EYES = tuple(_MATRICES)


def linear(colour: str) -> RGB:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def seen_by(colour: str, eye: str) -> RGB:
    """The colour, in linear light, as this eye sees it."""
    light = linear(colour)
    red, green, blue = (
        max(0.0, min(1.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in _MATRICES[eye]
    )
    return red, green, blue


def lab(light: RGB) -> RGB:
    """CIE L*a*b* under daylight."""
    red, green, blue = light
    x = 0.4124 * red + 0.3576 * green + 0.1805 * blue
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = 0.0193 * red + 0.1192 * green + 0.9505 * blue
    fx, fy, fz = (_cube(x / 0.95047), _cube(y), _cube(z / 1.08883))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def _cube(value: float) -> float:
    return value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116


def contrast(one: str, other: str) -> float:
    """As the accessibility guidelines measure it: 1 to 21."""
    lights = [sum(w * v for w, v in zip((0.2126, 0.7152, 0.0722), linear(c), strict=True)) for c in (one, other)]
    return (max(lights) + 0.05) / (min(lights) + 0.05)
