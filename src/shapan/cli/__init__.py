"""The command line: one command per thing a person wants to do.

Commands import their rooms when they are called, so that ``shapan --help`` stays quick. A mistake of the user is told
in one line with exit code 2, never with a traceback; with ``--strict`` a command exits with 1 while anything is amiss.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from typer.exceptions import TyperException

from shapan import __version__
from shapan.kernel import Refusal, ShapanError
from shapan.kernel.extras import advice

from . import contest, laboratory, league, library, play, research, running

app = typer.Typer(name="shapan", invoke_without_command=True, add_completion=False, pretty_exceptions_enable=False)
library.add_to(app)
play.add_to(app)
laboratory.add_to(app)
contest.add_to(app)
league.add_to(app)
research.add_to(app)
running.add_to(app)

EXIT_MISTAKE = 2
EXIT_INTERRUPTED = 130


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"shapan {__version__}")
        raise typer.Exit


@app.callback()
def shapan(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Play historical wargames with every rule enforced."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main() -> None:
    """Run a command; mistakes become one line."""
    try:
        code = app(standalone_mode=False) or 0
    except (ShapanError, Refusal) as error:
        code = _mistake(str(error))
    except TyperException as error:  # a wrong option or argument
        code = _mistake(f"{error.format_message()} (shapan COMMAND --help tells more)")
    except ModuleNotFoundError as error:  # a room whose extra is not installed
        told = advice(error)
        if told is None:
            raise
        code = _mistake(told)
    except OSError as error:
        code = _mistake(f"{error.filename}: {error.strerror or error}" if error.filename else str(error))
    if code == EXIT_INTERRUPTED:
        typer.echo("shapan: stopped", err=True)
    sys.exit(code)


def _mistake(message: str) -> int:
    typer.echo(f"shapan: {' '.join(message.split())}", err=True)
    return EXIT_MISTAKE
