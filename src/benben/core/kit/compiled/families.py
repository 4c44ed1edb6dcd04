"""Move families in kernels. The plain-Python methods (`moves.Family`) say what the code here does."""

from __future__ import annotations

import operator
from typing import Any

from numba.core import types
from numba.core.errors import TypingError
from numba.core.imputils import lower_builtin, lower_constant
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr, infer_global, signature
from numba.extending import models, register_model, typeof_impl

from benben.core.kit.moves import Family

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
