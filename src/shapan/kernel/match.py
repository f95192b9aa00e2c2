"""Match: a game being played: its record, its present position, and who may take what back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from .actions import Action
from .actors import DICE, Side
from .dice import Referee, Share
from .errors import ShapanError
from .events import Teller
from .game import Game
from .position import Position
from .record import Record, result_text
from .refusal import Refusal


class Request(NamedTuple):
    """A wish to go back that all other sides have to agree to."""

    side: Side
    to: int
    known: bool = False
    """Have dice fallen, or has this side seen hidden things since? Whoever agrees should know."""
    agreed: tuple[Side, ...] = ()
    """Who has agreed so far."""
    stand: bool = False
    """Is it wished instead that what the rules of today do not allow stands as it was played?"""


class Match:
    """Plays a game for its players: pushes their actions, rolls the dice, keeps the record and grants take-backs."""

    def __init__(
        self,
        game: Game,
        scenario: str | None = None,
        switches: Mapping[str, Any] | None = None,
        referee: Referee | None = None,
        players: Mapping[Side, str] | None = None,
    ) -> None:
        self.record = Record(game, scenario, dict(switches or {}))
        self.referee = referee or Referee()
        self.record.commitment = self.referee.commitment
        self.record.players = dict(players or {})
        self.position: Position[Any] = self.record.start()
        self.rolls = 0
        """How many answers the dice have given, those taken back included: no roll of the stream is used twice."""
        self.asked: Request | None = None
        """The pending request: who wants to go back, and to how many actions."""
        self._past: dict[int, Position[Any]] = {}
        """The position before each action since something last became known to everybody."""
        self._learned: dict[Side, int] = {}
        """After how many actions each side last learned what it could not know; no undo leads behind it."""

    def share(self, shares: Mapping[Side, Share]) -> None:
        """Players add to the seed, before the first roll."""
        if self.rolls:
            raise ShapanError("the dice have been rolled; nobody can add to their seed any more")
        self.referee = Referee(self.referee.seed, shares)
        self.record.shares = dict(shares)

    def push(self, action: Action, tell: Teller | None = None) -> None:
        """A player's action. Raises the Refusal if the rules forbid it; for the dice only the referee answers."""
        refusal = self.position.refusal(action)
        if refusal is None and action.author(self.position.actor) == DICE:
            refusal = self._spoken(Refusal(self.position.decision.case, "refusal.dice"))
        if refusal is not None:
            raise refusal
        self._take(action, tell)

    def _take(self, action: Action, tell: Teller | None, *, stands: bool = False) -> None:
        """A legal action, judged already, or one that stands. Should a rule or the listener fail halfway, nothing has
        happened."""
        before, after = self.position, self.position.copy()
        if stands:
            after.let_stand(action, tell)
            self.record.standing.add(len(self.record))
        else:
            after.apply(action, tell)
        author, text = action.author(before.actor), self.record.game.format(before, action)
        self.position = after
        if self.position.horizon != before.horizon:
            self._past.clear()
        else:
            self._past[len(self.record)] = before
        self.record.moves.append((author, text))
        for side in self.position.book.sides:
            if self.position.knows_more(before, side):
                self._learned[side] = len(self.record)
        self.asked = None
        if self.position.outcome:
            self.record.result = result_text(self.position)
            self.record.seed = self.referee.seed.hex()

    def roll(self, tell: Teller | None = None) -> None:
        """Let the dice answer as long as they are asked."""
        while self.position.actor == DICE:
            self.roll_once(tell)

    def roll_once(self, tell: Teller | None = None) -> None:
        """One answer of the dice."""
        self._take(self.referee.answer(self.position, self.rolls), tell)
        self.rolls += 1

    def push_again(self, text: str, tell: Teller | None = None, *, stands: bool = False) -> None:
        """An action as the record notes it, dice included: how a stored match is brought back to where it stood.

        ``stands``: the players let it stand, should the rules of today not allow it.
        """
        action = self.record.game.parse(self.position, text)
        refusal = self.position.refusal(action)
        if refusal is not None and not stands:
            raise refusal
        self._take(action, tell, stands=refusal is not None)
        if self.record.moves[-1][0] == DICE:
            self.rolls += 1

    # --- take-backs ------------------------------------------------------------------------------

    def undo(self, side: Side) -> None:
        """Take back one's own latest action while it is nobody else's: nobody was asked since, nothing was learned."""
        refusal = self.undo_refusal(side)
        if refusal is not None:
            raise refusal
        self.go_back(len(self.record) - 1, side)

    def undo_refusal(self, side: Side, to: int | None = None) -> Refusal | None:
        """Why this side cannot take back its latest action by itself; None when it can.

        While another side is asked the answer is always the same: it must not tell what that side has done in secret.
        ``to``: how many actions had been taken before it, where others have done things since that this side does not
        know of.
        """
        to = len(self.record) - 1 if to is None else to
        refusal = self.back_refusal(to)
        if refusal is not None:
            return refusal
        moves = self.record.moves
        author = next((moves[at][0] for at in range(to, -1, -1) if moves[at][0] != DICE), side)
        if self.position.actor != side or author != side:
            return self._refused("refusal.takeback_consent")
        return self._refused("refusal.takeback_known") if self.known_since(to, (side,)) else None

    @property
    def by_consent(self) -> bool:
        """May take-backs be agreed? A game with a rule about it decides by a switch, any other allows them."""
        return bool(self.record.switches.get(self.record.game.takeback_switch, True))

    def known_since(self, to: int, sides: Iterable[Side]) -> bool:
        """Has one of these sides learned anything after the first ``to`` actions: dice that fell, something hidden?"""
        return any(to < self._learned.get(side, 0) for side in sides)

    def ask_takeback(self, side: Side, to: int) -> None:
        """Ask all others to go back to where ``to`` actions had been taken, over dice and reveals if need be."""
        refusal = self.back_refusal(to) if self.by_consent else self._refused("refusal.takeback_off")
        if refusal is not None:
            raise refusal
        self.asked = Request(side, to, self.known_since(to, (side,)))

    def answer_takeback(self, side: Side, agreed: bool) -> None:
        """Another side's answer to the pending request: it is granted once all others agree, and off with one no."""
        asked = self.asked
        if asked is None or asked.side == side:
            raise self._refused("refusal.takeback_nothing")
        if not agreed:
            self.asked = None
        elif self.agree(side):
            self.go_back(asked.to, asked.side)

    def agree(self, *sides: Side) -> bool:
        """These sides agree to the pending request; have all others agreed by now?"""
        assert self.asked is not None
        self.asked = self.asked._replace(agreed=tuple(dict.fromkeys((*self.asked.agreed, *sides))))
        return {self.asked.side, *self.asked.agreed} >= set(self.position.book.sides)

    def bot_refusal(self) -> Refusal:
        """What a computer opponent says when it is asked to go back over dice or reveals."""
        return self._refused("refusal.takeback_bot")

    def back_refusal(self, to: int) -> Refusal | None:
        """Why nobody can go back to where ``to`` actions had been taken; None when it is possible."""
        if self.position.outcome:
            return self._refused("refusal.game_over")
        if not 0 <= to < len(self.record):
            return self._refused("refusal.takeback_nothing")
        return None

    def go_back(self, to: int, side: Side) -> None:
        """Return to where ``to`` actions had been taken; the record keeps what was taken back as a remark.

        What was seen stays seen: dice that are taken back fall anew, as the stream of rolls goes on where it is, and
        nobody undoes alone what he did before.
        """
        refusal = self.back_refusal(to)
        if refusal is not None:
            raise refusal
        taken = "; ".join(f"{author}: {text}" for author, text in self.record.moves[to:])
        self.position = self._past[to] if to in self._past else self.record.replay(to)
        self._past = {at: kept for at, kept in self._past.items() if at < to}
        self._learned = {learner: min(at, to) for learner, at in self._learned.items()}
        self.asked = None
        self.record.truncate(to)
        self.record.skip_rolls(self.rolls)
        self.record.remark(f"taken back by {side}: {taken}")

    def _refused(self, key: str) -> Refusal:
        return self._spoken(Refusal(self.record.game.takeback_case, key))

    def _spoken(self, refusal: Refusal) -> Refusal:
        refusal.text = self.record.game.say(refusal.key, refusal.params, self.position)
        return refusal
