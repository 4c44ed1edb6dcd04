"""The form of the database, step by step: see `benben.table.migrate`."""
