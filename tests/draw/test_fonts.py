"""The fonts that are shipped: small, licensed, and with every letter that the games use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from struct import unpack_from

import pytest
from tests.draw.samples import board

from shapan.draw.png import FONTS
from shapan.draw.svg import svg
from shapan.draw.tables import table
from shapan.draw.wishes import Wishes

ROOT = Path(__file__).resolve().parents[2]
CATALOGUES = [*ROOT.glob("src/shapan/games/**/*.toml"), *ROOT.glob("web/src/i18n/*.ts")]
CJK = 0x2E80


def covered(font: Path) -> set[int]:
    """The characters of a TrueType font, read from its table ``cmap``."""
    data = font.read_bytes()
    tables = {data[at : at + 4]: unpack_from(">I", data, at + 8)[0] for at in range(12, 12 + 16 * _count(data), 16)}
    start = tables[b"cmap"]
    found: set[int] = set()
    for at in range(unpack_from(">H", data, start + 2)[0]):
        found |= set(_characters(data, start + unpack_from(">HHI", data, start + 4 + 8 * at)[2]))
    return found


def _count(data: bytes) -> int:
    count: int = unpack_from(">H", data, 4)[0]
    return count


def _characters(data: bytes, at: int) -> Iterator[int]:
    if unpack_from(">H", data, at)[0] == 4:
        half = unpack_from(">H", data, at + 6)[0]
        ends = unpack_from(f">{half // 2}H", data, at + 14)
        starts = unpack_from(f">{half // 2}H", data, at + 16 + half)
    elif unpack_from(">H", data, at)[0] == 12:
        groups = [unpack_from(">III", data, at + 16 + 12 * n) for n in range(unpack_from(">I", data, at + 12)[0])]
        starts, ends = tuple(group[0] for group in groups), tuple(group[1] for group in groups)
    else:
        return
    for first, last in zip(starts, ends, strict=True):
        yield from (code for code in range(first, last + 1) if code != 0xFFFF)


def used() -> set[str]:
    return {letter for path in CATALOGUES for letter in path.read_text(encoding="utf-8") if letter.isprintable()}


def test_every_letter_of_every_catalogue_is_there() -> None:
    sans, hanzi = covered(FONTS / "shapan-sans.ttf"), covered(FONTS / "noto-serif-sc-600.ttf")
    missing = {c for c in used() if ord(c) not in (hanzi if ord(c) >= CJK else sans)}
    assert missing == set(), "add them to the subsets of the fonts"


@pytest.mark.parametrize("name", ["old-standard-400", "old-standard-400-italic", "old-standard-700"])
def test_names_on_maps_can_be_lettered(name: str) -> None:
    letters = {letter for path in CATALOGUES if path.parent.name in ("data", "boards") for letter in path.read_text()}
    latin = {letter for letter in letters if letter.isprintable() and ord(letter) < CJK}
    assert {letter for letter in latin if ord(letter) not in covered(FONTS / f"{name}.ttf")} == set()


def test_fonts_are_small_and_their_licence_lies_beside_them() -> None:
    shipped = list(FONTS.glob("*.woff2"))
    assert sum(path.stat().st_size for path in shipped) <= 110_000
    assert {path.stem for path in shipped} == {path.stem for path in FONTS.glob("*.ttf")}
    licence = (FONTS / "LICENSE.txt").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert all(name in licence for name in ("Old Standard", "Barlow", "Source Sans 3", "Noto Serif SC"))


def test_the_client_has_the_same_fonts_from_its_own_origin() -> None:
    sheet = (ROOT / "web" / "src" / "fonts.css").read_text(encoding="utf-8")
    assert {path.name for path in FONTS.glob("*.woff2")} == {
        part.split('"')[0].rpartition("/")[2] for part in sheet.split('url("')[1:]
    }
    assert "//" not in sheet.replace("../../", "")


def test_a_picture_in_a_file_carries_its_fonts() -> None:
    faces = table("fonts.toml")["faces"]
    assert {face["file"] for face in faces} == {path.stem for path in FONTS.glob("*.woff2")}
    assert svg(board(), None, Wishes(fonts=True)).count("@font-face") == len(faces)
    assert "@font-face" not in svg(board())
    sheet = (ROOT / "web" / "src" / "fonts.css").read_text(encoding="utf-8")
    for face in faces:
        rule = next(rule for rule in sheet.split("@font-face") if f"/{face['file']}.woff2" in rule)
        assert f'font-family: "{face["family"]}"' in rule
        assert f"font-weight: {face['weight']};" in rule
        assert f"font-style: {face.get('slant', 'normal')};" in rule
