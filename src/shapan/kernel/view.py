"""The View: one vocabulary in which every game shows what a side may know. The client draws it and knows no game.

What never changes is in the :class:`~shapan.kernel.board.Board`; a View refers to its pieces and places by id.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any, Final, Literal, NotRequired, TypedDict, Unpack, overload

import msgspec

from .actions import Action, Kind, Lexicon, kinds
from .actors import NOBODY, Actor, Side
from .options import Group, Options, Written
from .position import Outcome, Position


class Clock(msgspec.Struct, frozen=True):
    """Where in the sequence of play the game stands."""

    turn: int
    turns: int
    date: str
    phase: str
    """Number of the phase as the book prints it."""
    phase_key: str
    """Text key of its name."""
    case: str


class PieceView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A unit, figure or marker in play. A hidden one has an anonymous id, a side, a place and nothing else."""

    id: str
    side: str
    place: str
    order: int = 0
    """Position in the stack, 0 on top."""
    hidden: bool = False
    face: str = "front"
    """Which side of the counter shows: ``front``, ``back`` or a further face of the piece's entry in the Board."""
    values: Mapping[str, Any] = {}
    """Current numbers by the names that the Board's piece declares, for example ``{"steps": 5}``."""
    statuses: Sequence[str] = ()
    at: tuple[int, int] | None = None
    """Point in board units, on ground without places."""
    heading: int | None = None
    """Facing in degrees clockwise from north, where the game has facing."""


class Heaps(Sequence[PieceView]):
    """Pieces heap by heap, a heap for each place for example: whoever compares two Views need not look at the pieces
    of a heap that is the very same as before."""

    __slots__ = ("heaps",)

    def __init__(self, heaps: Iterable[Sequence[PieceView]]) -> None:
        self.heaps: Final = tuple(heaps)

    def __iter__(self) -> Iterator[PieceView]:
        return chain.from_iterable(self.heaps)

    def __len__(self) -> int:
        return sum(map(len, self.heaps))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Heaps) and self.heaps == other.heaps

    def __hash__(self) -> int:
        return hash(self.heaps)

    @overload
    def __getitem__(self, index: int) -> PieceView: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[PieceView]: ...
    def __getitem__(self, index: int | slice) -> PieceView | Sequence[PieceView]:
        return tuple(self)[index]


class Box(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something off the map that holds pieces or cards: a pool, a hand, a cup, a dead pile."""

    id: str
    title: str
    side: str = ""
    pieces: Sequence[str] = ()
    count: int = 0
    """How many it holds; for a box whose contents are secret this is all that is shown."""
    note: str = ""
    hand: bool = False
    """What its owner holds and plays from: a client keeps the viewer's own in sight."""


class Mark(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that lies on the ground for now: control, forts, rubble, circles, lines."""

    kind: str
    """A style name of the Board."""
    places: Sequence[str] = ()
    side: str = ""
    label: str = ""
    path: str = ""
    """SVG path data in board units, for marks that follow no place."""
    at: tuple[int, int] | None = None
    """Where an ``objective`` stands: a flag with its label, in a ring of the side that holds it."""


class LedgerRow(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A line of a ledger."""

    key: str
    value: int | str
    case: str = ""
    params: Mapping[str, Any] = {}
    side: str = ""


class Ledger(msgspec.Struct, frozen=True):
    """Something that the rulebook makes players count, itemised."""

    id: str
    title: str
    rows: Sequence[LedgerRow]
    case: str = ""


class OptionGroup(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Legal actions that differ in their last word only. The text of an action is ``verb words… value``."""

    verb: str
    words: Sequence[str] = ()
    kinds: Sequence[str] = ()
    """The kind of each field, the last one included: piece, place, path, number, word, pieces, side …"""
    values: Sequence[str] | None = None
    """Possible last words; None when the action is complete with ``words``. Paths are given by their last place."""
    costs: Sequence[int] | None = None
    """What each value costs, where the game counts (movement points), in the order of ``values``."""
    stops: Sequence[str] = ()
    """The values at which a move ends whatever it has left, because of an enemy zone of control for example."""
    minor: bool = False
    """Possible, but nothing that a player has to look for: it is not lit up."""


class Ask(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The decision, as this side may know it. Only the side that owes it gets the options."""

    kind: str
    actor: str
    case: str
    prompt: str
    params: Mapping[str, Any] = {}
    options: Sequence[OptionGroup] = ()
    free: Sequence[OptionGroup] = ()
    """What the viewer may do besides, at any time."""


class Factor(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One number that goes into a result: a strength, a shift, a modifier, with its case."""

    key: str
    value: int | str
    case: str
    params: Mapping[str, Any] = {}


class Chance(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A possible result and how likely it is, as an exact fraction."""

    key: str
    numerator: int
    denominator: int
    params: Mapping[str, Any] = {}
    yours: float | None = None
    """What the viewer loses by it, on average where that hangs on more dice, counted as ``Preview.average`` says; None
    where losses are not what is asked."""
    theirs: float | None = None
    """What the enemy loses by it."""


class Token(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A marker, a chit or support that goes with an attack being built: it is shown beside what is attacked."""

    side: str
    piece: str = ""
    """Which piece of the Board it is; without one it is drawn as this symbol with this label."""
    symbol: str = ""
    label: str = ""
    state: Literal["used", "free", "lost"] = "used"
    """Whether it counts, may still be added, or was driven off."""


class Preview(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What an attack or move being built would do, from this side's knowledge only."""

    title: str
    factors: Sequence[Factor]
    chart: str = ""
    column: str = ""
    chances: Sequence[Chance] = ()
    warnings: Sequence[str] = ()
    """Text keys: what is not known or could go wrong."""
    params: Mapping[str, Any] = {}
    """What the title names: who or what is attacked."""
    average: str = ""
    """Text key of the sentence that tells what both sides lose on average, ``{yours}`` and ``{theirs}``."""
    tokens: Sequence[Token] = ()
    answer: str = ""
    """The action that it tells about, where the question can be answered by several; empty if it holds for all."""


class Aid(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something drawn around one piece while a player looks at it: how far it goes, how far it shoots, what it sees."""

    layer: str
    """Which of the Board's aids it belongs to; a player switches them on and off."""
    kind: str
    """A style name of the Board."""
    path: str
    """SVG path data in board units."""
    label: str = ""
    at: tuple[int, int] | None = None
    """Where the label stands."""
    centre: tuple[int, int] | None = None
    """What it is drawn around: a piece that is dragged goes from here."""


class View(msgspec.Struct, frozen=True, gc=False):
    """Everything that one side may know of a position."""

    game: str
    scenario: str
    side: str
    clock: Clock
    pieces: Sequence[PieceView]
    boxes: Sequence[Box]
    marks: Sequence[Mark]
    ledgers: Sequence[Ledger]
    ask: Ask
    previews: Sequence[Preview] = ()
    """For what the viewer is building, or for every roll that he could ask for now."""
    outcome: Outcome | None = None
    overlays: Mapping[str, Sequence[str]] = {}
    """Sets of places that can be switched on: zones of control per side, lines of communication, supply."""

    def to_json(self) -> bytes:
        return msgspec.json.encode(self)


class Parts(TypedDict):
    """What a game fills in itself."""

    clock: Clock
    pieces: Sequence[PieceView]
    boxes: Sequence[Box]
    marks: Sequence[Mark]
    ledgers: Sequence[Ledger]
    overlays: NotRequired[Callable[[], Mapping[str, Sequence[str]]]]


def view_of(
    pos: Position[Any],
    side: Side,
    previews: Callable[[], Iterable[Preview]],
    bare: bool = False,
    **parts: Unpack[Parts],
) -> View:
    """The View of a side, or of the spectator: what the game fills in, and what is the same for all.

    Previews are for the side that owes the decision alone. A bare View has none, no options and no overlays, and of
    the decision only who owes which: see :meth:`Position.glance`.
    """
    book = pos.book
    overlays = parts.get("overlays")
    return View(
        game=book.game.id,
        scenario=book.scenario,
        side=side,
        clock=parts["clock"],
        pieces=parts["pieces"],
        boxes=parts["boxes"],
        marks=parts["marks"],
        ledgers=parts["ledgers"],
        ask=glimpsed(pos) if bare else asked(pos, side),
        previews=tuple(previews()) if not bare and side in book.sides and pos.actor == side else (),
        outcome=pos.outcome,
        overlays={} if bare or overlays is None else overlays(),
    )


def asked(pos: Position[Any], side: Side) -> Ask:
    """The decision as a side may know it: options for the side that owes it, what may be done besides for any side."""
    decision = pos.decision
    lexicon = pos.book.lexicon
    return Ask(
        decision.kind,
        decision.actor,
        decision.case,
        decision.prompt,
        decision.params,
        option_groups(lexicon, pos.options()) if decision.actor == side else (),
        option_groups(lexicon, pos.free_options(side)),
    )


def glimpsed(pos: Position[Any]) -> Ask:
    """Who owes which decision, and nothing that is said of it."""
    return _glimpse("over", NOBODY) if pos.outcome is not None else _glimpse(pos.step.name, pos.actor)


@cache
def _glimpse(kind: str, actor: Actor) -> Ask:
    return Ask(kind, actor, "", "")


def option_groups(lexicon: Lexicon, options: Options) -> list[OptionGroup]:
    """The options as the View shows them; empty groups are left out."""
    return [_shown(lexicon, group) for group in options.groups if len(group)]


def _shown(lexicon: Lexicon, group: Group[Action]) -> OptionGroup:
    fields, names = kinds(group.make), _names(group.make)
    words = [kind.write(lexicon, value) for (_, kind), value in zip(fields, group.head, strict=False)]
    if group.single:
        return OptionGroup(group.make.verb, words, names)
    last, values = fields[-1][1], group.values
    prices = None if group.costs is None else group.costs()
    others = () if group.stops is None else group.stops()
    if isinstance(values, Written):
        written, stops = values.words(lexicon, last), values.words_among(lexicon, last, others)
        costs = None if prices is None else values.priced(prices)
    else:
        listed = list(values)
        written = [_written(last, lexicon, value) for value in listed]
        stops = tuple(word for value, word in zip(listed, written, strict=True) if value in others)
        costs = None if prices is None else [prices[value] for value in listed]
    return OptionGroup(group.make.verb, words, names, written, costs, stops)


@cache
def _names(action: type[Action]) -> tuple[str, ...]:
    """The kinds of an action's fields by name."""
    return tuple([kind.name for _, kind in kinds(action)])


@lru_cache(1 << 14)
def _written(kind: Kind, lexicon: Lexicon, value: Any) -> str:
    """The word of a value. The same ones come up again and again: in most games every move ends in a place."""
    return kind.write(lexicon, value)
