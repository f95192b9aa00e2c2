"""How commands speak: tables for people, one JSON document for programs, progress for long work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from shapan.lab.crews import Ground

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with 1 while anything is not as it should be.")]
Name = Annotated[str, typer.Argument(help="A game, such as mukden.")]
Games = Annotated[int, typer.Option(min=1, help="How many games.")]
Jobs = Annotated[int, typer.Option(min=1, help="How many work side by side.")]
On = Annotated[Ground, typer.Option(help="Where: in processes of this machine, or on a Ray cluster.")]
Address = Annotated[str | None, typer.Option(help="Of the Ray cluster; without one it is started on this machine.")]
Log = Annotated[Path | None, typer.Option(help="Keep the games here; a second run goes on where this one stopped.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same games.")]

console = Console()
progress_console = Console(stderr=True)


def print_json(document: Any) -> None:
    """One JSON document on standard output."""
    typer.echo(msgspec.json.format(msgspec.json.encode(document, enc_hook=_plain), indent=2).decode())


def _plain(value: Any) -> Any:
    if isinstance(value, frozenset | set):
        return sorted(value)
    raise TypeError(type(value).__name__)


def table(title: str, heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """A table for people."""
    shown = Table(title=title, title_justify="left", header_style="bold")
    for head in heads:
        shown.add_column(head, overflow="fold")
    for row in rows:
        shown.add_row(*(escape(str(cell)) for cell in row))
    console.print(shown)


@contextmanager
def progress(title: str, total: int, quiet: bool = False) -> Iterator[Callable[[int], None]]:
    """How far long work has come, on standard error; gives a function that takes the number done so far.

    A person at a terminal sees a bar; a log file gets a line for every tenth.
    """
    if not quiet and not progress_console.is_terminal:
        yield _tenths(title, total)
        return
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[note]}"),
    )
    with Progress(*columns, console=progress_console, disable=quiet, transient=True) as bar:
        task = bar.add_task(title, total=total, note="")
        yield lambda done: bar.update(task, completed=done)


def _tenths(title: str, total: int) -> Callable[[int], None]:
    """Writes a line whenever another tenth of the work is done."""
    told = 0

    def done(count: int) -> None:
        nonlocal told
        if (tenth := 10 * count // max(total, 1)) > told:
            told = tenth
            typer.echo(f"{title}: {count} of {total}", err=True)

    return done


def fields(report: Any) -> dict[str, Any]:
    """The fields of a structure, to be printed with more beside them."""
    return {name: getattr(report, name) for name in type(report).__struct_fields__}


def fail() -> NoReturn:
    """Something that a strict command checks is not as it should be."""
    raise typer.Exit(1)
