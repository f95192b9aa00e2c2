"""What a player of Shanghai Incident can say besides what the standard rules let him say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

from shapan.kernel import (
    Action,
    BadNotation,
    Grammar,
    Kind,
    Lexicon,
    ListKind,
    Path,
    Piece,
    Place,
    Roll,
    Side,
    WordKind,
)
from shapan.mechanics.fire_and_movement.actions import STANDARD

CONTINUE: Final = "continue"
PAUSE: Final = "pause"
CEASE_FIRE: Final = "ceasefire"


class FormationLexicon(Lexicon):
    """The names of pieces and places, and of the formations and brigades that can be called."""

    def __init__(
        self, pieces: Sequence[str], places: Mapping[int, str], sides: Sequence[Side], formations: Sequence[str]
    ) -> None:
        super().__init__(pieces, places, sides)
        self.formations = tuple(formations)


class FormationKind(Kind):
    """A formation or brigade by its name."""

    name = "word"

    def read(self, lexicon: Lexicon, word: str) -> int:
        assert isinstance(lexicon, FormationLexicon)
        if word in lexicon.formations:
            return lexicon.formations.index(word)
        raise BadNotation(f"{word!r} is not one of: {', '.join(lexicon.formations)}")

    def write(self, lexicon: Lexicon, value: Any) -> str:
        assert isinstance(lexicon, FormationLexicon)
        formation: str = lexicon.formations[value]
        return formation

    def fits(self, lexicon: Lexicon, value: object) -> bool:
        return isinstance(lexicon, FormationLexicon) and type(value) is int and 0 <= value < len(lexicon.formations)


Formations = Annotated[tuple[int, ...], ListKind(FormationKind(), "+", "formations", least=1, most=9)]
Course = Annotated[str, WordKind(CONTINUE, PAUSE, CEASE_FIRE)]


class Deploy(Action, frozen=True):
    """11.0, 13.2, 13.6: a unit is placed on the map: set-up, landing or entry."""

    verb: ClassVar[str] = "place"
    unit: Piece
    hex: Place


class Decide(Action, frozen=True):
    """13.1: at the end of a turn the Japanese go on, pause, or end the campaign."""

    verb: ClassVar[str] = "decide"
    course: Course


class Call(Action, frozen=True):
    """13.2: what the Japanese call up in this pause, all in one word; 13.5: brigades that the Chinese call up."""

    verb: ClassVar[str] = "call"
    formations: Formations


class Commit(Action, frozen=True):
    """13.4: Fifth Army is committed."""

    verb: ClassVar[str] = "commit"


class Restore(Action, frozen=True):
    """13.3, 13.7: a weakened unit gets its second step back."""

    verb: ClassVar[str] = "restore"
    unit: Piece


class Recall(Action, frozen=True):
    """13.3, 13.7: an eliminated unit returns, reduced, in this hex."""

    verb: ClassVar[str] = "recall"
    unit: Piece
    hex: Place


class Fortify(Action, frozen=True):
    """17.1: this unit builds a fort where it stands."""

    verb: ClassVar[str] = "fortify"
    unit: Piece


class Redeploy(Action, frozen=True):
    """14.0: a unit marches far from the enemy; a single hex means the cheapest way there."""

    verb: ClassVar[str] = "redeploy"
    unit: Piece
    path: Path


class Transfer(Action, frozen=True):
    """14.0, 5.3: two units of a stack redeploy together."""

    verb: ClassVar[str] = "transfer"
    unit: Piece
    mate: Piece
    path: Path


class Interdict(Action, frozen=True):
    """15.4: an air marker is placed on the map against Chinese movement."""

    verb: ClassVar[str] = "interdict"
    marker: Piece
    hex: Place


class Raid(Action, frozen=True):
    """15.4: an air marker is placed on the logistics track."""

    verb: ClassVar[str] = "raid"
    marker: Piece


class Snipe(Action, frozen=True):
    """16.3: a sniper appears in this hex."""

    verb: ClassVar[str] = "snipe"
    hex: Place


GRAMMAR: Final = Grammar(
    *STANDARD,
    Roll,
    Deploy,  # 11.0, 13.2, 13.6
    Decide,  # 13.1
    Call,  # 13.2, 13.5
    Commit,  # 13.4
    Restore,  # 13.3, 13.7
    Recall,
    Fortify,  # 17.1
    Redeploy,  # 14.0
    Transfer,
    Interdict,  # 15.4
    Raid,
    Snipe,  # 16.3
)
