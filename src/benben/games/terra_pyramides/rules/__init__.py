"""The rules of Terra Pyramides: kernels only."""
