"""Match: a game being played: its record, its present position, and who may take what back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .actions import Action
from .actors import DICE, Side
from .dice import Referee
from .events import Teller
from .game import Game
from .position import Position
from .record import Record, result_text
from .refusal import Refusal


class Match:
    """Plays a game for its players: pushes their actions, rolls the dice, keeps the record and grants take-backs."""

    def __init__(
        self,
        game: Game,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        referee: Referee | None = None,
        players: Mapping[Side, str] | None = None,
    ) -> None:
        self.record = Record(game, scenario, dict(options or {}))
        self.referee = referee or Referee()
        self.record.commitment = self.referee.commitment
        self.record.players = dict(players or {})
        self.position: Position[Any] = self.record.start()
        self.rolls = 0
        self._past: list[tuple[Position[Any], int]] = []
        self._asked: tuple[Side, int] | None = None

    def push(self, action: Action, tell: Teller | None = None) -> None:
        """A player's action. Raises the Refusal if the rules forbid it."""
        before = self.position.copy()
        refusal = self.position.refusal(action)
        if refusal is not None:
            raise refusal
        author = action.author(self.position.actor)
        text = self.record.game.format(self.position, action)
        self.position.apply(action, tell)
        self._past.append((before, self.rolls))
        self.record.moves.append((author, text))
        self._asked = None
        if self.position.outcome:
            self.record.result = result_text(self.position)
            self.record.seed = self.referee.seed.hex()

    def roll(self, tell: Teller | None = None) -> None:
        """Let the dice answer as long as they are asked."""
        while self.position.actor == DICE:
            action = self.referee.answer(self.position, self.rolls)
            self.push(action, tell)
            self.rolls += 1

    # --- take-backs ------------------------------------------------------------------------------

    def undo(self, side: Side) -> None:
        """Take back one's own last actions' latest one, as long as nobody else has acted and nothing became known."""
        if not self.record.moves:
            raise Refusal("0", "refusal.takeback_nothing")
        if self.record.moves[-1][0] != side:
            raise Refusal("0", "refusal.takeback_consent")
        self._return(len(self.record) - 1, side)

    def ask_takeback(self, side: Side, to: int) -> None:
        """Ask the opponent to go back to where ``to`` actions had been taken."""
        if not self.record.options.get("takebacks_by_consent", False):
            raise Refusal("0", "refusal.takeback_off")
        self._check(to)
        self._asked = (side, to)

    def answer_takeback(self, side: Side, agreed: bool) -> None:
        """The opponent's answer to the pending request."""
        if self._asked is None or self._asked[0] == side:
            raise Refusal("0", "refusal.takeback_nothing")
        asker, to = self._asked
        self._asked = None
        if agreed:
            self._return(to, asker)

    def _check(self, to: int) -> None:
        if not 0 <= to < len(self.record):
            raise Refusal("0", "refusal.takeback_nothing")
        if self._past[to][0].horizon != self.position.horizon:
            raise Refusal("0", "refusal.takeback_known")

    def _return(self, to: int, side: Side) -> None:
        self._check(to)
        taken = "; ".join(f"{author}: {text}" for author, text in self.record.moves[to:])
        self.position, self.rolls = self._past[to]
        del self._past[to:]
        self.record.truncate(to)
        self.record.remark(f"taken back by {side}: {taken}")
