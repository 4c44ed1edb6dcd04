"""Bots: they see what their seat may see, and choose."""
