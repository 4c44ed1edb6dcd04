"""Tables in kernels: constants of the narrowest type that holds their numbers."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.core.imputils import lower_constant
from numba.extending import models, register_model, typeof_impl

from benben.core.kit.compiled.states import ADDRESS, WORD, CellsType
from benben.core.kit.tables import NumberTable

KINDS = (np.uint8, np.int8, np.uint16, np.int16, np.uint32, np.int32, np.int64)


class TableType(CellsType):
    """The type of one table, or of its rows: `field` is a name that depends on its numbers."""

    writable = False

    def __init__(self, field: str, size: int, shape: tuple[int, ...], signed: bool) -> None:
        self.signed = signed
        super().__init__(field, size, shape)

    def row(self, shape: tuple[int, ...]) -> TableType:
        return TableType(self.field, self.size, shape, self.signed)

    def load(self, builder: Any, address: Any) -> Any:
        number = builder.load(builder.bitcast(address, ir.IntType(8 * self.size).as_pointer()))
        number.set_metadata("invariant.load", builder.module.add_metadata([]))
        if self.size == WORD.width // 8:
            return number
        return builder.sext(number, WORD) if self.signed else builder.zext(number, WORD)


register_model(TableType)(models.OpaqueModel)


@typeof_impl.register(NumberTable)
def _type_of_table(table: NumberTable, c: Any) -> TableType:
    kind = narrowest(table)
    digest = hashlib.sha256(table.tobytes()).hexdigest()[:16]
    return TableType(digest, kind.itemsize, table.shape, kind.kind == "i")


def narrowest(table: NumberTable) -> np.dtype[Any]:
    low, high = int(table.min(initial=0)), int(table.max(initial=0))
    fits = (np.dtype(kind) for kind in KINDS if np.iinfo(kind).min <= low and high <= np.iinfo(kind).max)
    return next(fits)


@lower_constant(TableType)
def _constant(context: Any, builder: Any, kind: TableType, table: NumberTable) -> Any:
    numbers = np.ascontiguousarray(table).astype(narrowest(table)).tobytes()
    content = ir.Constant(ir.ArrayType(ir.IntType(8), len(numbers)), bytearray(numbers))
    constant = cgutils.global_constant(builder, f".table.{kind.field}", content)
    constant.align = kind.size
    return builder.bitcast(constant, ADDRESS)
