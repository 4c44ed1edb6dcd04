"""A package, not just a folder: the one that pgx installs under this name would hide a folder."""
