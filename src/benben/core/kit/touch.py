"""Touch paths: the elements of the picture to touch for a move, declared for each family, and the inverse.

    TOUCH = Touch(
        FAMILIES,
        legal,
        {
            DRAW: lambda s, stack: (stack_id(stack),),
            MOVE: lambda s, field, site: (worker_id(field), site_id(site)),
        },
        hint=_("Touch a highlighted field or stack."),
    )
    path, aim, direct = TOUCH.path, TOUCH.aim, TOUCH.direct

A path function returns () for a move that is impossible in this state, such as one with a card that is not there. Where
one element says enough, `direct` names it: the block for a marker whose colour is given. Where it leaves a choice, it
stands for the path up to it: the field for the only tile in hand. Where the last elements only say how a piece lies,
`turns` says after how many that begins: the page turns the piece instead of asking for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from benben.core.errors import MalformedMove
from benben.core.kernels import Kernel
from benben.core.kit.moves import Families, Family
from benben.core.text import Message

Path = tuple[str, ...]


class Touch:
    """The paths of a game's moves. `path(state, move)` and `aim(state, path)` are the two directions."""

    def __init__(
        self,
        families: Families,
        legal: Kernel,
        paths: Mapping[Family | int, Callable[..., Path]],
        *,
        hint: Message | Callable[[Any, Path], Message],  # what can be touched, for a path that means no move
        special: Callable[[Any, Path], int | None] = lambda s, path: None,  # paths that mean a move in other ways
        direct: Mapping[Family, Callable[..., str]]
        | None = None,  # for each family, the element that alone means a move
        turns: Mapping[Family, int] | None = None,  # for each family, the elements before those that turn the piece
    ) -> None:
        self.families, self.legal, self.hint, self.special = families, legal, hint, special
        self.path = families.dispatch(paths)
        self.directly, self.turned = direct or {}, turns or {}

    def direct(self, s: Any, move: int) -> str:
        """The element that alone means a move; "" if there is none."""
        family, fields = self.families.decode(move)
        return self.directly[family](s, *fields) if family in self.directly else ""

    def turns(self, s: Any, move: int) -> int:
        """The number of elements after which the rest of the path only turns the piece; 0: nothing does."""
        return self.turned.get(self.families.decode(move)[0], 0)

    def aim(self, s: Any, path: Path) -> int:
        """The move of a path: a legal one if there is one, else one that can be refused with a reason."""
        move = self.special(s, path)
        if move is not None:
            return move
        if path:
            buffer = np.empty(len(self.families), np.int64)
            for number in [*buffer[: self.legal(s, buffer)].tolist(), *range(len(self.families))]:
                if self.path(s, number) == path or path == (self.direct(s, number),):
                    return int(number)
        raise MalformedMove(self.hint(s, path) if callable(self.hint) else self.hint)
