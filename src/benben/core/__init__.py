"""What every game is made of: states, kernels, positions, shuffles, match records. Knows no game."""
