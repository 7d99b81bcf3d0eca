"""A copy of the sources to change, and test runs in it."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.mutant_list.mutant import Mutant

ROOT = Path(__file__).parent.parent.parent
_COPIED = ("skyjo_sim", "agents", "experiments", "tests", "docs", "pyproject.toml", "README.md")
_SECONDS = {True: 1200, False: 300}
"""After so many seconds, compiled or not, a mutant counts as noticed: its games do not end."""

_CONFTEST = """
import os
import signal
from pathlib import Path

import pytest
import skyjo_sim
from hypothesis import Phase, settings

assert Path(skyjo_sim.__file__).is_relative_to(Path(__file__).parent), "the tests run on other sources"
settings.register_profile("mutants", database=None, derandomize=True, phases=(Phase.explicit, Phase.generate))
settings.load_profile("mutants")


def stop(number, frame):
    raise TimeoutError("this test does not end")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    if os.environ["NUMBA_DISABLE_JIT"] == "0" or not hasattr(signal, "setitimer"):
        return (yield)
    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 60, 60)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
"""
"""Same examples each time, no time spent on making failing ones small; uncompiled, no test lasts for ever."""


@contextmanager
def sandbox(name: str) -> Iterator[Path]:
    """Give a copy of the sources in a temporary folder."""
    with tempfile.TemporaryDirectory(prefix=f"{name}-", ignore_cleanup_errors=True) as folder:
        _copy_sources(Path(folder))
        yield Path(folder)


def _copy_sources(place: Path) -> None:
    """Copy what the tests need to `place`."""
    ignored = shutil.ignore_patterns("__pycache__", "_build", ".*")
    for name in _COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, place / name, ignore=ignored)
        elif source.exists():
            shutil.copy(source, place / name)
    (place / "conftest.py").write_text(_CONFTEST, encoding="utf-8")


def apply_edits(mutant: Mutant, place: Path) -> None:
    """Change the sources under `place`.

    Raises
    ------
    ValueError, OSError
        If an edit does not fit.
    """
    for edit in mutant.edits:
        path = place / edit.file
        path.write_text(edit.apply(path.read_text(encoding="utf-8")), encoding="utf-8")


def run_tests(place: Path, files: list[str], *, is_compiled: bool) -> tuple[int | None, str]:
    """Run test files in a copy, up to the first failure; return pytest's exit code, None after too long, and output."""
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(str(place / name) for name in ("", "agents", "experiments")),
        "SKYJO_CACHE_DIR": str(place / "cache"),
        "NUMBA_DISABLE_JIT": "0" if is_compiled else "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "--tb=line", "-p", "no:cacheprovider", *files]
    process = subprocess.Popen(
        command,
        cwd=place,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=os.name == "posix",
    )
    try:
        output, _ = process.communicate(timeout=_SECONDS[is_compiled])
    except subprocess.TimeoutExpired:
        _kill(process)
        return None, process.communicate()[0]
    return process.returncode, output


def _kill(process: "subprocess.Popen[str]") -> None:
    """End a test run and the processes it has started."""
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
