"""Mukden as others see it: the ``board``, the ``view`` of each side with its ``boxes`` and ``ledgers``, and in
``preview`` what an attack being put together would do."""
