"""The command line: one command per thing a person wants to do.

Commands import their rooms when they are called, so that ``shapan --help`` stays quick. A mistake of the user is told
in one line with exit code 2, never with a traceback; with ``--strict`` a command exits with 1 while anything is amiss.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from shapan import __version__
from shapan.kernel import Refusal, ShapanError

from . import laboratory, library, play

app = typer.Typer(name="shapan", no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)
library.add_to(app)
play.add_to(app)
laboratory.add_to(app)

EXIT_MISTAKE = 2
EXIT_INTERRUPTED = 130


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
    """Run a command; mistakes become one line."""
    try:
        app()
    except (ShapanError, Refusal) as error:
        typer.echo(f"shapan: {error}", err=True)
        sys.exit(EXIT_MISTAKE)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except KeyboardInterrupt:
        typer.echo("shapan: stopped", err=True)
        sys.exit(EXIT_INTERRUPTED)
