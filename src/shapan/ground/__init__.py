"""The kinds of board a game may be played on. Ground knows geometry and movement, never a game."""
