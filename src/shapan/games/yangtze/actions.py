"""What a player of Yanks Up the Yangtze can say. Points are tenths of a millimetre, x right, y down."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from shapan.kernel import Action, Grammar, NumberKind, Piece, Point, Roll, Route, WordKind

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

CardName = Annotated[str, WordKind(*CARDS)]
RoundName = Annotated[str, WordKind(HE, SHRAPNEL)]
Manner = Annotated[str, WordKind(ONWARD, OVERRUN, REVERSE)]
Quarry = Annotated[str, WordKind(ANYONE, "leader", "mg", "gun")]
Count = Annotated[int, NumberKind(1, 99)]
Millimetres = Annotated[int, NumberKind(0, 2000)]
Degrees = Annotated[int, NumberKind(0, 359)]
Floor = Annotated[int, NumberKind(0, 9)]


class Deploy(Action, frozen=True):
    """S19: a unit is set up, or arrives, with its leader at this point and its figures about him."""

    verb: ClassVar[str] = "deploy"
    unit: Piece
    point: Point


class Put(Action, frozen=True):
    """S19: one figure of a unit that has just been set up takes another place."""

    verb: ClassVar[str] = "put"
    figure: Piece
    point: Point


class Wait(Action, frozen=True):
    """S19.2: a unit that is due is held back for a turn."""

    verb: ClassVar[str] = "wait"
    unit: Piece


class Ready(Action, frozen=True):
    """The side has committed itself: set-up, cards, plans or fire."""

    verb: ClassVar[str] = "ready"


class Card(Action, frozen=True):
    """5.0: the action card of a unit, face down."""

    verb: ClassVar[str] = "card"
    unit: Piece
    card: CardName


class Cover(Action, frozen=True):
    """7.9: an automatic weapon covers the area about a point and opens fire on so many enemies or more."""

    verb: ClassVar[str] = "cover"
    figure: Piece
    count: Count
    point: Point


class Watch(Action, frozen=True):
    """7.1: a sniper will fire during movement at the first such figure within so many millimetres."""

    verb: ClassVar[str] = "watch"
    unit: Piece
    quarry: Quarry
    reach: Millimetres


class Hold(Action, frozen=True):
    """6.1: a halted unit will not fire at those who charge it before they are in contact."""

    verb: ClassVar[str] = "hold"
    unit: Piece


class Abet(Action, frozen=True):
    """13.2: the figures of this unit will support rather than double up in melee."""

    verb: ClassVar[str] = "abet"
    unit: Piece


class March(Action, frozen=True):
    """5.1, 5.2: the unit's guide follows this way and the others keep their places about him."""

    verb: ClassVar[str] = "march"
    unit: Piece
    route: Route


class Pace(Action, frozen=True):
    """5.1, 5.2: one figure of a unit that marches goes this way instead."""

    verb: ClassVar[str] = "pace"
    figure: Piece
    route: Route


class Stairs(Action, frozen=True):
    """S16.1: one figure of a unit that marches takes the stairs to another floor instead."""

    verb: ClassVar[str] = "stairs"
    figure: Piece
    floor: Floor


class Charge(Action, frozen=True):
    """5.3: the unit charges this enemy unit; from a vessel, it boards this vessel."""

    verb: ClassVar[str] = "charge"
    unit: Piece
    target: Piece


class Drive(Action, frozen=True):
    """S12.1: a vehicle or train drives, overruns whoever is in its path, or reverses."""

    verb: ClassVar[str] = "drive"
    unit: Piece
    manner: Manner
    route: Route


class Sail(Action, frozen=True):
    """S14.1: a vessel pivots to a heading, runs so many millimetres, and pivots again."""

    verb: ClassVar[str] = "sail"
    unit: Piece
    turn: Degrees
    run: Millimetres
    then: Degrees


class Fly(Action, frozen=True):
    """S15.1: an aircraft flies along these points."""

    verb: ClassVar[str] = "fly"
    unit: Piece
    route: Route


class Bomb(Action, frozen=True):
    """10.1: the aircraft will drop a bomb at this point of its flight."""

    verb: ClassVar[str] = "bomb"
    unit: Piece
    point: Point


class Strafe(Action, frozen=True):
    """10.2: the aircraft will strafe from this point of its flight onward."""

    verb: ClassVar[str] = "strafe"
    unit: Piece
    point: Point


class Land(Action, frozen=True):
    """4.6, S12.3, S14.5: riders leave what carries them and gather about this point."""

    verb: ClassVar[str] = "land"
    unit: Piece
    point: Point


class Embark(Action, frozen=True):
    """S12.3, S14.5: the unit goes aboard."""

    verb: ClassVar[str] = "embark"
    unit: Piece
    carrier: Piece


class Fire(Action, frozen=True):
    """7.3: a unit or a mount fires at an enemy unit."""

    verb: ClassVar[str] = "fire"
    firer: Piece
    target: Piece


class Shell(Action, frozen=True):
    """9.0: a gun fires a round at an enemy unit."""

    verb: ClassVar[str] = "shell"
    firer: Piece
    round: RoundName
    target: Piece


class Throw(Action, frozen=True):
    """11.0: the figures of a unit that carry grenades or launchers throw them at an enemy unit."""

    verb: ClassVar[str] = "throw"
    unit: Piece
    target: Piece


class Snipe(Action, frozen=True):
    """7.2: a sniper fires at one figure."""

    verb: ClassVar[str] = "snipe"
    unit: Piece
    figure: Piece


class Flak(Action, frozen=True):
    """10.3: an automatic weapon fires at an aircraft."""

    verb: ClassVar[str] = "flak"
    weapon: Piece
    aircraft: Piece


class Guard(Action, frozen=True):
    """4.3: this bodyguard falls in his leader's place."""

    verb: ClassVar[str] = "guard"
    figure: Piece


class Spare(Action, frozen=True):
    """4.3: no bodyguard is given up: the leader falls."""

    verb: ClassVar[str] = "spare"


class Lose(Action, frozen=True):
    """12.3: this one of a vessel's people is lost."""

    verb: ClassVar[str] = "lose"
    figure: Piece


class Banish(Action, frozen=True):
    """10.3: an aircraft that has been hit is put at this point of the table's edge."""

    verb: ClassVar[str] = "banish"
    aircraft: Piece
    point: Point


class Strike(Action, frozen=True):
    """7.2: chance decides which figure is struck: the answer of the dice."""

    verb: ClassVar[str] = "strike"
    figure: Piece


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
    March,
    Pace,
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
    Shell,
    Throw,
    Snipe,
    Flak,
    Guard,
    Spare,
    Lose,
    Banish,
    Roll,
    Strike,
)
