"""PostgreSQL: events partitioned by match, which spreads locks and vacuuming and keeps a distributed database possible.
Facts: what the host wants to know, such as the time of the last backup."""

from alembic import op
from sqlalchemy import Column, Float, String

revision = "0004"
down_revision = "0003"

PARTITIONS = 16

PARTITIONED = (
    "ALTER TABLE events RENAME TO events_whole",
    "ALTER INDEX events_pkey RENAME TO events_whole_pkey",
    """CREATE TABLE events (
        "match" VARCHAR(22) NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        kind VARCHAR(8) NOT NULL,
        seat INTEGER NOT NULL,
        "move" INTEGER,
        text TEXT,
        time FLOAT NOT NULL,
        PRIMARY KEY ("match", number)) PARTITION BY HASH ("match")""",
    *(
        f"CREATE TABLE events_{part:02} PARTITION OF events FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {part})"
        for part in range(PARTITIONS)
    ),
    """INSERT INTO events ("match", number, kind, seat, "move", text, time)
        SELECT "match", number, kind, seat, "move", text, time FROM events_whole""",
    "DROP TABLE events_whole",
)


def upgrade() -> None:
    op.create_table("facts", Column("name", String(32), primary_key=True), Column("value", Float, nullable=False))
    if op.get_bind().dialect.name == "postgresql":
        for statement in PARTITIONED:
            op.execute(statement)
