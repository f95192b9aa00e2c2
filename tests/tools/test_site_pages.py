"""tools/site_pages.py: the reference leaves nothing out that others may build on."""

import pkgutil
import re
from pathlib import Path

import shapan
from tools import site_pages


def test_the_reference_tells_of_every_public_module_and_of_the_front_door(tmp_path: Path) -> None:
    site_pages.write(tmp_path)
    pages = "".join(page.read_text(encoding="utf-8") for page in tmp_path.glob("reference-*.md"))
    told = re.findall(r"automodule:: (\S+)", pages)
    names = [found.name for found in pkgutil.walk_packages(shapan.__path__, "shapan.")]
    private = re.compile(r"\._|^shapan\.(?:cli|games|server)\b")
    assert sorted(told) == sorted(["shapan", *(name for name in names if not private.search(name))])


def test_every_name_of_the_front_door_says_what_it_is() -> None:
    for name in shapan.__all__:
        thing = getattr(shapan, name)
        assert isinstance(thing, str) or thing.__doc__, name
