"""The officers of Shanghai Incident: men of another temper than the staff, the most tried first."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from .sides import CHINESE, JAPANESE
from .temper import CHINESE_STAFF, JAPANESE_STAFF, Temper

TEMPERS: Final[Mapping[int, Mapping[str, Temper]]] = {
    JAPANESE: {"bold": replace(JAPANESE_STAFF, threshold=0.0)},
    CHINESE: {"bold": replace(CHINESE_STAFF, threshold=0.0)},
}
"""By side and name."""
