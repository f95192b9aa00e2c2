"""The Shanghai-Nanking Campaign 1937, chapter by chapter.

Numbers are in ``data`` (2.0, 13.0), cases and rulings in ``rules.toml``, every sentence in ``texts.toml``.

2.0           map, counters, charts: the compiled data                 book
3.1           set-up                                                   setup
3.2, 9.1      hex control, and the garrisons that come with a city     control
4.0           how to win                                               victory
5.0           turn sequence and plans                                  sequence
6.0, 6.2      stacking limits and when they are checked                stacking
6.3           fog of war, and a world that a side could believe in     fog, imagine
6.4           the order within a stack                                 restacking
7.0           zones of control, lines of communication                 zones
8.0 to 8.2    Chinese reinforcements, by road and rail                 reinforcements
8.3, 8.4      Japanese replacements; who lands where                   landings
8.4, 8.4.1    landing combat, retreats, the 10th Army inland           beaches
9.0, 7.2      movement of a unit                                       movement
5.3, 9.0      an Operations Phase of movement                          move_phase
9.2 to 9.5    terrain, and what else is read from the map              terrain
9.6           overrun                                                  overrun
10.0 to 10.4  who attacks, strength, odds and shifts                   combat
10.1, 6.3     a combat under way: the steps that all kinds share       battle
10.5          the roll                                                 strike
10.5.2, 8.1   losses, and what becomes of eliminated units             losses
10.5.3        advance after combat                                     advance
11.1 to 11.4  fire support, Chinese air support, naval gunfire         fire_support
11.2          air interdiction                                         interdiction
–             what players say                                         actions
–             a game in progress, its sides, what it can never become  position, sides, invariants
–             the front door, where everything hangs together          game
–             officers who advise, judge and estimate                  staff
–             board, view, previews, boxes, ledgers                    show
–             data held against the evidence                           check
"""

from .game import ShanghaiNanking

GAME = ShanghaiNanking

__all__ = ["GAME"]
