"""What players see of the Shanghai-Nanking Campaign: the ``board``, the ``view`` with its ``boxes`` and
``ledgers``, the ``preview`` of what is being put together, and what may lie ``unseen`` in a stack."""
