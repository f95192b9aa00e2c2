"""What every game must pass, ours and yours.

::

    from shapan.testing import check_game, midgame, perft

    def test_my_game_keeps_its_promises() -> None:
        check_game(shapan.game("ford"))

============  ====================================================================================================
``battery``   ``check_game(game)``: all promises of the kernel, and what is missing or false in a game's files
``perft``     ``perft(pos, depth)``: how many ways there are to answer the next decisions, dice included: a number that
              changes when a rule does
``texts``     the sentences: every key has its text, every hole its word, nothing is left over
``citing``    the catalogue of cases: whole, honest about its code, cited correctly
``advice``    the staff: an answer to every decision, legal, with its reason, blind to what is hidden
``manners``   positions are packed, copied and shown as they should be
``board``     the Board document: whatever a View or a picture refers to is there
============  ====================================================================================================
"""

from .battery import check_game, complaints
from .perft import divide, midgame, perft

__all__ = ["check_game", "complaints", "divide", "midgame", "perft"]
