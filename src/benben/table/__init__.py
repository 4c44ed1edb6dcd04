"""The table: matches of people and bots, stored durably and shown to each seat as it may know them."""
