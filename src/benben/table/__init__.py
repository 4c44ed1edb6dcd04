"""The table: matches that people and bots play together, kept so that nobody can lose them or peek into them."""
