"""Commands for whoever runs a server: admin, backup, restore."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from .output import Json, print_json, table

if TYPE_CHECKING:
    from shapan.server.admin import Admin

T = TypeVar("T")
Database = Annotated[str | None, typer.Option("--db", help="The server's database URL; its usual file if none.")]
GameId = Annotated[str, typer.Argument(help="The id of a game.")]
Account = Annotated[str, typer.Argument(help="The name of an account.")]

admin = typer.Typer(help="Look after the games and players of a server, also while it runs.", no_args_is_help=True)


def add_to(app: typer.Typer) -> None:
    commands: tuple[Callable[..., None], ...] = (games, close, delete, ban, password, logout, export, erase, tidy)
    for command in commands:
        admin.command()(command)
    app.command()(backup)
    app.command()(restore)
    app.add_typer(admin, name="admin")


def _with(db: str | None, work: Callable[[Admin], Awaitable[T]]) -> T:
    from shapan.server.admin import opened

    async def run() -> T:
        async with opened(_database(db)) as hand:
            return await work(hand)

    return asyncio.run(run())


def _database(db: str | None) -> str:
    from shapan.server.settings import default_database

    return db or default_database()


def backup(
    path: Annotated[Path, typer.Argument(help="The file to write.")], db: Database = None, json: Json = False
) -> None:
    """Save everything that a server keeps in one file, also while it runs."""
    from shapan.server.backup import save

    _counted(save(_database(db), path), json)


def restore(
    path: Annotated[Path, typer.Argument(help="A file that `shapan backup` wrote.")],
    db: Database = None,
    json: Json = False,
) -> None:
    """Fill an empty database, SQLite or PostgreSQL, from a backup."""
    from shapan.server.backup import restore as fill

    _counted(fill(_database(db), path), json)


def _counted(counts: dict[str, int], json: bool) -> None:
    if json:
        print_json(counts)
    else:
        typer.echo(", ".join(f"{name} {count}" for name, count in counts.items()) or "nothing")


def games(
    title: Annotated[str | None, typer.Option(help="Of this title.")] = None,
    status: Annotated[str | None, typer.Option(help="waiting, running, over or archived.")] = None,
    player: Annotated[str | None, typer.Option(help="With a seat of this account.")] = None,
    idle: Annotated[int, typer.Option(min=0, help="Without anything new for so many days.")] = 0,
    db: Database = None,
    json: Json = False,
) -> None:
    """Find games."""
    rows = _with(db, lambda hand: hand.games(title, status, player, idle))
    if json:
        print_json(rows)
    else:
        heads = list(rows[0]) if rows else ["id"]
        table(f"{len(rows)} games", heads, [list(row.values()) for row in rows])


def close(game: GameId, db: Database = None) -> None:
    """Close a table: nobody plays on, and what was played can be looked at."""
    _with(db, lambda hand: hand.close(game))


def delete(game: GameId, db: Database = None) -> None:
    """Delete a game with everything in it."""
    _with(db, lambda hand: hand.delete(game))


def ban(
    account: Account,
    lift: Annotated[bool, typer.Option("--lift", help="Open the account again.")] = False,
    db: Database = None,
) -> None:
    """Close an account: it is logged out everywhere and cannot log in."""
    _with(db, lambda hand: hand.ban(account, lift=lift))


def password(account: Account, db: Database = None) -> None:
    """Give an account a new password, which is printed, and log it out everywhere."""
    typer.echo(_with(db, lambda hand: hand.reset_password(account)))


def logout(account: Account, db: Database = None) -> None:
    """Log an account out everywhere."""
    typer.echo(f"{_with(db, lambda hand: hand.log_out(account))} sessions ended")


def export(account: Account, db: Database = None) -> None:
    """Print everything that is kept about a person, as JSON."""
    print_json(_with(db, lambda hand: hand.export(account)))


def erase(account: Account, db: Database = None) -> None:
    """Erase a person: account, sessions, chat and names. Seats become free."""
    _with(db, lambda hand: hand.erase(account))


def tidy(
    guests: Annotated[int, typer.Option(min=1, help="Days without a game after which a guest is forgotten.")] = 90,
    invitations: Annotated[int, typer.Option(min=1, help="Days after which nobody will come any more.")] = 30,
    db: Database = None,
    json: Json = False,
) -> None:
    """Clear away guests and invitations that nobody came back to."""
    _counted(_with(db, lambda hand: hand.tidy(guests, invitations)), json)
