"""The core needs msgspec and nothing else; the rest comes with extras, and who lacks one is told in one line."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata

import pytest
from tests.fresh import ROOT, Fresh

from shapan.kernel.extras import BROUGHT, advice

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PROJECT["optional-dependencies"]

PLAY = """
from importlib import import_module
from importlib.util import find_spec
from pkgutil import walk_packages

import shapan
from shapan.kernel.game import GAMES
from shapan.lab.fuzz import fuzz
from shapan.lab.simulate import Task, simulate
from shapan.lab.tournament import pairings, report, tournament
from shapan.testing import perft

absent = ("typer", "rich", "click", "fastapi", "starlette", "pydantic", "sqlalchemy", "uvicorn", "resvg_py", "numpy")
for package in absent:
    assert find_spec(package) is None, package
for room in ("kernel", "ground", "mechanics", "games", "bots", "draw", "testing"):
    found = import_module(f"shapan.{room}")
    for module in walk_packages(found.__path__, f"{found.__name__}."):
        import_module(module.name)
names = shapan.games()
assert names == (*GAMES.own(), "ford"), names
for name in names:
    game = shapan.game(name)
    sides = len(game.sides_in())
    pos = game.start()
    assert perft(pos, 1) == len(pos.options())
    assert game.from_json(pos.to_json()).key() == pos.key()
    for bot in ("random", "staff"):
        assert simulate(Task(name, (bot,) * sides, 1, 0, 1)).games == 1
assert pos._repr_svg_().startswith("<svg")
assert fuzz(shapan.game("ford"), 3, 1).violations == []
schedule = pairings("ford", ["random", "staff", "search", "cautious"], 1, 1)
assert len(report(tournament(schedule)).standings) == 4
print("played", len(names))
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Fresh:
    """msgspec, our package, and the example beside it."""
    made = Fresh(tmp_path_factory.mktemp("bare"))
    made.lend("msgspec")
    made.install(ROOT / "examples" / "ford")
    return made


def test_the_core_declares_one_package() -> None:
    assert [re.split(r"[<>=\[]", need)[0] for need in PROJECT["dependencies"]] == ["msgspec"]


def test_every_title_is_played_with_msgspec_alone(bare: Fresh) -> None:
    assert bare.run("-c", PLAY).splitlines()[-1] == "played 6"


def test_a_command_without_the_command_line_says_what_to_install(bare: Fresh) -> None:
    told = bare.run("-m", "shapan", "games", code=2)
    assert told == "shapan: this needs typer, which is not here: pip install 'shapan[cli]'\n"


def test_a_command_without_its_room_says_what_to_install(tmp_path_factory: pytest.TempPathFactory) -> None:
    made = Fresh(tmp_path_factory.mktemp("cli"))
    for requirement in ("msgspec", *EXTRAS["cli"]):
        made.lend_with_needs(requirement)
    assert "ford" not in made.run("-m", "shapan", "games")
    told = made.run("-m", "shapan", "play", "--no-browser", code=2)
    assert re.fullmatch(r"shapan: this needs \w+, which is not here: pip install 'shapan\[server\]'\n", told)
    told = made.run("-m", "shapan", "map", "mukden", "-o", "mukden.png", code=2)
    assert told == "shapan: this needs resvg_py, which is not here: pip install 'shapan[png]' (SVG works without it)\n"
    made.run("-m", "shapan", "map", "mukden", "-o", "mukden.svg")
    for words in (("league", "mukden", "--games", "0"), ("calibrate", "mukden")):
        told = made.run("-m", "shapan", *words, code=2)
        assert told == "shapan: this needs numpy, which is not here: pip install 'shapan[league]'\n"


def test_what_is_missing_for_another_reason_is_not_explained_away() -> None:
    assert advice(ModuleNotFoundError("No module named 'shapan.nowhere'", name="shapan.nowhere")) is None
    assert advice(ModuleNotFoundError("who knows")) is None
    assert advice(ModuleNotFoundError("no", name="fastapi.responses")) == (
        "this needs fastapi, which is not here: pip install 'shapan[server]'"
    )


@pytest.mark.parametrize("extra", sorted(set(EXTRAS) - {"all"}))
def test_whoever_lacks_a_package_of_an_extra_is_told_so(extra: str) -> None:
    names = metadata.packages_distributions()
    for need in EXTRAS[extra]:
        distribution = re.split(r"[<>=\[]", need)[0]
        if distribution == "shapan":
            continue
        modules = {name for name, given in names.items() if distribution in {each.lower() for each in given}}
        modules |= {distribution.replace("-", "_")}
        assert {BROUGHT[name] for name in modules if name in BROUGHT} == {extra}, need


def test_everything_is_everything() -> None:
    (everything,) = EXTRAS["all"]
    assert everything == f"shapan[{','.join(name for name in EXTRAS if name != 'all')}]"
    assert set(BROUGHT.values()) == set(EXTRAS) - {"all"}


def test_what_is_locked_for_playing_holds_the_server_and_the_command_line() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    locked = set(re.findall(r"(?m)^([\w-]+)(?:\[[\w,-]+\])?==", lock))
    needs = {re.split(r"[<>=\[]", need)[0] for extra in ("cli", "server") for need in EXTRAS[extra]}
    assert needs - {"shapan"} <= locked
