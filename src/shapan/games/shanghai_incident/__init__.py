"""Shanghai Incident 1932: the exclusive rules, on the standard rules of Fire & Movement (cases 2 to 9).

Here stands what this title adds to the standard rules or answers differently; for everything else see the contents of
``shapan.mechanics.fire_and_movement``. Case by case, module by module::

    4.0                player turns, administrative phase, pause    sequence
    5.0                what else is done in a movement phase        movement
    7.0, 15.3, 16.3    what else happens in combat                  combat
    11.0               set-up; who controls a hex                   setup, control
    12.0               victory                                      victory
    13.1               the end of a turn; the steps of a pause      pauses
    13.1, 13.2, 13.4   reinforcements are called in secret          calls
    13.2, 13.6         they land, or enter the map                  reinforcements
    13.3, 13.7         replacements                                 replacements
    13.5               Chinese logistics                            logistics
    14.0               redeployment                                 redeployment
    15.0               fire support, rubble, aircraft               fire_support
    16.0               cavalry, engineers; snipers; trains          special_units, snipers, trains
    17.0               forts                                        forts
    18.0               the settlements                              settlements

    –                  what players say                             actions
    2.0, 10.3          map, counters and charts, compiled           book, sides
    –                  the position; what must hold in it           position, invariants
    13.1               the secret calls, dealt anew                 imagine
    –                  where all of this hangs together             game
    –                  what is drawn, listed and previewed          show
    –                  what an officer would do                     staff
    2.1, 20.0          whether the data are right                   check
"""

from .game import ShanghaiIncident

GAME = ShanghaiIncident

__all__ = ["GAME"]
