"""How long a bot may think is a setting of the server."""

from typing import cast

import pytest
from pydantic import ValidationError

import benben
from benben.bots.bot import warm
from benben.bots.duel import DuelBot
from benben.table.bot_runner import BotRunner
from benben.table.service import Service
from benben.table.thinking import ThinkingThreads
from benben.web.settings import Settings


def test_a_bot_thinks_no_longer_than_the_server_allows() -> None:
    position = benben.new("pyramidis").play("a4:2").play("h4:3")
    warm(position.game)
    assert position.game.advice is not None
    for seconds in (0.05, 3.0):
        runner = BotRunner(cast(Service, None), ThinkingThreads(), seconds)
        for level in position.game.advice.levels:
            assert runner._think("match", position, level, 1) in position.legal_moves
        searching = [bot for bot in runner._bots.values() if isinstance(bot, DuelBot)]
        assert [bot.seconds for bot in searching] == [seconds] * 3


def test_nobody_waits_longer_than_three_seconds() -> None:
    with pytest.raises(ValidationError, match="bot_seconds"):
        Settings(bot_seconds=3.5)
