"""7, 8, 9, 11 Fire: from the declaration to those who fall, module by module.

==============  ====================================================================================================
``firing``      7.1, 7.3: a side declares the fire of a stage
``shooters``    7.2, 7.6: who may fire, with what, from where
``elements``    7.2: who fires together
``defence``     6.1: halted units fire before they are touched or overrun
``declared``    7.3: what has been declared and not yet resolved
``sighting``    S4, S16.2, S18: who sees whom
``aimed``       7.2: what can be fired at
``targets``     7.4, 7.5: which enemies they see and reach, and which they are bound to take
``resolving``   7.1, S8: when both sides have declared, unit by unit
``shooting``    7.2, 7.7: small arms at figures, into a beaten zone, at hulls; snipers
``covering``    7.9: covering fire
``markers``     7.9: where it lies
``artillery``   9.1 to 9.5: shells land, scatter and burst
``grenades``    11.1 to 11.3: grenades, through openings too
``scores``      7.10, 7.11: the score that each shot needs
``trials``      what a roll is: who, at what, range, cover, steps; the dice and the preview read the same
``cover``       8.2, 8.5, S5: what shelters a figure
``volley``      7.3: what all of them make: a list of shots; S8.10: how it ends
``noise``       S6.8: what can be heard, and from where
``hits``        7.3, 8.1 to 8.4, 4.3: dice to hit, whom they strike, confirmation, pins, bodyguards
==============  ====================================================================================================

What strikes a vehicle or vessel goes on in ``vessels/damage``; bombs and strafing begin in ``air/raids``.
"""
