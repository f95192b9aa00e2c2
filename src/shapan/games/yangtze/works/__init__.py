"""S16.8, S17 What is neither fire nor movement: ``tasks`` is the work of halted figures, ``barricades`` and ``loads``
what they work at, ``people`` civilians and captives."""
