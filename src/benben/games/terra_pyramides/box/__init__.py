"""What is in the box of Terra Pyramides."""
