"""The run folder: what is in it, and one clear line for every way in which it can be damaged or unusable."""

import errno
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from skyjo_sim import InputError, Rules, RunError, load_run, resume, simulate, whole_files
from skyjo_sim.kernels.layout import ROW, SUMS
from skyjo_sim.simulation.rows import COLUMNS, parquet_bytes, read_parquet
from skyjo_sim.simulation.sum_files import npy_bytes, read_npy
from skyjo_sim.whole_files import write_whole
from tests.test_resume import interrupt_once, measured

AGENTS = "cutoff(2),random"
PLAN = {"n_rounds": 12, "rules": Rules(players=3, turn_limit=60)}


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """Return the folder of a complete run with rows."""
    out = tmp_path_factory.mktemp("runs") / "finished"
    simulate(AGENTS, **PLAN, hash_rows=True, out=out, part_size=4)
    return out


@pytest.fixture(scope="module")
def stopped(tmp_path_factory):
    """Return the folder of an interrupted run with rows."""
    out = tmp_path_factory.mktemp("runs") / "stopped"
    options = {"part_size": 2, "workers": 1, "on_progress": interrupt_once()}
    assert not simulate(AGENTS, **PLAN, hash_rows=True, out=out, **options).is_complete
    return out


@pytest.fixture
def folder(stopped, tmp_path):
    """Return a copy of the interrupted run, to be damaged."""
    return Path(shutil.copytree(stopped, tmp_path / "copy"))


@pytest.fixture
def complete(finished, tmp_path):
    """Return a copy of the complete run, to be damaged."""
    return Path(shutil.copytree(finished, tmp_path / "copy"))


def assert_one_line(caught, *texts):
    message = str(caught.value)
    assert "\n" not in message
    for text in texts:
        assert text in message


# What is in it


def test_complete_run_has_the_documented_files(finished):
    names = sorted(str(path.relative_to(finished)) for path in finished.rglob("*") if path.is_file())
    parts = [f"rows/{first:013d}-{first + 4:013d}.parquet" for first in (0, 4, 8)]
    figures = [f"figures/{name}.{end}" for name in ("doubling", "scores") for end in ("png", "svg")]
    assert names == sorted([".lock", "agents.csv", "manifest.json", "summary.json", "sums.npy", *figures, *parts])


def test_manifest_tells_how_the_run_was_made(finished):
    manifest = json.loads((finished / "manifest.json").read_text())
    result = load_run(finished)
    assert Rules.from_text(manifest.pop("rules")) == PLAN["rules"]
    assert manifest.pop("rules_digest") == PLAN["rules"].digest()
    assert set(manifest.pop("versions")) == {"skyjo-sim", "numpy", "numba"}
    assert manifest.pop("cpu_seconds") == result.cpu_seconds > 0
    assert manifest.pop("wall_seconds") == result.wall_seconds > 0
    assert manifest.pop("command")
    assert manifest == {
        "format": 1,
        "state": "complete",
        "error": None,
        "agent_file_sha256": None,
        "weights_sha256": {},
        "agents": ["cutoff(2)", "random"],
        "agent_file": None,
        "unit": "round",
        "n_units": 12,
        "seed": 0,
        "rotate": True,
        "rows": True,
        "hash_rows": True,
        "rows_sha256": result.rows_sha256,
    }


def test_parquet_rows_are_readable_by_others_with_the_documented_columns(finished):
    frame = pd.concat([pd.read_parquet(path) for path in sorted((finished / "rows").iterdir())], ignore_index=True)
    assert list(frame.columns) == list(COLUMNS)
    assert frame.equals(load_run(finished).rows)


def test_summary_and_table_are_those_of_the_result(finished):
    result = load_run(finished)
    summary = json.loads((finished / "summary.json").read_text())
    assert {name: value for name, value in summary.items() if name in measured(result)} == measured(result)
    pd.testing.assert_frame_equal(pd.read_csv(finished / "agents.csv"), result.agents, check_exact=False)


@pytest.mark.parametrize("name", ["finished", "stopped"])
def test_reading_a_run_gives_the_numbers_of_the_run(name, request):
    out = request.getfixturevalue(name)
    kept = load_run(out)
    assert kept.is_complete == (name == "finished")
    played = simulate(AGENTS, **PLAN | {"n_rounds": kept.n_units}, rows=True, hash_rows=True)
    assert kept.sums.tobytes() == played.sums.tobytes()
    assert kept.rows.equals(played.rows)
    assert kept.rows_sha256 == (played.rows_sha256 if name == "finished" else None)
    assert kept.plan.rules == PLAN["rules"]


def test_run_without_rows_says_so(tmp_path):
    simulate(AGENTS, n_rounds=2, out=tmp_path / "run")
    assert not (tmp_path / "run" / "rows").exists()
    with pytest.raises(RunError, match="kept no rows") as caught:
        _ = load_run(tmp_path / "run").rows
    assert_one_line(caught)


# Damaged manifests


def refusals(folder):
    """Return why a folder cannot be read and resumed, if so; other errors get out."""
    messages = []
    for read in (load_run, resume):
        try:
            read(folder)
        except RunError as error:
            messages.append(str(error))
        else:
            break
    return messages


WRONG = [None, 5, -1, 1.5, True, "x", [], {}, [1], {"a": 1}, "9" * 400]


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_wrong_type_in_any_field_is_one_line(folder, wrong):
    file = folder / "manifest.json"
    sound = json.loads(file.read_text())
    refused = []
    for name in sound:
        file.write_text(json.dumps(sound | {name: wrong}))
        refused += [(name, message) for message in refusals(folder)]
    assert len({name for name, _ in refused}) >= 10
    assert all("\n" not in message and len(message) < 1500 for _, message in refused)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("format", 2, "is not the manifest of a Skyjo run of format 1"),
        ("state", "done", "state must be one of running, interrupted, failed, complete, got 'done'"),
        ("n_units", "12", "n_units must be an integer, got '12'"),
        ("n_units", 0, "the number of rounds must be an integer in 1..1000000000000, got 0"),
        ("n_units", 10**30, "the number of rounds must be an integer"),
        ("seed", -1, "seed must be an integer in 0..18446744073709551615, got -1"),
        ("agents", [], "at least one agent is needed"),
        ("agents", ["cutoff(2)"] * 9, "9 agents do not fit at a table of 3 players"),
        ("rules", "players=3; turbo=true", "there is no switch 'turbo'"),
        ("rules", "players=4", "rules and rules_digest do not belong together"),
        ("unit", "match", "unit must be 'game' or 'round', got 'match'"),
        ("rotate", 1, "rotate must be true or false, got 1"),
        ("cpu_seconds", -0.5, "cpu_seconds must be a number of seconds, got -0.5"),
        ("versions", {"skyjo-sim": 1}, "versions must be an object of texts"),
    ],
)
def test_damaged_field_is_named_with_its_value(folder, name, value, message):
    file = folder / "manifest.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {name: value}))
    for read in (load_run, resume):
        with pytest.raises(RunError) as caught:
            read(folder)
        assert_one_line(caught, message)


@pytest.mark.parametrize("name", ["state", "agents", "agent_file", "rules", "n_units", "versions", "wall_seconds"])
def test_missing_field_is_named(folder, name):
    file = folder / "manifest.json"
    content = json.loads(file.read_text())
    del content[name]
    file.write_text(json.dumps(content))
    with pytest.raises(RunError, match=f"{name} is missing") as caught:
        load_run(folder)
    assert_one_line(caught)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[]", b"null", b'{"format": 1}', b"[" * 100_000, b'{"format": ' + b"9" * 5000 + b"}"],
    ids=range(8),
)
def test_manifest_that_is_no_manifest_is_one_line(folder, content):
    (folder / "manifest.json").write_bytes(content)
    for read in (load_run, resume):
        with pytest.raises(RunError, match=r"manifest\.json") as caught:
            read(folder)
        assert_one_line(caught)


def test_run_of_another_version_is_read_but_not_resumed(folder):
    file = folder / "manifest.json"
    content = json.loads(file.read_text())
    content["versions"]["skyjo-sim"] = "0.0.1"
    file.write_text(json.dumps(content))
    assert load_run(folder).n_units > 0
    with pytest.raises(RunError, match=r"made by skyjo-sim 0\.0\.1; resume it with that version, not ") as caught:
        resume(folder)
    assert_one_line(caught)


def test_run_of_an_unknown_agent_is_read_but_not_resumed(folder):
    file = folder / "manifest.json"
    content = json.loads(file.read_text())
    file.write_text(json.dumps(content | {"agents": ["cutoff(2)", "randim"]}))
    assert load_run(folder).agents["agent"].tolist() == ["cutoff(2)", "randim"]
    with pytest.raises(RunError, match="unknown agent 'randim'; did you mean random") as caught:
        resume(folder)
    assert_one_line(caught)


@pytest.mark.parametrize("make", [lambda path: None, lambda path: path.mkdir(), lambda path: path.touch()])
def test_resuming_what_is_no_run_says_so(tmp_path, make):
    make(tmp_path / "run")
    for read in (load_run, resume):
        with pytest.raises(RunError, match=r"holds no run: manifest\.json is missing") as caught:
            read(tmp_path / "run")
        assert_one_line(caught)


# Damaged parts and rows


def part_of(folder):
    """Return the first part of an interrupted run: its sums and its rows."""
    return sorted((folder / "parts").iterdir())[0], sorted((folder / "rows").iterdir())[0]


def shorten(path):
    path.write_bytes(path.read_bytes()[:-100])


def foreign_npy(path):
    np.save(path, np.arange(5))


def pickled_npy(path):
    np.save(path, np.array([{}]), allow_pickle=True)


def zipped_npy(path):
    with path.open("wb") as file:
        np.savez(file, np.zeros(SUMS.itemsize // 8, np.int64))


def other_sums(path):
    path.write_bytes(npy_bytes(np.zeros(1, SUMS)))


@pytest.mark.parametrize("damage", [shorten, foreign_npy, pickled_npy, zipped_npy, other_sums, Path.mkdir, Path.touch])
def test_damaged_sums_are_named(folder, damage):
    path = part_of(folder)[0]
    if damage is not shorten:
        path.unlink()
    damage(path)
    for read in (load_run, resume):
        with pytest.raises(RunError, match=re.escape(str(path))) as caught:
            read(folder)
        assert_one_line(caught)


def foreign_parquet(path):
    pd.DataFrame({"a": [1, 2]}).to_parquet(path)


def rows_of_another_version(path):
    pd.read_parquet(path).to_parquet(path)  # without our mark


def too_few_rows(path):
    path.write_bytes(parquet_bytes(read_parquet(path)[:-1]))


def other_points(path):
    rows = read_parquet(path)
    rows["score"][0] += 1
    path.write_bytes(parquet_bytes(rows))


def other_games(path):
    rows = read_parquet(path)
    rows["game"] += 1
    path.write_bytes(parquet_bytes(rows))


DAMAGES = {
    Path.unlink: "is missing",
    shorten: "cannot be read as Parquet rows",
    foreign_parquet: "does not hold rows of a Skyjo run",
    rows_of_another_version: "does not hold rows of a Skyjo run (version 1)",
    too_few_rows: "must hold",
    other_points: "their number or their points differ",
    other_games: "holds other games than its name says",
}


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_damaged_rows_are_found(folder, damage):
    damage(part_of(folder)[1])
    for read in (lambda out: load_run(out).rows, resume):
        with pytest.raises(RunError) as caught:
            read(folder)
        assert_one_line(caught, DAMAGES[damage])


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_damaged_rows_of_a_complete_run_are_found_and_its_summary_is_still_there(complete, damage):
    damage(sorted((complete / "rows").iterdir())[1])
    assert load_run(complete).n_units == 12
    with pytest.raises(RunError) as caught:
        _ = load_run(complete).rows
    assert_one_line(caught)


@pytest.mark.parametrize(
    ("name", "message"),
    [((1, 3), "parts overlap at unit 1"), ((10, 13), "is not of a run of 12 units"), ((5, 5), "is not of a run of 12")],
)
def test_parts_that_cannot_be_of_the_run_are_refused(folder, name, message):
    part, rows = part_of(folder)
    for path in (part, rows):
        shutil.copy(path, path.with_name(f"{name[0]:013d}-{name[1]:013d}{path.suffix}"))
    for read in (load_run, resume):
        with pytest.raises(RunError) as caught:
            read(folder)
        assert_one_line(caught, message)


def test_overlapping_rows_of_a_complete_run_are_refused(complete):
    first = sorted((complete / "rows").iterdir())[0]
    shutil.copy(first, first.with_name(f"{2:013d}-{4:013d}.parquet"))
    with pytest.raises(RunError, match="rows overlap at unit 2"):
        _ = load_run(complete).rows


def test_files_of_others_in_the_folder_do_no_harm(folder):
    for name in ("notes.txt", "parts/notes.txt", "rows/0-1.parquet", "parts/0000000000002-0000000000004.npy.old"):
        (folder / name).write_bytes(b"mine")
    assert measured(resume(folder)) == measured(simulate(AGENTS, **PLAN, hash_rows=True))
    assert (folder / "rows" / "0-1.parquet").exists()


# Folders that cannot be used


def below_a_file(path):
    path.touch()
    return path / "run"


UNUSABLE = {
    "below a file": below_a_file,
    "a file": lambda path: path.touch() or path,
    "system's": lambda path: Path("/proc/run"),
    "name too long": lambda path: path / ("x" * 300),
    "null character": lambda path: f"{path}\0x",
    "link into nothing": lambda path: path.symlink_to("/proc/nothing/there") or path,
}


@pytest.mark.skipif(os.name != "posix", reason="other systems have other unusable folders")
@pytest.mark.parametrize("name", UNUSABLE)
def test_unusable_folder_is_one_line(tmp_path, name):
    out = UNUSABLE[name](tmp_path / "there")
    with pytest.raises(RunError, match=r"folder '.*' cannot be used: .") as caught:
        simulate(AGENTS, n_rounds=2, out=out)
    assert_one_line(caught)


def test_folder_with_something_in_it_is_refused_and_left_alone(tmp_path, finished):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(RunError, match="is not empty") as caught:
        simulate(AGENTS, n_rounds=2, out=tmp_path)
    assert "resume" not in str(caught.value)
    before = {path: path.read_bytes() for path in finished.rglob("*") if path.is_file()}
    with pytest.raises(RunError, match="is not empty; resume that run with --resume "):
        simulate(AGENTS, n_rounds=2, out=finished)
    assert before == {path: path.read_bytes() for path in finished.rglob("*") if path.is_file()}


def test_input_errors_leave_no_folder(tmp_path):
    for wrong in ({"n_rounds": 0}, {"n_rounds": 1, "part_size": 0}, {"n_rounds": 1, "workers": 0}):
        with pytest.raises(InputError):
            simulate(AGENTS, **wrong, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


# A full disk


class FullDisk:
    """A file that takes some bytes and no more."""

    def __init__(self, file, left):
        self.file, self.left = file, left

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.file.close()

    def write(self, content):
        if len(content) > self.left:
            self.file.write(content[: self.left])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.file.write(content)

    def flush(self):
        self.file.flush()

    def fileno(self):
        return self.file.fileno()


@pytest.fixture
def full_disk(monkeypatch):
    """Return a function that lets every write of many bytes fail."""

    def fill(left):
        monkeypatch.setattr(
            whole_files, "open", lambda path, mode: FullDisk(Path.open(path, mode), left), raising=False
        )

    yield fill
    monkeypatch.undo()


def test_full_disk_leaves_the_old_file_and_nothing_beside_it(tmp_path, full_disk):
    path = tmp_path / "file"
    write_whole(path, b"old")
    full_disk(5)
    with pytest.raises(RunError, match="file cannot be written: No space left on device"):
        write_whole(path, b"new and longer")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_run_on_a_full_disk_fails_with_one_line_and_goes_on_later(tmp_path, monkeypatch, full_disk):
    out = tmp_path / "run"
    with monkeypatch.context():
        full_disk(5000)  # enough for the manifest, too little for a part
        with pytest.raises(RunError, match="cannot be written: No space left on device") as caught:
            simulate(AGENTS, **PLAN, hash_rows=True, out=out, part_size=2)
        assert_one_line(caught)
        monkeypatch.undo()
    assert "No space left" in json.loads((out / "manifest.json").read_text())["error"]
    assert measured(resume(out)) == measured(simulate(AGENTS, **PLAN, hash_rows=True))


@pytest.fixture
def tiny_disk(tmp_path):
    """Return a folder on a file system of 200 kB, where one can be mounted."""
    place = tmp_path / "tiny"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(place)]
    try:
        if subprocess.run(command, capture_output=True, check=False).returncode != 0:
            pytest.skip("no file system can be mounted here")
    except OSError:
        pytest.skip("there is no mount")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def test_run_on_a_tiny_disk_keeps_what_fits(tmp_path, tiny_disk):
    out = tiny_disk / "run"
    with pytest.raises(RunError, match="cannot be written: No space left on device"):
        simulate(AGENTS, **PLAN, hash_rows=True, out=out, part_size=1, workers=1)
    n_kept = load_run(out).n_units
    assert 0 < n_kept < PLAN["n_rounds"]
    assert not list(out.rglob(".*.part"))
    moved = Path(shutil.copytree(out, tmp_path / "roomy"))
    assert measured(resume(moved)) == measured(simulate(AGENTS, **PLAN, hash_rows=True))


# Files as bytes


def test_sums_survive_a_file(tmp_path):
    sums = simulate(AGENTS, n_rounds=3).sums
    write_whole(tmp_path / "sums.npy", npy_bytes(sums))
    assert read_npy(tmp_path / "sums.npy", 3).tobytes() == sums.tobytes()


def test_rows_survive_parquet(tmp_path):
    rows = np.frombuffer(np.random.default_rng(1).bytes(50 * ROW.itemsize), ROW).copy()
    for name in ("is_ender", "is_doubled", "is_abandoned"):
        rows[name] &= 1
    rows["win_share"] = np.nan_to_num(rows["win_share"])
    write_whole(tmp_path / "rows.parquet", parquet_bytes(rows))
    assert read_parquet(tmp_path / "rows.parquet").tobytes() == rows.tobytes()
