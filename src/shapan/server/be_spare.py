"""A process in reserve: ``python -m shapan.server.be_spare``, started by the keeper.

It has everything in memory that a house or the porch needs and waits for its errand: whichever of them ends, its
successor has already begun. To start one anew takes seconds on a busy machine.
"""

from __future__ import annotations

import os

from shapan.games import game as find_game
from shapan.games import games

from . import be_house, be_porch
from .errand import Errand, take


def serve(errand: Errand) -> None:
    """Be what is needed."""
    for number in errand.unused:
        os.close(number)
    (be_porch if errand.listen else be_house).serve(errand)


if __name__ == "__main__":
    for title in games():
        find_game(title)
    take(serve)
