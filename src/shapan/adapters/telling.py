"""A View in words: what an agent that reads text needs of it, short enough to be read at every decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from shapan.kernel import Game, View
from shapan.kernel.view import Box, LedgerRow, OptionGroup, PieceView, Preview

LISTED: Final = 60
"""How many words that can follow are listed with the actions that they lead to; of more, only the words."""


class Telling:
    """Says things in the words of a title and a scenario."""

    def __init__(self, game: Game, scenario: str) -> None:
        self.game = game
        self.names: Mapping[str, str] = game.book(scenario).names

    def say(self, key: str, params: Mapping[str, Any] | None = None) -> str:
        return self.game.texts.say(key, params or {}, self.names)

    def view(self, view: View) -> str:
        """All of it but the options, which are asked for word by word."""
        lines = [*self._head(view), "", "Pieces on the map:", *self._places(view.pieces)]
        lines += ["", "Off the map:", *(self._box(box) for box in view.boxes if box.count or box.pieces)]
        lines += ["", "Marks:", *self._marks(view), ""]
        for ledger in view.ledgers:
            lines += [f"{self.say(ledger.title)}:", *(self._row(row) for row in ledger.rows)]
        return "\n".join(lines)

    def _head(self, view: View) -> Iterator[str]:
        clock = view.clock
        yield f"{self.game.title}, {view.scenario}. You are {view.side}."
        yield f"Turn {clock.turn} of {clock.turns} ({clock.date}), {self.say(clock.phase_key)} ({clock.case})."
        yield self.asked(view)

    def asked(self, view: View) -> str:
        """Who owes which decision, or how the game ended."""
        if view.outcome is not None:
            won = f"{view.outcome.winner} won" if view.outcome.winner else "a draw"
            return f"The game is over: {won} ({view.outcome.case}, {self.say(view.outcome.key)})."
        whose = "You owe" if view.ask.actor == view.side else f"{view.ask.actor} owes"
        return f"{whose} the decision {view.ask.kind} ({view.ask.case}): {self.say(view.ask.prompt, view.ask.params)}"

    def _places(self, pieces: Iterable[PieceView]) -> list[str]:
        by_place: dict[str, list[str]] = {}
        for piece in pieces:
            place = piece.place or (f"({piece.at[0]}, {piece.at[1]})" if piece.at else "somewhere")
            by_place.setdefault(f"{place}, {piece.side}", []).append(self._piece(piece))
        return [f"- {place}: {'; '.join(there)}" for place, there in by_place.items()]

    def _piece(self, piece: PieceView) -> str:
        if piece.hidden:
            return "a hidden piece"
        values = [f"{name} {value}" for name, value in piece.values.items() if value != ""]
        facing = [] if piece.heading is None else [f"facing {piece.heading}°"]
        about = [*values, *(self._word(status) for status in piece.statuses), *facing]
        return f"{piece.id} ({', '.join(about)})" if about else piece.id

    def _word(self, word: str) -> str:
        return self.game.texts.texts.get(f"word.{word}", word)

    def _box(self, box: Box) -> str:
        words = [self.say(box.title), f"({box.side})" if box.side else "", box.note]
        return f"- {' '.join(word for word in words if word)}: {', '.join(box.pieces) or box.count}"

    def _marks(self, view: View) -> Iterator[str]:
        for mark in view.marks:
            if mark.places or mark.label:
                words = [mark.kind, mark.side, mark.label, " ".join(mark.places)]
                yield "- " + " ".join(word for word in words if word)

    def _row(self, row: LedgerRow) -> str:
        about = f" ({row.side})" if row.side else ""
        value = self._word(row.value) if isinstance(row.value, str) else row.value
        return f"- {self.say(row.key, row.params)}{about}: {value}"

    def odds(self, previews: Sequence[Preview]) -> str:
        """What an attack that is being built would do, or each roll that could be asked for, as exact fractions."""
        if not previews:
            return "Nothing is being built now whose odds could be told."
        return "\n\n".join(self._odds(preview) for preview in previews)

    def _odds(self, preview: Preview) -> str:
        lines = [self.say(preview.title, preview.params)]
        lines += [f"- {self.say(f.key, f.params)}: {f.value} ({f.case})" for f in preview.factors]
        if preview.column:
            lines.append(f"Column {preview.column} of {preview.chart}")
        for chance in preview.chances:
            share = Fraction(chance.numerator, chance.denominator)
            lines.append(f"- {share} ({100 * float(share):.1f} %): {self.say(chance.key, chance.params)}")
        return "\n".join([*lines, *(self.say(warning) for warning in preview.warnings)])


def following(groups: Iterable[OptionGroup], words: str) -> list[str]:
    """What can follow the words of an action: the next words, or whole actions if there are few; costs in brackets.

    >>> groups = [OptionGroup("move", ["J-1"], values=["1313", "1314"], costs=[2, 1]), OptionGroup("pass")]
    >>> following(groups, "")
    ['move J-1 1313 (cost 2)', 'move J-1 1314 (cost 1)', 'pass']
    """
    given = words.split()
    actions: list[str] = []
    nexts: dict[str, int] = {}
    for group in groups:
        head = [group.verb, *group.words]
        if head[: len(given)] != given[: len(head)]:
            continue
        for text, words_of in _actions(group, head):
            if words_of[: len(given)] == given:
                actions.append(text)
                word = words_of[len(given)] if len(words_of) > len(given) else ""
                nexts[word] = nexts.get(word, 0) + 1
    if len(actions) <= LISTED:
        return actions
    return [f"{' '.join([*given, word])} … ({count} actions)" if word else words for word, count in nexts.items()]


def _actions(group: OptionGroup, head: list[str]) -> Iterator[tuple[str, list[str]]]:
    if group.values is None:
        yield " ".join(head), head
        return
    for at, value in enumerate(group.values):
        cost = "" if group.costs is None else f" (cost {group.costs[at]})"
        yield " ".join((*head, value)) + cost, [*head, value]
