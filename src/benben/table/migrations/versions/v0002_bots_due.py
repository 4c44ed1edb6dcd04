"""Which matches wait for a bot, so that no process has to read all of them; and one rematch a match."""

from alembic import op
from sqlalchemy import Column, Integer

revision = "0002"
down_revision = "0001"

# Whether the bot is really to act is found out when the match is read.
MATCHES_WITH_BOTS = """
    UPDATE matches SET bot_due = (SELECT max(number) FROM events WHERE events.match = matches.id)
    WHERE ended IS NULL AND EXISTS (
        SELECT 1 FROM events WHERE events.match = matches.id AND kind = 'sit' AND text LIKE '%"kind": "bot"%')
"""
# Two players may have asked for a rematch at the same moment: the older one counts, the other stays as it is.
SECOND_REMATCHES = """
    UPDATE matches SET rematch_of = NULL WHERE rematch_of IS NOT NULL AND EXISTS (
        SELECT 1 FROM matches AS older WHERE older.rematch_of = matches.rematch_of
        AND (older.created < matches.created OR (older.created = matches.created AND older.id < matches.id)))
"""


def upgrade() -> None:
    op.add_column("matches", Column("bot_due", Integer))
    op.execute(MATCHES_WITH_BOTS)
    op.create_index("matches_bot_due", "matches", ["bot_due"])
    op.execute(SECOND_REMATCHES)
    op.drop_index("matches_rematch", "matches")
    op.create_index("matches_rematch", "matches", ["rematch_of"], unique=True)
