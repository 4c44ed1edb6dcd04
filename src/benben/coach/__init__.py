"""The coach: what a match could have been, decision by decision. It thinks from views only and knows no web."""
