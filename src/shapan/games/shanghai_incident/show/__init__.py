"""What a client draws of Shanghai Incident: the ``board``, and the ``view`` of a side with its ``boxes``,
``ledgers`` and what a ``preview`` tells."""
