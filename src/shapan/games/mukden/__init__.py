"""Mukden 1905. One module per chapter of the rulebook; numbers are in ``data``, cases and rulings in ``rules.toml``.

1.0 to 3.2    components, set-up                        book, position, sides, game
3.3 to 4.5    hex control, how to win                   victory
5.0 to 5.7    turn sequence                             sequence
5.5           alternating actions                       alternation
6.0, 6.1      stacking                                  stacking
6.2           fog of war: what is seen, what may be so  fog, imagine
6.2           the order within a stack                  restacking
7.0 to 7.6    zones of control, communication           zones
8.0 to 8.4    movement, forced march                    movement
9.0 to 9.3    attacks and who takes part                combat
9.3           a combat action under way                 battle
9.4 to 9.6    differential, column shifts               odds
9.7, 9.8      bombardment, the roll                     combat
9.9, 9.10     losses                                    losses
9.11, 9.12    advance after combat, momentum attacks    advance
9.13          probing attacks                           probing

–             what a player can say                     actions
–             what is true of every position            invariants
–             what a staff officer would do             staff
–             how the game is shown                     show
–             is the data right?                        check
"""

from .game import Mukden

GAME = Mukden

__all__ = ["GAME"]
