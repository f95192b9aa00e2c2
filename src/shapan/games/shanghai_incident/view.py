"""View."""

from __future__ import annotations

from shapan.kernel.view import View

from .position import ShanghaiPosition


def view(pos: ShanghaiPosition, side: str) -> View:
    raise NotImplementedError
