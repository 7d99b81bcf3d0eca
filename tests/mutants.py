"""Run the mutants of `tests.mutant_list`: each must be noticed by a test.

``python -m tests.mutants [--only NAME ...] [--jobs 2] [--list]``. Each mutant gets a copy of the packages of its own.
First the uncompiled tests that fit a mutant run (seconds); the compiled ones, which take minutes, only where it
survives these. Before each stage the unchanged sources must pass. The exit code is 1 if a mutant survives, cannot be
applied or cannot be run.
"""

import argparse
import re
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from tests.mutant_list import MUTANTS
from tests.mutant_list.mutant import (
    BY_ACTION,
    BY_EPISODES,
    BY_MEASURES,
    BY_NETWORKS,
    BY_RULES,
    BY_RUNS,
    BY_SELF_PLAY,
    BY_VIEWS,
    Mutant,
)
from tests.mutant_list.sandbox import apply_edits, run_tests, sandbox

_RULES = [
    "tests/test_vectors.py",
    "tests/test_kernel_scoring.py",
    "tests/test_kernel_turn.py",
    "tests/test_kernel_lines.py",
    "tests/test_kernel_opening.py",
    "tests/test_kernel_piles.py",
    "tests/test_kernel_play.py",
    "tests/test_differential.py",
    "tests/test_kernel_sums.py",
    "tests/test_stepping.py",
    "tests/test_problems.py",
    "tests/test_playthroughs.py",
]
_VIEWS = ["tests/test_kernel_flat.py", "tests/test_kernel_planes.py", "tests/test_kernel_lanes.py"]
_EPISODES = [
    "tests/test_kernel_rewards.py",
    "tests/test_kernel_episodes.py",
    "tests/test_env_resets.py",
    "tests/test_kernel_observing.py",
    "tests/test_env_single.py",
    "tests/test_env_simulator.py",
    "tests/test_env_runner.py",
    "tests/test_env_endings.py",
    "tests/test_env_arguments.py",
    "tests/test_env_vector_arguments.py",
    "tests/test_env_information.py",
    "tests/test_env_vector.py",
]
_BATCH = "tests/test_env_batch.py"
_SELF_PLAY = [
    "tests/test_kernel_sampling.py",
    "tests/test_kernel_self_play.py",
    "tests/test_kernel_redealing.py",
    f"{_BATCH}::test_a_reset_row_plays_the_game_n_further_on",
    f"{_BATCH}::test_a_clone_stands_still_and_restores_everything",
    f"{_BATCH}::test_a_search_sees_worlds_that_differ_in_what_is_hidden_only",
    f"{_BATCH}::test_redeal_leaves_rows_that_are_over_alone",
    f"{_BATCH}::test_threads_change_nothing",
]
_ACTION = [
    "tests/test_vectors.py",
    "tests/test_action_cases.py",
    "tests/test_action_vectors.py",
    "tests/test_kernel_action_hands.py",
    "tests/test_kernel_action_lines.py",
    "tests/test_action_differential.py",
]
_NETWORKS = ["tests/test_network_policy.py", "tests/test_network_agent.py"]
_UNCOMPILED = {
    BY_RULES: _RULES,
    BY_RUNS: ["tests/test_kernel_sums.py", "tests/test_determinism.py"],
    BY_MEASURES: ["tests/test_kernel_sums.py", "tests/test_results.py"],
    BY_VIEWS: _VIEWS,
    BY_EPISODES: _EPISODES,
    BY_SELF_PLAY: _SELF_PLAY,
    BY_NETWORKS: _NETWORKS,
    BY_ACTION: _ACTION,
}
_PLAY = [*_RULES, "tests/test_determinism.py", "tests/test_results.py"]
_ENVIRONMENTS = [*_VIEWS, *_EPISODES, *_SELF_PLAY[:3], _BATCH, *_NETWORKS]
_COMPILED = {kind: _PLAY if kind in (BY_RULES, BY_RUNS, BY_MEASURES) else _ENVIRONMENTS for kind in _UNCOMPILED}
_COMPILED[BY_ACTION] = _ACTION


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of a mutant."""

    text: str
    is_noticed: bool = False
    seconds: float = 0.0


def judge(code: int | None, output: str) -> Verdict:
    """Return the verdict of a test run."""
    if code == 0:
        return Verdict("SURVIVED")
    if code is None:
        return Verdict("killed by time: it does not end", is_noticed=True)
    if code < 0:
        return Verdict(f"killed by a crash (signal {-code})", is_noticed=True)
    found = re.search(r"^FAILED (.+?)(?: - .*)?$", output, re.MULTILINE)
    if code == 1 and found:
        return Verdict(f"killed by {found[1]}", is_noticed=True)
    return Verdict(f"CANNOT BE RUN: {' / '.join(output.strip().splitlines()[-3:])}")


def try_mutant(mutant: Mutant, *, is_compiled: bool) -> Verdict:
    """Apply a mutant to a copy of the sources and run the tests, compiled or not, until one notices it."""
    began = time.perf_counter()
    with sandbox(mutant.name) as folder:
        try:
            apply_edits(mutant, folder)
        except (ValueError, OSError) as error:
            return Verdict(f"CANNOT BE APPLIED: {error}")
        files = (_COMPILED if is_compiled else _UNCOMPILED)[mutant.tests]
        verdict = judge(*run_tests(folder, files, is_compiled=is_compiled))
    return replace(verdict, seconds=time.perf_counter() - began)


def check_unchanged(mutants: list[Mutant], *, is_compiled: bool) -> None:
    """Run the tests that `mutants` may need on unchanged sources.

    Raises
    ------
    SystemExit
        If one fails: then no verdict would mean anything.
    """
    kinds = _COMPILED if is_compiled else _UNCOMPILED
    files = sorted({file for mutant in mutants for file in kinds[mutant.tests]})
    with sandbox("unchanged") as folder:
        code, output = run_tests(folder, files, is_compiled=is_compiled)
    if code != 0:
        raise SystemExit(f"the tests fail on the unchanged sources:\n{output[-3000:]}")


def run(mutants: list[Mutant], jobs: int, *, is_compiled: bool) -> list[Mutant]:
    """Try mutants, `jobs` at a time; write each verdict; return those that are not noticed."""
    if not mutants:
        return []
    check_unchanged(mutants, is_compiled=is_compiled)
    unnoticed = []
    with ThreadPoolExecutor(jobs) as pool:
        verdicts = pool.map(lambda mutant: try_mutant(mutant, is_compiled=is_compiled), mutants)
        for mutant, verdict in zip(mutants, verdicts, strict=True):
            _write(f"{mutant.name:48} {verdict.seconds:4.0f} s  {verdict.text}")
            if not verdict.is_noticed:
                unnoticed.append(mutant)
    return unnoticed


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Run the command; return its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Run the mutants.")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="mutants to try, by name")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--list", action="store_true", help="write the mutants and try none")
    options = parser.parse_args()
    known = {mutant.name: mutant for mutant in MUTANTS}
    if unknown := sorted(set(options.only or ()) - set(known)):
        parser.error(f"no such mutant: {', '.join(unknown)}")
    mutants = [known[name] for name in options.only or known]
    if options.list:
        for mutant in mutants:
            _write(f"{mutant.name:48} {mutant.wrong}")
        return 0
    left = run(mutants, options.jobs, is_compiled=False)
    if left:
        _write(f"{len(left)} of {len(mutants)} mutants go on to the compiled tests")
    left = run(left, options.jobs, is_compiled=True)
    _write(f"{len(mutants)} mutants, {len(left)} not killed: {', '.join(mutant.name for mutant in left) or 'none'}")
    return int(bool(left))


if __name__ == "__main__":
    sys.exit(main())
