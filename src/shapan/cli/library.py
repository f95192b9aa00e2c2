"""Commands about the titles themselves and who can play them: games, bots, rules, check, map."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from shapan.games import game as find
from shapan.games import games as names
from shapan.kernel import ShapanError
from shapan.kernel.mixtures import Mixture

from .output import Json, Strict, console, fail, print_json, table

GameName = Annotated[str | None, typer.Argument(help="A game, such as mukden; all games if none is named.")]
Keep = Annotated[
    bool, typer.Option(help="For a release: keep data that hold, so that games begun with them go on under later ones.")
]


def add_to(app: typer.Typer) -> None:
    for command in (games, bots, rules, check):
        app.command()(command)
    app.command("map")(draw_map)


def games(json: Json = False) -> None:
    """List the games with their scenarios and switches."""
    found = [find(name) for name in names()]
    if json:
        print_json([_described(game) for game in found])
        return
    for game in found:
        console.print(f"[bold]{game.id}[/bold]  {game.title}\n  {game.summary}")
        for scenario in game.scenarios.values():
            console.print(f"  scenario [cyan]{scenario.id}[/cyan]: {scenario.title}")
        for switch in game.switches.values():
            default = f"({switch.case}, default {switch.default})"
            console.print(f"  switch [cyan]{switch.id}[/cyan] {default}: {switch.title}")


def bots(game: GameName = None, json: Json = False) -> None:
    """List who can play: levels from the beginner to the general, and the officers of each side with their styles."""
    from shapan.server.botlist import bot_documents

    found = bot_documents(game)
    officers: dict[str, list[str]] = {}
    mixtures: Mapping[str, Mapping[str, Mixture]] = {}
    title = find(game) if game else None
    if title and title.staff is not None:
        officers = {side: ["plain", *title.staff.officers(side)] for side in title.staff.sides}
        mixtures = title.staff.mixtures
    if json:
        print_json({"bots": found, "officers": officers, "mixtures": mixtures})
        return
    table("players", ("name", "level", "what it does"), [(each.id, each.title, each.summary) for each in found])
    for side, known in officers.items():
        console.print(f"[bold]{side}[/bold]: " + ", ".join(f"staff:{name}" for name in known))
    for scenario, sides in mixtures.items():
        for side, mixture in sides.items():
            shares = ", ".join(f"{name} {100 * share:.0f} %" for name, share in mixture.items())
            console.print(f"[bold]{side}[/bold] in {scenario}: the staff draws its leader from {shares}")


def _described(game: Any) -> dict[str, Any]:
    return {
        "id": game.id,
        "title": game.title,
        "summary": game.summary,
        "sides": game.sides,
        "data": game.data_version,
        "scenarios": list(game.scenarios.values()),
        "switches": list(game.switches.values()),
    }


def rules(game: GameName = None, json: Json = False, strict: Strict = False) -> None:
    """Every case of a rulebook: status, where the code enforces it, which tests prove it."""
    from shapan.lab.coverage import coverage, unknown_citations

    document, complete = {}, True
    for name in [game] if game else names():
        title = find(name)
        reports, strangers = coverage(title), unknown_citations(title)
        complete = complete and bool(reports) and all(report.complete for report in reports) and not strangers
        document[name] = {"cases": reports, "rulings": title.rules.ruling, "unknown_citations": strangers}
        if not json:
            _print_rules(title, reports, strangers)
    if json:
        print_json(document)
    if strict and not complete:
        fail()


def _print_rules(title: Any, reports: Any, strangers: list[str]) -> None:
    rows = [
        (
            report.id,
            report.title,
            report.status + (f" ({', '.join(report.rulings)})" if report.rulings else ""),
            ", ".join(report.code) or report.why or "-",
            len(report.tests) or "-",
            "" if report.complete else "open",
        )
        for report in reports
    ]
    table(f"{title.title}: {title.rules.title}", ("case", "title", "status", "code", "tests", ""), rows)
    done = sum(report.complete for report in reports)
    enforced = [report for report in reports if report.status == "enforced"]
    proofs = {test for report in reports for test in report.tests}
    console.print(
        f"{done} of {len(reports)} cases complete: {len(enforced)} enforced by code and proved by {len(proofs)} tests, "
        f"{len(reports) - len(enforced)} not mechanical; {len(title.rules.ruling)} rulings"
    )
    for stranger in strangers:
        console.print(f"[red]cites an unknown case:[/red] {stranger}")


def check(game: GameName = None, json: Json = False, strict: Strict = False, keep_editions: Keep = False) -> None:
    """The data of a game against the evidence and its own structure."""
    document, sound = {}, True
    for name in [game] if game else names():
        title = find(name)
        findings = title.check()
        wrong = [finding for finding in findings if not finding.holds]
        sound = sound and bool(findings) and not wrong
        document[name] = findings
        if not json:
            for finding in wrong:
                console.print(f"{name}: {finding.evidence} {finding.what}", style="red", markup=False)
            console.print(f"{name}: {len(findings) - len(wrong)} of {len(findings)} checks hold")
        if keep_editions and not wrong and (kept := title.data.keep()) and not json:
            console.print(f"{name}: kept {kept}", markup=False, soft_wrap=True)
    if json:
        print_json(document)
    if strict and not sound:
        fail()


def draw_map(
    game: Annotated[str, typer.Argument(help="A game, such as mukden.")],
    output: Annotated[Path, typer.Option("-o", "--output", help="FILE.svg or FILE.png")],
    scenario: Annotated[str | None, typer.Option(help="A scenario of the game.")] = None,
    empty: Annotated[bool, typer.Option(help="The map without counters.")] = False,
    width: Annotated[int, typer.Option(min=100, max=20_000, help="Width of a PNG in pixels.")] = 2400,
) -> None:
    """Draw the map with the set-up, good enough to print."""
    from shapan.draw import write_picture
    from shapan.kernel import SPECTATOR

    title = find(game)
    if output.suffix not in (".svg", ".png"):
        raise ShapanError(f"{output.name} should end in .svg or .png")
    pos = title.start(scenario)
    board = title.board(scenario)
    write_picture(output, board, None if empty else pos.view(SPECTATOR), width)
    console.print(f"wrote {output}")
