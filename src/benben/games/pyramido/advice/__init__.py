"""What bots know of Pyramido: evaluation, move ordering, search settings, levels."""

from __future__ import annotations

from benben.core.game import Advice, Level
from benben.games.pyramido.advice.evaluation import evaluate
from benben.games.pyramido.advice.priors import weigh

LEVELS = (
    Level("novice", noise=0.06),
    Level("casual", noise=0.035),
    Level("club"),
    Level("expert", effort=300, seconds=1.0),
    Level("master", effort=12_000, seconds=1.0, released=5_000),
)

# Search settings, tuned by matches. No rollouts: in equal time, rolling out two turns lost to evaluating at once.
EXPLORATION = 0.02
WIDENING = 0.5  # up to 492 similar placements: expand the promising ones first

ADVICE = Advice(evaluate=evaluate, weigh=weigh, exploration=EXPLORATION, widening=WIDENING, levels=LEVELS)
