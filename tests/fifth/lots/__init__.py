"""Drawing lots: a tiny fifth game that uses the whole contract, secrets included, in one folder.

Each seat holds one secret lot out of 0-9. In turn, each keeps it or swaps it for the top of the pile, once. The highest
lot wins.
"""

from benben.core.game import Face, Game, Rules
from benben.core.text import texts
from tests.fifth.lots import face, rules
from tests.fifth.lots.rules import Lots

_ = texts(__package__)

GAME = Game(
    name="lots",
    package=__name__,
    title="Lots",
    summary=_("Keep your lot or swap it. The highest wins."),
    version=1,
    rule_ids=("LOT-1",),
    players=(2, 3),
    state=Lots,
    moves=len(rules.FAMILIES),
    most_legal=2,
    longest=3,
    shuffles=lambda players, options: {"lots": 10},
    rules=Rules(
        deal=rules.deal,
        actor=rules.actor,
        legal=rules.legal,
        play=rules.play,
        score=rules.score,
        winners=rules.winners,
        imagine=rules.imagine,
    ),
    face=Face(
        write=face.write,
        read=face.read,
        why=face.why,
        text=face.text,
        picture=face.picture,
        path=face.path,
        aim=face.aim,
        ghost=face.ghost,
        tell=face.tell,
        tally=face.tally,
        seats=face.seats,
        ask=face.ask,
        lesson=face.LESSON,
    ),
)
