"""The officers of the Shanghai-Nanking Campaign: men of another temper than the staff, the most tried first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from .sides import CHINESE, JAPANESE
from .temper import CHINESE_STAFF, JAPANESE_STAFF, Temper

TEMPERS: Final[Mapping[int, Mapping[str, Temper]]] = {
    CHINESE: {"bold": replace(CHINESE_STAFF, calm=(0.5, 0.5))},
    JAPANESE: {"bold": replace(JAPANESE_STAFF, threshold=0.0)},
}
"""By side and name."""
