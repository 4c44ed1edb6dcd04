"""Bot knowledge for Terra Pyramides: evaluation, search cut-off, move ordering, levels."""

from __future__ import annotations

from benben.core.game import Advice, Level
from benben.games.terra_pyramides.advice import evaluation, priors
from benben.games.terra_pyramides.words import _

LEVELS = (
    Level("novice", _("Novice"), noise=0.012),
    Level("casual", _("Casual player"), noise=0.007),
    Level("club", _("Club player")),
    Level("expert", _("Expert"), effort=16),
    Level("master", _("Master"), effort=6_000, seconds=1.0),
)

ADVICE = Advice(
    evaluate=evaluation.evaluate,
    weigh=priors.weigh,
    prefer=priors.prefer,
    quiet=evaluation.quiet,
    judge_quiet=evaluation.judge_quiet,
    horizon=14,
    exploration=0.04,
    widening=1.2,
    levels=LEVELS,
)
