"""`python -m shapan` is the same program as `shapan`."""

from shapan.cli import main

if __name__ == "__main__":
    main()
