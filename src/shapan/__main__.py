"""The program `shapan`, and `python -m shapan`."""

import sys

from shapan.kernel.extras import advice


def main() -> None:
    """Run a command; where the command line is not installed, say how to get it."""
    try:
        from shapan.cli import main as run  # noqa: PLC0415  it may not be there
    except ModuleNotFoundError as error:
        told = advice(error)
        if told is None:
            raise
        print(f"shapan: {told}", file=sys.stderr)
        sys.exit(2)
    run()


if __name__ == "__main__":
    main()
