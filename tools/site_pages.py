"""Pages of the site that follow from the package: the reference of its modules, the rules of each title."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

import shapan
from shapan.games import game as find
from shapan.kernel.game import GAMES

if TYPE_CHECKING:
    from shapan.kernel import Game

RUN: Final = {"cli", "games", "server"}
"""Rooms that are run or played; others build on the rest."""


def write(folder: Path) -> None:
    """All of them; what has not changed is left alone, so that it is not built again."""
    folder.mkdir(exist_ok=True)
    put(folder / "reference-shapan.md", front())
    for room in rooms():
        put(folder / f"reference-{room}.md", reference(room))
    for title in GAMES.own():
        put(folder / f"rules-{title}.md", rules(find(title)))


def rooms() -> list[str]:
    """The rooms that others may build on."""
    return [found.name for found in pkgutil.iter_modules(shapan.__path__) if found.ispkg and found.name not in RUN]


def put(path: Path, text: str) -> None:
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def front() -> str:
    """What the package gives to whoever imports it."""
    return "\n".join(["# shapan", "", *told("shapan")])


def reference(room: str) -> str:
    """A room and every public module of it with what its docstrings say; a name is told where it is at home."""
    parts = [f"# shapan.{room}", "", *told(f"shapan.{room}", "   :ignore-module-all:")]
    for name in modules(room):
        parts += [f"## {name}", "", *told(name)]
    return "\n".join(parts)


def told(module: str, *wishes: str) -> list[str]:
    return ["```{eval-rst}", f".. automodule:: {module}", "   :no-index:", *wishes, "```", ""]


def modules(room: str) -> Iterator[str]:
    package = import_module(f"shapan.{room}")
    for found in pkgutil.walk_packages(package.__path__, f"shapan.{room}."):
        if not any(part.startswith("_") for part in found.name.split(".")):
            yield found.name


def rules(game: Game) -> str:
    """The ledger of a title: every case in our own words, and how unclear passages are read."""
    book = game.rules
    parts = [f"# {book.title}: rules and rulings", ""]
    parts += [f"Where its data comes from: [provenance](../provenance/{game.id}.md).", "", "## Cases", ""]
    parts += ["| case | title | in our words | state |", "| --- | --- | --- | --- |"]
    parts += [f"| {case.id} | {cell(case.title)} | {cell(case.summary)} | {case.status} |" for case in book.case]
    parts += ["", "## Rulings", ""]
    for ruling in book.ruling:
        parts += [f"**{ruling.id}** ({', '.join(ruling.cases)}). {ruling.question} {ruling.reading} {ruling.why}", ""]
    return "\n".join(parts)


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
