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
    share japanese: 71… 5d…      (what a player added to the seed: the commitment, and the part or "left out")
    seed: 3b…                    (once the game is over)
    result: russian 4.4

    japanese: declare combat
    dice: roll 4
    japanese: paralyse 1715 2

After the header, empty lines and lines that begin with ``#`` are remarks and are kept. A line ``taken back: 2 rolls``
says that the players agreed to take back so many rolls there: the stream of the dice goes on behind them. A line
``stands: by an older reading`` says that they let the action after it stand, which the rules allowed when it was taken.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Self, TypeAlias, TypeVar

from .actions import Action
from .actors import DICE
from .dice import Referee, Share
from .errors import BadNotation, BadRecord, ShapanError, Unknown, shown
from .events import Teller
from .game import GAMES, Game
from .position import Position
from .refusal import Refusal

FIRST_LINE: Final = "Shapan record 1"
PLAYER: Final = "player "
SHARE: Final = "share "
LEFT_OUT: Final = "left out"
TAKEN_BACK: Final = "taken back"
STANDS: Final = "stands"
OLDER: Final = "by an older reading"
HEADER: Final = ("game", "data", "scenario", "options", "player SIDE", "commitment", "share SIDE", "seed", "result")
R = TypeVar("R", bound="Record")


class Record:
    """Header and moves. ``moves`` holds (author, notation) pairs; ``remarks`` maps a move number to lines before it."""

    def __init__(self, game: Game, scenario: str | None = None, switches: dict[str, Any] | None = None) -> None:
        book = game.book(scenario, switches)
        self.game = game
        self.data = game.data_version
        self.scenario: str = book.scenario
        self.switches: dict[str, Any] = dict(book.switches)
        self.players: dict[str, str] = {}
        self.commitment = ""
        self.shares: dict[str, Share] = {}
        """What players added to the seed."""
        self.seed = ""
        self.result = ""
        self.moves: list[tuple[str, str]] = []
        self.remarks: dict[int, list[str]] = {}
        self.skipped: dict[int, int] = {}
        """Rolls that were taken back before a move number, with their dice."""
        self.standing: set[int] = set()
        """The numbers of the moves that stand whatever the rules say of them today."""
        self.lines: list[int] = []
        """Where each action stood in the file that this record was read from."""
        self.head_lines: dict[str, int] = {}
        """The same for the header."""

    def __len__(self) -> int:
        return len(self.moves)

    def add(self, pos: Position[Any], action: Action) -> None:
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
        del self.moves[length:], self.lines[length:]
        self.remarks = {at: lines for at, lines in self.remarks.items() if at <= length}
        self.skipped = {at: rolls for at, rolls in self.skipped.items() if at <= length}
        self.standing = {at for at in self.standing if at < length}

    def skip_rolls(self, rolls: int) -> None:
        """The next roll is the one after the first ``rolls`` of the stream: those missing here were taken back."""
        fallen = sum(author == DICE for author, _ in self.moves)
        missing = rolls - fallen - sum(self.skipped.values())
        if missing > 0:
            end = len(self.moves)
            self.skipped[end] = self.skipped.get(end, 0) + missing

    # --- as text ---------------------------------------------------------------------------------

    def dumps(self) -> str:
        """The text of the record; :meth:`loads` reads it back exactly."""
        switches = " ".join(f"{name}={json.dumps(value)}" for name, value in self.switches.items())
        head = [FIRST_LINE, f"game: {self.game.id}", f"data: {self.data}", f"scenario: {self.scenario}"]
        if switches:
            head.append(f"options: {switches}")
        # A name is whatever its player chose: it must not bring header lines of its own.
        head += [f"player {side}: {' '.join(name.split())}" for side, name in self.players.items()]
        if self.commitment:
            head.append(f"commitment: {self.commitment}")
        head += [f"share {side}: {one.commitment} {one.part or LEFT_OUT}" for side, one in self.shares.items()]
        for field in ("seed", "result"):
            if value := getattr(self, field):
                head.append(f"{field}: {value}")
        lines = [*head, ""]
        for number, (author, text) in enumerate(self.moves):
            lines += self._before(number)
            lines.append(f"{author}: {text}")
        lines += self._before(len(self.moves))
        return "\n".join(lines) + "\n"

    def _before(self, number: int) -> list[str]:
        """What stands before a move: rolls that were taken back, remarks, and whether it stands by an older reading."""
        rolls = self.skipped.get(number, 0)
        skipped = [f"{TAKEN_BACK}: {rolls} roll{'s' if rolls > 1 else ''}"] if rolls else []
        stands = [f"{STANDS}: {OLDER}"] if number in self.standing else []
        return [*skipped, *self.remarks.get(number, []), *stands]

    def save(self, path: str | Path) -> None:
        """Write the record to a file."""
        try:
            Path(path).write_text(self.dumps(), encoding="utf-8", newline="\n")
        except OSError as error:
            raise ShapanError(f"cannot write {path}: {error.strerror}") from None

    @classmethod
    def loads(cls, text: str) -> Self:
        """Read a record from its text; BadRecord names the line and what was expected."""
        head, body = _read_head(text)
        record = _begin(cls, head)
        _read_players(record, head)
        _read_shares(record, head)
        record.head_lines = {name: line for name, (line, _) in head.items()}
        for name in ("commitment", "seed", "result"):
            setattr(record, name, head[name][1] if name in head else "")
        _read_moves(record, body)
        return record

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a record from a file."""
        try:
            return cls.loads(Path(path).read_text(encoding="utf-8-sig"))
        except OSError as error:
            raise ShapanError(f"cannot read {path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise BadRecord(f"{path} is not a text file") from None

    # --- play it again ---------------------------------------------------------------------------

    def start(self) -> Position[Any]:
        """The position before the first action."""
        if self.data != self.game.data_version:
            raise BadRecord(
                f"the record was made with data {shown(self.data)} of {self.game.id}, this is {self.game.data_version}",
                self.head_lines.get("data"),
            )
        return self.game.start(self.scenario, self.switches)

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
        line = self._line(number)
        try:
            action = self.game.parse(pos, text)
            if (expected := action.author(pos.actor)) != author:
                raise BadRecord(f"{shown(author)} cannot do this: it is for {expected!r}", line)
            if number in self.standing:
                pos.let_stand(action, tell)
            else:
                pos.push(action, tell)
        except (BadNotation, Refusal) as error:
            what = shown(f"{author}: {text}")
            raise BadRecord(f"action {number + 1}, {what}, is refused: {error}", line) from None

    def _line(self, number: int) -> int | None:
        return self.lines[number] if number < len(self.lines) else None

    def verify(self) -> Position[Any]:
        """Replay and prove it: every action legal, the seed behind the commitment, every roll as the seed gives it."""
        if not self.seed:
            raise BadRecord("the record has no seed; it is published when the game is over")
        referee = self._referee()
        pos = self.start()
        rolls = 0
        for number, (author, text) in enumerate(self.moves):
            rolls += self.skipped.get(number, 0)
            if author == DICE and pos.actor == DICE:
                expected = self.game.format(pos, referee.answer(pos, rolls))
                if expected != text:
                    what = f"roll {rolls + 1} should be {expected!r}, the record has {shown(text)}"
                    raise BadRecord(what, self._line(number))
                rolls += 1
            self._play(pos, number, None)
        if self.result != result_text(pos):
            what = f"the result should be {result_text(pos)!r}, the record has {shown(self.result)}"
            raise BadRecord(what, self.head_lines.get("result"))
        return pos

    def _referee(self) -> Referee:
        """The referee behind the seed and the players' parts, each held against its commitment."""
        line = self.head_lines.get("seed")
        try:
            referee = Referee(bytes.fromhex(self.seed), self.shares)
        except ValueError:
            raise BadRecord("the seed should be written in hexadecimal digits", line) from None
        if not referee.matches(self.commitment):
            raise BadRecord("the seed is not the one that was committed to at the start", line)
        for side, share in self.shares.items():
            if share.part and not share.holds(share.part):
                what = f"the part that {side} added to the seed is not the one that was committed to"
                raise BadRecord(what, self.head_lines.get(SHARE + side))
        return referee


def result_text(pos: Position[Any]) -> str:
    """The result as the header states it: winner (or ``draw``) and case; empty while the game goes on."""
    outcome = pos.outcome
    return "" if outcome is None else f"{outcome.winner or 'draw'} {outcome.case}"


Head: TypeAlias = dict[str, tuple[int, str]]
"""Header fields with the lines that they stand in."""


def _read_head(text: str) -> tuple[Head, list[tuple[int, str]]]:
    """The header, and the numbered lines that follow the empty line."""
    # Not splitlines(): that would also cut a remark in two at exotic marks such as U+2028.
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    if lines[0].strip() != FIRST_LINE:
        raise BadRecord(f"expected {FIRST_LINE!r}", 1)
    head: Head = {}
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            return head, list(enumerate(lines[number:], number + 1))
        name, colon, value = (part.strip() for part in line.partition(":"))
        if not colon:
            raise BadRecord(f"expected a header line 'name: value', found {shown(line)}", number)
        if name in head:
            raise BadRecord(f"{shown(name)} stands there twice, first in line {head[name][0]}", number)
        if name not in HEADER and not name.startswith((PLAYER, SHARE)):
            raise BadRecord(f"unknown header line {shown(name)}; expected one of: {', '.join(HEADER)}", number)
        head[name] = (number, value)
    return head, []


def _begin(cls: type[R], head: Head) -> R:
    """The record with its game, scenario and switches."""
    for name in ("game", "data", "scenario"):
        if name not in head:
            raise BadRecord(f"the header lacks {name!r}")
    line = head["game"][0]
    try:
        game = GAMES[head["game"][1]]
        line, data = head["data"]
        if data != game.data_version:
            raise BadRecord(f"made with data {shown(data)} of {game.id}; this is {game.data_version}", line)
        line, scenario = head["scenario"]
        cls(game, scenario)
        line, switches = head.get("options", (line, ""))
        return cls(game, scenario, _switches(switches, line))
    except Unknown as error:
        raise BadRecord(str(error), line) from None


def _read_players(record: Record, head: Head) -> None:
    for side, _, value in _of_sides(record, head, PLAYER):
        record.players[side] = value


def _read_shares(record: Record, head: Head) -> None:
    for side, line, value in _of_sides(record, head, SHARE):
        found = re.fullmatch(rf"([0-9a-f]{{64}}) ([0-9a-f]{{64}}|{LEFT_OUT})", value)
        if found is None:
            raise BadRecord(f"expected a commitment, and a part or {LEFT_OUT!r}, found {shown(value)}", line)
        record.shares[side] = Share(found[1], "" if found[2] == LEFT_OUT else found[2])


def _of_sides(record: Record, head: Head, word: str) -> Iterator[tuple[str, int, str]]:
    """Header lines that begin with a word and the name of a side: the side, the line, what it says."""
    for name, (line, value) in head.items():
        if name.startswith(word):
            side = name.removeprefix(word).strip()
            if side not in record.game.sides:
                known = ", ".join(record.game.sides)
                raise BadRecord(f"there is no side {shown(side)} (sides: {known})", line)
            yield side, line, value


def _read_moves(record: Record, body: list[tuple[int, str]]) -> None:
    for number, line in body:
        if not line.strip() or line.startswith("#"):
            record.remarks.setdefault(len(record.moves), []).append(line)
            continue
        author, colon, text = line.partition(": ")
        if not colon or not text.strip():
            raise BadRecord(f"expected 'author: action', found {shown(line)}", number)
        if author.strip() == TAKEN_BACK:
            end = len(record.moves)
            record.skipped[end] = record.skipped.get(end, 0) + _rolls(text, number)
            continue
        if author.strip() == STANDS:
            if text.strip() != OLDER:
                raise BadRecord(f"expected '{STANDS}: {OLDER}', found {shown(line)}", number)
            record.standing.add(len(record.moves))
            continue
        record.moves.append((author.strip(), text.strip()))
        record.lines.append(number)


def _rolls(text: str, line: int) -> int:
    """How many rolls a line ``taken back: 2 rolls`` speaks of."""
    found = re.fullmatch(r"([1-9]\d{0,8}) rolls?", text.strip(), re.ASCII)
    if found is None:
        raise BadRecord(f"expected a number of rolls taken back, found {shown(text)}", line)
    return int(found[1])


def _switches(text: str, line: int) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or name in found:
            raise BadRecord(f"expected options as name=value, each once, found {shown(word)}", line)
        try:
            found[name] = json.loads(value)
        except (ValueError, RecursionError):
            raise BadRecord(f"expected a value after {name}=, found {shown(value)}", line) from None
    return found
