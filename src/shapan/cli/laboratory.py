"""Commands that put games to the test: fuzz, perft, mutants, bench, soak."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from shapan.games import game as find
from shapan.games import games as names
from shapan.kernel import ShapanError, Unknown
from shapan.lab.crews import ALONE, Crew, Ground

from .output import (
    Address,
    Games,
    Jobs,
    Json,
    Log,
    Name,
    On,
    Seed,
    Strict,
    console,
    fail,
    fields,
    print_json,
    progress,
    table,
)


class Switches(StrEnum):
    """Which optional rules are in force in a random game."""

    NONE = "none"
    ALL = "all"
    RANDOM = "random"


def add_to(app: typer.Typer) -> None:
    for command in (fuzz, perft, mutants, bench, soak):
        app.command()(command)


def fuzz(
    game: Name,
    games: Games = 20,
    seed: Seed = 1,
    every: Annotated[
        int,
        typer.Option(
            min=1,
            help="How often the heavy checks come: every so many actions; copies are compared twenty times as often.",
        ),
    ] = 7,
    scenario: Annotated[str | None, typer.Option(help="One scenario only; otherwise all of them in turn.")] = None,
    switches: Annotated[Switches, typer.Option(help="Which optional rules are in force.")] = Switches.RANDOM,
    hostile: Annotated[bool, typer.Option("--hostile", help="Send hostile submissions instead.")] = False,
    submissions: Annotated[int, typer.Option(min=1, help="How many hostile submissions.")] = 100_000,
    jobs: Jobs = 1,
    on: On = Ground.PROCESSES,
    address: Address = None,
    log: Log = None,
    json: Json = False,
    strict: Strict = False,
) -> None:
    """Play random legal games to the end and check the promises of the kernel and the invariants of the game."""
    if hostile:
        report = _hostile(game, submissions, seed, json)
    else:
        report = _fuzz(game, games, seed, every, scenario, switches, json, Crew(jobs, on, address), log)
    faults = report.faults if hostile else report.violations
    if json:
        print_json({"seed": seed, **fields(report)})
    else:
        for fault in faults[:20]:
            console.print(str(fault), style="red", markup=False)
        console.print(f"{len(faults)} violations (seed {seed})")
    if strict and faults:
        fail()


def _fuzz(
    name: str,
    games: int,
    seed: int,
    every: int,
    scenario: str | None,
    switches: Switches,
    quiet: bool,
    crew: Crew = ALONE,
    log: Path | None = None,
) -> Any:
    from shapan.lab.fuzz import every_switch
    from shapan.lab.fuzz import fuzz as run

    game = find(name)
    game.sides_in(scenario)  # an unknown scenario is told before the first game
    choices: dict[Switches, dict[str, Any] | None] = {Switches.NONE: {}, Switches.ALL: every_switch(game)}
    with progress(f"{name}: random games", games, quiet) as step:
        report = run(game, games, seed, every, choices.get(switches), step, scenario, crew=crew, log=log)
    if not quiet:
        console.print(f"{report.games} games, {report.decisions} decisions, {report.views} views compared")
        table("outcomes", ("winner and case", "games"), report.outcomes.most_common())
    return report


def _hostile(name: str, submissions: int, seed: int, quiet: bool) -> Any:
    from shapan.lab.hostile import hostile as run

    with progress(f"{name}: hostile submissions", submissions, quiet) as step:
        report = run(find(name), submissions, seed, step)
    if not quiet:
        console.print(f"{report.submissions} submissions, {report.accepted} of them legal")
        table("refused under", ("case", "submissions"), report.cases.most_common(12))
    return report


def perft(
    game: Name,
    depth: Annotated[int, typer.Option(min=1, help="How many decisions ahead.")] = 2,
    after: Annotated[int, typer.Option(min=0, help="Count from a position after so many random decisions.")] = 0,
    scenario: Annotated[str | None, typer.Option(help="A scenario of the game.")] = None,
    seed: Seed = 1,
    divide: Annotated[bool, typer.Option("--divide", help="Share the last number out among the next actions.")] = False,
    json: Json = False,
) -> None:
    """Count the ways in which the next decisions can be answered, dice included: a number that changes with a rule."""
    from shapan.testing.perft import divide as shares
    from shapan.testing.perft import midgame
    from shapan.testing.perft import perft as count

    pos = midgame(find(game), after, seed, scenario)
    nodes = [count(pos, ply) for ply in range(1, depth + 1)]
    parts = shares(pos, depth) if divide else {}
    if json:
        print_json({"game": game, "scenario": pos.book.scenario, "after": after, "nodes": nodes, "divide": parts})
        return
    table(f"{game}, {pos.book.scenario}, after {after} decisions", ("depth", "nodes"), list(enumerate(nodes, 1)))
    if divide:
        table(f"depth {depth} by the next action", ("action", "nodes"), list(parts.items()))


def mutants(
    game: Annotated[str | None, typer.Argument(help="A game, such as mukden; otherwise all of them.")] = None,
    count: Annotated[int, typer.Option(min=1, help="How many changes are tried.")] = 100,
    seed: Seed = 1,
    match: Annotated[str, typer.Option(help="Only changes whose name contains this, such as combat.losses.")] = "",
    jobs: Annotated[int, typer.Option(min=1, help="How many are tried side by side.")] = 2,
    json: Json = False,
    strict: Strict = False,
) -> None:
    """Change comparisons, numbers and conditions of the rules, and see whether the tests that cite them notice."""
    reports = [_mutants(name, count, seed, match, jobs, json) for name in ([game] if game else names())]
    if json:
        documents = [
            {**fields(report), "judged": report.judged, "killed": report.killed, "by_case": report.by_case}
            for report in reports
        ]
        print_json(documents[0] if game else documents)
    if strict and not all(report.met for report in reports):
        fail()


def _mutants(name: str, count: int, seed: int, match: str, jobs: int, quiet: bool) -> Any:
    from shapan.lab.mutants import mutants as run

    with progress(f"{name}: changed rules", count, quiet) as step:
        report = run(find(name), count, seed, jobs, match, step)
    if not quiet:
        rows = [(", ".join(m.cases[:6]), m.name, f"{Path(m.file).name}:{m.line}", m.tests) for m in report.survivors]
        table(f"{name}, seed {seed}: changes that nobody noticed", ("cases", "change", "line", "tests"), rows)
        for stale in report.stale:
            console.print(f"excused, but no longer there: {stale}", style="red", markup=False)
        console.print(
            f"{report.killed} of {report.judged} noticed ({100 * report.share:.1f} %), "
            f"{len(report.mutants) - report.judged} more can make no difference; {report.possible} changes are possible"
        )
    return report


BENCH_WORDS: Final = ("anchors", "growth", "crews", "figures", "adapters", "server", "load", "ordeal")
"""What can be measured besides games."""


def bench(
    game: Annotated[
        str,
        typer.Argument(help=f"A game, such as mukden, all of them, or one of the words {', '.join(BENCH_WORDS)}."),
    ] = "all",
    seed: Seed = 1,
    worst: Annotated[bool, typer.Option("--worst", help="The slowest calls, with their positions, instead.")] = False,
    against: Annotated[str | None, typer.Option(help="This checkout against that commit, runs in turns.")] = None,
    games: Annotated[int, typer.Option(min=1, help="Of the server: games played at once.")] = 200,
    seconds: Annotated[float, typer.Option(min=1, help="Of the server: how long.")] = 60.0,
    every: Annotated[float, typer.Option(min=0.01, help="Of the server: seconds between two actions of a game.")] = 5.0,
    processes: Annotated[int, typer.Option(min=1, help="Of the server: how many processes own games.")] = 1,
    db: Annotated[str | None, typer.Option(help="Of the server: an empty database; a new file if none.")] = None,
    json: Json = False,
    strict: Strict = False,
) -> None:
    """Measure speed as ratios in one run: games, other engines beside them, two commits, or the server under load."""
    say = _silent if json else _say
    if worst and against:
        raise ShapanError("--worst and --against are two measurements: ask for one after the other")
    if (worst or against) and game in BENCH_WORDS:
        raise ShapanError(
            f"{'--worst' if worst else '--against'} goes with a game or with all of them, not with {game}"
        )
    if game in ("server", "load", "ordeal"):
        from shapan.server.load import Burden

        burden = Burden(games=games, seconds=seconds, every=every, processes=processes, database=db)
        measures = _bench_server(game, burden, seed, say)
    elif game in ("anchors", "growth", "crews", "figures", "adapters"):
        measures = _bench_at_large(game, seed, say)
    else:
        titles = names() if game == "all" else [_measured(game)]
        measures = [measure for name in titles for measure in _bench_game(name, seed, worst, against, say)]
    if json:
        print_json([{**fields(measure), "met": measure.met} for measure in measures])
    elif measures:
        from shapan.lab.bench.figures import cells

        heads = ("quantity", "best", "median", "", "target", "met")
        table(f"{game}, seed {seed}", heads, [cells(measure) for measure in measures])
    if strict and not all(measure.met for measure in measures):
        fail()


def _measured(name: str) -> str:
    """The name of a game; whoever mistypes one is told what else can be measured."""
    try:
        return find(name).id
    except Unknown:
        raise Unknown("game", name, ("all", *names(), *BENCH_WORDS)) from None


def _bench_server(word: str, burden: Any, seed: int, say: Any) -> list[Any]:
    from shapan.server.bench import bench_crowd, bench_server
    from shapan.server.ordeal import bench_ordeal

    if word == "ordeal":
        return bench_ordeal(names()[0], burden, seed, say)
    return bench_server(names()[0], burden, say) if word == "server" else bench_crowd(burden, say)


def _bench_at_large(word: str, seed: int, say: Any) -> list[Any]:
    if word == "adapters":
        from shapan.adapters.bench import bench_adapters

        return bench_adapters(seed, say)
    if word == "crews":
        from shapan.lab.bench.crews import bench_crews

        return bench_crews(seed, say)
    if word == "figures":
        from shapan.lab.bench.figures import write_figures

        say(f"written: {write_figures(say)}")
        return []
    from shapan.lab.bench.beside import bench_anchors
    from shapan.lab.bench.growth import bench_growth

    return bench_anchors(say) if word == "anchors" else bench_growth(say)


def _bench_game(name: str, seed: int, worst: bool, against: str | None, say: Any) -> list[Any]:
    from shapan.lab import bench as lab
    from shapan.lab.bench.against import bench_against
    from shapan.lab.bench.worst import bench_worst

    if against:
        return bench_against(find(name), against, say)
    return bench_worst(find(name), say) if worst else lab.bench(find(name), seed, say)


def _silent(text: str) -> None:
    pass


def _say(text: str) -> None:
    console.print(f"[dim]{text}[/dim]")


def soak(games: Games = 1000, seed: Seed = 1) -> None:
    """The long run: fuzz every game, then a million hostile submissions shared among them."""
    faults = 0
    for name in names():
        faults += len(_fuzz(name, games, seed, 7, None, Switches.RANDOM, quiet=False).violations)
        faults += len(_hostile(name, 1_000_000 // len(names()), seed, quiet=False).faults)
    console.print(f"{faults} violations")
    if faults:
        fail()
