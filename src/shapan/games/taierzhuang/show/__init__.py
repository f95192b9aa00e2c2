"""What is shown: the board, a side's view of the position with its ``boxes`` and ``ledgers``, the ``preview``.

``board`` holds everything that never changes during a game, ``view`` what a side may know now. ``spaces`` says where
counters lie in an area. Nothing here decides a rule: what may be seen of a hand or a cup follows 5.1.
"""
