"""Pictures as files."""

from __future__ import annotations

from pathlib import Path

from shapan.kernel import Board, ShapanError, View

from .png import CannotDraw, png
from .svg import svg
from .wishes import Wishes


def write_picture(path: Path, board: Board, view: View | None = None, width: int = 1600) -> None:
    """Draw a board, with the pieces of a view, as SVG or PNG, whichever the file's name asks for."""
    document = svg(board, view, Wishes(width=width, fonts=path.suffix != ".png"))
    try:
        if path.suffix == ".png":
            path.write_bytes(png(document))
        else:
            path.write_text(document, encoding="utf-8")
    except CannotDraw as error:
        raise ShapanError(str(error)) from None
    except OSError as error:
        raise ShapanError(f"cannot write {path}: {error.strerror}") from None
