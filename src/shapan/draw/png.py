"""PNG pictures from SVG, by resvg; the extra ``png`` installs it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from shapan.kernel.extras import advice

_FAMILIES = ("DejaVu Sans", "Liberation Sans", "Noto Sans", "Arial", "Helvetica")
_SERIFS = ("DejaVu Serif", "Liberation Serif", "Noto Serif", "Times New Roman", "Georgia")


class CannotDraw(RuntimeError):
    """The picture cannot be made here; the text says what is missing and how to get it."""


def png(
    document: str, scale: float = 1.0, width: int | None = None, dpi: float = 0.0, fonts: Sequence[Path] = ()
) -> bytes:
    """The SVG document as PNG, ``scale`` times its own size or ``width`` pixels wide.

    ``fonts``: directories with fonts, looked through before those of the system.
    """
    folders = tuple(str(folder) for folder in fonts)
    size: dict[str, float | int] = {"zoom": scale} if width is None else {"width": width}
    picture = _renderer().svg_to_bytes(
        svg_string=document,
        font_dirs=list(folders) or None,
        sans_serif_family=_family(_FAMILIES, folders),
        serif_family=_family(_SERIFS, folders),
        dpi=dpi,
        **size,
    )
    return bytes(picture)


def _renderer() -> ModuleType:
    try:
        return import_module("resvg_py")
    except ModuleNotFoundError as error:
        raise CannotDraw(f"{advice(error)} (SVG works without it)") from None


@cache
def _family(families: Sequence[str], folders: tuple[str, ...]) -> str:
    """The first of these families that puts ink on paper."""
    for family in families:
        if _inked(family, folders):
            return family
    known = ", ".join(families)
    raise CannotDraw(
        f"no usable font: install one of {known} (for example fonts-dejavu-core), or name a folder of fonts"
    )


def _inked(family: str, folders: tuple[str, ...]) -> bool:
    page = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">{}</svg>'
    letter = f"<text x='2' y='13' font-size='12' font-family='{family}'>M</text>"
    draw = _renderer().svg_to_bytes
    dirs = list(folders) or None
    return bytes(draw(svg_string=page.format(letter), font_dirs=dirs)) != bytes(draw(svg_string=page.format("")))
