"""Files that appear whole: links are followed, what is no file is left alone."""

import os
import socket

import pytest

from skyjo_sim import InputError, RunError
from skyjo_sim.text_files import write_file
from skyjo_sim.whole_files import write_whole

pytestmark = [pytest.mark.small, pytest.mark.skipif(os.name != "posix", reason="other systems have other files")]

WRITERS = {write_whole: RunError, write_file: InputError}


@pytest.fixture(params=WRITERS, ids=lambda write: write.__name__)
def write(request):
    """Return one of the functions that write files."""
    return request.param


def listing(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced_and_keeps_its_permissions(write, tmp_path):
    path = tmp_path / "file"
    write(path, b"old")
    path.chmod(0o640)
    write(path, b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)
    assert listing(tmp_path) == ["file"]


def test_a_link_stays_and_its_target_is_written(write, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    target = tmp_path / "elsewhere" / "file"
    target.write_bytes(b"old")
    (tmp_path / "elsewhere" / "link").symlink_to("file")
    link = tmp_path / "link"
    link.symlink_to("elsewhere/link")
    write(link, b"new")
    assert (link.is_symlink(), target.is_symlink(), target.read_bytes()) == (True, False, b"new")
    assert (listing(tmp_path), listing(target.parent)) == (["elsewhere", "link"], ["file", "link"])


def test_a_link_into_nothing_makes_its_target(write, tmp_path):
    (tmp_path / "link").symlink_to("file")
    write(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


def folder(path):
    path.mkdir()


def link_to_a_folder(path):
    path.with_name("folder").mkdir()
    path.symlink_to("folder")


def link_to_a_pipe(path):
    os.mkfifo(path.with_name("pipe"))
    path.symlink_to("pipe")


def link_to_itself(path):
    path.symlink_to(path.name)


def listener(path):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(os.path.relpath(path))


@pytest.mark.parametrize("make", [folder, link_to_a_folder, os.mkfifo, link_to_a_pipe, link_to_itself, listener])
def test_what_is_no_file_is_refused_and_stays(make, write, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "there"
    make(path)
    before = listing(tmp_path), os.lstat(path)
    with pytest.raises(WRITERS[write]) as caught:
        write(path, b"new")
    assert str(caught.value).endswith(" cannot be written: something that is no regular file is there")
    after = os.lstat(path)
    assert (listing(tmp_path), after.st_ino, after.st_mode) == (before[0], before[1].st_ino, before[1].st_mode)


def test_a_path_that_is_none_is_refused(write, tmp_path):
    with pytest.raises(WRITERS[write], match="cannot be written: embedded null"):
        write(tmp_path / "nu\0ll", b"new")
