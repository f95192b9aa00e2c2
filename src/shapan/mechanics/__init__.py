"""What several games share, parameterised by data and never by the name of a game."""
