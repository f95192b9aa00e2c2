"""View."""

from __future__ import annotations

from shapan.kernel import View

from .position import TaierzhuangPosition


def view(pos: TaierzhuangPosition, side: str) -> View:
    raise NotImplementedError
