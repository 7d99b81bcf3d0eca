"""Slices of a batch: every row once, results in order, all waited for, copies with threads of their own."""

import os
import pickle
import sys
import threading
from concurrent.futures import wait

import pytest

from skyjo_sim.envs.slices import Slices
from skyjo_sim.errors import InputError


def covered(slices, n):
    """Return how often each of `n` rows was run, and the numbers of the runs."""
    counts, numbers = [0] * n, []

    def run(rows, number):
        for row in range(n)[rows]:
            counts[row] += 1
        return number, rows.start

    for number, _ in slices.run(run):
        numbers.append(number)
    return counts, numbers


@pytest.mark.parametrize(("n", "threads"), [(1, 1), (5, 1), (5, 2), (7, 3), (3, 8)])
def test_every_row_is_run_once_and_results_come_in_order(n, threads):
    slices = Slices(n, threads)
    assert slices.n_threads == min(n, threads)
    assert covered(slices, n) == ([1] * n, list(range(slices.n_threads)))
    slices.close()


def test_slices_run_at_the_same_time():
    slices, met = Slices(4, 2), threading.Barrier(2, timeout=60)
    assert sorted(slices.run(lambda rows, number: met.wait())) == [0, 1]
    slices.close()


def test_all_are_waited_for_before_an_error_is_raised():
    slices, failed, ended = Slices(2, 2), threading.Event(), []

    def run(rows, number):
        if number == 0:
            failed.set()
            raise ValueError("the first slice fails")
        assert failed.wait(60)
        ended.append(number)

    with pytest.raises(ValueError, match="the first slice fails"):
        slices.run(run)
    assert ended == [1]
    slices.close()


@pytest.mark.parametrize("threads", [1, 3])
def test_a_pickled_copy_runs_too(threads):
    slices = Slices(7, threads)
    other = pickle.loads(pickle.dumps(slices))
    slices.close()
    assert covered(other, 7) == ([1] * 7, list(range(threads)))
    other.close()


def test_an_interrupt_waits_for_all_before_it_goes_on(monkeypatch):
    """Else threads would write into arrays that the caller holds to be at rest."""
    module, interrupted, ended = sys.modules[Slices.__module__], threading.Event(), []

    def interrupted_once(runs):
        if not interrupted.is_set():
            interrupted.set()
            raise KeyboardInterrupt
        return wait(runs)

    def run(rows, number):
        assert interrupted.wait(60)
        ended.append(number)

    monkeypatch.setattr(module, "wait", interrupted_once)
    slices = Slices(4, 2)
    with pytest.raises(KeyboardInterrupt):
        slices.run(run)
    assert sorted(ended) == [0, 1]
    slices.close()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_makes_threads_of_its_own():
    slices = Slices(4, 2)
    slices.run(lambda rows, number: None)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = int(slices.run(lambda rows, number: number) != [0, 1])
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    slices.close()


def test_closed_slices_say_so():
    slices = Slices(4, 2)
    slices.close()
    with pytest.raises(InputError, match="these environments are closed"):
        slices.run(lambda rows, number: None)
    alone = Slices(4, 1)
    alone.close()
    assert alone.run(lambda rows, number: number) == [0]
