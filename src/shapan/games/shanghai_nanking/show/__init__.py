"""What players see of the Shanghai-Nanking Campaign: the ``board``, the ``view`` with its ``boxes`` and
``ledgers``, and the ``preview`` of what is being put together."""
