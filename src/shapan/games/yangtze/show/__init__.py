"""What can be seen: the ``board`` of a scenario and the ``ground`` on it, and a side's ``view`` of a game with its
``pieces``, ``boxes``, ``marks`` and ``ledgers``, the ``preview`` of a shot and the ``aids`` around a unit.
``knowledge`` says what a side knows of the units of the other."""
