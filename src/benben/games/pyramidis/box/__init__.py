"""What is in the box of Pyramidis."""
