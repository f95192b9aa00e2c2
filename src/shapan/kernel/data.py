"""Data files of a game: TOML beside the code, with provenance on every block and a version that a record can pin."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from .errors import BadData

PROVENANCE: Final = ("rulebook", "inferred", "history", "design")
"""Stated in the rulebook; follows from what is stated; real geography or order of battle; our own choice."""


class DataFolder:
    """The ``data`` folder of a game package."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.root: Traversable = resources.files(package).joinpath("data")

    def text(self, name: str) -> str:
        """The text of one file, for example ``map.toml``."""
        try:
            return self._file(name).read_text(encoding="utf-8")
        except FileNotFoundError:
            raise BadData(f"{self.package}: there is no data file {name}") from None

    def _file(self, name: str) -> Traversable:
        node = self.root
        for part in name.split("/"):
            node = node.joinpath(part)
        return node

    def table(self, name: str) -> dict[str, Any]:
        """One file, parsed."""
        try:
            return tomllib.loads(self.text(name))
        except tomllib.TOMLDecodeError as error:
            raise BadData(f"{self.package}/data/{name}: {error}") from None

    def names(self) -> list[str]:
        """All data files, sorted, with their folders."""
        return sorted(_walk(self.root, ""))

    def version(self) -> str:
        """A short digest of all data: a record made with other data is recognised by it."""
        digest = blake2b(digest_size=8)
        for name in self.names():
            digest.update(name.encode() + b"\0" + self.text(name).replace("\r\n", "\n").encode() + b"\0")
        return digest.hexdigest()


def _walk(folder: Traversable, prefix: str) -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _walk(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(".toml"):
            yield prefix + entry.name


def blocks_without_provenance(table: Mapping[str, Any], name: str, within: str = "") -> Iterator[str]:
    """The blocks of a data file that do not say where their contents come from, in a field or in a column.

    A block of nothing but blocks stands for those.
    """
    for key, block in table.items():
        for entry in block if isinstance(block, list) else [block]:
            if not isinstance(entry, Mapping) or _states_provenance(entry):
                continue
            if entry and all(map(_holds_blocks, entry.values())):
                yield from blocks_without_provenance(entry, name, f"{within}{key}.")
            else:
                yield f"{name}: block [{within}{key}] lacks provenance"


def _states_provenance(block: Mapping[str, Any]) -> bool:
    return any("provenance" in field for field in block) or "provenance" in block.get("columns", ())


def _holds_blocks(value: Any) -> bool:
    entries = value if isinstance(value, list) else [value]
    return bool(entries) and all(isinstance(entry, Mapping) for entry in entries)
