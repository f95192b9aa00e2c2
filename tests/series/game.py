"""The Causeway's front door: the standard rules, a clock, and who holds the town at the end."""

from collections.abc import Iterable
from typing import Any, ClassVar

import msgspec

from shapan.kernel import Game, Grammar, Outcome, Phase, Roll, Scenario, Side, Steps, Switch
from shapan.mechanics.fire_and_movement.actions import STANDARD
from shapan.mechanics.fire_and_movement.advance import AdvanceAfterCombat
from shapan.mechanics.fire_and_movement.book import FireAndMovementBook, MarkerEntry
from shapan.mechanics.fire_and_movement.combat import CombatPhase, CoverDefence, JoinBattle
from shapan.mechanics.fire_and_movement.exchange import Exchange
from shapan.mechanics.fire_and_movement.movement import MovementPhase
from shapan.mechanics.fire_and_movement.position import READY, FireAndMovementPosition
from shapan.mechanics.fire_and_movement.resistance import ResistanceRoll, Withdraw
from shapan.mechanics.fire_and_movement.resolution import EndBattle, Strike
from shapan.mechanics.fire_and_movement.sequence import PHASES, BookSequence, game_turn
from shapan.mechanics.fire_and_movement.stacking import overstacked
from shapan.mechanics.forces import OFF


def end_turn(pos: "Position") -> None:
    """The clock of this title: after the last turn whoever is left with more steps has won."""
    if pos.turn < pos.book.turns:
        pos.turn += 1
        return
    red, blue = (pos.strength(pos.on_map(side)) for side in range(2))
    winner = None if red == blue else pos.book.sides[blue > red]
    pos.end(Outcome(winner, "0", "outcome.capitulation"))


class CausewayBook(FireAndMovementBook):
    """Data, and nothing else."""

    def __init__(self, game: Game, scenario: str, switches: dict[str, Any]) -> None:
        rows = game.data.table("units.toml")["support"]["markers"]
        super().__init__(game, scenario, switches, markers=[msgspec.convert(row, MarkerEntry) for row in rows])
        plan = game.data.table("scenario.toml")
        self.turns = int(plan["sequence"]["turns"])
        self.phases = (*game_turn(plan["sequence"]["player_turn"], "RB"), Phase("E", "4.1", end_turn))
        start = {name: here for name, here in plan["start"].items() if name != "provenance"}
        self.start = tuple(self.grid.index(start[entry.id]) if entry.id in start else OFF for entry in self.entries)


class Position(FireAndMovementPosition[CausewayBook], kw_only=True, eq=False):
    """The standard position with the standard steps."""

    SEQUENCE = BookSequence(*game_turn(PHASES, "RB"), Phase("E", "4.1", end_turn))
    STEPS = Steps[Any](
        MovementPhase(),
        CombatPhase(),
        JoinBattle(),
        CoverDefence(),
        Strike(),
        Exchange(),
        Withdraw(),
        ResistanceRoll(),
        AdvanceAfterCombat(),
        EndBattle(),
    )

    def violations(self) -> list[str]:
        return [f"5.3: {here}" for here in overstacked(self) if here != self.crowded]


class Causeway(Game):
    """The title."""

    id: ClassVar[str] = "causeway"
    title: ClassVar[str] = "The Causeway"
    sides: ClassVar[tuple[Side, ...]] = ("red", "blue")
    grammar = Grammar(*STANDARD, Roll)
    position = Position
    series: ClassVar[str] = "shapan.mechanics.fire_and_movement"

    def list_scenarios(self) -> Iterable[Scenario]:
        return (Scenario("causeway", "The Causeway"),)

    def list_switches(self) -> Iterable[Switch]:
        return ()

    def compile(self, scenario: str, switches: dict[str, Any]) -> CausewayBook:
        return CausewayBook(self, scenario, switches)

    def set_up(self, book: CausewayBook) -> Position:
        units = tuple(range(len(book.entries)))
        return Position(book=book, place=book.start, steps=book.full_steps, pile=units, support=(READY,))
