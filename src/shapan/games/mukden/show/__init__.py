"""Mukden as others see it: the board, the view of each side, and what an attack being put together would do."""
