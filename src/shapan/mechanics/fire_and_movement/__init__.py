"""The standard rules of the Fire & Movement series (cases 1 to 9), without any title's exclusive rules.

A title brings its data, subclasses the book and the position of this package, and answers there the questions that its
exclusive rules answer differently: which hexes are closed, what a step costs, what stands in a hex besides units, what
happens on entering one. The steps of the modules below then play the standard procedure.

===============  ====================================================================================================
``actions``      what players say under the standard rules
``book``         2.0 units, 5.2 and 7.4 terrain, 7.6 table: the data, compiled
``position``     the position, and the questions that exclusive rules answer
``sequence``     4.0 the player turn, as the data orders it
``journeys``     5.2, 5.3, 6.1 what every kind of movement has in common
``ways``         5.1, 6.1 who may move where: minimum moves, infiltration, zones of control
``movement``     4.1 the movement phases
``stacking``     5.3
``terms``        7.2 what a battle is, as the frames of its steps carry it
``battle``       7.3 to 7.5 the differential
``combat``       7.0 to 7.2 declaring and supporting attacks; 8.4 bombardment
``resolution``   7.6 the die and what follows
``exchange``     7.6 exchanges
``retreat``      7.7 where a stack may retreat to
``resistance``   7.8 stiff resistance, and the step in which stacks resist or retreat
``advance``      7.9
``support``      8.0 support fire markers
``misplaced``    what belongs to a combat, when there is none
===============  ====================================================================================================
"""
