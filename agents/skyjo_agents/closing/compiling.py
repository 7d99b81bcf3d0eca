"""How the kernels of this folder are compiled."""

from pathlib import Path

from skyjo_sim.kernels.compiler import KERNEL_FOLDER, compiled, kernel_of

__all__ = ["inner", "kernel", "merged"]

kernel = kernel_of(Path(__file__).parent)
"""Compile a function of this folder."""


def inner(function):  # type: ignore[no-untyped-def]
    """Compile a function of this folder that only kernels call."""
    return compiled(function, KERNEL_FOLDER, Path(__file__).parent, forceinline=False, no_cpython_wrapper=True)


def merged(function):  # type: ignore[no-untyped-def]
    """Compile a function of this folder as a piece of its few callers: that saves compiling it by itself."""
    return compiled(function, KERNEL_FOLDER, Path(__file__).parent, inline="always", forceinline=True)
