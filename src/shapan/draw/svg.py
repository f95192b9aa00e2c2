"""A Board, and the pieces of a View on it, as one self-contained SVG document."""

from __future__ import annotations

from shapan.kernel.board import Board
from shapan.kernel.view import View

from .border import Border
from .grounds import Ground, layers
from .markup import clean, group, move, num, tag
from .sheet import css, font_faces, pattern_defs
from .stacks import Tray
from .wishes import DEFAULT, Wishes


def svg(board: Board, view: View | None = None, wishes: Wishes = DEFAULT) -> str:
    """The same Board, View and Wishes always give the same text.

    The map is the group ``id="map"``, whose coordinates are board units; stacks carry ``data-place`` and pieces
    ``data-piece``.
    """
    border = Border(board, view, wishes)
    left, top, width, height = _shown(border, wishes)
    return tag(
        "svg",
        f"<title>{clean(board.title)}</title>",
        font_faces() if wishes.fonts else "",
        css(board, wishes.palette),
        tag("defs", pattern_defs(board) + _clip(board)),
        tag("rect", class_="paper", width=num(border.width), height=num(border.height)),
        _map(board, view, wishes, border),
        "" if wishes.crop else border.drawn(),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"{num(left)} {num(top)} {num(width)} {num(height)}",
        width=wishes.width,
        height=round(wishes.width * height / width),
        role="img",
    )


def _shown(border: Border, wishes: Wishes) -> tuple[float, float, float, float]:
    """The part of the sheet that is seen: left, top, width and height."""
    if wishes.crop is None:
        return 0.0, 0.0, border.width, border.height
    left, top, width, height = wishes.crop
    return left + border.margin, top + border.head, width, height


def _clip(board: Board) -> str:
    return tag("clipPath", tag("rect", width=num(board.width), height=num(board.height)), id="sheet")


def _map(board: Board, view: View | None, wishes: Wishes, border: Border) -> str:
    parts = [tag("g", layers(board, wishes.details), clip_path="url(#sheet)")]
    if view is not None:
        ground = Ground(board)
        parts.append(ground.overlays(view, wishes.overlays))
        parts.append(ground.marks(view))
        parts.append(group(Tray(board, wishes.fit).drawn(view), id="pieces"))
    return group(parts, id="map", transform=move(border.margin, border.head))
