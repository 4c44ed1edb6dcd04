"""The tables of the database: a match is its setup, its seed and an append-only list of events.

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
    Column("id", String(22), primary_key=True),  # public: part of every URL
    Column("game", String(32), nullable=False),
    Column("rules", Integer, nullable=False),  # version of the game's rules
    Column("box", String(64), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("seed", LargeBinary(32), nullable=False),  # never leaves the server while the match goes on
    Column("rematch_of", String(22)),
    Column("created", Float, nullable=False),
    Column("ended", Float),  # NULL while the match goes on
    Column("bot_due", Integer),  # the event that a bot is to answer, or NULL; a hint for table.bot_runner
)

seats = Table(
    "seats",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("key", LargeBinary(32), nullable=False),  # SHA-256 of the seat's secret; moves along in a rematch
)

events = Table(
    "events",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),  # from 1 without gaps; of two writers one fails
    Column("kind", String(8), nullable=False),  # see table.match
    Column("seat", Integer, nullable=False),
    Column("move", Integer),  # number of the move
    Column("text", Text),  # JSON of an occupant or of table options
    Column("time", Float, nullable=False),
    postgresql_partition_by='HASH ("match")',
)

# The worker that thinks for a bot. Saves work but is no lock: the unique event number decides which move counts.
leases = Table(
    "leases",
    metadata,
    Column("match", String(22), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("worker", String(36), nullable=False),
    Column("until", Float, nullable=False),
)

# What the host wants to know and no process remembers.
facts = Table("facts", metadata, Column("name", String(32), primary_key=True), Column("value", Float, nullable=False))

# Who is told that it is a seat's turn: browsers by Web Push, chats by a webhook.
notices = Table(
    "notices",
    metadata,
    Column("id", String(64), primary_key=True),  # hash of match, kind, seat and address
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
    Column("kind", String(8), nullable=False),  # push, webhook
    Column("seat", Integer, nullable=False),  # -1: all seats
    Column("address", Text, nullable=False),
    Column("data", Text, nullable=False),  # JSON: keys of the browser, language, address of the server
    Column("number", Integer, nullable=False),  # the last event that was told: of several processes one tells it
)

# Keys of the server itself, such as the one that signs its Web Push messages.
keys = Table("keys", metadata, Column("name", String(32), primary_key=True), Column("value", Text, nullable=False))

# Reviews by the coach, kept because they take seconds to make.
reviews = Table(
    "reviews",
    metadata,
    Column("id", String(64), primary_key=True),  # hash of the match, the level and the version of the coach
    Column("data", Text, nullable=False),  # JSON
    Column("made", Float, nullable=False),
)

# A deal that several tables share: that of a day, or that of a duplicate evening.
deals = Table(
    "deals",
    metadata,
    Column("id", String(22), primary_key=True),  # a date, or the random id of an evening
    Column("game", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("level", String(16), nullable=False),  # of the bots; empty if there are none
    Column("seed", LargeBinary(32), nullable=False),  # never leaves the server before the deal is over
    Column("created", Float, nullable=False),
    Column("until", Float, nullable=False),  # over at this time at the latest
)

# The matches with such a deal.
deal_matches = Table(
    "deal_matches",
    metadata,
    Column("match", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("deal", String(22), nullable=False),
    Column("kind", String(8), nullable=False),  # counted, practice, master, table
    Column("player", String(22)),  # identifies the browser for this attempt only
    Column("number", Integer, nullable=False),  # of the table in an evening
    Column("outcome", Text),  # JSON, once the match is over and somebody has asked
)

Index("deal_matches_player", deal_matches.c.deal, deal_matches.c.player, unique=True)  # NULLs are all different
Index("reviews_made", reviews.c.made)
Index("notices_match", notices.c.match)
Index("matches_running", matches.c.ended)
Index("matches_rematch", matches.c.rematch_of, unique=True)
Index("matches_bot_due", matches.c.bot_due)
