"""State records in kernels: `s.turn`, `s.height[field] += 1`.

To Numba a record of an array is a bundle of array views: an index may be negative, numbers have the width of their
field, rows count references, and a number written to one field may have changed any other one. Here a state is the
address of its memory. Its numbers are int64, as they are Python ints in plain Python; an index is not negative and in
range, as everywhere in a kernel; LLVM is told that fields do not overlap. So a number is one instruction to read, and
stays in a register while other fields change.
"""

from __future__ import annotations

import operator
from math import prod
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import (
    RefType,
    iternext_impl,
    lower_builtin,
    lower_constant,
    lower_getattr_generic,
    lower_setattr_generic,
)
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import models, register_model, typeof_impl

from benben.core.state import State, StateAt

INT = types.int64
WORD = ir.IntType(64)
ADDRESS = ir.IntType(8).as_pointer()


class StateType(types.Opaque):
    """The states of one game: their fields by name, as offset, bytes of a number and shape."""

    def __init__(self, name: str, size: int, fields: dict[str, tuple[int, int, tuple[int, ...]]]) -> None:
        self.size = size
        self.fields = fields
        self.title = name
        super().__init__(f"{name}({fields})")


class CellsType(types.IterableType):
    """An array field, or a row of one: the bytes of a number and the shape. `field` tells fields apart."""

    writable = True
    item: Any = INT  # the type of a number

    def __init__(self, field: str, size: int, shape: tuple[int, ...]) -> None:
        self.field, self.size, self.shape = field, size, shape
        super().__init__(f"Cells({field}, {size}, {shape})")

    def of(self, indices: int) -> Any:
        """The type of an element or a row: what this number of indices leads to."""
        return self.item if indices == len(self.shape) else self.row(self.shape[indices:])

    def row(self, shape: tuple[int, ...]) -> CellsType:
        return CellsType(self.field, self.size, shape)

    def load(self, builder: Any, address: Any) -> Any:
        return load(builder, address, self.size, self.field)

    def store(self, builder: Any, value: Any, address: Any) -> None:
        store(builder, value, address, self.size, self.field)

    @property
    def iterator_type(self) -> Any:
        return CellsIterator(self)


class CellsIterator(types.SimpleIteratorType):
    """`for card in s.hand`."""

    def __init__(self, cells: CellsType) -> None:
        self.cells = cells
        super().__init__(f"iter({cells.name})", cells.of(1))


register_model(StateType)(models.OpaqueModel)
register_model(CellsType)(models.OpaqueModel)


@register_model(CellsIterator)
class CellsIteratorModel(models.StructModel):
    """The cells, and where the number of the next one is."""

    def __init__(self, manager: Any, kind: CellsIterator) -> None:
        super().__init__(manager, kind, [("cells", kind.cells), ("next", types.EphemeralPointer(INT))])


# `at(states, i)`


class StateAtType(types.Callable, types.Opaque):
    """The type of `at` in the engine of one game."""

    def __init__(self, state: StateType) -> None:
        self.state = state
        super().__init__(f"at({state.name})")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        return signature(self.state, args[0], INT, recvr=self)

    def get_call_signatures(self) -> Any:
        return [], True

    def get_impl_key(self, sig: Any) -> Any:
        return StateAtType


register_model(StateAtType)(models.OpaqueModel)


@lower_constant(StateAtType)
def _constant(context: Any, builder: Any, typ: Any, value: Any) -> Any:
    return context.get_dummy_value()


@typeof_impl.register(StateAt)
def _type_of_at(at: StateAt, c: Any) -> StateAtType:
    return StateAtType(type_of_state(at.kind))


def type_of_state(kind: type[State]) -> StateType:
    fields = {}
    for name, field in kind.declared.items():
        offset = kind.dtype.fields[name][1]  # type: ignore[index]  # a record has fields
        fields[name] = (offset, field.kind().itemsize, field.shape)
    return StateType(kind.__name__, kind.dtype.itemsize, fields)


@lower_builtin(StateAtType, StateAtType, types.Array, types.Integer)
def _at(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    records = context.make_array(sig.args[1])(context, builder, args[1])
    return builder.bitcast(builder.gep(records.data, [args[2]]), ADDRESS)


# Fields


@infer_getattr
class _StateAttributes(AttributeTemplate):
    key = StateType

    def generic_resolve(self, state: StateType, name: str) -> Any:
        if name not in state.fields:
            return None
        _offset, size, shape = state.fields[name]
        return CellsType(f"{state.title}.{name}", size, shape) if shape else INT


@lower_getattr_generic(StateType)
def _get_field(context: Any, builder: Any, state: StateType, value: Any, name: str) -> Any:
    offset, size, shape = state.fields[name]
    address = cgutils.pointer_add(builder, value, offset)
    return address if shape else load(builder, address, size, f"{state.title}.{name}")


@lower_setattr_generic(StateType)
def _set_field(context: Any, builder: Any, sig: Any, args: Any, name: str) -> None:
    state = sig.args[0]
    offset, size, _shape = state.fields[name]
    store(builder, args[1], cgutils.pointer_add(builder, args[0], offset), size, f"{state.title}.{name}")


def load(builder: Any, address: Any, size: int, field: str) -> Any:
    """The number of this many bytes there."""
    number = builder.load(builder.bitcast(address, ir.IntType(8 * size).as_pointer()))
    number.set_metadata("tbaa", tag(builder, field))
    return builder.sext(number, WORD) if size < 8 else number


def store(builder: Any, value: Any, address: Any, size: int, field: str) -> None:
    number = builder.trunc(value, ir.IntType(8 * size)) if size < 8 else value
    stored = builder.store(number, builder.bitcast(address, ir.IntType(8 * size).as_pointer()))
    stored.set_metadata("tbaa", tag(builder, field))


def tag(builder: Any, field: str) -> Any:
    """Type-based alias analysis: accesses with different tags do not overlap; any access without one may."""
    module, zero = builder.module, ir.Constant(WORD, 0)
    root = module.add_metadata([ir.MetaDataString(module, "benben")])
    kind = module.add_metadata([ir.MetaDataString(module, field), root, zero])
    return module.add_metadata([kind, kind, zero])


# Cells


def _indices(cells: CellsType, index: Any) -> list[Any] | None:
    """The types of an index, None if it is none."""
    each = list(index) if isinstance(index, types.BaseTuple) else [index]
    whole = all(isinstance(part, types.Integer | types.Boolean) for part in each)
    return each if whole and len(each) <= len(cells.shape) else None


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        cells, index = args
        if isinstance(cells, CellsType) and (indices := _indices(cells, index)):
            return signature(cells.of(len(indices)), cells, index)
        return None


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        cells, index, _value = args
        if isinstance(cells, CellsType) and cells.writable and len(_indices(cells, index) or ()) == len(cells.shape):
            return signature(types.none, cells, index, cells.item)
        return None


@infer_global(len)
class _Len(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(INT, args[0]) if isinstance(args[0], CellsType) else None


@lower_builtin(operator.getitem, CellsType, types.Any)
def _get_cell(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    cells = sig.args[0]
    address = _address(context, builder, cells, args[0], sig.args[1], args[1])
    return cells.load(builder, address) if sig.return_type == cells.item else address


@lower_builtin(operator.setitem, CellsType, types.Any, types.Any)
def _set_cell(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    cells = sig.args[0]
    cells.store(builder, args[2], _address(context, builder, cells, args[0], sig.args[1], args[1]))
    return context.get_dummy_value()


@lower_builtin(len, CellsType)
def _len(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.get_constant(INT, sig.args[0].shape[0])


def _address(context: Any, builder: Any, cells: CellsType, start: Any, kind: Any, index: Any) -> Any:
    tuple_ = isinstance(kind, types.BaseTuple)
    kinds, values = (list(kind), cgutils.unpack_tuple(builder, index)) if tuple_ else ([kind], [index])
    offset = ir.Constant(WORD, 0)
    for axis, (each, value) in enumerate(zip(kinds, values, strict=True)):
        stride = ir.Constant(WORD, cells.size * prod(cells.shape[axis + 1 :]))
        step = builder.mul(context.cast(builder, value, each, INT), stride, flags=["nsw"])
        offset = builder.add(offset, step, flags=["nsw"])
    return builder.gep(start, [offset], inbounds=True)


# Iteration


@lower_builtin("getiter", CellsType)
def _iterate(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    iterator = context.make_helper(builder, sig.return_type)
    iterator.cells = args[0]
    iterator.next = cgutils.alloca_once_value(builder, context.get_constant(INT, 0))
    return iterator._getvalue()


@lower_builtin("iternext", CellsIterator)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    kind = sig.args[0]
    iterator = context.make_helper(builder, kind, value=args[0])
    number = builder.load(iterator.next)
    there = builder.icmp_signed("<", number, context.get_constant(INT, kind.cells.shape[0]))
    result.set_valid(there)
    with builder.if_then(there):
        address = _address(context, builder, kind.cells, iterator.cells, INT, number)
        of_one = len(kind.cells.shape) == 1
        result.yield_(kind.cells.load(builder, address) if of_one else address)
        builder.store(builder.add(number, context.get_constant(INT, 1)), iterator.next)
