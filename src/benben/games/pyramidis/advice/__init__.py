"""What bots know of Pyramidis: the evaluation, the network that corrects it for two players, and the levels."""

from __future__ import annotations

from benben.core.game import Advice, Level
from benben.core.kit.network import load
from benben.games.pyramidis.advice.evaluation import evaluate
from benben.games.pyramidis.advice.features import INPUTS, describe

LEVELS = (
    Level("novice", noise=0.15),
    Level("casual"),
    Level("club", effort=150, seconds=1.0),
    Level("expert", effort=2_000, seconds=1.0),
    Level("master", effort=100_000, seconds=1.0),
)

ADVICE = Advice(
    evaluate=evaluate,
    describe=describe,
    inputs=INPUTS,
    network=load(__package__, "network.json"),
    levels=LEVELS,
)
