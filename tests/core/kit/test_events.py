from benben.core.kernels import can_compile, kernel, specialise
from benben.core.kit.events import Event, events_of
from benben.core.state import State, int8

STEPPED = Event("stepped", "field", "by")
ARRIVED = Event("arrived")


class Race(State):
    place = int8()


@kernel
def play(s: Race, move: int) -> None:
    for _ in range(move):
        s.place += 1
        STEPPED(s.place, 1)
    if s.place > 3:
        ARRIVED()


@kernel
def after(place: int) -> int:
    STEPPED(place, 1)
    return place + 1


def test_events_are_heard_in_order_and_the_state_stays() -> None:
    start = Race.blank()
    events, then = events_of(play, start, 4)
    assert events == [(STEPPED, (n, 1)) for n in (1, 2, 3, 4)] + [(ARRIVED, ())]
    assert (start.place, then.place) == (0, 4)


def test_nobody_listens_otherwise() -> None:
    events, then = events_of(play, Race.blank(), 1)
    play(then, 1)
    assert events == [(STEPPED, (1, 1))]


def test_compiled_code_tells_nothing() -> None:
    if can_compile():
        function = specialise({"after": after}, {}, "test-events", compiled=True, package="benben.core")["after"]
        assert function(4) == 5
