"""WriteLock at writing: one at a time, threads and processes alike, and nobody waits forever."""

import threading
from pathlib import Path

import pytest

from benben.table import write_lock
from benben.table.database import CannotWrite
from benben.table.write_lock import WriteLock


@pytest.mark.parametrize("alone", [False, True])
def test_only_one_has_the_turn(tmp_path: Path, alone: bool) -> None:
    """Two stores on one file, as two processes have them, or one store's two threads."""
    file = tmp_path / "benben.db"
    first = WriteLock(file, alone)
    second = first if alone else WriteLock(file, alone)
    inside, most, counted = 0, 0, threading.Lock()

    def work(mine: WriteLock) -> None:
        nonlocal inside, most
        for _turn in range(50):
            with mine.hold():
                with counted:
                    inside += 1
                    most = max(most, inside)
                threading.Event().wait(0.0005)
                with counted:
                    inside -= 1

    threads = [threading.Thread(target=work, args=(mine,)) for mine in (first, second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1
    first.close()
    second.close()


@pytest.mark.parametrize("alone", [False, True])
def test_who_does_not_end_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, alone: bool) -> None:
    monkeypatch.setattr(write_lock, "BUSY_SECONDS", 0.05)
    first = WriteLock(tmp_path / "benben.db", alone)
    second = first if alone else WriteLock(tmp_path / "benben.db", alone)
    with first.hold(), pytest.raises(CannotWrite), second.hold():
        pass
    with second.hold():
        pass
    first.close()
    second.close()
