"""The rules of Pyramidis: kernels only."""
