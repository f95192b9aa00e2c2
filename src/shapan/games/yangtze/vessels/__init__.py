"""12, 13.4, S12 to S14 Vehicles, trains, ships and boats, and the people in them.

``driving`` and ``sailing`` say how they move, ``carriers`` moves them with everybody else, ``overruns`` before it.
``crews`` says whether somebody works them, ``riders`` who gets on and off, ``gangways`` where and at what cost,
``grappling`` who is in contact where hulls lie alongside, ``boarding`` who takes them from whom, ``damage`` what hits
do to them, and ``swimming`` what becomes of people in the water.
"""
