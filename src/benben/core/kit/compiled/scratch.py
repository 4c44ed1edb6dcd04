"""Scratch memory and arrays without an owner in kernels: addresses, like the fields of a state."""

from __future__ import annotations

from math import prod
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin, lower_constant
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import models, register_model, typeof_impl

from benben.core.kit.compiled.states import ADDRESS, WORD, CellsType, StateType, tag, type_of_state
from benben.core.kit.scratch import float_scratch, scratch, single_scratch, unowned
from benben.core.state import BlankState

UNKNOWN_LENGTH = 0


class FloatCellsType(CellsType):
    """An array of floats."""

    item: Any = types.float64
    number = ir.DoubleType()
    bytes = 8

    def __init__(self, field: str, shape: tuple[int, ...]) -> None:
        super().__init__(field, self.bytes, shape)

    def row(self, shape: tuple[int, ...]) -> CellsType:
        return type(self)(self.field, shape)

    def load(self, builder: Any, address: Any) -> Any:
        number = builder.load(builder.bitcast(address, self.number.as_pointer()))
        number.set_metadata("tbaa", tag(builder, self.field))
        return number

    def store(self, builder: Any, value: Any, address: Any) -> None:
        stored = builder.store(value, builder.bitcast(address, self.number.as_pointer()))
        stored.set_metadata("tbaa", tag(builder, self.field))


class SingleCellsType(FloatCellsType):
    """An array of floats of single precision."""

    item = types.float32
    number = ir.FloatType()
    bytes = 4


register_model(FloatCellsType)(models.OpaqueModel)
register_model(SingleCellsType)(models.OpaqueModel)


class _Scratch(AbstractTemplate):
    prefer_literal = True

    def generic(self, args: Any, kws: Any) -> Any:
        if not all(isinstance(each, types.IntegerLiteral) for each in args):
            raise TypingError("a size of scratch memory is a number or the name of a constant: give a sum a name")
        return signature(self.cells(tuple(each.literal_value for each in args)), *args)

    def cells(self, shape: tuple[int, ...]) -> CellsType:
        raise NotImplementedError


@infer_global(scratch)
class _IntScratch(_Scratch):
    def cells(self, shape: tuple[int, ...]) -> CellsType:
        return CellsType("scratch", WORD.width // 8, shape)


@infer_global(float_scratch)
class _FloatScratch(_Scratch):
    def cells(self, shape: tuple[int, ...]) -> CellsType:
        return FloatCellsType("float scratch", shape)


@infer_global(single_scratch)
class _SingleScratch(_Scratch):
    def cells(self, shape: tuple[int, ...]) -> CellsType:
        return SingleCellsType("single scratch", shape)


@infer_global(unowned)
class _Unowned(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        array = args[0]
        if isinstance(array, CellsType):
            return signature(array, array)
        if not isinstance(array, types.Array) or array.ndim != 1 or array.layout != "C":
            return None
        if array.dtype == types.float64:
            return signature(FloatCellsType("array of floats", (UNKNOWN_LENGTH,)), array)
        if array.dtype == types.float32:
            return signature(SingleCellsType("array of singles", (UNKNOWN_LENGTH,)), array)
        if array.dtype in types.signed_domain:
            size = array.dtype.bitwidth // 8
            return signature(CellsType(f"array {size}", size, (UNKNOWN_LENGTH,)), array)
        return None


@lower_builtin(scratch, types.VarArg(types.Any))
@lower_builtin(float_scratch, types.VarArg(types.Any))
@lower_builtin(single_scratch, types.VarArg(types.Any))
def _scratch(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    cells = sig.return_type
    return zeros(builder, cells.size * prod(cells.shape))


def zeros(builder: Any, size: int) -> Any:
    """This many bytes of the stack, cleared now."""
    room = cgutils.alloca_once(builder, ir.ArrayType(WORD, -(-size // 8)))
    cgutils.memset(builder, room, ir.Constant(WORD, size), 0)
    return builder.bitcast(room, ADDRESS)


@lower_builtin(unowned, CellsType)
def _unowned_cells(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return args[0]


@lower_builtin(unowned, types.Array)
def _unowned(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    array = context.make_array(sig.args[0])(context, builder, args[0])
    return builder.bitcast(array.data, ADDRESS)


class BlankStateType(types.Callable, types.Opaque):
    """The type of `blank_state` in the engine of one game."""

    def __init__(self, state: StateType) -> None:
        self.state = state
        super().__init__(f"blank {state.name}")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        return signature(self.state, recvr=self)

    def get_call_signatures(self) -> Any:
        return [], True

    def get_impl_key(self, sig: Any) -> Any:
        return BlankStateType


register_model(BlankStateType)(models.OpaqueModel)


@lower_constant(BlankStateType)
def _constant(context: Any, builder: Any, typ: Any, value: Any) -> Any:
    return context.get_dummy_value()


@typeof_impl.register(BlankState)
def _type_of_blank(blank: BlankState, c: Any) -> BlankStateType:
    return BlankStateType(type_of_state(blank.kind))


@lower_builtin(BlankStateType, BlankStateType)
def _blank(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return zeros(builder, sig.args[0].state.size)
