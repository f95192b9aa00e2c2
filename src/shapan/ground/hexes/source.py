"""Where in the text of a map something is written, so that an error can name the line.

The TOML reader of the standard library forgets lines. Looking for the words again, in the order in which they must
stand, finds the right one.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import NoReturn


class MapError(ValueError):
    """Something wrong in the text of a map: which line, what is wrong, what was expected."""

    def __init__(self, problem: str, line: int | None = None, name: str = "map") -> None:
        where = name if line is None else f"{name}, line {line}"
        super().__init__(f"{where}: {problem}")
        self.problem, self.line = problem, line


class Source:
    """The text of a map under its name."""

    def __init__(self, text: str, name: str = "map") -> None:
        self.text, self.name = text, name

    def document(self) -> Mapping[str, object]:
        """What the text says, table by table."""
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"at line (\d+)", str(error))
            raise MapError(f"not TOML: {error}", int(found[1]) if found else None, self.name) from None

    def table(self, header: str, number: int = 0) -> int:
        """Where the table [header], or the number-th [[header]], begins; 0 when it is written in some other way."""
        heads = list(re.finditer(rf"^\s*\[\[?\s*{re.escape(header)}\s*\]\]?", self.text, re.MULTILINE))
        return heads[min(number, len(heads) - 1)].end() if heads else 0

    def line(self, clues: Sequence[str], start: int = 0) -> int:
        """The line of the last of these words, each looked for behind the one before; one not found is passed over."""
        at = start
        for clue in clues:
            found = self.text.find(clue, at)
            at = at if found < 0 else found + len(clue)
        return self.text.count("\n", 0, at) + 1

    def fail(self, problem: str, *clues: str, header: str = "", number: int = 0) -> NoReturn:
        """Raise a MapError at the last clue inside a table."""
        raise MapError(problem, self.line(clues, self.table(header, number) if header else 0), self.name)
