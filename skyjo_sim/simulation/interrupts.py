"""Interrupts that wait for a moment at which nothing is half done."""

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class HeldInterrupts:
    """Hold keyboard interrupts back until `check` is called; a context manager.

    Without it an interrupt can come between keeping a part and counting it. Signals that Python does not handle keep their
    meaning, and so does the second of two: it goes through at once. Outside the main thread, where Python delivers no
    signals, nothing is done.
    """

    def __init__(self) -> None:
        self._handlers: dict[int, Callable[[int, FrameType | None], Any]] = {}
        self._held: int | None = None

    def __enter__(self) -> "HeldInterrupts":
        if threading.current_thread() is threading.main_thread():
            for number in _SIGNALS:
                handler = signal.getsignal(number)
                if callable(handler):
                    self._handlers[number] = handler
                    signal.signal(number, self._hold)
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def _hold(self, number: int, frame: FrameType | None) -> None:
        if self._held is None:
            self._held = number
        else:
            self._handlers[number](number, frame)

    def check(self) -> None:
        """Let an interrupt through that has come: usually this raises KeyboardInterrupt."""
        if self._held is not None:
            number = self._held
            self._handlers[number](number, None)
            self._held = None
