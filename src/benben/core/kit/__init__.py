"""The kit: what games share beyond the contract. A game imports a module of it by its plain name."""
