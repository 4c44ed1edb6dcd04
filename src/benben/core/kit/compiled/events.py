"""Events in kernels: calling one compiles to nothing."""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin, lower_constant
from numba.core.typing.templates import signature
from numba.extending import models, register_model, typeof_impl

from benben.core.kit.events import Event

INT = types.int64


class EventType(types.Callable, types.Opaque):
    """The type of an event: calling it compiles to nothing."""

    def __init__(self, name: str, values: int) -> None:
        self.values = values
        super().__init__(f"Event({name}, {values})")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        if kws or len(args) != self.values:
            raise TypingError(f"{self.name} takes {self.values} values")
        return signature(types.none, *(INT for _ in args), recvr=self)

    def get_call_signatures(self) -> Any:
        return [signature(types.none, *(INT for _ in range(self.values)))], False

    def get_impl_key(self, sig: Any) -> Any:
        return EventType


register_model(EventType)(models.OpaqueModel)


@lower_constant(EventType)
def _constant(context: Any, builder: Any, typ: Any, value: Any) -> Any:
    return context.get_dummy_value()


@typeof_impl.register(Event)
def _type_of_event(event: Event, c: Any) -> EventType:
    return EventType(event.name, len(event.values))


@lower_builtin(EventType, EventType, types.VarArg(types.Any))
def _call_event(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.get_dummy_value()
