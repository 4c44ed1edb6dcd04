"""Matches, seats, events, leases. Tables that are already there, made before there were steps, are kept as they are."""

from alembic import op
from sqlalchemy import Column, Float, ForeignKey, Integer, LargeBinary, String, Text

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "matches",
        Column("id", String(22), primary_key=True),
        Column("game", String(32), nullable=False),
        Column("rules", Integer, nullable=False),
        Column("box", String(64), nullable=False),
        Column("players", Integer, nullable=False),
        Column("options", Text, nullable=False),
        Column("seed", LargeBinary(32), nullable=False),
        Column("rematch_of", String(22)),
        Column("created", Float, nullable=False),
        Column("ended", Float),
        if_not_exists=True,
    )
    op.create_table(
        "seats",
        Column("match", String(22), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        Column("seat", Integer, primary_key=True),
        Column("key", LargeBinary(32), nullable=False, unique=True),
        if_not_exists=True,
    )
    op.create_table(
        "events",
        Column("match", String(22), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("kind", String(8), nullable=False),
        Column("seat", Integer, nullable=False),
        Column("move", Integer),
        Column("text", Text),
        Column("time", Float, nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "leases",
        Column("match", String(22), primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("worker", String(36), nullable=False),
        Column("until", Float, nullable=False),
        if_not_exists=True,
    )
    op.create_index("matches_running", "matches", ["ended"], if_not_exists=True)
    op.create_index("matches_rematch", "matches", ["rematch_of"], if_not_exists=True)
