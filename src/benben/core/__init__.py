"""The game-independent engine: states, kernels, positions, shuffles, match records."""
