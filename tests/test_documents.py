"""The code in the documents is true: excerpts are what stands in the files, sessions run, commands exist."""

import doctest
import re
from pathlib import Path

import pytest

from shapan.cli import app
from shapan.kernel.game import GAMES

ROOT = Path(__file__).parents[1]
EXAMPLE = "# examples/ford/ford/"
PAGES = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[tuple[str, str]]:
    """The language and text of every block of code."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_excerpts_are_what_stands_in_the_files(page: Path) -> None:
    for _, text in blocks(page):
        first, _, rest = text.partition("\n")
        if found := re.fullmatch(r"# (\S+/\S+\.\w+)", first):
            assert rest in (ROOT / found[1]).read_text(encoding="utf-8"), f"{page.name} quotes {found[1]} wrongly"


def test_the_walk_through_shows_the_whole_example() -> None:
    firsts = [text.split("\n")[0] for _, text in blocks(ROOT / "docs" / "adding-a-game.md")]
    quoted = {first.removeprefix(EXAMPLE) for first in firsts}
    package = ROOT / "examples" / "ford" / "ford"
    assert {path.name for path in package.iterdir() if path.suffix in (".py", ".toml")} - {"__init__.py"} <= quoted


def test_the_walk_of_an_attack_names_modules_of_every_game() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    package = ROOT / "src" / "shapan"
    walks = dict(re.findall(r"(?ms)^- \*\*(\w+)\*\*: (.*?)(?=^- |\n\n)", page))
    assert set(walks) == set(GAMES.own())
    for game, walk in walks.items():
        folders = (package / "games" / game, package / "mechanics" / "fire_and_movement", package)
        for name in re.findall(r"`([\w/]+)`", walk):
            assert any((folder / f"{name}.py").exists() or (folder / name).is_dir() for folder in folders), name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_sessions_run_as_they_are_printed(page: Path) -> None:
    results = doctest.testfile(str(page), module_relative=False)
    assert results.failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_commands_exist(page: Path) -> None:
    known = {command.name or command.callback.__name__ for command in app.registered_commands if command.callback}
    for language, text in blocks(page):
        if language == "sh":
            assert set(re.findall(r"(?m)^shapan (\w+)", text)) <= known


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name} points at {target}"
