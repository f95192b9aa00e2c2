"""Staff: what a game's own officers would do, and why. Bots, hints, search and analysis all ask the same officers.

A game keeps its staff in ``games/<game>/staff/`` as a class named ``Staff``. It keeps no memory: what it says follows
from the position alone, which is one that its side could believe to be true.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, ClassVar, Final, Generic, Self, TypeAlias, TypeVar

import msgspec

from .actions import Action
from .actors import Side
from .errors import ShapanError, Unknown
from .frames import F, Frame
from .mixtures import Mixture, one_of, strongest
from .position import Position
from .reading import read

P = TypeVar("P", bound=Position[Any])
T = TypeVar("T")
"""The temper of a game's officers: the numbers in which they differ."""

DRAWN: Final = 0.25
"""What a draw is worth: less than half a win, or a side that is a little behind would settle for it at once."""

PLAIN: Final = "plain"
"""The name to which the plain staff answers."""
RECRUIT: Final = "recruit"


class Advice(msgspec.Struct, frozen=True):
    """One thing that could be done: how good it looks, and a reason as a text key with parameters."""

    action: Action
    score: float
    reason: str = ""
    params: Mapping[str, Any] = {}

    @property
    def subject(self) -> tuple[Any, ...]:
        """What it is about: the verb, and the piece or place that it begins with. The rest is how."""
        action = self.action
        return (action.verb, *(getattr(action, name) for name in action.__struct_fields__[:1]))


Answer: TypeAlias = Callable[[P, Any, T], list[Advice]]
"""What an officer of some temper thinks of one kind of decision, from the position and the frame that asks."""


def on(kind: type[F], answer: Callable[[P, F, T], list[Advice]]) -> tuple[type[Frame], Answer[P, T]]:
    """One line of :attr:`Staff.answers`: decisions of this kind are answered so."""
    return kind, answer


class Staff(Generic[P, T]):
    """The staff of a game. A game says who answers which decision and how a position is judged; all else has a default.

    A side is led by an officer of some temper; the plain staff has the plain ones. Whoever leads one side thinks of the
    others as the plain staff does.
    """

    answers: ClassVar[Mapping[type[Frame], Answer[Any, Any]]] = {}
    """Who answers which decision: ``dict([on(Joining, battle.join), …])``."""
    shortlists: ClassVar[Mapping[type[Frame], Answer[Any, Any]]] = {}
    """Who answers in their place when nothing but the first choice is wanted: what cannot be the first may be left out,
    and what it would cost to weigh it is saved."""
    indifferent: ClassVar[frozenset[type[Frame]]] = frozenset()
    """Decisions on which the staff has no opinion: whatever the rules offer, in their order."""
    routine: ClassVar[frozenset[type[Frame]]] = frozenset()
    """Decisions in which nobody needs to look further than its advice."""
    tested: ClassVar[int] = 0
    """How many of the best pieces of advice are tested against the rules before they are given; 0 if all are lawful."""
    thinking: ClassVar[Mapping[str, Any]] = {}
    """How far one has to look ahead in this game: numbers for the budget of a search that has no other."""
    favourites: ClassVar[Mapping[Side, str]] = {}
    """The officer of a side who has been shown to do better than the plain staff, where there is one: he leads it as
    long as no league has told who should."""
    mixtures: ClassVar[Mapping[str, Mapping[Side, Mixture]]] = {}
    """How often each officer would lead a side between good players, scenario by scenario, where a league has told. The
    staff is led so, and whoever looks ahead imagines the other sides led so."""
    sides: ClassVar[tuple[Side, ...]] = ()
    """The sides that have officers of their own, in the order of the game's."""
    plain: ClassVar[tuple[Any, ...]] = ()
    """The temper of the plain staff, side by side, in the order of ``sides``."""
    known: ClassVar[Mapping[Side, Mapping[str, Any]]] = {}
    """The officers of another temper who could lead a side, by name."""
    recruits: ClassVar[Mapping[Side, Any]] = {}
    """The temper of a beginner of each side: sensible, but of small ambition. Nobody lets him lead who wants to win."""
    trusted: ClassVar[frozenset[str]] = frozenset()
    """Officers who ask to be followed in every step once they lead: whoever looks ahead from one decision to the next
    sees at once what a plan costs, and what it brings only days later."""

    _council: ClassVar[dict[Side, dict[str, Any]]]
    _varied: ClassVar[dict[tuple[Side, str], Any]]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._council = {}
        cls._varied = {}

    def __init__(self, tempers: tuple[T, ...] | None = None, followed: bool = False) -> None:
        self.tempers: tuple[T, ...] = self.plain if tempers is None else tempers
        self.followed = followed
        """Does whoever leads want to be followed in every step?"""

    def advise(self, pos: P) -> list[Advice]:
        """What the acting side could do, the best first; never empty while a side owes a decision."""
        advice = self._thought(pos)
        return lawful(pos, advice, self.tested) if self.tested else best_first(advice)

    def decide(self, pos: P) -> Action:
        """The first thing that it would advise; what comes after it is neither ranked nor tested."""
        if type(self).advise is not Staff.advise:  # whoever advises in his own way decides by it
            return self.advise(pos)[0].action
        advice = self._thought(pos, self.shortlists)
        if not self.tested:
            return max(advice, key=_score).action
        ranked = best_first(advice)[: self.tested]
        found = next((entry for entry in ranked if pos.allows(entry.action)), None)
        return (found or anything(pos)[0]).action

    def _thought(self, pos: P, instead: Mapping[type[Frame], Answer[Any, Any]] | None = None) -> list[Advice]:
        at = pos.top
        if type(at) in self.indifferent:
            return anything(pos)
        answer = (instead or self.answers).get(type(at)) or self.answers[type(at)]
        return answer(pos, at, self.tempers[(self.sides or pos.book.sides).index(pos.actor)])

    def officers(self, side: Side) -> Mapping[str, Self]:
        """Who could lead a side in the staff's place, by name: the same objects whenever asked."""
        if side not in self._council:
            known = self.known.get(side, {})
            self._council[side] = {name: self._led(side, name, temper) for name, temper in known.items()}
        return self._council[side]

    def _led(self, side: Side, name: str, temper: T) -> Self:
        number = self.sides.index(side)
        return type(self)((*self.plain[:number], temper, *self.plain[number + 1 :]), name in self.trusted)

    def mixture(self, side: Side, scenario: str) -> Mixture:
        """Who leads a side in a scenario, and how often: always its favourite or the plain staff, if no league told."""
        return self.mixtures.get(scenario, {}).get(side) or {self.favourites.get(side, PLAIN): 1.0}

    def favourite(self, side: Side, scenario: str) -> str:
        """The name of the officer who leads a side most often."""
        return strongest(self.mixture(side, scenario))

    def drawn(self, side: Side, scenario: str, rng: Random) -> Self:
        """Somebody who leads a side against good players, drawn from its mixture."""
        return self.officer(side, one_of(self.mixture(side, scenario), rng))

    def recruit(self, side: Side) -> Self:
        """The beginner of a side."""
        key = (side, RECRUIT)
        if key not in self._varied:
            self._varied[key] = self._led(side, RECRUIT, self.recruits[side])
        found: Self = self._varied[key]
        return found

    def officer(self, side: Side, name: str) -> Self:
        """The officer of that name; the plain staff answers to ``plain`` and to none. ``bold+attack=0.4`` is one who
        differs from another in the numbers that are named, ``+attack=0.4`` one who differs from the plain staff."""
        officers = self.officers(side)
        known, *changes = name.split("+")
        known = "" if known == PLAIN else known
        if known and known not in officers:
            raise Unknown("officer", known, (PLAIN, *officers))
        if not changes:
            return officers[known] if known else self
        found: Self | None = self._varied.get((side, name))
        if found is None:
            temper = varied(self.temper(side, known), dict(_change(text) for text in changes))
            found = self._varied[side, name] = self._led(side, known, temper)
        return found

    def temper(self, side: Side, name: str) -> T:
        """The numbers of an officer's judgement; those of the plain staff without a name."""
        number = self.sides.index(side)
        return self.officer(side, name).tempers[number]

    def believe(self, pos: P, side: Side) -> None:
        """Put the likeliest orders of the others in place of those that chance dealt them, in a world that this side
        imagines. A staff without an opinion leaves the world as it is."""

    def chances(self, pos: P) -> tuple[float, ...]:
        """What chance each side has to win a game under way, in the order of the sides, as far as one can judge."""
        raise NotImplementedError

    def value(self, pos: P, side: Side) -> float:
        """What a game is worth to a side: 0 lost, 1 won, in between the chance to win."""
        if pos.outcome is not None:
            return DRAWN if pos.outcome.winner is None else float(pos.outcome.winner == side)
        number: int = pos.book.sides.index(side)
        return self.chances(pos)[number]

    def features(self, pos: P) -> tuple[float, ...]:
        """What the judgement rests on, from the view of the first side, the first always 1; ``shapan calibrate`` learns
        what they weigh. Nothing, if it rests on no weights."""
        return ()


def _change(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise ShapanError(f"{text!r} changes nothing about an officer: write it as attack=0.4")
    return name, value


def varied(temper: T, changes: Mapping[str, str]) -> T:
    """A temper with other numbers, read from texts; several numbers of one name are parted by a slash."""
    names = getattr(temper, "__struct_fields__", ())
    for name in changes:
        if name not in names:
            raise Unknown("number of a temper", name, names)
    values = {name: getattr(temper, name) for name in names}
    for name, text in changes.items():
        values[name] = text.split("/") if isinstance(values[name], tuple) else text
    try:
        return read(values, type(temper), strict=False)
    except msgspec.ValidationError as error:
        raise ShapanError(f"no temper: {error}") from None


def best_first(advice: list[Advice]) -> list[Advice]:
    """Sorted by score; among equals the order in which they were thought of."""
    return sorted(advice, key=_score, reverse=True)


def _score(advice: Advice) -> float:
    return advice.score


def anything(pos: Position[Any]) -> list[Advice]:
    """No opinion: whatever the rules offer, in their order."""
    return [Advice(action, 0.0, "reason.any") for action in pos.options()]


def lawful(pos: Position[Any], advice: list[Advice], count: int) -> list[Advice]:
    """The best so many pieces of advice as far as the rules allow them; anything, if they allow none."""
    return [entry for entry in best_first(advice)[:count] if pos.allows(entry.action)] or anything(pos)
