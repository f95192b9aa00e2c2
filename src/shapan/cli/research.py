"""Commands for researchers: mcp, dataset."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from shapan.games import game as find
from shapan.kernel import ShapanError
from shapan.lab.crews import Crew, Ground

from .contest import NAMES, Scenario, players_of
from .output import Address, Games, Jobs, Name, On, Seed, console, progress


def add_to(app: typer.Typer) -> None:
    app.command()(mcp)
    app.command()(dataset)


def dataset(
    game: Name,
    output: Annotated[Path, typer.Option("--output", "-o", help="The folder; a second run goes on where one stopped.")],
    games: Games = 100,
    bots: Annotated[
        str, typer.Option(help=f"One bot for all sides, or one for each in the game's order, by commas: {NAMES}.")
    ] = "",
    seed: Seed = 1,
    jobs: Jobs = 1,
    on: On = Ground.PROCESSES,
    address: Address = None,
    scenario: Scenario = None,
) -> None:
    """Write games of bots as Parquet: what each side saw, could do and did, and how it ended."""
    from shapan.adapters.dataset import Wish, write

    title = find(game)
    players = players_of(title, scenario, bots)
    wish = Wish(game, scenario or next(iter(title.scenarios)), players, seed, games)
    with progress(f"{game}: {' against '.join(players)}", games, False) as step:
        played = write(wish, output, Crew(jobs, on, address), step)
    console.print(f"{output}: {games} games, {played} of them new", markup=False, highlight=False)


def mcp(
    game: Annotated[str | None, typer.Argument(help="A game to be played here, such as mukden.")] = None,
    side: Annotated[str | None, typer.Option(help="The side that the agent plays; the first, if none.")] = None,
    opponent: Annotated[str, typer.Option(help=f"Who plays the others here: {NAMES}.")] = "staff",
    scenario: Scenario = None,
    seed: Annotated[int | None, typer.Option(help="The same seed gives the same dice.")] = None,
    join: Annotated[
        str | None, typer.Option(help="Take a seat on a server instead: an invitation, or a public game's address.")
    ] = None,
    name: Annotated[str, typer.Option(help="How the agent is called at a server's table.")] = "Agent",
    keep: Annotated[
        Path | None, typer.Option(help="Keep the seat on a server in this file: a second run comes back to it.")
    ] = None,
) -> None:
    """Be a tool server (Model Context Protocol, on standard input and output) with which an agent plays one side."""
    from shapan.adapters.mcp import server
    from shapan.adapters.seats import OwnSeat, Seat, ServerSeat

    if (game is None) == (join is None):
        raise ShapanError("name a game to be played here, or a seat on a server (--join ADDRESS)")
    seat: Seat
    if join is not None:
        seat = ServerSeat(join, side, name, keep=keep)
    else:
        assert game is not None
        seat = OwnSeat(game, side, opponent, scenario=scenario, seed=seed)
    server(seat).run("stdio")
