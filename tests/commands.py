"""The command in processes of its own, and in this one, for tests of runs."""

import io
import os
import signal
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest import mock

from skyjo_experiments.cli import main

SKYJO = [sys.executable, "-m", "skyjo_experiments.cli"]


def environment(**changes):
    """Return the environment of a child process, without what would change how it prints."""
    return {**os.environ, "COLUMNS": "160", **changes}


def start(*words, **options):
    """Start ``skyjo``; its output is captured as text."""
    command = [*SKYJO, *map(str, words)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(), **options
    )


def run(*words, code=0, **options):
    """Run ``skyjo`` in a process of its own; return what it printed on stdout and stderr."""
    process = start(*words, **options)
    out, err = process.communicate(timeout=120)
    assert process.returncode == code, (out, err)
    return out, err


def call(*words):
    """Run ``skyjo`` in this process; return its exit code and what it printed on stdout and stderr."""
    out, err = io.StringIO(), io.StringIO()
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    with mock.patch.object(sys, "argv", ["skyjo", *map(str, words)]), mock.patch.dict(os.environ, COLUMNS="160"):
        try:
            with redirect_stdout(out), redirect_stderr(err):
                main()
        except SystemExit as stopped:
            return stopped.code, out.getvalue(), err.getvalue()
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
    raise AssertionError("the command has not ended")
