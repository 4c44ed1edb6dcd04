"""A seat's secret opens its seat in the rematch too: the same key may stand in several matches."""

from alembic import op

revision = "0003"
down_revision = "0002"

# SQLite cannot drop a constraint: a new table replaces the old one.
REBUILT = (
    """CREATE TABLE seats_anew (
        "match" VARCHAR(22) NOT NULL, seat INTEGER NOT NULL, "key" BLOB NOT NULL,
        PRIMARY KEY ("match", seat), FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE)""",
    'INSERT INTO seats_anew SELECT "match", seat, "key" FROM seats',
    "DROP TABLE seats",
    "ALTER TABLE seats_anew RENAME TO seats",
)


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        for statement in REBUILT:
            op.execute(statement)
    else:
        op.drop_constraint("seats_key_key", "seats", type_="unique")
