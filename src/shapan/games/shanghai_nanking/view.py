"""View."""

from __future__ import annotations

from shapan.kernel import View

from .position import CampaignPosition


def view(pos: CampaignPosition, side: str) -> View:
    raise NotImplementedError
