"""Record: a whole game as a text file, one action a line, dice included, as PGN is for chess.

::

    Shapan record 1
    game: mukden
    data: 5f0c…
    scenario: battle
    options: fog_of_war=true hidden_losses=false
    player japanese: random
    player russian: staff
    commitment: 9a…
    seed: 3b…                    (once the game is over)
    result: russian 4.4

    japanese: declare combat
    dice: roll 4
    japanese: paralyse 1715 2

Empty lines and lines that begin with ``#`` are remarks and are kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from .actors import DICE
from .dice import Referee
from .errors import BadNotation, BadRecord, ShapanError
from .events import Teller
from .position import Position
from .refusal import Refusal
from .registry import find

if TYPE_CHECKING:
    from .game import Game

FIRST_LINE: Final = "Shapan record 1"


class Record:
    """Header and moves. ``moves`` holds (author, notation) pairs; ``remarks`` maps a move number to lines before it."""

    def __init__(self, game: Game, scenario: str | None = None, options: dict[str, Any] | None = None) -> None:
        start = game.start(scenario, options)
        self.game = game
        self.data = game.data_version
        self.scenario = start.book.scenario
        self.options: dict[str, Any] = start.book.switches
        self.players: dict[str, str] = {}
        self.commitment = ""
        self.seed = ""
        self.result = ""
        self.moves: list[tuple[str, str]] = []
        self.remarks: dict[int, list[str]] = {}
        self.lines: list[int] = []

    def __len__(self) -> int:
        return len(self.moves)

    def add(self, pos: Position[Any], action: Any) -> None:
        """Note an action that is about to be pushed on this position."""
        self.moves.append((action.author(pos.actor), self.game.format(pos, action)))

    def remark(self, text: str) -> None:
        """A line of comment at the present end."""
        self.remarks.setdefault(len(self.moves), []).append("# " + " ".join(text.split()))

    def truncate(self, length: int) -> None:
        """Forget everything after the first ``length`` actions, result and seed included."""
        if not 0 <= length <= len(self.moves):
            raise BadRecord(f"the record has {len(self.moves)} actions, it cannot be cut to {length}")
        if length < len(self.moves):
            self.result = self.seed = ""
        del self.moves[length:]
        self.remarks = {at: lines for at, lines in self.remarks.items() if at <= length}

    @classmethod
    def loads(cls, text: str) -> Record:
        """Read a record from its text; BadRecord names the line and what was expected."""
        return loads(text)

    @classmethod
    def load(cls, path: str | Path) -> Record:
        """Read a record from a file."""
        return load(path)

    # --- as text ---------------------------------------------------------------------------------

    def dumps(self) -> str:
        switches = " ".join(f"{name}={json.dumps(value)}" for name, value in self.options.items())
        head = [FIRST_LINE, f"game: {self.game.id}", f"data: {self.data}", f"scenario: {self.scenario}"]
        head.append(f"options: {switches}")
        head += [f"player {side}: {name}" for side, name in self.players.items()]
        for field in ("commitment", "seed", "result"):
            if value := getattr(self, field):
                head.append(f"{field}: {value}")
        lines = [*head, ""]
        for number, (author, text) in enumerate(self.moves):
            lines += self.remarks.get(number, [])
            lines.append(f"{author}: {text}")
        lines += self.remarks.get(len(self.moves), [])
        return "\n".join(lines) + "\n"

    def save(self, path: str | Path) -> None:
        Path(path).write_text(self.dumps(), encoding="utf-8")

    # --- play it again ---------------------------------------------------------------------------

    def start(self) -> Position[Any]:
        """The position before the first action."""
        if self.data != self.game.data_version:
            raise BadRecord(
                f"the record was made with data {self.data} of {self.game.id}, this is {self.game.data_version}"
            )
        return self.game.start(self.scenario, self.options)

    def steps(self, tell: Teller | None = None) -> Iterator[Position[Any]]:
        """The position (one object, changing) after each action; BadRecord names the line that cannot be played."""
        pos = self.start()
        for number in range(len(self.moves)):
            self._play(pos, number, tell)
            yield pos

    def replay(self, to: int | None = None, tell: Teller | None = None) -> Position[Any]:
        """The position after the first ``to`` actions (all by default)."""
        length = len(self.moves) if to is None else to
        if not 0 <= length <= len(self.moves):
            raise BadRecord(f"the record has {len(self.moves)} actions; there is no number {length}")
        pos = self.start()
        for number in range(length):
            self._play(pos, number, tell)
        return pos

    def _play(self, pos: Position[Any], number: int, tell: Teller | None) -> None:
        author, text = self.moves[number]
        line = self.lines[number] if number < len(self.lines) else None
        try:
            action = self.game.parse(pos, text)
            if (expected := action.author(pos.actor)) != author:
                raise BadRecord(f"{author!r} cannot do this: it is for {expected!r}", line)
            pos.push(action, tell)
        except (BadNotation, Refusal) as error:
            raise BadRecord(f"action {number + 1} ({author}: {text}) is refused: {error}", line) from None

    def verify(self) -> Position[Any]:
        """Replay and prove it: every action legal, the seed behind the commitment, every roll as the seed gives it."""
        if not self.seed:
            raise BadRecord("the record has no seed; it is published when the game is over")
        try:
            referee = Referee(bytes.fromhex(self.seed))
        except ValueError:
            raise BadRecord("the seed should be written in hexadecimal digits") from None
        if not referee.matches(self.commitment):
            raise BadRecord("the seed is not the one that was committed to at the start")
        pos = self.start()
        rolls = 0
        for number, (author, text) in enumerate(self.moves):
            if author == DICE and pos.actor == DICE:
                expected = self.game.format(pos, referee.answer(pos, rolls))
                if expected != text:
                    line = self.lines[number] if number < len(self.lines) else None
                    raise BadRecord(f"roll {rolls + 1} should be {expected!r}, the record has {text!r}", line)
                rolls += 1
            self._play(pos, number, None)
        if self.result != result_text(pos):
            raise BadRecord(f"the result should be {result_text(pos)!r}, the record has {self.result!r}")
        return pos


def result_text(pos: Position[Any]) -> str:
    """The result as the header states it: winner (or ``draw``) and case; empty while the game goes on."""
    outcome = pos.outcome
    return "" if outcome is None else f"{outcome.winner or 'draw'} {outcome.case}"


def read_head(text: str) -> tuple[dict[str, str], list[tuple[int, str]]]:
    """Header fields, and the numbered lines that follow the empty line."""
    lines = text.splitlines()
    if not lines or lines[0].strip() != FIRST_LINE:
        raise BadRecord(f"expected {FIRST_LINE!r}", 1)
    head: dict[str, str] = {}
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            return head, list(enumerate(lines[number:], number + 1))
        name, colon, value = line.partition(":")
        if not colon:
            raise BadRecord(f"expected a header line 'name: value', found {line!r}", number)
        if name.strip() in head:
            raise BadRecord(f"{name.strip()!r} stands there twice", number)
        head[name.strip()] = value.strip()
    return head, []


def loads(text: str) -> Record:
    """Read a record."""
    head, body = read_head(text)
    for name in ("game", "data", "scenario"):
        if name not in head:
            raise BadRecord(f"the header lacks {name!r}")
    record = Record(find(head["game"]), head["scenario"], _switches(head.get("options", "")))
    record.data = head["data"]
    if record.data != record.game.data_version:
        raise BadRecord(f"made with data {record.data} of {record.game.id}; this is {record.game.data_version}")
    for name, value in head.items():
        if name.startswith("player "):
            record.players[name.removeprefix("player ").strip()] = value
        elif name in ("commitment", "seed", "result"):
            setattr(record, name, value)
        elif name not in ("game", "data", "scenario", "options"):
            raise BadRecord(f"unknown header line {name!r}")
    _read_moves(record, body)
    return record


def _read_moves(record: Record, body: list[tuple[int, str]]) -> None:
    for number, line in body:
        if not line.strip() or line.startswith("#"):
            record.remarks.setdefault(len(record.moves), []).append(line)
            continue
        author, colon, text = line.partition(": ")
        if not colon or not text.strip():
            raise BadRecord(f"expected 'author: action', found {line!r}", number)
        record.moves.append((author.strip(), text.strip()))
        record.lines.append(number)


def _switches(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        try:
            found[name] = json.loads(value)
        except ValueError:
            raise BadRecord(f"expected options as name=value, found {word!r}") from None
        if not equals:
            raise BadRecord(f"expected options as name=value, found {word!r}")
    return found


def load(path: str | Path) -> Record:
    """Read a record from a file."""
    try:
        return loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise ShapanError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not a text file") from None
