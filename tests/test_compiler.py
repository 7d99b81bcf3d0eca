"""The compiler module: compiled code follows its sources, and other libraries' caches stay where they are."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import pytest

import skyjo_sim
from skyjo_sim.kernels.compiler import IS_COMPILED, KERNEL_FOLDER, cache_folder, source_hash

PACKAGE = Path(skyjo_sim.__file__).parent
SCRIPT = """
import numpy as np
from skyjo_sim.kernels.layout import STREAM
from skyjo_sim.kernels.streams import member
print(member(np.zeros(1, STREAM)[0], 0b100000000000))
"""


def run_member(copy: Path, cache: Path) -> str:
    """Run a kernel of streams.py, which calls one of bits.py, in a copy of the package."""
    environment = {**os.environ, "PYTHONPATH": str(copy), "SKYJO_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled")
def test_editing_a_kernel_changes_the_kernels_of_other_files(tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(PACKAGE, copy / "skyjo_sim", ignore=shutil.ignore_patterns("__pycache__"))
    assert run_member(copy, tmp_path / "cache") == "11"
    assert run_member(copy, tmp_path / "cache") == "11"
    bits = copy / "skyjo_sim" / "kernels" / "bits.py"
    text = bits.read_text()
    broken = text.replace("return np.int64((_MEMBERS", "return np.int64(5) + 0 * np.int64((_MEMBERS")
    assert broken != text
    bits.write_text(broken)
    assert run_member(copy, tmp_path / "cache") == "5"
    assert len(list((tmp_path / "cache").iterdir())) == 2, "one folder for each state of the sources"


def test_the_cache_folder_of_other_libraries_is_left_alone():
    import skyjo_sim.kernels.turn

    assert skyjo_sim.kernels.turn is not None
    assert os.environ.get("NUMBA_CACHE_DIR", "") == numba.config.CACHE_DIR


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("SKYJO_CACHE_DIR", str(file))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(file))
    cache_folder.cache_clear()
    try:
        assert cache_folder(KERNEL_FOLDER) is None
    finally:
        cache_folder.cache_clear()


def test_the_source_hash_changes_with_names_and_contents(tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    before = source_hash.__wrapped__(tmp_path)
    (tmp_path / "a.py").write_text("x = 2\n")
    edited = source_hash.__wrapped__(tmp_path)
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    assert len({before, edited, source_hash.__wrapped__(tmp_path)}) == 3


def test_unused_folders_are_deleted_after_a_month(tmp_path, monkeypatch):
    monkeypatch.setenv("SKYJO_CACHE_DIR", str(tmp_path))
    old, recent = tmp_path / "0123456789abcdef", tmp_path / "fedcba9876543210"
    for folder in (old, recent):
        folder.mkdir()
    os.utime(old, (1, 1))
    cache_folder.cache_clear()
    try:
        assert cache_folder(KERNEL_FOLDER) is not None
    finally:
        cache_folder.cache_clear()
    assert not old.exists()
    assert recent.exists()
