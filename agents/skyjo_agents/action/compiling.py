"""How the kernels of this folder are compiled."""

from pathlib import Path

from skyjo_sim.kernels.compiler import KERNEL_FOLDER, compiled

__all__ = ["inner", "merged"]


def inner(function):  # type: ignore[no-untyped-def]
    """Compile a function of this folder that only kernels call."""
    return compiled(function, KERNEL_FOLDER, Path(__file__).parent, forceinline=False, no_cpython_wrapper=True)


def merged(function):  # type: ignore[no-untyped-def]
    """Compile a function of this folder as a piece of its caller: each level of calls is compiled anew with all below it."""
    return compiled(function, KERNEL_FOLDER, Path(__file__).parent, inline="always", forceinline=True)
