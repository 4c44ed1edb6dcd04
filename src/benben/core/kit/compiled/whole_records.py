"""Operations on whole records in kernels: copies, comparisons, what a seat sees."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_builtin, lower_constant
from numba.core.typing.templates import signature
from numba.extending import models, register_model, typeof_impl

from benben.core.secrets import CopyRecord, CopyVisible, RecordCode, SameRecords

INT = types.int64


class RecordCodeType(types.Callable, types.Opaque):
    """The type of such an operation."""

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


@lower_constant(RecordCodeType)
def _constant(context: Any, builder: Any, typ: Any, value: Any) -> Any:
    return context.get_dummy_value()


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
