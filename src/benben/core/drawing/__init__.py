"""The drawing kit: materials, places, panels. What pictures of all games are made of; it knows no game."""
