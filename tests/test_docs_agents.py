"""The page on agents names every registered one."""

from pathlib import Path

import pytest

from skyjo_sim.agent_names import registered_agents

PAGE = (Path(__file__).parents[1] / "docs" / "agents.md").read_text()


@pytest.mark.parametrize("name", sorted(registered_agents()))
def test_the_page_names_the_agent(name):
    assert f"`{name}`" in PAGE or f"`{name}(" in PAGE
