"""What is in the box of Pyramids."""
