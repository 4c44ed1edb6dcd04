"""The score sheet of Pyramido: four stages of marked areas."""

from __future__ import annotations

from benben.core.score_sheet import Check, Formula, Key, Row, ScoreSheet, Section
from benben.games.pyramido.box.components import CARDS, COLOURS, MOST_PLAYERS, PRINTED_TOTALS, STAGES, TURNS, WORDS
from benben.games.pyramido.words import _
from benben.games.pyramido.words.names import NAMES, colour_in_words

DOMINOES_AFTER = tuple(sum(int(TURNS[k]) for k in range(stage + 1)) for stage in range(STAGES))

HELP = _("The jewels in the area of each marker; 0 for an area without jewels, empty without a marker.")


def area(stage: int, colour: int) -> str:
    """The name of the row of a marked area."""
    return f"{stage_name(stage)}-{WORDS[colour]}"


def stage_name(stage: int) -> str:
    return f"stage-{stage + 1}"


def _areas(stage: int) -> tuple[str, ...]:
    return tuple(area(stage, colour) for colour in range(COLOURS))


def _stage(stage: int) -> Section:
    rows = [
        Row(
            area(stage, colour),
            colour_in_words(colour),
            "PDO-14",
            most=PRINTED_TOTALS[colour][0] + 1,
            why=_(
                "All dominoes together have {n} {colour} jewels, and your card has one.",
                n=PRINTED_TOTALS[colour][0],
                colour=NAMES[colour],
            ),
            limit_rule="PDO-1",
            swatch=WORDS[colour],
        )
        for colour in range(COLOURS)
    ]
    minos = Row(f"{stage_name(stage)}-minos", _("Minos bonus"), "PDO-15", value=("min", *_areas(stage)))
    return Section(
        stage_name(stage),
        _("Stage {stage}", stage=stage + 1),
        (*rows, minos),
        total=_("Points of stage {stage}", stage=stage + 1),
        needs=1,
        rule="PDO-8",
        help=None if stage else HELP,
        begins="PDO-17" if stage < STAGES - 1 else "",
    )


def _enough_jewels(stage: int) -> Check:
    """Areas of different colours share no jewel."""
    most = 2 * DOMINOES_AFTER[stage] + CARDS
    why = _(
        "After stage {stage} a pyramid has {n} dominoes with two jewels each, and three more on cards.",
        stage=stage + 1,
        n=DOMINOES_AFTER[stage],
    )
    return Check(("at-most", ("sum", *_areas(stage)), most), why, "PDO-1")


def _beyond_turns(stage: int) -> Formula:
    """PDO-9: the markers that needed a card, because a turn brings one without."""
    return ("max", 0, ("minus", ("count", *_areas(stage)), int(TURNS[stage])))


SHEETS = (
    ScoreSheet(
        "standard",
        players=tuple(range(2, MOST_PLAYERS + 1)),
        sections=(
            *(_stage(stage) for stage in range(STAGES)),
            Section(
                "end",
                _("At the end"),
                (
                    Row("cards", _("Cards left"), "PDO-18", CARDS, _("Each player has three cards."), points=0),
                    Row("lost", _("Could not go on"), "PDO-12", tick=True, points=0),
                ),
                help=_("Cards left break a tie. Tick a player who could not finish a layer and has lost."),
            ),
        ),
        keys=(
            Key(None, _("most points"), "PDO-18"),
            Key("cards", _("more cards left"), "PDO-18"),
            Key(("max", *(stage_name(stage) for stage in range(STAGES))), _("the best single stage"), "PDO-18"),
        ),
        checks=(
            *(_enough_jewels(stage) for stage in range(STAGES)),
            Check(
                ("at-most", ("count", *_areas(STAGES - 1)), 2),
                _("Stage 4 is one turn: one marker, and a second one only on a card."),
                "PDO-9",
            ),
            Check(
                ("at-most", ("sum", _beyond_turns(2), _beyond_turns(3), "cards"), CARDS),
                _("A turn brings one marker, and a second one only with a card. These markers need more cards."),
                "PDO-9",
            ),
        ),
        out="lost",
        out_rule="PDO-12",
        first=_("Who began stage 1?"),
    ),
)
