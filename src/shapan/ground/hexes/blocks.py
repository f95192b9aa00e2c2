"""One block of a map's file, read key by key with errors that say what was expected."""

from collections.abc import Iterator, Mapping
from typing import NoReturn

from shapan.kernel.data import PROVENANCE

from .bits import Hex, Mask
from .grid import Grid, UnknownHex
from .source import Source


class Block:
    """A table of the file: its header, which one of its group it is, and what it says."""

    def __init__(self, source: Source, header: str, table: object, number: int = 0) -> None:
        self.source, self.header, self.number = source, header, number
        self.name = ""
        if not isinstance(table, dict):
            self.fail("expected a table")
        self.table: Mapping[str, object] = table
        if isinstance(name := self.table.get("name"), str):
            self.name = name

    def fail(self, problem: str, *clues: str) -> NoReturn:
        """Raise a MapError for this block, at the line of the last clue that is found."""
        title = f"[{self.header}]" + (f" {self.name}" if self.name else "")
        # The parts of the header find the line when the group is written as a list of inline tables.
        inline = () if self.source.table(self.header) else tuple(self.header.split("."))
        named = (f'"{self.name}"',) if self.name else ()
        self.source.fail(f"{title}: {problem}", *inline, *named, *clues, header=self.header, number=self.number)

    def _need(self, key: str, expected: str) -> object:
        if key not in self.table:
            self.fail(f"no {key}; expected {expected}")
        return self.table[key]

    def integer(self, key: str) -> int:
        """A whole number."""
        value = self._need(key, "a whole number")
        if not isinstance(value, int) or isinstance(value, bool):
            self.fail(f"{key} is {value!r}; expected a whole number", key)
        return value

    def text(self, key: str) -> str:
        """A text."""
        value = self._need(key, "a text")
        if not isinstance(value, str):
            self.fail(f"{key} is {value!r}; expected a text", key)
        return value

    def texts(self, key: str) -> list[str]:
        """A list of texts."""
        value = self._need(key, "a list of texts")
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self.fail(f"{key} must be a list of texts", key)
        return value

    def words(self, key: str) -> list[str]:
        """The words of a text, or of a list of texts."""
        value = self._need(key, "hex numbers")
        return value.split() if isinstance(value, str) else [word for text in self.texts(key) for word in text.split()]

    def provenance(self) -> str:
        """Where the block's content comes from; its first word is one of the four."""
        return self.check_provenance(self.text("provenance"), "provenance")

    def check_provenance(self, value: str, *clues: str) -> str:
        """The same for a text found elsewhere."""
        if not value.startswith(PROVENANCE):
            self.fail(f"provenance is {value!r}; expected it to begin with one of {', '.join(PROVENANCE)}", *clues)
        return value

    def notes(self, *read: str) -> dict[str, object]:
        """What else the block says."""
        return {key: value for key, value in self.table.items() if key not in ("name", "provenance", *read)}

    def hex(self, grid: Grid, word: str, *clues: str) -> Hex:
        """The hex of this name."""
        try:
            return grid.index(word)
        except UnknownHex as error:
            self.fail(str(error), *clues, word)

    def hexes(self, grid: Grid, words: list[str], *clues: str) -> Mask:
        """A set of hexes, none named twice."""
        mask = 0
        for word in words:
            here = self.hex(grid, word, *clues)
            if mask >> here & 1:
                self.fail(f"{word} is named twice", *clues, word, word)
            mask |= 1 << here
        return mask


def blocks(source: Source, document: Mapping[str, object], section: str) -> Iterator[tuple[str, Block]]:
    """Every [[section.group]] block of the file with its group."""
    groups = document.get(section, {})
    if not isinstance(groups, dict):
        source.fail(f"[{section}]: expected groups, like [[{section}.name_of_the_group]]", section)
    for group, tables in groups.items():
        header = f"{section}.{group}"
        if not isinstance(tables, list):
            source.fail(f"[{section}]: expected {group} to be a list of tables, like [[{header}]]", section, group)
        for number, table in enumerate(tables):
            yield group, Block(source, header, table, number)
