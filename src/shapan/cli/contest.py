"""Commands that let bots play each other: simulate, tournament, calibrate, foresight."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from shapan.games import game as find
from shapan.kernel import Game, ShapanError
from shapan.lab.crews import Crew, Ground

from .output import Address, Games, Jobs, Json, Log, Name, On, Seed, console, fields, print_json, progress, table

NAMES: Final = "random, recruit, officer, staff, staff:OFFICER, search, another package's bot, or package.module:Class"
Scenario = Annotated[str | None, typer.Option(help="A scenario of the game.")]
Rota = Annotated[str | None, typer.Option(help="A scenario of the game, or `all`: they take turns.")]


def add_to(app: typer.Typer) -> None:
    for command in (simulate, tournament, calibrate, foresight):
        app.command()(command)


def simulate(
    game: Name,
    bots: Annotated[
        str, typer.Option(help=f"One bot for all sides, or one for each in the game's order, by commas: {NAMES}.")
    ] = "",
    games: Games = 100,
    seed: Seed = 1,
    jobs: Jobs = 1,
    on: On = Ground.PROCESSES,
    address: Address = None,
    scenario: Scenario = None,
    log: Log = None,
    json: Json = False,
) -> None:
    """Let bots play many games: who wins, under which case, how long it takes."""
    from shapan.lab.simulate import Task
    from shapan.lab.simulate import simulate as run

    players = players_of(find(game), scenario, bots)
    task = Task(game, players, seed, 0, games, scenario)
    with progress(f"{game}: {' against '.join(players)}", games, json) as step:
        report = run(task, Crew(jobs, on, address), step, log=log)
    if json:
        extra = {"mean_length": report.mean_length, "decisions_per_second": report.decisions_per_second}
        print_json({"game": game, "bots": players, "seed": seed, **fields(report), **extra})
        return
    rows = [(case, count, f"{100 * count / report.games:.1f} %") for case, count in report.cases.most_common()]
    table(f"{report.games} games, seed {seed}", ("winner and case", "games", "share"), rows)
    console.print(
        f"mean length {report.mean_length:.0f} decisions; {report.decisions_per_second:,.0f} decisions per CPU second"
    )


def tournament(
    game: Name,
    bots: Annotated[str, typer.Option(help=f"The bots, joined by commas: {NAMES}.")] = "random,staff,search",
    games: Games = 20,
    seed: Seed = 1,
    jobs: Jobs = 1,
    on: On = Ground.PROCESSES,
    address: Address = None,
    scenario: Scenario = None,
    against: Annotated[str | None, typer.Option(help="Let the bots play against this one only.")] = None,
    log: Log = None,
    html: Annotated[Path | None, typer.Option(help="Write the report as a page.")] = None,
    json: Json = False,
) -> None:
    """Every pairing of bots on both sides with common seeds: win rates with intervals, Elo, thinking time."""
    from shapan.lab.report import html as page
    from shapan.lab.tournament import pairings, report
    from shapan.lab.tournament import tournament as run

    players = tuple(bots.split(","))
    know(find(game), (*players, against) if against else players)
    schedule = pairings(game, players, games, seed, scenario, against)
    with progress(f"{game}: {', '.join(players)}", len(schedule), json) as step:
        result = report(run(schedule, Crew(jobs, on, address), log, step))
    if html:
        html.write_text(page(result), encoding="utf-8")
    if json:
        print_json(result)
        return
    _print_report(result, seed)


def calibrate(
    game: Name,
    games: Games = 80,
    seed: Seed = 1,
    scenario: Rota = None,
    jobs: Jobs = 1,
    on: On = Ground.PROCESSES,
    address: Address = None,
    log: Log = None,
    onward: Annotated[
        bool, typer.Option("--onward", help="Go on from what the staff knows already, where games are few.")
    ] = False,
    write: Annotated[bool, typer.Option("--write", help="Let the staff judge so from now on.")] = False,
    docs: Annotated[Path | None, typer.Option(help="Write what it is worth into the documents in this folder.")] = None,
    json: Json = False,
) -> None:
    """Learn from games between officers what a position is worth, and measure it on games held out."""
    from shapan.lab import calibrate as room
    from shapan.lab import judgement_page

    with progress(f"{game}: calibration", games, json) as step:
        found = room.calibrate(game, games, seed, scenario, Crew(jobs, on, address), log, step, onward=onward)
    if write:
        room.keep(room.file_of(find(game)), found)
    if docs:
        judgement_page.keep(docs, found)
    if json:
        print_json([fields(each) for each in found])
        return
    for each in found:
        parts = (("all", each.whole), ("amid a phase", each.amid), ("between phases", each.between))
        rows = [
            (name, part.positions, f"{part.learned:.3f}", f"{part.present:.3f}", f"{part.constant:.3f}")
            for name, part in parts
        ]
        title = f"{each.scenario}: mean surprise over {each.held_out} of {each.games} games, held out; seed {seed}"
        table(title, ("positions", "number", "learned", "as it is", "a constant"), rows)


def foresight(
    game: Name,
    budgets: Annotated[str, typer.Option(help="Positions that a plan may cost, joined by commas.")] = "500,1500,4500",
    turns: Annotated[int, typer.Option(min=2, help="How many beginnings of turns are planned, on each side.")] = 8,
    worlds: Annotated[int, typer.Option(min=1, help="In how many fresh worlds every plan is tried.")] = 16,
    seed: Seed = 1,
    scenario: Scenario = None,
    jobs: Jobs = 1,
    on: On = Ground.PROCESSES,
    address: Address = None,
    json: Json = False,
) -> None:
    """What the General's plans of a turn are worth, in imagined worlds in which they were not made."""
    from shapan.lab.foresight import foresight as run

    costs = tuple(int(word) for word in budgets.split(","))
    count = turns * len(find(game).sides_in(scenario))
    with progress(f"{game}: foresight", count, json) as step:
        found = run(game, costs, turns, worlds, seed, scenario, Crew(jobs, on, address), step)
    if json:
        print_json([fields(each) for each in found])
        return
    rows = [
        (each.side, each.positions, f"{each.changed} of {each.turns}", f"{each.mean:+.1%} ± {each.error:.1%}")
        for each in found
    ]
    heads = ("side", "positions for a plan", "plans with changes", "gain")
    table(f"{game}: gain of a plan in {worlds} fresh worlds a turn, seed {seed}", heads, rows)


def _print_report(result: Any, seed: int) -> None:
    standings = [
        (row.bot, f"{row.elo:+.0f} ± {row.error:.0f}", f"{row.wins}/{row.games}", *_clock(row))
        for row in result.standings
    ]
    heads = ("bot", "Elo", "wins against others", "ms a decision", "95 % within", "slowest", "longest turn")
    table(f"{result.game}, seed {seed}", heads, standings)
    rates = [
        (cell.side, cell.bot, cell.against, f"{cell.wins}/{cell.games}", _percent(cell.rate), _interval(cell))
        for cell in result.cells
    ]
    table("win rates", ("side", "bot", "against", "wins", "rate", "95 %"), rates)


def _clock(row: Any) -> tuple[str, ...]:
    return f"{row.milliseconds:.1f}", f"{row.p95:.1f} ms", f"{row.slowest:.0f} ms", f"{row.longest_turn:.1f} s"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _interval(cell: Any) -> str:
    return f"{_percent(cell.low)} to {_percent(cell.high)}"


def players_of(title: Game, scenario: str | None, bots: str) -> tuple[str, ...]:
    """A bot for each side, as they were named; one name is for all of them, none at all for random ones."""
    sides = title.sides_in(scenario)
    named = tuple(bots.split(",")) if bots else ("random",)
    players = named * len(sides) if len(named) == 1 else named
    if len(players) != len(sides):
        raise ShapanError(f"{title.id} has the sides {', '.join(sides)}: name one bot, or one for each of them")
    know(title, players)
    return players


def know(title: Game, players: tuple[str, ...]) -> None:
    """Every bot is there and can play this game: told before the first game is played."""
    from shapan.bots import bot

    sys.path.append(str(Path.cwd()))  # whoever works on a bot has it here, and names it by its import path
    for name in players:
        if not bot(name, 0).plays(title):
            raise ShapanError(f"the bot {name} cannot play {title.id}")
