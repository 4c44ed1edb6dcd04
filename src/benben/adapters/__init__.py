"""Environments of other libraries over positions and batches (extra `research`).

`pettingzoo`: all seats, one agent each. `gymnasium`: one seat against given players. `vector`: many matches at once.
`open_spiel`: the games for OpenSpiel, with explicit chance. `language`: matches as text, for language models.

Whatever an environment shows to a seat is made from that seat's veiled record: see `observation`.
"""
