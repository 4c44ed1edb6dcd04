"""Sets as bits in kernels."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import RefType, iternext_impl, lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import models, register_model

from benben.core.kit.bits import count_bits, each_bit, lowest_bit, nth_bit

INT = types.int64
WORD = ir.IntType(64)
NOT_EMPTY = ir.Constant(ir.IntType(1), 1)


class BitsIterator(types.SimpleIteratorType):
    """`each_bit`: where the set of the numbers to come is."""

    def __init__(self) -> None:
        super().__init__("each_bit", INT)


EACH_BIT = BitsIterator()


@register_model(BitsIterator)
class BitsIteratorModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: BitsIterator) -> None:
        super().__init__(manager, kind, WORD.as_pointer())


class _OfBits(AbstractTemplate):
    """The type of a function of ints."""

    result: Any = INT

    def generic(self, args: Any, kws: Any) -> Any:
        return signature(self.result, *(INT for _ in args))


for _function, _result in ((count_bits, INT), (lowest_bit, INT), (nth_bit, INT), (each_bit, EACH_BIT)):
    infer_global(_function)(type(_function.__name__, (_OfBits,), {"key": _function, "result": _result}))


@lower_builtin(count_bits, INT)
def _count_bits(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.ctpop(args[0])


@lower_builtin(lowest_bit, INT)
def _lowest_bit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return builder.cttz(args[0], NOT_EMPTY)


@lower_builtin(nth_bit, INT, INT)
def _nth_bit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    """Halve the word six times: the number is in the lower half if that has more than n bits. No branch."""
    bits, n = args
    number = ir.Constant(WORD, 0)
    for width in (32, 16, 8, 4, 2, 1):
        lower = builder.and_(bits, ir.Constant(WORD, (1 << width) - 1))
        count = builder.ctpop(lower)
        above = builder.icmp_signed(">=", n, count)
        n = builder.select(above, builder.sub(n, count), n)
        bits = builder.select(above, builder.lshr(bits, ir.Constant(WORD, width)), lower)
        number = builder.select(above, builder.add(number, ir.Constant(WORD, width)), number)
    return number


@lower_builtin(each_bit, INT)
def _each_bit(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return cgutils.alloca_once_value(builder, args[0])


@lower_builtin("iternext", BitsIterator)
@iternext_impl(RefType.UNTRACKED)
def _next_bit(context: Any, builder: Any, sig: Any, args: Any, result: Any) -> None:
    left = builder.load(args[0])
    there = builder.icmp_signed("!=", left, ir.Constant(WORD, 0))
    result.set_valid(there)
    with builder.if_then(there):
        result.yield_(builder.cttz(left, NOT_EMPTY))
        builder.store(builder.and_(left, builder.sub(left, ir.Constant(WORD, 1))), args[0])
