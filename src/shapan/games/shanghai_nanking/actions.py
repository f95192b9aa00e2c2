"""What a player of the Shanghai-Nanking Campaign can say. The notation is the verb and one word for each field."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final, NamedTuple

from shapan.kernel import Action, Grammar, Path, Piece, Place, Roll, WordKind
from shapan.mechanics.restack import Restack
from shapan.mechanics.verbs import Attack, CallOff, Join, Lose, Move, Pass

MOVE: Final = "move"
FIGHT: Final = "fight"


class Operations(NamedTuple):
    """5.3: what the two Operations Phases of a player turn are."""

    first: str
    second: str


MOVE_FIGHT: Final = "move-fight"
FIGHT_MOVE: Final = "fight-move"
MOVE_MOVE: Final = "move-move"
FIGHT_FIGHT: Final = "fight-fight"
PLANS: Final = {
    MOVE_FIGHT: Operations(MOVE, FIGHT),
    FIGHT_MOVE: Operations(FIGHT, MOVE),
    MOVE_MOVE: Operations(MOVE, MOVE),
    FIGHT_FIGHT: Operations(FIGHT, FIGHT),
}
"""5.3: the plans that can be announced."""

ARTILLERY, AIR, NAVAL, AMPHIBIOUS = CATEGORIES = ("artillery", "air", "naval", "amphibious")

PlanName = Annotated[str, WordKind(*PLANS)]
Category = Annotated[str, WordKind(*CATEGORIES)]


class Station(Action, frozen=True):
    """3.1: a lettered garrison is placed at set-up."""

    verb: ClassVar[str] = "station"
    unit: Piece
    hex: Place


class Plan(Action, frozen=True):
    """5.3: what the two Operations Phases of this player turn will be."""

    verb: ClassVar[str] = "plan"
    order: PlanName


class Overrun(Action, frozen=True):
    """9.6: this unit, and those that join it, move along the path and overrun its last hex."""

    verb: ClassVar[str] = "overrun"
    unit: Piece
    path: Path


class Commit(Action, frozen=True):
    """6.3: nobody else joins; the defenders are laid open and there is no way back."""

    verb: ClassVar[str] = "commit"


class Support(Action, frozen=True):
    """11.1: a fire support marker of this category is added to the combat."""

    verb: ClassVar[str] = "support"
    category: Category


class Intercept(Action, frozen=True):
    """11.3: Chinese air support tries to stop an air support marker or the interdiction."""

    verb: ClassVar[str] = "intercept"


class Interdicted(Action, frozen=True):
    """11.2: this reinforcement is lost to air interdiction."""

    verb: ClassVar[str] = "interdicted"
    unit: Piece


class Advance(Action, frozen=True):
    """10.5.3, 8.4.1: this unit enters the hex after combat or landing."""

    verb: ClassVar[str] = "advance"
    unit: Piece
    hex: Place


class Remove(Action, frozen=True):
    """6.0: this unit is eliminated because its hex is over-stacked."""

    verb: ClassVar[str] = "remove"
    unit: Piece


class Retreat(Action, frozen=True):
    """8.4, 8.4.1: this unit retreats one hex before a landing."""

    verb: ClassVar[str] = "retreat"
    unit: Piece
    hex: Place


class Arrive(Action, frozen=True):
    """8.2 a): a reinforcement is placed in its starting hex, the first of the path, and moves along it."""

    verb: ClassVar[str] = "arrive"
    unit: Piece
    path: Path


class Entrain(Action, frozen=True):
    """8.2 b): a reinforcement arrives by railway in this hex."""

    verb: ClassVar[str] = "entrain"
    unit: Piece
    hex: Place


class Replace(Action, frozen=True):
    """8.3: a replacement step brings this unit back to full strength."""

    verb: ClassVar[str] = "replace"
    unit: Piece


class Land(Action, frozen=True):
    """8.4: a reinforcement is placed off this landing hex (13.0: or straight into this city)."""

    verb: ClassVar[str] = "land"
    unit: Piece
    hex: Place


class Assault(Action, frozen=True):
    """8.4: the units off this landing hex go ashore now."""

    verb: ClassVar[str] = "assault"
    hex: Place


GRAMMAR: Final = Grammar(
    Station,
    Plan,
    Pass,  # the phase or activity is over
    Move,  # 9.0
    Overrun,
    Attack,  # 10.0
    Join,  # 9.6, 10.0: an overrun or an attack
    Commit,
    CallOff,  # 6.3: an attack or overrun that has not been committed
    Support,
    Intercept,
    Interdicted,
    Lose,  # 10.5.2
    Advance,
    Remove,
    Retreat,
    Arrive,
    Entrain,
    Replace,
    Land,
    Assault,
    Restack,
    Roll,
)
