"""The texts of the scripts. Every page carries them in its language; the scripts fill in the values."""

from __future__ import annotations

from benben.core.text import texts

_ = texts(__package__)

WORDS = {
    "one-point": _("1 point"),
    "n-points": _("{n} points", n="{n}"),
    "nothing-found": _("Nothing found."),
    "rule": _("Rule {rule}", rule="{rule}"),
    "offline": _("The server does not answer. Trying again …"),
    "stale": _("The match has moved on. This is the current position."),
    "here": _("is here"),
    "you": _("you"),
    "your-turn": _("Your turn"),
    "live": _("Back to the match"),
    "moved-on": _("The match goes on: {n} new", n="{n}"),
    "move-of": _("Move {at} of {last}", at="{at}", last="{last}"),
    "play": _("Play the moves"),
    "pause": _("Pause"),
    "reveals": _("This shows something hidden: it cannot be taken back."),
    "hand-over": _("Now {name}", name="{name}"),
    "hand-over-button": _("I am {name}: show my side", name="{name}"),
    "hand-over-text": _("Pass the screen on. Hidden things stay hidden until you press the button."),
    "verified": _(
        "Verified: this browser has repeated the shuffles, and they match the fingerprint shown before the first move."
    ),
    "not-verified": _("The shuffles do not match the fingerprint shown before the first move!"),
    "changed-promise": _("The fingerprint has changed since this browser first saw it!"),
    "notices-on": _("This browser will be told when it is your turn."),
    "notices-off": _("No notices any more."),
    "notices-denied": _("The browser does not allow notices from this page."),
    "notices-failed": _("The browser could not be reached for notices. Try again later."),
    "webhook-on": _("{host} will be told when it is somebody’s turn.", host="{host}"),
    "copied": _("Copied."),
    "copy-this": _("Copy this:"),
    "legal": _("Possible moves: {n}", n="{n}"),
    "whole": _("Whole picture"),
    "layers": _("Layers shown"),
    "guide-count": _("Goal {n} of {of}", n="{n}", of="{of}"),
    "guide-welcome": _("Welcome!"),
    "guide-reached": _("Done!"),
    "guide-watch": _("Watch what happens now."),
    "guide-later": _("A few turns later …"),
    "guide-confirm": _("That is it. Confirm your move."),
    "guide-other": _("That is allowed, but it is not the goal. Put it back."),
    "guide-continue": _("Continue the guided game ({n} of {of})", n="{n}", of="{of}"),
    "guide-end": _("You know how to play."),
    "guide-end-text": _("Play on from here, or begin a game of your own. The rules are always beside the board."),
    "delete": _("Forget"),
    "over": _("over"),
    "waiting": _("waiting"),
    "their-turn": _("under way"),
    "tables-unknown": _("The server cannot list your tables now. They are not lost: try again in a moment."),
}
