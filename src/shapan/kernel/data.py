"""Data files of a game: TOML beside the code, with provenance on every block and a version that a record can pin.

Games outlive the data that they were begun with. The data of older releases are kept beside the present ones as
editions: a file each in the folder ``editions``, under the version that records and databases know them by.
"""

from __future__ import annotations

import gzip
import json
import tomllib
import zlib
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, ClassVar, Final

from .errors import BadData, ShapanError

PROVENANCE: Final = ("rulebook", "inferred", "history", "design")
"""Stated in the rulebook; follows from what is stated; real geography or order of battle; our own choice."""

LOOKS: Final = "style.toml"
"""How map and counters look."""

EDITION: Final = ".json.gz"
"""How the file of an edition ends: the texts of its data files by name."""


class DataFolder:
    """The ``data`` folder of a game package."""

    misread: ClassVar[tuple[type[Exception], ...]] = (LookupError,)
    """What a game that reads them may raise through no fault of its own."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.root: Traversable = resources.files(package).joinpath("data")
        self.shelf: Traversable = resources.files(package).joinpath("editions")
        """Where the data of older releases are kept."""

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
        """A short digest of all data that a rule could read: a record made with other data is recognised by it.

        How things look is left out: a game goes on when its map is painted anew.
        """
        digest = blake2b(digest_size=8)
        for name, text in self._for_rules().items():
            digest.update(name.encode() + b"\0" + text.encode() + b"\0")
        return digest.hexdigest()

    def _for_rules(self) -> dict[str, str]:
        return {name: self.text(name).replace("\r\n", "\n") for name in self.names() if name != LOOKS}

    # --- editions --------------------------------------------------------------------------------

    def editions(self) -> list[str]:
        """The versions of which the data are kept."""
        if not self.shelf.is_dir():
            return []
        names = (entry.name for entry in self.shelf.iterdir())
        return sorted(name.removesuffix(EDITION) for name in names if name.endswith(EDITION))

    def bundle(self) -> bytes:
        """All data that a rule could read, in one file: the same bytes for the same data."""
        texts = json.dumps(self._for_rules(), ensure_ascii=False, indent=0)
        return gzip.compress(texts.encode(), mtime=0)

    def keep(self) -> Path | None:
        """Put the present data on the shelf, for the games that are begun with them; None if they stand there."""
        if (version := self.version()) in self.editions():
            return None
        path = Path(str(self.shelf), version + EDITION)
        try:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(self.bundle())
        except OSError as error:
            raise ShapanError(f"cannot write {path}: {error.strerror}") from None
        return path


class Edition(DataFolder):
    """The data of one of the versions that are kept. How things look is as it is today."""

    misread: ClassVar[tuple[type[Exception], ...]] = (LookupError, TypeError, ValueError, AttributeError)

    def __init__(self, present: DataFolder, version: str) -> None:
        super().__init__(present.package)
        self.shelf = present.shelf
        self._version = version
        packed = self.shelf.joinpath(version + EDITION).read_bytes()
        try:
            self._texts: dict[str, str] = json.loads(gzip.decompress(packed))
        except (OSError, EOFError, ValueError, zlib.error) as error:
            raise BadData(f"{self.package}: the kept data {version} are damaged: {error}") from None

    def text(self, name: str) -> str:
        if name == LOOKS:
            return super().text(name)
        if name not in self._texts:
            raise BadData(f"{self.package}: there is no data file {name} in edition {self._version}")
        return self._texts[name]

    def names(self) -> list[str]:
        return sorted(self._texts)

    def version(self) -> str:
        """What it is known by: how a version is reckoned has changed, and what records say has not."""
        return self._version


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
