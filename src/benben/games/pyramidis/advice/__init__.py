"""What bots know of Pyramidis: the evaluation and the levels."""

from __future__ import annotations

from benben.core.game import Advice, Level
from benben.games.pyramidis.advice.evaluation import evaluate
from benben.games.pyramidis.words import _

LEVELS = (
    Level("novice", _("Novice"), noise=0.15),
    Level("casual", _("Casual player")),
    Level("club", _("Club player"), effort=150, seconds=1.0),
    Level("expert", _("Expert"), effort=2_000, seconds=1.0),
    Level("master", _("Master"), effort=100_000, seconds=1.0),
)

ADVICE = Advice(evaluate=evaluate, levels=LEVELS)
