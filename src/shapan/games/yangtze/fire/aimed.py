"""7.2 What is fired at: each kind is a class of its own. In snapshots it is a list that begins with its tag."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from ..who import Figure, Unit


class AtFigure(msgspec.Struct, frozen=True, array_like=True, tag="figure"):
    """One figure."""

    figure: Figure


class AtAnyone(msgspec.Struct, frozen=True, array_like=True, tag="anyone"):
    """7.2: somebody of the target unit; chance decides who."""


class AtHull(msgspec.Struct, frozen=True, array_like=True, tag="hull"):
    """12.0: a vehicle, train, vessel or aircraft."""

    unit: Unit


class AtGun(msgspec.Struct, frozen=True, array_like=True, tag="gun"):
    """9.5: the piece itself."""

    unit: Unit


class AtGround(msgspec.Struct, frozen=True, array_like=True, tag="ground"):
    """10.1: a place where nothing stands."""


Target: TypeAlias = AtFigure | AtAnyone | AtHull | AtGun | AtGround
