"""The benchmark as tests: they print tables, and ask for a speed only with ``--min-ratio``."""

import pytest

from skyjo_experiments.bench import (
    BUILT_IN,
    BY_ADDRESS,
    YARDSTICK,
    BenchSettings,
    measure_speed,
    measure_start,
    measure_threads,
)
from skyjo_experiments.bench_summary import (
    speed_table,
    summarize_speed,
    summarize_start,
    summarize_threads,
    threads_table,
)
from skyjo_experiments.yardstick import build_yardstick, find_compiler

SETTINGS = BenchSettings(rounds=100_000)


def test_every_path_plays_against_the_yardstick(tmp_path, pytestconfig, show):
    least = pytestconfig.getoption("--min-ratio")
    if find_compiler() is None and least is not None:
        pytest.fail("--min-ratio needs a C compiler for the yardstick: none was found")
    program = build_yardstick(tmp_path) if find_compiler() else None
    speed = measure_speed(SETTINGS, program)
    show(speed_table(speed))
    entries = summarize_speed(speed)
    paths = [BUILT_IN, BY_ADDRESS] if program is None else [YARDSTICK, BUILT_IN, BY_ADDRESS]
    expected = [(*table, path) for table in SETTINGS.tables for path in paths]
    assert [(entry["policy"], entry["players"], entry["path"]) for entry in entries] == expected
    ratios = {
        (entry["policy"], entry["players"]): entry["ratio"]["median"]
        for entry in entries
        if entry["path"] == BUILT_IN and "ratio" in entry
    }
    assert least is None or min(ratios.values()) >= least, ratios


def test_every_number_of_threads_is_compared_with_the_first(show):
    threads = measure_threads(SETTINGS)
    show(threads_table(threads))
    entries = summarize_threads(threads)
    assert len(entries) == len(list(SETTINGS.tables)) * len(SETTINGS.threads)
    assert all(entry["ratio"]["min"] == 1 for entry in entries if entry["threads"] == SETTINGS.threads[0])


def test_a_command_starts_cold_and_warm(show):
    starts = summarize_start(measure_start(BenchSettings(repeats=3)))
    show("\n".join(f"{kind} start: {seconds['median']:.2f} s" for kind, seconds in starts.items()))
    assert set(starts) == {"cold", "warm"}
