"""What a player of Yanks Up the Yangtze can say. Points are tenths of a millimetre, x right, y down."""

from __future__ import annotations

from typing import Annotated, Final

from shapan.kernel import Action, Grammar, NumberKind, PieceKind, Point, Roll, Route, WordKind

from .who import Piece, Unit

MOVE: Final = "MOVE"
SKIRMISH: Final = "SKIRMISH"
CHARGE: Final = "CHARGE"
HALT: Final = "HALT"
CARDS: Final = (MOVE, SKIRMISH, CHARGE, HALT)
RETREAT: Final = "RETREAT"
COWER: Final = "COWER"
FLEE: Final = "FLEE"
FORCED: Final = frozenset({RETREAT, COWER, FLEE})

HE: Final = "he"
SHRAPNEL: Final = "shrapnel"
ONWARD: Final = "onward"
OVERRUN: Final = "overrun"
REVERSE: Final = "reverse"
ANYONE: Final = "any"
CLEAR: Final = "clear"
UNLOAD: Final = "unload"
LIFT: Final = "lift"
STOW: Final = "stow"
DROP: Final = "drop"
LINE: Final = "line"
COLUMN: Final = "column"
WEDGE: Final = "wedge"
CLUSTER: Final = "cluster"
SHAPES: Final = (LINE, COLUMN, WEDGE, CLUSTER)

AnyPiece = Annotated[Piece, PieceKind()]
TheUnit = Annotated[Unit, PieceKind()]
"""A piece that is a unit; whoever names another is refused by the step that asks."""
CardName = Annotated[str, WordKind(*CARDS)]
RoundName = Annotated[str, WordKind(HE, SHRAPNEL)]
Manner = Annotated[str, WordKind(ONWARD, OVERRUN, REVERSE)]
Quarry = Annotated[str, WordKind(ANYONE, "leader", "mg", "gun")]
Task = Annotated[str, WordKind(CLEAR, UNLOAD, LIFT, STOW, DROP)]
Shape = Annotated[str, WordKind(*SHAPES)]
Count = Annotated[int, NumberKind(1, 99)]
Millimetres = Annotated[int, NumberKind(0, 2000)]
Degrees = Annotated[int, NumberKind(0, 359)]
Spacing = Annotated[int, NumberKind(25, 150)]
Floor = Annotated[int, NumberKind(0, 9)]


class Spoken(Action, frozen=True):
    """An action of this game: its verb is its name."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.verb = cls.__name__.lower()


class OfUnit(Spoken, frozen=True):
    """Said of one unit."""

    unit: TheUnit


class UnitAt(OfUnit, frozen=True):
    """Said of one unit and a point."""

    point: Point


class UnitBy(OfUnit, frozen=True):
    """Said of one unit and a way."""

    route: Route


class UnitOn(OfUnit, frozen=True):
    """Said of one unit and another that it goes for."""

    target: TheUnit


class OfFigure(Spoken, frozen=True):
    """Said of one figure."""

    figure: AnyPiece


class Deploy(UnitAt, frozen=True):
    """S19: a unit is set up, or arrives, with its leader at this point and its figures about him."""


class Put(OfFigure, frozen=True):
    """S19: one figure of a unit that has just been set up takes another place."""

    point: Point


class Wait(OfUnit, frozen=True):
    """S19.2: a unit that is due is held back for a turn."""


class Ready(Spoken, frozen=True):
    """The side has committed itself: set-up, cards, plans or fire."""


class Card(OfUnit, frozen=True):
    """5.0: the action card of a unit, face down."""

    card: CardName


class Cover(OfFigure, frozen=True):
    """7.9: an automatic weapon covers the area about a point and opens fire on so many enemies or more."""

    count: Count
    point: Point


class Watch(OfUnit, frozen=True):
    """7.1: a sniper will fire during movement at the first such figure within so many millimetres."""

    quarry: Quarry
    reach: Millimetres


class Hold(OfUnit, frozen=True):
    """6.1: a halted unit will not fire at those who charge it before they are in contact."""


class Abet(OfUnit, frozen=True):
    """13.2: the figures of this unit will support rather than double up in melee."""


class Work(OfUnit, frozen=True):
    """S16.8, S17.6: a halted unit works for the whole turn instead of firing."""

    task: Task


class March(UnitBy, frozen=True):
    """5.1, 5.2: the unit's guide follows this way and the others keep their places about him."""


class Pace(OfFigure, frozen=True):
    """5.1, 5.2: one figure of a unit that marches goes this way instead."""

    route: Route


class Form(OfUnit, frozen=True):
    """S6.4: the figures of a unit that marches take other places about its guide, so many millimetres apart."""

    spacing: Spacing
    shape: Shape


class Dismount(OfUnit, frozen=True):
    """S11: a mounted unit gets off its horses."""


class Mount(OfUnit, frozen=True):
    """S11: a unit that has dismounted gets on its horses again."""


class Stairs(OfFigure, frozen=True):
    """S16.1: one figure of a unit that marches takes the stairs to another floor instead, or is set up there; or a
    whole unit takes them and does nothing else."""

    floor: Floor


class Charge(UnitOn, frozen=True):
    """5.3: the unit charges this enemy unit; from a vessel, it boards this vessel."""


class Drive(OfUnit, frozen=True):
    """S12.1: a vehicle or train drives, overruns whoever is in its path, or reverses."""

    manner: Manner
    route: Route


class Sail(OfUnit, frozen=True):
    """S14.1: a vessel pivots to a heading, runs so many millimetres, and pivots again."""

    turn: Degrees
    run: Millimetres
    then: Degrees


class Fly(UnitBy, frozen=True):
    """S15.1: an aircraft flies along these points."""


class Bomb(UnitAt, frozen=True):
    """10.1: the aircraft will drop a bomb at this point of its flight."""


class Strafe(UnitAt, frozen=True):
    """10.2: the aircraft will strafe from this point of its flight onward."""


class Land(UnitAt, frozen=True):
    """4.6, S12.3, S14.5: riders leave what carries them and gather about this point."""


class Embark(OfUnit, frozen=True):
    """S12.3, S14.5: the unit goes aboard."""

    carrier: TheUnit


class Fire(Spoken, frozen=True):
    """7.3: a unit or a mount fires at an enemy unit."""

    firer: AnyPiece
    target: TheUnit


class Hull(Spoken, frozen=True):
    """12.2: a medium or heavy machine gun fires at the hull of a small boat instead of at its people."""

    firer: AnyPiece
    target: TheUnit


class Shell(Spoken, frozen=True):
    """9.0: a gun fires a round at an enemy unit."""

    firer: AnyPiece
    round: RoundName
    target: TheUnit


class Throw(UnitOn, frozen=True):
    """11.0: the figures of a unit that carry grenades or launchers throw them at an enemy unit."""


class Snipe(OfUnit, frozen=True):
    """7.2: a sniper fires at one figure."""

    figure: AnyPiece


class Flak(Spoken, frozen=True):
    """10.3: an automatic weapon fires at an aircraft."""

    weapon: AnyPiece
    aircraft: TheUnit


class Guard(OfFigure, frozen=True):
    """4.3: this bodyguard falls in his leader's place."""


class Spare(Spoken, frozen=True):
    """4.3: no bodyguard is given up: the leader falls."""


class Lose(OfFigure, frozen=True):
    """12.3: this one of a vessel's people is lost."""


class Banish(Spoken, frozen=True):
    """10.3: an aircraft that has been hit is put at this point of the table's edge."""

    aircraft: TheUnit
    point: Point


class Promote(OfFigure, frozen=True):
    """4.1: this figure leads in place of the leader who fell."""


class Strike(OfFigure, frozen=True):
    """7.2: chance decides which figure is struck: the answer of the dice."""


GRAMMAR: Final = Grammar(
    Deploy,
    Put,
    Wait,
    Ready,
    Card,
    Cover,
    Watch,
    Hold,
    Abet,
    Work,
    March,
    Pace,
    Form,
    Dismount,
    Mount,
    Stairs,
    Charge,
    Drive,
    Sail,
    Fly,
    Bomb,
    Strafe,
    Land,
    Embark,
    Fire,
    Hull,
    Shell,
    Throw,
    Snipe,
    Flak,
    Guard,
    Spare,
    Lose,
    Banish,
    Promote,
    Roll,
    Strike,
)
