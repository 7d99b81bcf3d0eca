"""What all tests share: which of them also run with bounds checks and uncompiled."""

from pathlib import Path

import pytest

SMALL_MODULES = {
    "test_differential",
    "test_env_arguments",
    "test_env_information",
    "test_env_simulator",
    "test_env_single",
    "test_env_vector",
    "test_env_vector_arguments",
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of the small modules."""
    for item in items:
        if Path(item.path).stem in SMALL_MODULES:
            item.add_marker(pytest.mark.small)
