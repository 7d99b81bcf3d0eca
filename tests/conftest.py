"""What all tests share: in how many processes they run, and which of them also run with bounds checks and uncompiled."""

import os
from pathlib import Path
from typing import Any

import pytest

SMALL_MODULES = {
    "test_action_cases",
    "test_action_vectors",
    "test_differential",
    "test_env_arguments",
    "test_env_information",
    "test_env_simulator",
    "test_env_single",
    "test_env_vector",
    "test_env_vector_arguments",
    "test_kernel_action_hands",
    "test_kernel_action_lines",
    "test_kernel_bits",
    "test_kernel_episodes",
    "test_kernel_flat",
    "test_kernel_lines",
    "test_kernel_opening",
    "test_kernel_piles",
    "test_kernel_planes",
    "test_kernel_play",
    "test_kernel_rewards",
    "test_kernel_scoring",
    "test_kernel_sums",
    "test_kernel_turn",
    "test_notation",
    "test_playthroughs",
    "test_position",
    "test_problems",
    "test_score_sheet",
    "test_stepping",
    "test_vectors",
}
"""Modules that are quick enough uncompiled; single tests of others carry the marker ``small`` themselves."""

LONG_MODULES = {
    "test_action_agents",
    "test_action_conservation",
    "test_action_cutoff",
    "test_action_cutoff_choices",
    "test_action_cutoff_play",
    "test_action_observation",
    "test_action_problems",
    "test_action_simulate",
    "test_env_action",
    "test_questions_action",
    "test_questions_action_deals",
}
"""Modules for which much of Skyjo Action is compiled."""
SHARED_MODULES = {
    "test_agents_conformance",
    "test_determinism",
    "test_docs_environments",
    "test_pettingzoo",
    "test_stepping",
}
"""Modules with tests of both games; those of Skyjo Action are long."""
ENGINE_MODULES = {"test_grid_scores", "test_playthroughs", "test_vectors"}
"""Modules that compile the engine of Skyjo Action, besides those with its name in theirs."""

_PROCESSES = 2


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return the processes for tests: few, as each compiles what it needs; none beside the one that measures speed."""
    is_measuring = any("benchmarks" in Path(argument).parts for argument in config.args)
    return 0 if is_measuring else min(_PROCESSES, os.cpu_count() or 1)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each file to one process, and those that compile the engine of Skyjo Action to the same one.

    It takes a minute, and once is enough; the long modules come later and find it compiled.
    """
    from xdist.scheduler import LoadFileScheduling

    class Scheduler(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = super()._split_scope(nodeid)
            module = Path(file).stem
            is_engine = "action" in module or module in ENGINE_MODULES
            return "Skyjo Action" if is_engine and module not in LONG_MODULES else file

    return Scheduler(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the small and of the long modules."""
    for item in items:
        module = Path(item.path).stem
        if module in SMALL_MODULES:
            item.add_marker(pytest.mark.small)
        if module in LONG_MODULES or (module in SHARED_MODULES and "action" in item.name.lower()):
            item.add_marker(pytest.mark.long)
