"""5.1 to 5.3, 6.2, S3, S7 How figures move; and what happens, module by module, when something moves.

A unit's card is chosen in ``orders/cards`` and says how far it may go. What it does under the card is planned in
``orders/plans``:

==============  ====================================================================================================
``ways``        S3: what a way costs, who is able to take it, what stops it; a unit that keeps its places
``marching``    5.1, 5.2: the order to march: the guide's way, ways of single figures, stairs
``formations``  S6.4: line, column, wedge or cluster about the guide
``horses``      S11: getting off and on, the last leg of a way
``charge``      5.3: whom a unit may charge; whom each of its figures goes for, and by which way
``hulks``       R71: round what the enemy drives and sails, or as far as to it
``vessels``     ``vessels/driving``, ``vessels/sailing``, ``vessels/riders``: the same for these and those aboard
``air``         ``air/flight``: the same for aircraft
==============  ====================================================================================================

Getting off and on is a leg of a way like any other: the gangway is the first of who comes off (R97), the last of who
goes aboard, and the saddle the last of a rider's (R116); who steps off what has moved, and captives, make their leg
when everybody else has come to rest (R117). Where anything is, ``place`` alone writes. How near to the enemy anybody
is before he has moved at all, set up or just arrived, ``clearance`` says.

Then everything moves, phase by phase of ``sequence``, and nobody is asked:

1.  3a, 13.4: vehicles that overrun drive (``vessels/overruns``).
2.  3b, 6.2: chargers make their minimum (``together.charge_minimum``); those aboard storm out first
    (``vessels/riders``).
3.  3c, 6.1: halted units fire at them (``fire/firing``).
4.  3d: everything else (``together.simultaneous_move``). Vehicles and vessels set out and aircraft fly
    (``vessels/carriers``), riders get off and others make for a hull (``vessels/riders``) or for their horses
    (``horses``), those who flee find their way (``melee/forced``), chargers take their man (``charge``), the others
    keep clear of what the enemy drives and sails (``standoff``).
5.  ``together.MoveTogether`` runs the ticks of 3b and 3d. At every beat carriers go on (``vessels/carriers``) and
    chargers look where their man has gone (``charge.pursue``). ``movers`` says who moves and where he is at a tick;
    ``segment`` is the tick itself: the 100 mm, walls (``standoff``), contact. ``lookout`` says when somebody has to
    look up, and ``interrupts`` what he sees and does: defensive fire, covering fire, snipers, ambushes. Then dice are
    asked for, and the segment goes on where it was.
6.  ``together.come_to_rest``: bases are settled (``settling``), who has come to the end of such a leg is on his
    horse, off it or aboard (``horses``, ``vessels/riders``). Then the last legs, watched like all others: riders step
    off what has moved (``vessels/riders``), captives follow (``works/people``).
7.  ``together.make_an_end``: those are settled too, loads follow (``works/loads``), and by agreement fugitives leave
    (``melee/forced``).

Later in the turn some move again: those who double up in melee (``melee/bouts``), who flee from it (``melee/forced``),
hulls in the current (``vessels/sailing``), swimmers (``vessels/swimming``).
"""
