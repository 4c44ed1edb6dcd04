"""Bot knowledge for Terra Pyramides: evaluation, search cut-off, move ordering, levels."""

from __future__ import annotations

from benben.core.game import Advice, Level
from benben.games.terra_pyramides.advice import evaluation, features, priors

LEVELS = (
    Level("novice", noise=0.012),
    Level("casual", noise=0.007),
    Level("club"),
    Level("expert", effort=500, released=16),
    Level("master", effort=12_000, seconds=1.0, released=6_000),
)

ADVICE = Advice(
    evaluate=evaluation.evaluate,
    describe=features.describe,
    inputs=features.INPUTS,
    weigh=priors.weigh,
    prefer=priors.prefer,
    quiet=evaluation.quiet,
    judge_quiet=evaluation.judge_quiet,
    horizon=14,
    exploration=0.04,
    widening=1.2,
    samples=8,
    levels=LEVELS,
)
