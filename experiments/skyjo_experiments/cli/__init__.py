"""The ``skyjo`` command."""

import os
import signal
import sys
from types import FrameType
from typing import NoReturn

from skyjo_sim.errors import SkyjoError

INTERRUPTED = 130


def main() -> NoReturn:
    """Run the command; an error that the user can mend is one line on stderr and exit code 2."""
    from skyjo_experiments.cli.app import app

    signal.signal(signal.SIGTERM, _interrupt)
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except SkyjoError as error:
        code = _fail(str(error))
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:  # the reader of our output, such as head, has gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = 1
    except Exception as error:
        if not hasattr(error, "format_message"):  # not one of the option parser's own
            raise
        code = _fail(_usage_error(error))
    sys.exit(code or 0)


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _fail(message: str) -> int:
    print(f"skyjo: error: {message}", file=sys.stderr)  # noqa: T201
    return 2


def _usage_error(error: Exception) -> str:
    """Return an error of the option parser with the place of help."""
    context = getattr(error, "ctx", None)
    message = error.format_message()  # type: ignore[attr-defined]
    return f"{message} (see {context.command_path} --help)" if context is not None else message
