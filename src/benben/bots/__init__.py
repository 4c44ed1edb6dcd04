"""Bots: they choose moves from a seat's view only."""
