"""What is stored: a match is its set-up, its seed and an append-only list of events. Nothing else is true.

A change here needs a step in `migrations/versions`; a test compares the two.
"""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

matches = Table(
    "matches",
    metadata,
    Column("id", String(22), primary_key=True),  # public: it is in every address
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False),  # the version of the rules it is played by
    Column("box", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("seed", LargeBinary(32), nullable=False),  # never leaves the server while the match goes on
    Column("rematch_of", String(22)),
    Column("created", Float, nullable=False),
    Column("ended", Float),  # when it was over; empty while it goes on
    Column("bot_due", Integer),  # a bot is to answer this event; empty where none is. A hint: see table.movers
)

seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("key", LargeBinary(32), nullable=False),  # SHA-256 of the secret in the seat's link; the same in a rematch
)

events = Table(
    "events",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1, without gaps: two writers cannot both have it
    Column("kind", String(8), nullable=False),  # see table.match
    Column("seat", Integer, nullable=False),
    Column("move", Integer),  # of a move: its number
    Column("text", Text),  # of a sitting: JSON
    Column("time", Float, nullable=False),
)

# Who is thinking for a bot. A hint that saves work, not a lock: the number of the event decides whose move counts.
leases = Table(
    "leases",
    metadata,
    Column("match", String(22), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("worker", String(36), nullable=False),
    Column("until", Float, nullable=False),
)

Index("matches_running", matches.c.ended)
Index("matches_rematch", matches.c.rematch_of, unique=True)
Index("matches_bot_due", matches.c.bot_due)
