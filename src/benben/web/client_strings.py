"""The texts of the scripts. Every page carries them in its language; the scripts fill in the values."""

from __future__ import annotations

from benben.core.text import texts

_ = texts(__package__)

WORDS = {
    "points": _("points"),
    "rule": _("Rule {rule}", rule="{rule}"),
    "offline": _("The server does not answer. Trying again …"),
    "stale": _("The match has moved on. This is the current position."),
    "here": _("is here"),
    "you": _("you"),
    "your-turn": _("Your turn"),
    "live": _("Back to the match"),
    "moved-on": _("The match goes on: {n} new", n="{n}"),
    "move-of": _("Move {at} of {last}", at="{at}", last="{last}"),
    "ready": _("Ready: {move}", move="{move}"),
    "hand-over": _("Now {name}", name="{name}"),
    "hand-over-button": _("I am {name}: show my side", name="{name}"),
    "hand-over-text": _("Pass the screen on. Hidden things stay hidden until you press the button."),
    "verified": _(
        "Verified: this browser has repeated the shuffles, and they match the fingerprint shown before the first move."
    ),
    "not-verified": _("The shuffles do not match the fingerprint shown before the first move!"),
    "changed-promise": _("The fingerprint has changed since this browser first saw it!"),
    "copied": _("Copied."),
    "legal": _("Possible moves: {n}", n="{n}"),
    "whole": _("Whole picture"),
    "layers": _("Layers shown"),
    "delete": _("Forget"),
    "over": _("over"),
    "waiting": _("waiting"),
    "their-turn": _("under way"),
    "tables-unknown": _("The server cannot list your tables now. They are not lost: try again in a moment."),
}
