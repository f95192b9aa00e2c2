"""The server: games in the browser, alone, face to face or across the world. It knows no game and tells no secret."""
