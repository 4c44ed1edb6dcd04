"""What Numba must know of the kit: the types of its objects, and the machine code of their methods.

The objects are constants of a game, so their numbers are part of their type and end up as constants in the code. The
plain-Python methods (`moves.Family`) say what the code here does.
"""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin, lower_constant
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import models, register_model, typeof_impl

from benben.core.kit.bits import count_bits, lowest_bit
from benben.core.kit.events import Event
from benben.core.kit.moves import Family
from benben.core.secrets import CopyRecord, CopyVisible, RecordCode, SameRecords

MOST_FIELDS = 8
INT = types.int64


class FamilyType(types.Callable, types.Opaque):
    """The type of one family."""

    def __init__(self, name: str, first: int, names: Any, starts: Any, sizes: Any, count: int) -> None:
        self.first, self.names, self.starts, self.sizes, self.count = first, names, starts, sizes, count
        super().__init__(f"Family({name}, {first}, {names}, {starts}, {sizes})")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        if kws or len(args) != len(self.names):
            raise TypingError(f"{self.name} takes {self.names}, in this order")
        return signature(INT, *(INT for _ in args), recvr=self)

    def get_call_signatures(self) -> Any:
        return [signature(INT, *(INT for _ in self.names))], False

    def get_impl_key(self, sig: Any) -> Any:
        return FamilyType


register_model(FamilyType)(models.OpaqueModel)


@typeof_impl.register(Family)
def _type_of_family(family: Family, c: Any) -> FamilyType:
    return FamilyType(family.name, family.first, family.names, family.starts, family.sizes, family.count)


@lower_constant(FamilyType)
def _constant(context: Any, builder: Any, typ: Any, value: Any) -> Any:
    return context.get_dummy_value()


@lower_builtin(FamilyType, FamilyType, types.VarArg(types.Any))
def _call_family(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    family = sig.args[0]
    offset = context.get_constant(INT, 0)
    for value, start, size in zip(args[1:], family.starts, family.sizes, strict=True):
        offset = builder.mul(offset, context.get_constant(INT, size))
        offset = builder.add(offset, builder.sub(value, context.get_constant(INT, start)))
    return builder.add(offset, context.get_constant(INT, family.first))


@infer_global(operator.contains)
class _Contains(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        if isinstance(args[0], FamilyType) and isinstance(args[1], types.Integer):
            return signature(types.boolean, args[0], INT)
        return None


@lower_builtin(operator.contains, FamilyType, INT)
def _is_in_family(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    family = sig.args[0]
    offset = builder.sub(args[1], context.get_constant(INT, family.first))
    return builder.icmp_unsigned("<", offset, context.get_constant(INT, family.count))  # negative ones are huge


@infer_getattr
class _FamilyAttributes(AttributeTemplate):
    key = FamilyType

    def generic_resolve(self, family: FamilyType, name: str) -> Any:
        if name == "fields":
            return types.BoundFunction(_Fields, family)
        if name in family.names:
            which = family.names.index(name)
            template = type(f"_Field{which}", (_Field,), {"key": ("family field", which)})
            return types.BoundFunction(template, family)
        return None


class _Fields(AbstractTemplate):
    key = "family fields"

    def generic(self, args: Any, kws: Any) -> Any:
        return signature(types.UniTuple(INT, len(self.this.names)), INT, recvr=self.this)


class _Field(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        return signature(INT, INT, recvr=self.this)


@lower_builtin("family fields", FamilyType, INT)
def _fields(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    values = [_field(context, builder, sig.args[0], which, args[1]) for which in range(len(sig.args[0].names))]
    return context.make_tuple(builder, sig.return_type, values)


def _field(context: Any, builder: Any, family: FamilyType, which: int, move: Any) -> Any:
    below = 1
    for size in family.sizes[which + 1 :]:
        below *= size
    value = builder.sub(move, context.get_constant(INT, family.first))
    value = builder.udiv(value, context.get_constant(INT, below))
    if which > 0:  # the first field needs none: the move is in the family
        value = builder.urem(value, context.get_constant(INT, family.sizes[which]))
    return builder.add(value, context.get_constant(INT, family.starts[which]))


def _lower_field(which: int) -> None:
    @lower_builtin(("family field", which), FamilyType, INT)
    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        return _field(context, builder, sig.args[0], which, args[1])


for _which in range(MOST_FIELDS):
    _lower_field(_which)


class _OfBits(AbstractTemplate):
    """The type of a function of `bits`."""

    def generic(self, args: Any, kws: Any) -> Any:
        return signature(INT, INT)


for _function in (count_bits, lowest_bit):
    infer_global(_function)(type(_function.__name__, (_OfBits,), {"key": _function}))


@lower_builtin(count_bits, INT)
def _count_bits(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.ctpop(args[0])


@lower_builtin(lowest_bit, INT)
def _lowest_bit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))  # 1: the set is not empty


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
lower_constant(EventType)(_constant)


@typeof_impl.register(Event)
def _type_of_event(event: Event, c: Any) -> EventType:
    return EventType(event.name, len(event.values))


@lower_builtin(EventType, EventType, types.VarArg(types.Any))
def _call_event(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.get_dummy_value()


class RecordCodeType(types.Callable, types.Opaque):
    """The type of an operation on whole records: copies, comparisons, what a seat sees."""

    def __init__(self, code: RecordCode) -> None:
        self.code = code
        super().__init__(f"{type(code).__name__}({code.size}, {code.copied}, {code.covered})")

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        result = types.boolean if isinstance(self.code, SameRecords) else types.none
        return signature(result, *(INT if isinstance(arg, types.Integer) else arg for arg in args), recvr=self)

    def get_call_signatures(self) -> Any:
        return [], True

    def get_impl_key(self, sig: Any) -> Any:
        return RecordCodeType


register_model(RecordCodeType)(models.OpaqueModel)
lower_constant(RecordCodeType)(_constant)


@typeof_impl.register(RecordCode)
def _type_of_code(code: RecordCode, c: Any) -> RecordCodeType:
    return RecordCodeType(code)


@lower_builtin(RecordCodeType, RecordCodeType, types.VarArg(types.Any))
def _call_code(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    code = sig.args[0].code
    if isinstance(code, SameRecords):
        return _same(builder, code.size, args[1], args[2])
    if isinstance(code, CopyRecord):
        _copy(builder, args[1], args[2], 0, code.size)
    if isinstance(code, CopyVisible):
        _copy_visible(builder, code, *args[1:])
    return context.get_dummy_value()


def _at(builder: Any, record: Any, offset: Any, bits: int) -> Any:
    """A pointer to a number of this many bits."""
    return cgutils.pointer_add(builder, record, offset, ir.IntType(bits).as_pointer())


def _copy(builder: Any, record: Any, out: Any, offset: int, size: int) -> None:
    source, target = _at(builder, record, offset, 8), _at(builder, out, offset, 8)
    cgutils.raw_memcpy(builder, target, source, ir.Constant(ir.IntType(64), size), 1)


def _same(builder: Any, size: int, one: Any, other: Any) -> Any:
    differ = cgutils.alloca_once_value(builder, ir.Constant(ir.IntType(64), 0))
    with cgutils.for_range(builder, ir.Constant(ir.IntType(64), size // 8)) as loop:
        offset = builder.mul(loop.index, ir.Constant(ir.IntType(64), 8))
        words = [builder.load(_at(builder, record, offset, 64)) for record in (one, other)]
        builder.store(builder.or_(builder.load(differ), builder.xor(*words)), differ)
    return builder.icmp_unsigned("==", builder.load(differ), ir.Constant(ir.IntType(64), 0))


def _copy_visible(builder: Any, code: RecordCode, record: Any, seat: Any, out: Any) -> None:
    for offset, size in code.copied:
        _copy(builder, record, out, offset, size)
    word = ir.IntType(64)
    for offset, size, count, row, unknown, empty in code.covered:
        number = ir.IntType(8 * size)
        with cgutils.for_range(builder, ir.Constant(word, count)) as loop:
            where = builder.add(builder.mul(loop.index, ir.Constant(word, size)), ir.Constant(word, offset))
            true = builder.load(_at(builder, record, where, 8 * size))
            seen = ir.Constant(ir.IntType(1), 0)
            if empty is not None:
                seen = builder.icmp_signed("==", true, ir.Constant(number, empty))
            if row:
                own = builder.icmp_signed("==", builder.udiv(loop.index, ir.Constant(word, row)), seat)
                seen = builder.or_(seen, own)
            builder.store(builder.select(seen, true, ir.Constant(number, unknown)), _at(builder, out, where, 8 * size))
