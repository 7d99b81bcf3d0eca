"""The ``skyjo`` command."""

import contextlib
import os
import signal
import sys
import time
from types import FrameType
from typing import NoReturn

INTERRUPTED = 130
BAD_INPUT = 2
_PATIENCE_SECONDS = 1.0


def main() -> NoReturn:
    """Run the command; an error that the user can mend is one line on stderr and exit code 2."""
    handler = Interrupter()
    signal.signal(signal.SIGTERM, handler)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, handler)
    try:
        code = _run()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:  # the reader of our output, such as head, has gone
        code = 1
    except OSError as error:  # such as a full disk that stdout is written to
        code = fail(f"cannot go on: {error.strerror or error}")
    except MemoryError as error:
        code = fail(f"not enough memory: {error}")
    _close_output()
    sys.exit(code)


def _run() -> int:
    """Run the command and return its exit code; everything is imported here, so that Ctrl-C is quiet from the start."""
    from skyjo_experiments.cli.app import app
    from skyjo_sim.errors import PolicyError, SkyjoError

    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = app(standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except SkyjoError as error:
        return fail(str(error), is_drawn=isinstance(error, PolicyError))
    except Exception as error:
        if type(error).__name__ == "Abort":  # what older option parsers make of Ctrl-C
            return INTERRUPTED
        if not hasattr(error, "format_message"):  # not one of the option parser's own
            raise
        return _fail_usage(error)


class Interrupter:
    """Interrupts; when that does not help for a second, as in an agent's endless loop, the next signal leaves at once."""

    def __init__(self) -> None:
        self._first: float | None = None

    def __call__(self, number: int, frame: FrameType | None) -> NoReturn:
        """Handle a signal."""
        now = time.monotonic()
        if self._first is not None and now - self._first > _PATIENCE_SECONDS:
            os.write(2, b"skyjo: left at once; what was finished is kept\n")
            os._exit(INTERRUPTED)
        self._first = self._first or now
        raise KeyboardInterrupt


def fail(message: str, is_drawn: bool = False) -> int:
    """Print an error in one line, with the drawing of a position below if it ends with one; return the exit code."""
    head, _, drawing = message.partition("\n") if is_drawn else (message, "", "")
    lines = [f"skyjo: error: {_printable(head)}", *drawing.splitlines()]
    print("\n".join(lines), file=sys.stderr)  # noqa: T201
    return BAD_INPUT


def _printable(text: str) -> str:
    """Return a text on one line, what cannot be printed as escapes."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text.strip())


def _fail_usage(error: Exception) -> int:
    """Print an error of the option parser with the place of help."""
    context = getattr(error, "ctx", None)
    message = " ".join(error.format_message().split())  # type: ignore[attr-defined]
    if not message:  # no arguments at all: help has been printed
        return BAD_INPUT
    return fail(f"{message} (see {context.command_path} --help)" if context is not None else message)


def _close_output() -> None:
    """Send what nobody can receive any more nowhere, so that the interpreter's last flush does not fail."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
        return
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
