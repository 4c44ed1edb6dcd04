"""Bot knowledge for Pyramids: evaluation, also within a turn, move ordering, levels."""

from __future__ import annotations

from benben.core.game import Advice, Level
from benben.games.pyramids.advice import evaluation, features, priors

LEVELS = (
    Level("novice", noise=0.15),
    Level("casual", noise=0.07),
    Level("club"),
    Level("expert", effort=80, seconds=1.0),
    Level("master", effort=8_000, seconds=1.0),
)

# Search settings, tuned by matches. Rollouts of a round or two, or a cut-off at the end of a round, were equal or
# worse (docs/bots/pyramids.md).
ADVICE = Advice(
    evaluate=evaluation.evaluate,
    describe=features.describe,
    inputs=features.INPUTS,
    weigh=priors.weigh,
    exploration=0.2,
    widening=0.35,
    levels=LEVELS,
)
