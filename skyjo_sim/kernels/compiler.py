"""The one owner of numba's options and of the place where compiled code is kept.

Numba's disk cache looks at the file of a function alone: a kernel would keep an old rule when the rule's own file is
edited. So compiled code lies in a folder named after a hash of all sources that can be inlined into it: the kernels of
this package and, for code of another package, that package's files too.
"""

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core import types
from numba.extending import intrinsic

__all__ = [
    "IS_COMPILED",
    "apart",
    "cache_folder",
    "compiled",
    "inlined",
    "inner",
    "inner_inlined",
    "kernel",
    "kernel_of",
    "merged",
    "source_hash",
]

IS_COMPILED: bool = not numba.config.DISABLE_JIT
"""False when ``NUMBA_DISABLE_JIT=1``: kernels then run as plain Python, intrinsics as their twins."""

_KEEP_UNUSED_SECONDS = 30 * 24 * 3600


def _base_folder() -> Path:
    """Return the folder of all our compiled code: ``$SKYJO_CACHE_DIR``, else the user's cache folder."""
    if chosen := os.environ.get("SKYJO_CACHE_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        home = str(Path.home() / "Library" / "Caches")
    else:
        home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "skyjo-sim"


@cache
def source_hash(*folders: Path) -> str:
    """Return 16 hex digits that change with any Python file under `folders` (and with bounds checks on or off)."""
    digest = hashlib.sha256(f"boundscheck={numba.config.BOUNDSCHECK}".encode())
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@cache
def cache_folder(*folders: Path) -> Path | None:
    """Return the folder for code compiled from `folders`, created; None where nothing can be written."""
    for base in (_base_folder(), Path(tempfile.gettempdir()) / f"skyjo-sim-{os.environ.get('USER', 'user')}"):
        folder = base / source_hash(*folders)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
            os.utime(folder)
        except OSError:
            continue
        _remove_unused(base)
        return folder
    return None


def _remove_unused(base: Path) -> None:
    """Delete folders of older sources that nothing has used for a month."""
    import shutil

    for folder in base.iterdir():
        try:
            if time.time() - folder.stat().st_mtime > _KEEP_UNUSED_SECONDS:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue


def compiled(function: Callable[..., Any], *folders: Path, **options: Any) -> Any:
    """Compile `function` with the project's options; keep the code in the cache folder of `folders`.

    Without folders, or where no cache is possible (a read-only disk, a function typed at a prompt), the code lives as
    long as the process. ``numba.config.CACHE_DIR`` is restored at once, so other libraries' caches stay where they are.
    """
    place = cache_folder(*folders) if folders and IS_COMPILED else None
    if place is None:
        return numba.njit(nogil=True, no_cfunc_wrapper=True, **options)(function)
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(place)
    try:
        return numba.njit(nogil=True, no_cfunc_wrapper=True, cache=True, **options)(function)
    except RuntimeError:  # no source file to cache by
        return numba.njit(nogil=True, no_cfunc_wrapper=True, **options)(function)
    finally:
        numba.config.CACHE_DIR = before


KERNEL_FOLDER = Path(__file__).parent


def kernel(function: Callable[..., Any]) -> Any:
    """Compile a function of this folder.

    The option is said aloud because numba lets a callee inherit it from the caller that happens to compile it first.
    """
    return compiled(function, KERNEL_FOLDER, forceinline=False)


def kernel_of(*folders: Path) -> Callable[[Callable[..., Any]], Any]:
    """Return what compiles as `kernel` does, for functions of another package, whose sources lie in `folders`."""

    def compile_kernel(function: Callable[..., Any]) -> Any:
        return compiled(function, KERNEL_FOLDER, *folders, forceinline=False)

    return compile_kernel


@intrinsic
def _apart_compiled(typing_context):
    def codegen(context, builder, signature, arguments):
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.void(), codegen


def _apart_python() -> None:
    """Do nothing."""


apart = _apart_compiled if IS_COMPILED else _apart_python
"""Keep the kernel that calls this out of its callers: rare work would only make hot loops long."""


def inlined(function: Callable[..., Any]) -> Any:
    """Compile a function of this folder that is always inlined: what every decision runs through."""
    return compiled(function, KERNEL_FOLDER, forceinline=True)


def inner(function: Callable[..., Any]) -> Any:
    """Compile a function of this folder that only kernels call: without an entry for Python, which shortens a cold start."""
    return compiled(function, KERNEL_FOLDER, forceinline=False, no_cpython_wrapper=True)


def inner_inlined(function: Callable[..., Any]) -> Any:
    """Compile as `inlined`, without an entry for Python."""
    return compiled(function, KERNEL_FOLDER, forceinline=True, no_cpython_wrapper=True)


def merged(function: Callable[..., Any]) -> Any:
    """Compile a function of this folder as a piece of its few callers: that saves compiling it by itself."""
    return compiled(function, KERNEL_FOLDER, inline="always", forceinline=True)
