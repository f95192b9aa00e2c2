"""What players see of the Shanghai-Nanking Campaign: the ``board``, the ``view`` with its ``boxes`` and
``ledgers``, the ``preview`` of what is being put together, other ``rolls``, ``warnings`` before it is too late, and
what may lie ``unseen`` in a stack."""
