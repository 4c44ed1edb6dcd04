"""What is in the box of Pyramido."""
