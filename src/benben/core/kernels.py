"""Kernels: plain Python functions that Numba can compile and cache on disk.

`@kernel` only marks a function. `specialise` makes copies in which the kernels it calls are replaced: by a game's own,
and by compiled ones. Copies rather than closures, because Numba does not cache closures on disk.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import threading
import time
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

try:
    import fcntl
except ImportError:  # Windows: without the lock, two processes may compile the same code
    fcntl = None  # type: ignore[assignment]

Kernel = Callable[..., Any]
F = TypeVar("F", bound=Kernel)

FOR_PEOPLE = ("words", "picture")  # rooms of a game without kernels
_UNUSED_AFTER = 30 * 24 * 3600  # seconds until unused compiled code is deleted
_compiling = threading.RLock()  # guards numba.config.CACHE_DIR; Numba's compiler is single-threaded anyway


def kernel(function: F) -> F:
    """Mark a function as compilable."""
    function.__kernel__ = True  # type: ignore[attr-defined]  # read by `_is_kernel`
    return function


def inlined(function: F) -> F:
    """Mark a kernel that is compiled into each of its callers, for helpers that every move calls.

    A call costs more than a small helper does, above all with an array among its arguments, which is counted
    atomically. Code that is inlined twice is compiled twice: leave larger kernels with several callers as calls.
    """
    function.__inlined__ = True  # type: ignore[attr-defined]  # read by `specialise`
    return kernel(function)


def can_compile() -> bool:
    """False under NUMBA_DISABLE_JIT=1, which debuggers and coverage need."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")


def specialise(
    functions: Mapping[str, Kernel], swap: Mapping[str, Any], label: str, compiled: bool, package: str
) -> dict[str, Kernel]:
    """Copies of `functions` in which the kernels named in `swap` are replaced, recursively.

    What replaces a kernel may also be a constant, or an object of the kit that Numba knows.

    `label` keeps the copies of different games apart in the compiler's cache; `package` is the game's.
    """
    copies: dict[Kernel, Kernel] = {}
    called = [function for function in (*functions.values(), *swap.values()) if _is_kernel(function)]
    sources = _sources(called, package) if compiled else set()
    folder = cache_folder(label, frozenset(sources)) if compiled else None

    def copy(function: Kernel) -> Kernel:
        if function not in copies:
            names = dict(function.__globals__)
            twin: Kernel = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
            twin.__qualname__ = f"{label}.{function.__name__}"
            twin.__module__ = function.__module__
            inline = getattr(function, "__inlined__", False)
            copies[function] = twin = _compile(twin, folder, inline) if folder else twin
            for name in function.__code__.co_names:  # after registering the twin: a kernel may call itself
                if _is_kernel(names.get(name)):
                    called = swap.get(name, names[name])
                    names[name] = copy(called) if _is_kernel(called) else called
        return copies[function]

    with _compiling:
        return {name: copy(function) for name, function in functions.items()}


def _is_kernel(value: object) -> bool:
    return getattr(value, "__kernel__", False) is True and isinstance(value, types.FunctionType)


def _compile(function: Kernel, folder: Path, inline: bool) -> Kernel:
    """The jitted function: compiled at its first call, or loaded from `folder`."""
    import numba

    import benben.core.kit.compiled  # noqa: F401  # teaches Numba the objects of the kit

    # Numba reads CACHE_DIR when the function is decorated: set it only for that time.
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        options = {"cache": True, "nogil": True, "error_model": "numpy", "forceinline": inline}
        compiled: Kernel = numba.njit(**options)(function)
    finally:
        numba.config.CACHE_DIR = before
    return compiled


def _sources(functions: Iterable[Kernel], package: str) -> set[Path]:
    """The core, the folders of the functions, and those of the package: kernels embed tables of its other rooms.

    Rules and advice may not import words and pictures, so that changing those compiles nothing.
    """
    core, declared = Path(__file__).parent, Path(import_module(package).__file__ or "").parent
    rooms = [
        folder for folder in declared.iterdir() if (folder / "__init__.py").exists() and folder.name not in FOR_PEOPLE
    ]
    return {
        core,
        core / "kit",
        core / "kit" / "compiled",
        declared,
        *rooms,
        *(Path(function.__code__.co_filename).parent for function in functions),
    }


@cache
def cache_folder(label: str, folders: frozenset[Path]) -> Path:
    """The cache folder for exactly these sources, below BENBEN_CACHE or the user's cache folder.

    Numba detects changes only in a function's own file, not in the functions it calls, so the folder name contains a
    hash of all sources (data files too: kernels embed tables as constants).
    """
    digest = hashlib.sha256(sys.version.encode())
    for file in sorted(file for folder in folders for file in folder.iterdir() if file.suffix in (".py", ".json")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    folder = _cache_root() / f"{label}-{digest.hexdigest()[:16]}"
    if not folder.exists():
        _forget_unused(folder.parent)
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    return folder


@contextmanager
def cache_lock() -> Iterator[None]:
    """A lock between processes: only one compiles at a time."""
    with (_cache_root() / "lock").open("w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _cache_root() -> Path:
    home = os.environ.get("BENBEN_CACHE")
    root = Path(home) if home else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "benben"
    try:
        root.mkdir(parents=True, exist_ok=True)
        if os.access(root, os.W_OK):
            return root
    except OSError:
        pass
    return Path(tempfile.gettempdir()) / f"benben-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"


def _forget_unused(root: Path) -> None:
    for folder in root.glob("*-*"):
        if folder.is_dir() and time.time() - folder.stat().st_mtime > _UNUSED_AFTER:
            for file in sorted(folder.rglob("*"), reverse=True):
                file.rmdir() if file.is_dir() else file.unlink(missing_ok=True)
            folder.rmdir()
