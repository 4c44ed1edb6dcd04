"""The rules of style that all pictures share: base, places, panels, materials. Text only.

The rules of one game begin with the class of its picture: `.pyramido .cell`. That selector does not reach a part that
`use` draws, so the classes inside symbols carry a short name of the game instead: `.pdo-cut`. Both stay as they are,
because pictures that people have kept name these classes.
"""

from __future__ import annotations

from benben.core.drawing.palette import MATERIALS

_BASE = """
.picture { overflow: visible; }
.picture text { font-family: "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif; fill: var(--ink); }
.picture .soft { fill: var(--ink-soft); }
"""

_PLACES = """
.sky-a { stop-color: var(--sky); } .sky-b { stop-color: var(--sky-low); }
.earth-a { stop-color: var(--earth); } .earth-b { stop-color: var(--earth-low); }
.chamber-a { stop-color: var(--lamp); } .chamber-b { stop-color: var(--chamber); }
.sand-a { stop-color: var(--sand-light); } .sand-b { stop-color: var(--sand-dark); }
.tablet-a { stop-color: var(--tablet); } .tablet-b { stop-color: var(--tablet-low); }
.sun-a { stop-color: var(--sun); } .sun-b { stop-color: var(--sun); stop-opacity: .5; }
.sun-c { stop-color: var(--sun); stop-opacity: 0; }
.picture .sky-above { fill: var(--sky); } .picture .earth-below { fill: var(--earth-low); }
.picture .orb { fill: var(--orb); }
.picture .stars { fill: none; stroke: var(--star); stroke-linecap: round; stroke-width: 2.2; }
.picture .dune-far { fill: var(--dune-far); } .picture .dune-near { fill: var(--dune); }
.picture .far-light { fill: var(--dune); } .picture .far-dark { fill: var(--dune-shade); }
.picture .plateau { fill: var(--plateau); }
.picture .strata { fill: none; stroke: var(--strata); stroke-width: 2; stroke-linecap: round; }
.picture .ripples { fill: none; stroke: var(--ripple); stroke-width: 1.6; stroke-linecap: round; }
"""

_PANELS = """
.picture .cast { fill: var(--cast); }
.picture .panel { fill: var(--panel); stroke: var(--panel-edge); stroke-width: 1.2; }
.picture .tablet { stroke: var(--panel-edge); stroke-width: 1.4; }
.picture .well { fill: var(--well); stroke: var(--panel-edge); stroke-width: 1; }
.picture .shape { fill: transparent; }
.picture .plate-name { font-weight: 700; } .picture .plate-seat { fill: var(--ink-soft); }
.picture .plate-points { font-weight: 700; }
.picture .turn { fill: var(--lapis-deep); } .picture .crown { fill: var(--gold); stroke: var(--ink); stroke-width: .8; }
.picture .button > .face { fill: var(--panel); stroke: var(--lapis); stroke-width: 2; }
.picture .button.main > .face { fill: var(--lapis); }
.picture .button.main > text { fill: var(--paper); font-weight: 700; }
.picture .faint { opacity: .38; }
.picture .ghost > .edge { fill: none; stroke: var(--lapis); stroke-width: 2.6; stroke-dasharray: 8 5; }
.picture .ghost > .real { opacity: .6; }
"""


_LETTERS = """
.letter-edge { fill: none; stroke: #3b2508; stroke-width: 26; stroke-linejoin: round; stroke-linecap: square; }
.letter-line { fill: none; stroke: #e3b338; stroke-width: 15; stroke-linejoin: round; stroke-linecap: square; }
.letter-light { fill: none; stroke: #fff3bd; stroke-width: 4; stroke-linejoin: round; opacity: .9; }
.letter-rim { fill: #3b2508; stroke: #3b2508; stroke-width: 12; stroke-linejoin: round; }
.letter-face { fill: #f5d684; }
.letter-dark { fill: #a8741a; }
"""


def _materials() -> str:
    """Their names have no game in front: inside `use` no selector knows its surroundings."""
    rules = [
        ".m-grain { fill: none; stroke-linecap: round; }",
        ".m-glow { fill: #fff; opacity: .34; }",
        ".m-dusk { opacity: .5; }",
        ".m-rim { fill: none; stroke-width: 2.5; opacity: .85; }",
        ".m-cut { fill: none; stroke-linejoin: round; stroke-linecap: round; }",
        ".m-relief { opacity: .4; fill: #fff; }",
        ".m-relief.m-cut { fill: none; stroke: #fff; }",
        ".m-relief-dark { opacity: .35; fill: #000; }",
        ".m-relief-dark.m-cut { fill: none; stroke: #000; }",
    ]
    for name, material in MATERIALS.items():
        rules += [
            f".a-{name} {{ stop-color: {material.light}; }}",
            f".b-{name} {{ stop-color: {material.base}; }}",
            f".c-{name} {{ stop-color: {material.dark}; }}",
            f".light-{name} {{ fill: {material.light}; }}",
            f".face-{name} {{ fill: {material.base}; }}",
            f".dark-{name} {{ fill: {material.dark}; }}",
            f".ink-{name} {{ fill: {material.ink}; }}",
            f".ink-{name}.m-cut {{ fill: none; stroke: {material.ink}; }}",
            f".m-rim.of-{name} {{ stroke: {material.dark}; }}",
            f".grain-{name} {{ stroke: {material.grain_shade or material.light}; opacity: .42; }}",
            f".grain2-{name} {{ stroke: {material.grain_dark_shade or material.dark}; opacity: .34; }}",
        ]
    return "\n".join([*rules, ".m-strong { opacity: .6; }"])


COMMON = _BASE + _PLACES + _PANELS + _LETTERS + _materials()
