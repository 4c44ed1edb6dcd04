"""A match that was followed on a real table, at a table of the server: nobody learns more than what was entered."""

import random

import benben
from benben.core import record
from benben.table.match import PERSON, Occupant, TableOptions
from benben.table.service import _new_match, dealt_on
from benben.web.views import ViewRequest, table_view
from tests.core.test_real_table import OPENING, pyramids


def test_going_on_deals_what_nobody_has_seen_and_keeps_it_secret() -> None:
    entered = pyramids(0, *OPENING, "anubis").position
    on = dealt_on(entered)
    assert on.view(0) == entered.view(0), "what was seen stays"
    assert on.setup.entered is None
    assert not any(key.startswith("deal") for key in record.read(record.write(on)).header), "secret until the end"
    others = {int(dealt_on(entered).state.record["held"][0, 1, 0]) for _time in range(20)}
    assert len(others) > 1, "by chance"
    ended, chance = on, random.Random(0)
    while not ended.is_over:
        ended = ended.play(chance.choice(ended.legal_moves.numbers))
    assert record.verify(record.read(record.write(ended)), benben.find) == ended


def test_a_study_shows_what_was_entered_and_nothing_else() -> None:
    """Also to those who ask for everything: what nobody has seen is filled in with pieces that mean nothing."""
    position = pyramids(0, *OPENING, "anubis").position
    people = [Occupant(PERSON, "Ann"), Occupant(PERSON, "Ben")]
    match = _new_match("study", position, people, TableOptions(study=True), ())
    for everything in (False, True):
        shown = table_view(match, (), ViewRequest("en", everything=everything), 0)
        assert shown.fields["text"] == position.view(0).text("en")
        assert "?" in shown.fields["text"], "the card of the other player"
        assert shown.fields["proof"] is None
        assert shown.fields["commitment"] is None
