"""The rules of Pyramids: kernels only."""
