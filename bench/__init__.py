"""Our speed beside that of our peers, measured in the same run on one core."""
