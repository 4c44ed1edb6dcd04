"""Where points come from."""

from tests.games.pyramido import rulebook
from tests.games.pyramido.drawn import play_turn


def test_the_tally_lists_stages_areas_and_what_markers_would_bring_now() -> None:
    now = rulebook.played()[64]
    carl = [line for line in now.tally() if line.seat == 1]
    assert [str(line.message) for line in carl if "points" in str(line.message)] == [
        "Stage 1: 24 points.",
        "Stage 2: 23 points.",
    ]
    assert [line.points for line in carl if str(line.message).startswith("Stage 2, ")] == [6, 5, 4, 4, 4]
    later = play_turn(now, "a1-b1")
    preview = [line for line in later.tally() if line.seat == 3 and str(line.message).startswith("Stage 3")]
    assert preview
    assert all(line.points is None for line in preview)
    assert later.score == now.score


def test_the_quarters_of_an_area_can_be_lit() -> None:
    now = rulebook.played()[70]
    area = next(line for line in now.tally() if line.seat == 0 and str(line.message).startswith("Stage 3, yellow"))
    quarters = [cell for cell in area.cells if cell.endswith(("-nw", "-ne", "-sw", "-se"))]
    assert f"quarters {len(quarters)}." in str(area.message)
    assert now.svg(lit=quarters).count('class="quarter lit"') == len(quarters)
