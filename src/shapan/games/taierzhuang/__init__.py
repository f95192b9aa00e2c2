"""Storm Over Taierzhuang: areas, alternating impulses, hands of secret chits.

The rules, chapter by chapter of the book:

2.0 to 2.4      units, map, charts, track: the data compiled               book
2.0             two dice                                                   dice
3.0 to 3.2      preparation and deployment; 12.8 historical set-up         setup
4.0             sequence of play, Random Events, initiative, End Phase     sequence
5.0, 5.1, 5.3   Tactical Chits: what each does, hands, cups, discards      chits
5.2, 6.1, 6.2   moments at which a side may use a chit or pay one          windows
5.2, 11.0       artillery, aircraft, Will of the Emperor; 12.5             bombardment
5.2, 11.0       Banzai, Night Attack, Resolute Defenders Case 1            assault
5.2             PaK 36                                                     anti_tank
6.0 to 6.2      reinforcements: the rolls, and what chits buy              reinforcements
6.0 to 6.2      reinforcements: units are drawn and placed                 deployment
6.3, 6.4        supply; Guerrillas and Air Drop                            supply
7.0             player impulse: one action, or a pass                      impulse
4.0, 7.0        where an action belongs that no impulse begins with        misplaced
7.0             which units act together; Li Tsung Jen's Command           squads
7.0             how an action ends                                         closing
7.1             Movement action                                            movement
7.1.1, 11.0     movement costs and limits                                  ways
7.1.2           stacking                                                   stacking
7.2, 7.2.1      Fire action: who may fire at what                          fire
7.2.2           an attack by units is announced                            attack
7.2.2, 7.3      totals, dice, Human Waves; Resolute Defenders Case 2       combat
7.4             applying Damage Points                                     damage
8.0             retreats                                                   retreats
9.0             control                                                    control
10.0 to 10.2    victory                                                    victory
12.6            infiltration                                               infiltration
12.7            concentration                                              concentration

And what every game has:

–               what players say                                           actions
–               what a position holds, and what must always be true of it  position, sides, invariants
5.1             what a side could believe of the other's chits             imagine
–               switches, set-up, the steps: where all hangs together      game
–               how a staff officer plays                                  staff
–               board, view, previews                                      show
–               the data against what is known of the sheets               check
"""

from .game import Taierzhuang

GAME = Taierzhuang

__all__ = ["GAME"]
