"""Deals that several tables share: of a day, and of a duplicate evening."""

from alembic import op
from sqlalchemy import Column, Float, ForeignKey, Integer, LargeBinary, String, Text

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "deals",
        Column("id", String(22), primary_key=True),
        Column("game", String(32), nullable=False),
        Column("players", Integer, nullable=False),
        Column("options", Text, nullable=False),
        Column("level", String(16), nullable=False),
        Column("seed", LargeBinary(32), nullable=False),
        Column("created", Float, nullable=False),
        Column("until", Float, nullable=False),
    )
    op.create_table(
        "deal_matches",
        Column("match", String(22), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        Column("deal", String(22), nullable=False),
        Column("kind", String(8), nullable=False),
        Column("player", String(22)),
        Column("number", Integer, nullable=False),
        Column("outcome", Text),
    )
    op.create_index("deal_matches_player", "deal_matches", ["deal", "player"], unique=True)
