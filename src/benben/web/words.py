"""What the script says: it knows no language itself, every page brings it these words. It fills in the values."""

from __future__ import annotations

from benben.core.text import texts

_ = texts(__package__)

WORDS = {
    "points": _("points"),
    "rule": _("Rule {rule}", rule="{rule}"),
    "offline": _("The table does not answer. Trying again …"),
    "stale": _("The match has moved on; this is how it stands now."),
    "here": _("is here"),
    "you": _("you"),
    "your-turn": _("Your turn"),
    "live": _("Back to the match"),
    "moved-on": _("The match goes on: {n} new", n="{n}"),
    "move-of": _("Move {at} of {last}", at="{at}", last="{last}"),
    "ready": _("Ready: {move}", move="{move}"),
    "hand-over": _("Now {name}", name="{name}"),
    "hand-over-button": _("I am {name}: show my side", name="{name}"),
    "hand-over-text": _("Hand the screen over. Nothing hidden is shown until you say so."),
    "verified": _(
        "Verified: this browser has repeated the shuffles, and they are what was promised before the first move."
    ),
    "not-verified": _("The shuffles do not fit what was promised!"),
    "changed-promise": _("The promise has changed since this browser first saw it!"),
    "copied": _("Copied."),
    "legal": _("Possible moves: {n}", n="{n}"),
    "whole": _("Whole picture"),
    "layers": _("Layers shown"),
    "delete": _("Forget"),
    "over": _("over"),
    "waiting": _("waiting"),
    "their-turn": _("under way"),
}
