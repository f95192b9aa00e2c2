"""The command line: one command per thing a person wants to do."""

from typing import Annotated

import typer

from shapan import __version__

app = typer.Typer(name="shapan", no_args_is_help=True, add_completion=False)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"shapan {__version__}")
        raise typer.Exit


@app.callback()
def shapan(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Play historical wargames with every rule enforced."""


def main() -> None:
    app()
