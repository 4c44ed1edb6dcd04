"""The lab: many games between bots, as runs that can be resumed, checked and reported.

A run is a folder (`run`). Its settings name a plan (`plans`), which says which games to play next and what their
results mean. `pool` plays them in this process, in several, or on a Ray cluster: always the same games with the same
numbers, so the report of a run does not depend on where it was played.
"""
