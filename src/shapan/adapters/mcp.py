"""A seat for agents that talk: a server of the Model Context Protocol, on its official kit.

The agent plays one side, in this process against a bot or at a table on a server, and sees the View of that side alone.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, Final, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from shapan import __version__
from shapan.games import game as find
from shapan.games import games
from shapan.kernel import Game, ShapanError, Unknown

from .seats import Seat, refused
from .telling import Telling, following

T = TypeVar("T")
LONGEST: Final = 600.0
"""Nobody waits for longer than this in one call."""

INSTRUCTIONS: Final = """You play {side} in {title}, a historical wargame that enforces every rule.
Call `view` to see the board, `options` to learn what can be done (word by word if there is much), `odds` for the
chances of an attack that is being put together or, with an action, of one not yet begun, `explain` to ask whether an
action is legal and why not, `rules` to read a case of the rulebook, and `act` to do something. When another side is
asked, `wait`.
An action is a line such as `move J-1 1320`: a verb, words, a value."""


def server(seat: Seat) -> MCPServer[Any]:
    """The tools with which an agent plays this seat."""
    scenario = seat.view().scenario
    telling = Telling(seat.game, scenario)
    made: MCPServer[Any] = MCPServer(
        "shapan",
        instructions=INSTRUCTIONS.format(side=seat.side, title=seat.game.title),
        version=__version__,
        log_level="WARNING",
    )
    _library(made, seat.game)
    _playing(made, seat, telling)
    return made


def _library(made: MCPServer[Any], playing: Game) -> None:
    @made.tool()
    def titles() -> str:
        """The titles that can be played, with their scenarios and sides."""
        return "\n".join(_title(find(name)) for name in games())

    @made.tool()
    def rules(case: str = "", title: str = "") -> str:
        """A case of the rulebook with its rulings, such as 7.1; without one, the list of all cases."""
        return _told(lambda: _rules(find(title) if title else playing, case))


def _told(work: Callable[[], T]) -> T:
    """A mistake of the agent is told to it in a sentence."""
    try:
        return work()
    except ShapanError as error:
        raise ToolError(str(error)) from None


def _title(game: Game) -> str:
    scenarios = [f"  {one.id}: {one.title} ({', '.join(one.sides)})" for one in game.scenarios.values()]
    return "\n".join([f"{game.id}: {game.title}. {game.summary}", *scenarios])


def _rules(game: Game, case: str) -> str:
    book = game.rules
    if not case:
        return "\n".join([f"{book.title} ({book.short})", *(f"{entry.id} {entry.title}" for entry in book.case)])
    found = [entry for entry in book.case if entry.id == case or entry.id.startswith(f"{case}.")]
    if not found:
        raise Unknown("case", case, [entry.id for entry in book.case])
    lines = [f"{entry.id} {entry.title}: {entry.summary}" for entry in found]
    cited = {ruling for entry in found for ruling in entry.rulings}
    lines += [f"{one.id}: {one.question} {one.reading}" for one in book.ruling if one.id in cited]
    return "\n".join(lines)


def _playing(made: MCPServer[Any], seat: Seat, telling: Telling) -> None:
    one_by_one = Lock()  # tools are called from several threads

    def alone(work: Callable[[], T]) -> T:
        with one_by_one:
            return _told(work)

    @made.tool()
    def view() -> str:
        """All that you may know: the clock, the decision, pieces, boxes, marks, what is counted."""
        return alone(lambda: telling.view(seat.view()))

    @made.tool()
    def options(words: str = "") -> list[str]:
        """What can follow these first words of an action: whole actions if there are few, else the next words."""
        return alone(lambda: _options(seat, words))

    @made.tool()
    def odds(action: str = "") -> str:
        """The chances of the attack that you are putting together or of what you could roll for, with every factor and
        its case; with an action, such as an attack not yet begun, those that it leads to, without doing it."""
        return alone(lambda: telling.odds(seat.odds(action)))

    @made.tool()
    def explain(action: str) -> str:
        """Would the rules allow this action, and if not, which case forbids it? It is not done."""
        fine, told = alone(lambda: refused(lambda: [seat.explain(action)]))
        return "legal" if fine and not told[0] else f"not legal: {told[0]}"

    @made.tool()
    def act(action: str) -> dict[str, Any]:
        """Do this. Tells what happened, dice and the other side's answers included, and what is asked next."""
        return alone(lambda: _state(seat, telling, *refused(lambda: seat.act(action))))

    @made.tool()
    def wait(seconds: float = 30.0) -> dict[str, Any]:
        """Until you are asked, the game is over, or the time is up; what happened meanwhile."""
        return alone(lambda: _state(seat, telling, True, seat.wait(min(max(seconds, 0.0), LONGEST))))


def _options(seat: Seat, words: str) -> list[str]:
    ask = seat.view().ask
    return following([*ask.options, *ask.free], words)


def _state(seat: Seat, telling: Telling, fine: bool, told: list[str]) -> dict[str, Any]:
    view = seat.view()
    return {
        "done": fine,
        "told": told,
        "asked": telling.asked(view),
        "yours": view.outcome is None and view.ask.actor == seat.side,
        "over": view.outcome is not None,
    }
