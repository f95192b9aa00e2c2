"""Commands that play or show a game: play, serve, replay, verify, demo."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer
from rich.markup import escape

from shapan.games import game as find
from shapan.kernel import DICE, SPECTATOR, Event, Match, Record, Referee

from .output import Json, Seed, console, print_json


def add_to(app: typer.Typer) -> None:
    for command in (play, serve, replay, verify, demo):
        app.command()(command)


Host = Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets other machines in.")]
Port = Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")]
Database = Annotated[str | None, typer.Option("--db", help="Where games are kept: a database URL; a file if none.")]


def play(host: Host = "127.0.0.1", port: Port = 8000, db: Database = None, browser: bool = True) -> None:
    """Play in the browser: start the server on this machine and open the page."""
    from shapan.server.command import play as run

    run(host, port, db, browser=browser)


def serve(
    host: Annotated[str | None, typer.Option(help="The address to listen on: 127.0.0.1 if none.")] = None,
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="The port to listen on: 8000 if none.")] = None,
    db: Database = None,
    https: Annotated[
        bool | None, typer.Option(help="Players come by https: cookies are sent over nothing else.")
    ] = None,
    proxy: Annotated[str | None, typer.Option(help="Proxies whose X-Forwarded headers are believed.")] = None,
    origin: Annotated[list[str] | None, typer.Option(help="A further origin that pages may come from.")] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, max=64, help="How many processes own games; more than one needs PostgreSQL.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="A TOML file of settings.")] = None,
    print_config: Annotated[bool, typer.Option("--print-config", help="Print all settings and stop.")] = False,
) -> None:
    """Run a server for others to play on; docs/deployment.md tells how."""
    from shapan.server.command import run
    from shapan.server.config import load_here, shown

    given = {"host": host, "port": port, "database": db, "https": https, "proxy": proxy, "processes": processes}
    found = load_here(config, {**given, "origins": origin or None})
    if print_config:
        typer.echo(shown(found))
    else:
        run(found.settings, found.host, found.port, found.proxy)


def replay(
    file: Annotated[Path, typer.Argument(help="A record.")],
    to: Annotated[int | None, typer.Option(min=0, help="Stop after so many actions.")] = None,
    verify: Annotated[bool, typer.Option(help="Prove every roll from the published seed.")] = False,
    quiet: Annotated[bool, typer.Option(help="Only the final position, not the log.")] = False,
    json: Json = False,
) -> None:
    """Play a record again and show its log, with the case behind every line."""
    record = Record.load(file)
    events: list[Event] = []
    pos = record.replay(to, events.append)
    if verify:
        record.verify()
    if json:
        view = pos.view(SPECTATOR)
        print_json({"actions": len(record) if to is None else to, "result": record.result, "view": view})
        return
    if not quiet:
        for event in events:
            console.print(_line(record.game, event), highlight=False)
    _show_state(record.game, pos)
    if verify:
        console.print("[green]every roll is the one that the published seed gives[/green]")


def verify(
    file: Annotated[Path, typer.Argument(help="A record with its seed, as a game gives it when it is over.")],
    json: Json = False,
) -> None:
    """Prove a record: every action legal, every roll the one that the seed and the players' parts of it give."""
    record = Record.load(file)
    record.verify()
    rolls = sum(author == DICE for author, _ in record.moves)
    shares = {side: "shown" if share.part else "left out" for side, share in record.shares.items()}
    stand = len(record.standing)
    if json:
        found = {"proved": True, "actions": len(record), "standing": stand, "rolls": rolls, "shares": shares}
        print_json({**found, "result": record.result})
        return
    console.print(f"the seed is the one that was committed to: {record.commitment}", highlight=False)
    for side, how in shares.items():
        told = "is the one that was committed to" if how == "shown" else "was not shown in time and is left out"
        console.print(f"the part that {side} added to it {told}", highlight=False)
    if stand:
        console.print(f"{stand} of the actions stand by an older reading of the rules, as the players agreed")
    legal = f"{len(record) - stand} other" if stand else f"all {len(record)}"
    console.print(f"[green]{legal} actions are legal, all {rolls} rolls are as these give them[/green]")


def _line(game: Any, event: Event) -> str:
    return f"[dim]{game.rules.short} {event.case:>5}[/dim]  {escape(game.say(event.key, event.params))}"


def _show_state(game: Any, pos: Any) -> None:
    if pos.outcome:
        why = game.say(pos.outcome.key, {})
        console.print(f"[bold]{pos.outcome.winner or 'nobody'} wins[/bold] ({pos.outcome.case}): {why}")
    else:
        decision = pos.decision
        asked = game.say(decision.prompt, decision.params)
        console.print(f"turn {pos.turn}: {decision.actor} to decide ({decision.case}): {asked}")


def demo(
    game: Annotated[str, typer.Argument(help="A game, such as mukden.")] = "mukden",
    seed: Seed = 1905,
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder for the map and the record.")] = Path("out"),
) -> None:
    """Play a demonstration game in the terminal and draw the final map."""
    from shapan.draw import write_picture

    title = find(game)
    match = Match(title, referee=Referee(seed), players=dict.fromkeys(title.sides_in(), "random"))
    rng = Random(seed)
    console.print(f"[bold]{title.title}[/bold]: random players, seed {seed}")
    console.print(f"commitment to the dice: {match.referee.commitment}")
    turn = 0
    events: list[Event] = []
    with console.status("") as status:
        while match.position.outcome is None:
            match.roll(events.append)
            pos = match.position
            if pos.outcome is None:
                match.push(pos.options().sample(rng), events.append)
            if match.position.turn != turn:
                turn = match.position.turn
                console.print(f"turn {turn}: {len(match.record)} actions so far")
            status.update(f"turn {turn}, {len(match.record)} actions")
    for event in events[-12:]:
        console.print(_line(title, event), highlight=False)
    output.mkdir(parents=True, exist_ok=True)
    _show_state(title, match.position)
    match.record.save(output / f"{game}.record")
    write_picture(output / f"{game}.svg", title.board(), match.position.view(SPECTATOR))
    console.print(f"wrote {output / f'{game}.svg'} (the final map) and {output / f'{game}.record'}")
    console.print(f"check every roll with: shapan verify {output / f'{game}.record'}")
