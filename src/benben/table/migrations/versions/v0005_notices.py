"""Notices of turns, and keys of the server."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, String, Text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "notices",
        Column("id", String(64), primary_key=True),
        Column("match", String(22), ForeignKey("matches.id", ondelete="CASCADE"), nullable=False),
        Column("kind", String(8), nullable=False),
        Column("seat", Integer, nullable=False),
        Column("address", Text, nullable=False),
        Column("data", Text, nullable=False),
        Column("number", Integer, nullable=False),
    )
    op.create_index("notices_match", "notices", ["match"])
    op.create_table("keys", Column("name", String(32), primary_key=True), Column("value", Text, nullable=False))
