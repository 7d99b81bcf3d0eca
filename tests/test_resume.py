"""A run that is killed, interrupted or failed keeps what is finished and goes on to the identical result."""

import json
import os
import random
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from skyjo_sim import PolicyError, RunError, SimulationResult, load_run, resume, simulate
from skyjo_sim.agent_file import load_agent_file
from skyjo_sim.kernels.compiler import IS_COMPILED
from skyjo_sim.simulation.folder import RunFolder
from skyjo_sim.simulation.interrupts import HeldInterrupts
from skyjo_sim.simulation.lock import locked
from tests.commands import call, start

TIMES = ("cpu_seconds", "wall_seconds", "startup_seconds")
AGENTS = "cutoff(2),random"
SMALL = {"n_games": 30 if IS_COMPILED else 6}
compiled_only = pytest.mark.skipif(not IS_COMPILED, reason="the processes would take minutes")


def measured(result):
    """Return all that a result says, times left out."""
    return {name: value for name, value in result.to_json().items() if name not in TIMES}


def wait_for_new_part(out, process):
    """Wait until the process has kept a part, or has ended."""
    before = set(out.glob("parts/*.npy"))
    limit = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < limit:
        if set(out.glob("parts/[0-9]*.npy")) - before:
            return
        time.sleep(0.005)


# Killed processes

BIG = {"n_games": 15_000, "players": 8, "seed": 4}
OPTIONS = ("--agents", AGENTS, "--players", 8, "--games", BIG["n_games"], "--seed", 4, "--rows", "--part", 40)


def kill_again_and_again(out, n_times, seed):
    """Start a run and kill it at a random moment, then resume and kill it, and so on; return how often it was alive."""
    delays, n_killed = random.Random(seed), 0
    for attempt in range(n_times):
        words = ("--resume", out, "--part", 30) if attempt else (*OPTIONS, "--out", out)
        process = start("simulate", *words)
        wait_for_new_part(out, process)
        time.sleep(delays.uniform(0, 0.25))
        n_killed += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.communicate()
    return n_killed


@compiled_only
def test_ten_kills_at_random_moments_change_nothing(tmp_path):
    folders = [tmp_path / "first", tmp_path / "second"]
    with ThreadPoolExecutor(2) as pool:
        alive = list(pool.map(kill_again_and_again, folders, (5, 5), (1, 2)))
    whole = measured(simulate(AGENTS, **BIG, hash_rows=True))
    assert whole["rows_sha256"]
    assert sum(alive) >= 8, "the runs are too short to be killed"
    for out in folders:
        assert 0 < load_run(out).n_units < BIG["n_games"]
        result = resume(out)
        assert measured(result) == whole
        assert measured(load_run(out)) == whole
        assert not list(out.rglob(".*.part"))


@compiled_only
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_ends_the_process_soon_and_keeps_what_is_done(number, tmp_path):
    out = tmp_path / "run"
    process = start("simulate", *OPTIONS[:4], "--games", 10**9, "--part", 10**8, "--out", out)
    while not (out / "parts").is_dir() and process.poll() is None:
        time.sleep(0.01)
    time.sleep(0.3)
    process.send_signal(number)
    printed, said = process.communicate(timeout=5)
    assert process.returncode == 130
    assert printed.startswith(f"{load_run(out).n_units:,} games")
    assert said.endswith(f"go on with: skyjo simulate --resume {out}\n")
    assert said.count("\n") == 1
    kept = load_run(out)
    assert 0 < kept.n_units < 10**9
    assert not kept.is_complete
    assert json.loads((out / "manifest.json").read_text())["state"] == "interrupted"


ENDLESS = """
from skyjo_sim import policy

@policy
def endless(table, seat, params, stream):
    n = 0
    while table.n_players > 0:
        n += table.n_pile
    return n
"""


@compiled_only
def test_agent_in_an_endless_loop_cannot_hold_the_process(tmp_path):
    (tmp_path / "endless.py").write_text(ENDLESS)
    out = tmp_path / "run"
    words = ("--agents", "endless", "--agent-file", tmp_path / "endless.py", "--rounds", 3, "--out", out)
    process = start("simulate", *words)
    while not (out / "parts").is_dir() and process.poll() is None:
        time.sleep(0.01)
    for pause in (0.2, 1.2):
        time.sleep(pause)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=5)
    assert (process.returncode, said) == (130, "skyjo: left at once; what was finished is kept\n")


def test_resumed_command_prints_what_the_uninterrupted_one_does(tmp_path):
    out, options = tmp_path / "run", ("--agents", AGENTS, "--games", SMALL["n_games"], "--rows")
    interrupted_run(out, hash_rows=True)
    resumed = call("simulate", "--resume", out)
    code, whole, _ = call("simulate", *options)
    assert resumed == (code, f"{whole}kept in {out}\n", "")
    assert code == 0


def interrupt_once():
    """Return an observer that interrupts a run when its first units are done."""
    came = []

    def on_progress(progress):
        if progress.done and not came:
            came.append(True)
            raise KeyboardInterrupt

    return on_progress


# Every moment of writing


class Crash(BaseException):
    """Stands for a process that is gone: nothing is written any more."""


def crash_at(monkeypatch, n_writes):
    """Let the write number `n_writes` and all later ones fail before they are visible; return the writes tried."""
    tried, replace = [], os.replace

    def crashing(source, target):
        tried.append(os.fspath(target))
        if len(tried) > n_writes:
            raise Crash
        replace(source, target)

    monkeypatch.setattr(os, "replace", crashing)
    return tried


def test_crash_at_any_write_changes_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(RunFolder, "write_figure", lambda folder, name, _: folder.write_text(f"{name}.svg", "a figure"))
    for name in ("plot_scores", "plot_doubling"):
        monkeypatch.setattr(SimulationResult, name, lambda _: None)
    options = {"hash_rows": True, "part_size": SMALL["n_games"] // 3, "workers": 1}
    whole = measured(simulate(AGENTS, **SMALL, hash_rows=True))
    n_writes, names = 1, []
    while not (tmp_path / str(n_writes - 1) / "done").exists():
        out = tmp_path / str(n_writes)
        with monkeypatch.context() as patch:
            tried = crash_at(patch, n_writes)
            try:
                simulate(AGENTS, **SMALL, **options, out=out)
                (out / "done").touch()
            except Crash:
                names.append(tried[-1])
        assert measured(resume(out)) == whole
        assert measured(load_run(out)) == whole
        assert not (out / "parts").exists()
        n_writes += 1
    assert {os.path.basename(name) for name in names} >= {"summary.json", "sums.npy", "agents.csv", "manifest.json"}
    assert sum(name.endswith(".parquet") for name in names) == 3
    assert sum("/parts/" in name for name in names) == 3


def interrupted_run(out, **options):
    """Begin a run, interrupt it, and return its folder."""
    result = simulate(AGENTS, **SMALL, out=out, part_size=2, workers=1, on_progress=interrupt_once(), **options)
    assert not result.is_complete
    return out


def test_leftovers_of_killed_writes_do_no_harm(tmp_path):
    out = interrupted_run(tmp_path / "run", hash_rows=True)
    unfinished = f"{SMALL['n_games'] - 1:013d}-{SMALL['n_games']:013d}.parquet"
    for name in (
        ".manifest.json.77.part",
        "parts/.0000000000000-0000000000009.npy.77.part",
        f"rows/.{unfinished}.7.part",
    ):
        (out / name).write_bytes(b"half a f")
    (out / "rows" / unfinished).write_bytes(b"rows without sums")
    assert measured(resume(out)) == measured(simulate(AGENTS, **SMALL, hash_rows=True))
    assert not list(out.rglob(".*.part"))
    assert not (out / "rows" / unfinished).exists()


def test_new_run_begins_where_one_died_before_its_manifest(tmp_path):
    (tmp_path / ".lock").touch()
    (tmp_path / ".manifest.json.77.part").write_bytes(b"{")
    assert simulate(AGENTS, n_rounds=2, out=tmp_path).is_complete


def test_resuming_a_complete_run_reads_it_back_and_changes_no_file(tmp_path):
    simulate(AGENTS, **SMALL, hash_rows=True, out=tmp_path / "run")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("*") if path.is_file()}
    result = resume(tmp_path / "run")
    assert result.is_complete
    assert measured(result) == measured(simulate(AGENTS, **SMALL, hash_rows=True))
    assert before == {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("*") if path.is_file()}


def test_times_of_all_sessions_add_up(tmp_path):
    out = interrupted_run(tmp_path / "run")
    first = load_run(out)
    whole = resume(out)
    assert whole.cpu_seconds > first.cpu_seconds > 0
    assert whole.wall_seconds > first.wall_seconds > 0
    assert load_run(out).cpu_seconds == whole.cpu_seconds


# Two processes, one folder


def test_one_process_at_a_time_plays_for_a_folder(tmp_path):
    out = interrupted_run(tmp_path / "run")
    with locked(out), pytest.raises(RunError, match="another process is playing"):
        resume(out)
    assert resume(out).is_complete


def test_reading_a_run_under_way_removes_nothing(tmp_path):
    out = interrupted_run(tmp_path / "run", rows=True)
    under_way = out / "rows" / f"{8:013d}-{9:013d}.parquet"
    under_way.write_bytes(b"its sums are not written yet")
    beside = out / "parts" / f".{8:013d}-{9:013d}.npy.1.part"
    beside.touch()
    with locked(out):
        result = load_run(out)
        assert len(result.rows) == result.n_rounds * 2
    assert under_way.exists()
    assert beside.exists()


# Interrupts at bad moments


def test_interrupt_while_a_part_is_kept_waits_until_it_is_counted(tmp_path, monkeypatch):
    add = RunFolder.add

    def interrupted(folder, part, has_rows):
        signal.raise_signal(signal.SIGINT)
        add(folder, part, has_rows)

    monkeypatch.setattr(RunFolder, "add", interrupted)
    result = simulate(AGENTS, **SMALL, out=tmp_path / "run", part_size=2, workers=1)
    assert not result.is_complete
    assert result.n_units == load_run(tmp_path / "run").n_units > 0


def test_second_interrupt_goes_through_at_once():
    with HeldInterrupts() as interrupts:
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            interrupts.check()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_signals_that_python_does_not_handle_keep_their_meaning():
    with HeldInterrupts():
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
        assert signal.getsignal(signal.SIGINT) is not signal.default_int_handler


def test_runs_in_other_threads_leave_signals_alone():
    results = []
    thread = threading.Thread(target=lambda: results.append(simulate(AGENTS, n_rounds=3)))
    thread.start()
    thread.join()
    assert results[0].is_complete


# Agents that fail

FAILING = """
from skyjo_sim import policy
from skyjo_sim.kernels.baselines import random_policy

@policy
def mine(table, seat, params, stream):
    if table.turns > 20 and table.discard_top == 12 and table.n_pile % 3 == 0:
        raise ValueError("not my day")
    return random_policy(table, seat, params, stream)
"""


def test_failed_run_goes_on_with_a_corrected_agent_file(tmp_path):
    from skyjo_sim.simulation.entry import make_plan, run_plan

    file, out = tmp_path / "mine.py", tmp_path / "run"
    file.write_text(FAILING)
    plan = make_plan("mine,random", n_rounds=SMALL["n_games"], extra=load_agent_file(file))
    with pytest.raises(PolicyError, match=r"agent mine at seat \d raised ValueError: not my day"):
        run_plan(plan, out=out, part_size=1, workers=1, hash_rows=True, agent_file=str(file))
    failed = load_run(out)
    assert 0 < failed.n_units < SMALL["n_games"]
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["state"] == "failed"
    assert "not my day" in manifest["error"]
    with pytest.raises(PolicyError):
        resume(out)
    corrected = tmp_path / "corrected.py"
    corrected.write_text(FAILING.replace('raise ValueError("not my day")', "pass"))
    result = resume(out, agent_file=corrected)
    assert (
        result.rows_sha256
        == simulate(
            [load_agent_file(corrected)["mine"](), "random"], n_rounds=SMALL["n_games"], hash_rows=True
        ).rows_sha256
    )
    manifest = json.loads((out / "manifest.json").read_text())
    assert (manifest["state"], manifest["error"], manifest["agent_file"]) == ("complete", None, str(corrected))


def test_parts_that_others_have_finished_are_kept_when_an_agent_fails(tmp_path):
    file, out = tmp_path / "mine.py", tmp_path / "run"
    file.write_text(FAILING)
    with pytest.raises(PolicyError):
        simulate([load_agent_file(file)["mine"]()], n_rounds=SMALL["n_games"], out=out, part_size=1, workers=2)
    assert load_run(out).n_units > 0
    with pytest.raises(RunError, match="unknown agent 'mine'"):
        resume(out)
    with pytest.raises(PolicyError, match="not my day"):
        resume(out, extra={"mine": load_agent_file(file)["mine"]})
