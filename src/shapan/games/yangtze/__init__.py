"""Yanks Up the Yangtze. Chapters of the rulebook, and of its supplement (S), as modules and packages of modules.

Numbers are in ``data``, cases and rulings in ``rules.toml``. The docstring of ``movement`` says what happens when
something moves, that of ``fire`` what happens when somebody shoots.

1, S1             measuring, dice                       measure, dice
2                 game sequence                         sequence
3.1 to 3.10       forces and scenarios                  specs, book
4.1 to 4.6        command, field promotion              command, promotion
5.0, S6.1, S6.8   action cards and what goes with them  orders, orders/cards, orders/stances
5.0, S6.2         plans                                 orders/plans, orders/planned, orders/candidates
all               kept while a side declares or plans   orders/standstill
5.1 to 5.3        movement                              movement, movement/ways, movement/marching
5.3, S6.6         charges                               movement/charge, movement/hulks
5.3, S16.4        the 100 mm, walls                     movement/standoff
6.2, S7           everything moves together             movement/together, movement/movers, movement/segment
6.1, S7           what breaks into movement             movement/interrupts, movement/lookout, fire/defence
S2.3              bases do not overlap                  movement/settling, placing
S6.4              formations                            movement/formations
S11               mounted troops                        movement/horses
7.1 to 7.3        firing: who, when, together           fire, fire/firing, fire/declared, fire/shooters, fire/elements
7.4 to 7.6        targets and ranges                    fire/aimed, fire/targets
7.2, 7.7, S8      fire is resolved                      fire/resolving, fire/shooting, fire/volley
7.9               covering fire                         fire/covering, fire/markers
7.10, 7.11        scores to hit                         fire/scores, fire/trials
8.1 to 8.5, S5    confirming hits, cover                fire/hits, fire/cover
S4, S16.2, S18    line of sight                         fire/sighting
9.1 to 9.5        artillery                             fire/artillery
10.1, 10.2        bombs and strafing                    air, air/raids
10.3              anti-aircraft fire                    air/anti_air
S15.1 to S15.3    flight                                air/flight
11.1 to 11.3      grenades                              fire/grenades
12.1 to 12.3      damage to vehicles and vessels        vessels, vessels/damage, vessels/crews
13.1 to 13.2, S9  melee                                 melee, melee/bouts, melee/trials
S9, S16.4         contact                               contact
13.3, 14.1, 14.8  morale                                melee/morale, melee/trials
14.4, 14.6, S10   retreat and flight                    melee/forced, melee/running
13.4              vehicle overruns                      vessels/overruns
S12.1, S13        vehicles and trains                   vessels/driving, vessels/carriers
S12.3, S14.5      riders                                vessels/riders, vessels/gangways
S14.1, S14.4      vessels                               vessels/sailing
S14.6             boarding                              vessels/boarding, vessels/grappling
S14.7             swimming                              vessels/swimming
S16.8             barricades                            works, works/barricades
S17.6             loads, work                           works/loads, works/tasks
S17.1, S17.2      civilians and captives                works/people
S6.8              the alarm                             alarm, fire/noise
S14.9 to S17.7    the end of a turn                     ending
S19.1, S19.2      set-up and arrivals                   setup, zones, zones/points, zones/tried
S19.1             how near to the enemy                 movement/clearance
S19.3 to S19.5    objectives and victory                victory

all               what a player can say                 actions
all               a game in progress                    position, who, place, noted, fates, roster, scene
all               what is true of every position        invariants
all               the front door                        game
S6.7              what may be true for all one knows    imagine, lairs
none              what a staff officer would do         staff
none              how the game is shown                 show
none              is the data right?                    check
"""

from .game import Yangtze

GAME = Yangtze

__all__ = ["GAME"]
