"""The command `league`: officers of both sides against each other, and the search for better ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from shapan.kernel import ShapanError
from shapan.lab.crews import Crew, Ground

from .contest import NAMES, Scenario, know
from .output import Address, Jobs, Json, Name, On, Seed, console, fields, print_json, progress, progress_console, table

ALL: Final = "all"

if TYPE_CHECKING:
    from shapan.lab.league import League


def add_to(app: typer.Typer) -> None:
    app.command()(league)


def league(
    game: Name,
    games: Annotated[int, typer.Option(min=0, help="How many more games to play; 0 only reads the table.")] = 200,
    seed: Seed = 1,
    jobs: Jobs = 1,
    on: On = Ground.PROCESSES,
    address: Address = None,
    scenario: Scenario = None,
    bots: Annotated[str, typer.Option(help=f"More players for both sides, joined by commas: {NAMES}.")] = "",
    recruit: Annotated[
        str | None,
        typer.Option(help="Search for a better officer of this side first: SIDE, or SIDE:OFFICER to start from him."),
    ] = None,
    generations: Annotated[int, typer.Option(min=1, help="Of such a search.")] = 6,
    prove: Annotated[
        int, typer.Option(min=0, help="Let every officer play so many games against the staff of the other side.")
    ] = 0,
    log: Annotated[Path | None, typer.Option(help="Keep the table here; a second run goes on with it.")] = None,
    anew: Annotated[bool, typer.Option("--anew", help="Begin the table anew.")] = False,
    keep: Annotated[bool, typer.Option("--keep", help="Keep results of earlier rules or officers.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write the report as a page.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the report for the documents.")] = None,
    docs: Annotated[
        Path | None,
        typer.Option(help="Where the tables and their page are; the mixtures of the staffs are renewed too."),
    ] = None,
    json: Json = False,
) -> None:
    """A league of a game's officers: the best mixtures, the balance between them, who beats whom, and Elo."""
    if game == ALL:
        _all(docs, games, seed, Crew(jobs, on, address), anew=anew, keep=keep)
        return
    if docs:
        log, seed = _kept(docs, game, scenario, seed, anew=anew)
    from shapan.games import game as find
    from shapan.lab import league as room

    crew = Crew(jobs, on, address)
    more = tuple(bots.split(",")) if bots else ()
    know(find(game), more)
    known = room.begin(game, scenario, seed, more)
    if log:
        known = room.resume(known, log, anew=anew, keep=keep)
    if recruit:
        _recruit(known, recruit, generations, crew, log, json)
    with progress(f"{game}: league", games, json) as step:
        room.run(known, games, crew, log, step)
    if prove:
        _prove(known, prove, crew, log, json)
    _report(known, html, markdown, docs, json)


def _report(known: League, html: Path | None, markdown: Path | None, docs: Path | None, json: bool) -> None:
    """Tell what the table says, wherever it is wanted."""
    from shapan.lab import league_page, leagues
    from shapan.lab.verdict import verdict

    found = verdict(known)
    if docs:
        leagues.tell(docs)
    if html:
        html.write_text(league_page.html(found), encoding="utf-8")
    if markdown:
        markdown.write_text(league_page.markdown(found), encoding="utf-8")
    if json:
        print_json(fields(found))
        return
    console.print(league_page.balance(found))
    table(f"{known.game}, {found.scenario}", league_page.HEADS, league_page.cells(found))


def _all(docs: Path | None, games: int, seed: int, crew: Crew, *, anew: bool, keep: bool) -> None:
    """The leagues of all titles and scenarios, and the page about them."""
    from shapan.lab import leagues

    if docs is None:
        raise ShapanError("the leagues of all games need a folder: --docs docs")
    folder = docs / "league"
    if games:
        leagues.play_on(folder, games, seed, crew, anew=anew, keep=keep, tell=progress_console.print)
    leagues.tell(docs)


def _kept(docs: Path, game: str, scenario: str | None, seed: int, *, anew: bool) -> tuple[Path, int]:
    """The table of one league in a folder, and the seed that it began with."""
    from shapan.lab import leagues

    path = leagues.table(docs / "league", game, scenario)
    return path, leagues.read(path).seed if path.exists() and not anew else seed


def _prove(known: League, games: int, crew: Crew, log: Path | None, quiet: bool) -> None:
    """What everybody scores against the staff as it is shipped."""
    from shapan.lab import proofs

    most = games * (len(known.rows) + len(known.columns))
    with progress(f"{known.game}: against the staff", most, quiet) as step:
        proofs.prove(known, games, crew, log, step)


def _recruit(known: League, who: str, generations: int, crew: Crew, log: Path | None, quiet: bool) -> None:
    """Search for a better officer; whoever holds is in the league from now on."""
    from shapan.lab import league as room
    from shapan.lab.recruits import Wanted, recruit

    if not known.games:
        raise ShapanError("there is no mixture yet to search against: play some games first, with --log")
    side, _, start = who.partition(":")
    trials = log.with_suffix(".trials") if log else None
    trial = recruit(known, Wanted(side, start, generations), crew, trials, None if quiet else progress_console.print)
    if log:
        room.save(known, log)
    if not quiet:
        verb = "joins the league" if trial.accepted else "does not hold"
        console.print(
            f"{trial.name} {verb}: {100 * trial.score:.0f} % of {trial.games} games on fresh dice, where "
            f"{100 * trial.mark:.0f} % was the mark",
            soft_wrap=True,
        )
