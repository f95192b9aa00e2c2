"""Game: a title with its scenarios, switches, rulebook, texts and notation. One instance per game package."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib import import_module, resources
from importlib.util import find_spec
from threading import RLock
from typing import Any, ClassVar, Final, Literal, Protocol, Self, TypeAlias, TypeVar

import msgspec

from .actions import Action, Grammar
from .actors import Side
from .board import Board
from .check import Finding
from .data import DataFolder
from .errors import BadData, BadSnapshot, ShapanError, Unknown, shown
from .position import Book, Position
from .refusal import Refusal
from .registry import Registry
from .rules import RuleBook, load_rules
from .staff import Staff
from .texts import Catalogue, common


class Scenario(msgspec.Struct, frozen=True):
    """A way to start a game."""

    id: str
    title: str
    summary: str = ""
    sides: tuple[Side, ...] = ()
    """Who plays, where that differs from the title's sides; filled in for every scenario of a Game."""


class Switch(msgspec.Struct, frozen=True):
    """An optional rule or a ruling that players may choose. ``values`` has more than two entries for a choice."""

    id: str
    title: str
    case: str
    default: Any = False
    values: tuple[Any, ...] = (False, True)
    summary: str = ""


P = TypeVar("P", bound=Position[Any])
P_co = TypeVar("P_co", bound=Position[Any], covariant=True)


class Starts(Protocol[P_co]):
    """A game whose set-up says which class its positions are of: an editor then knows what a new game has."""

    def book(self, scenario: str | None = None, switches: Mapping[str, Any] | None = None) -> Any: ...
    def set_up(self, book: Any) -> P_co: ...


Difficulty: TypeAlias = Literal["", "easy", "medium", "hard"]


class Game:
    """Base of all games. A game package subclasses it, fills the class attributes and implements a few methods."""

    id: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str] = ""
    hours: ClassVar[str] = ""
    """How long a game takes two people, such as "2–3"; nothing where nobody has said."""
    difficulty: ClassVar[Difficulty] = ""
    """How much there is to learn before the first turn."""
    sides: ClassVar[tuple[Side, ...]]
    grammar: ClassVar[Grammar]
    position: ClassVar[type[Position[Any]]]
    capitulation_case: ClassVar[str] = "0"
    capitulation_level: ClassVar[str] = ""
    """How great a victory it is when the other side gives up, where the rules tell victories apart."""
    takeback_case: ClassVar[str] = "0"
    """What the refusal of a take-back cites."""
    takeback_switch: ClassVar[str] = ""
    """The switch that decides whether take-backs may be agreed; without one they may."""
    open_verbs: ClassVar[frozenset[str]] = frozenset()
    """Verbs whose legal actions cannot all be listed: paths, orders of a stack, points on a table."""
    statuses: ClassVar[tuple[str, ...]] = ()
    """What Views can say of a piece besides numbers: ``spent``, ``disrupted``."""
    told: ClassVar[tuple[str, ...]] = ()
    """Numbers that Views tell of pieces and that no counter of the Board has."""
    series: ClassVar[str] = ""
    """The package with the standard rules of the series that this title belongs to; its texts are this game's too."""
    _compiling: ClassVar[RLock] = RLock()
    """Held while a book is compiled: whoever wants it meanwhile, in another thread, gets the same one."""

    def __init__(self) -> None:
        self.data = DataFolder(self.package)
        root = resources.files(self.package)
        rules = root.joinpath("rules.toml").read_text(encoding="utf-8")
        self.rules: RuleBook = load_rules(rules, f"{self.id}/rules.toml")
        texts = Catalogue.load(root.joinpath("texts.toml").read_text(encoding="utf-8"), f"{self.id}/texts.toml")
        self.texts = texts.over(self._series_texts())
        self.data_version = self.data.version()
        self.scenarios: dict[str, Scenario] = {
            entry.id: msgspec.structs.replace(entry, sides=entry.sides or self.sides) for entry in self.list_scenarios()
        }
        self.switches: dict[str, Switch] = {entry.id: entry for entry in self.list_switches()}
        self._books: dict[tuple[Any, ...], Book] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        # There is one of each game in a process, and it is at home wherever it is sent.
        return _same_game, (type(self),)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self

    @property
    def package(self) -> str:
        """The package of the game's modules; its data, rules and texts lie beside them."""
        return type(self).__module__.rpartition(".")[0]

    def _series_texts(self) -> Catalogue:
        """The texts behind the game's own: those of its series, if it has one, and the kernel's."""
        if not self.series:
            return common()
        source = resources.files(self.series).joinpath("texts.toml").read_text(encoding="utf-8")
        return Catalogue.load(source, f"{self.series}/texts.toml").over(common())

    # --- what a game package implements ----------------------------------------------------------

    def list_scenarios(self) -> Iterable[Scenario]:
        """The scenarios, the one to begin with first; as a rule the ``[[scenario]]`` tables of ``scenario.toml``."""
        for entry in self.data.table("scenario.toml")["scenario"]:
            yield Scenario(entry["id"], entry["title"], entry["summary"])

    def list_switches(self) -> Iterable[Switch]:
        """The optional rules; as a rule the ``[[option]]`` tables of ``scenario.toml``."""
        for entry in self.data.table("scenario.toml").get("option", ()):
            default, values = entry.get("default", False), tuple(entry.get("values", (False, True)))
            yield Switch(entry["id"], entry["title"], entry["case"], default, values, entry["summary"])

    def compile(self, scenario: str, switches: dict[str, Any]) -> Book:
        """The data of a scenario, compiled for play."""
        raise NotImplementedError

    def set_up(self, book: Any) -> Position[Any]:
        """The position before the first automatic step."""
        raise NotImplementedError

    def board(self, scenario: str | None = None) -> Board:
        """Everything about a scenario that never changes: geometry, pieces, charts, rules, provenance, texts."""
        raise NotImplementedError

    def cover(self) -> str:
        """The picture on the box, as SVG; nothing where the game has none."""
        picture = self.data.root.joinpath("cover.svg")
        return picture.read_text(encoding="utf-8") if picture.is_file() else ""

    def check(self) -> list[Finding]:
        """The data against the evidence and its own structure."""
        raise NotImplementedError

    @cached_property
    def staff(self) -> Staff[Any, Any] | None:
        """The staff that the game brings along as ``staff.Staff``; None if it has none."""
        module = f"{self.package}.staff"
        if find_spec(module) is None:
            return None
        staff = import_module(module).Staff()
        assert isinstance(staff, Staff)
        return staff

    # --- what everybody uses ---------------------------------------------------------------------

    def start(self: Starts[P], scenario: str | None = None, switches: Mapping[str, Any] | None = None) -> P:
        """A new game, up to its first decision."""
        pos = self.set_up(self.book(scenario, switches))
        pos.derive()
        pos.settle()
        return pos

    def book(self, scenario: str | None = None, switches: Mapping[str, Any] | None = None) -> Any:
        """The compiled data of a scenario with these switches; made once and shared."""
        name = next(iter(self.scenarios)) if scenario is None else scenario
        if name not in self.scenarios:
            raise Unknown("scenario", name, self.scenarios)
        chosen = self.chosen(switches or {})
        key = _book_key(name, chosen)
        if key not in self._books:
            with self._compiling:
                if key not in self._books:
                    self._compile(key, name, chosen)
        return self._books[key]

    def _compile(self, key: tuple[Any, ...], name: str, chosen: dict[str, Any]) -> None:
        try:
            book = self.compile(name, chosen)
        except LookupError as error:
            raise BadData(f"the data of {self.id} lack something: {error!r}") from error
        # A scenario may turn switches of its own; whoever asks for them by name gets the same book.
        self._books[key] = self._books.setdefault(_book_key(name, book.switches), book)

    def sides_in(self, scenario: str | None = None) -> tuple[Side, ...]:
        """The sides of a scenario."""
        name = next(iter(self.scenarios)) if scenario is None else scenario
        if name not in self.scenarios:
            raise Unknown("scenario", name, self.scenarios)
        return self.scenarios[name].sides or self.sides

    def chosen(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The value of every switch, defaults filled in; unknown names and values are errors."""
        for name, value in given.items():
            if name not in self.switches:
                raise Unknown("switch", name, self.switches)
            allowed = self.switches[name].values
            if not any(type(value) is type(choice) and value == choice for choice in allowed):
                raise Unknown(f"value of switch {name}", value, allowed)
        return {name: given.get(name, switch.default) for name, switch in self.switches.items()}

    def format(self, pos: Position[Any], action: Action) -> str:
        """The action as people write it. Raises Refusal for what is no action of this game."""
        if not self.grammar.fits(pos.book.lexicon, action):
            raise Refusal("0", "refusal.malformed")
        return self.grammar.write(pos.book.lexicon, action)

    def parse(self, pos: Position[Any], text: str) -> Action:
        """The action that a text stands for; BadNotation says what is wrong with any other text."""
        return self.grammar.read(pos.book.lexicon, text)

    def from_json(self, text: str, *, trusted: bool = False) -> Position[Any]:
        """The position of a snapshot made by :meth:`Position.to_json`. One that comes from outside is searched for what
        no game could reach; whoever has just made it himself trusts it."""
        try:
            document = json.loads(text)
        except (ValueError, TypeError, RecursionError) as error:
            raise BadSnapshot(f"this is not a snapshot: {error}") from None
        if not isinstance(document, dict):
            raise BadSnapshot(f"this is not a snapshot: expected a table, found {shown(document)}")
        if missing := [name for name in ("game", "data", "scenario", "options", "state") if name not in document]:
            raise BadSnapshot(f"the snapshot lacks {', '.join(missing)}")
        if document["game"] != self.id:
            raise BadSnapshot(f"the snapshot is of {shown(document['game'])}, not of {self.id!r}")
        if document["data"] != self.data_version:
            raise BadSnapshot(f"the snapshot was made with data {shown(document['data'])}, not {self.data_version!r}")
        if not isinstance(document["scenario"], str):
            raise BadSnapshot(f"the snapshot's scenario should be a name, not {shown(document['scenario'])}")
        if not isinstance(document["options"], dict) or not isinstance(document["state"], dict):
            raise BadSnapshot("the snapshot's options and state should be tables")
        try:
            book = self.book(document["scenario"], document["options"])
        except Unknown as error:
            raise BadSnapshot(f"the snapshot names an {error}") from None
        return self.position.from_state(book, document["state"], trusted)

    def say(self, key: str, params: Mapping[str, Any], pos: Position[Any] | None = None) -> str:
        """A text of this game in English."""
        return self.texts.say(key, params, self.names(pos))

    def names(self, pos: Position[Any] | None) -> Mapping[str, str]:
        """How ids are shown in sentences: as the book of the position, or of the first scenario, has it."""
        names: Mapping[str, str] = (self.book() if pos is None else pos.book).names
        return names


def _book_key(scenario: str, switches: Mapping[str, Any]) -> tuple[Any, ...]:
    return (scenario, *sorted(switches.items()))


def _declared(name: str, found: Any) -> Game:
    """A game is declared by its class, which takes no arguments, or has been made already."""
    made = found() if isinstance(found, type) else found
    if not isinstance(made, Game):
        raise ShapanError(f"{shown(found)} is no game")
    if made.id != name:
        raise ShapanError(f"the game calls itself {made.id!r}")
    return made


GAMES: Final[Registry[Game]] = Registry("shapan.games", "game", _declared)
"""Every game that can be played. The kernel knows none: the package of ours tells their names."""


_loners: dict[type[Game], Game] = {}
"""Games that no registry knows, one of each."""


def _same_game(kind: type[Game]) -> Game:
    """The game of this class in this process."""
    if kind.id in GAMES and type(GAMES[kind.id]) is kind:
        return GAMES[kind.id]
    if kind not in _loners:
        _loners[kind] = kind()
    return _loners[kind]
