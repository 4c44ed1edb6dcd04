"""Reviews by the coach."""

from alembic import op
from sqlalchemy import Column, Float, String, Text

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "reviews",
        Column("id", String(64), primary_key=True),
        Column("data", Text, nullable=False),
        Column("made", Float, nullable=False),
    )
    op.create_index("reviews_made", "reviews", ["made"])
