"""The rules of Pyramido: kernels, and plain functions that only read a state."""
