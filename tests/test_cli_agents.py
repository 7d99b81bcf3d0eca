"""``skyjo agents``: every agent once, in its group, with what it is about."""

import json

import pytest

from skyjo_agents import personas
from skyjo_experiments.cli.agents import ORDER, listed_agents
from skyjo_sim.agent_names import registered_agents
from tests.commands import call


def printed(*words):
    code, out, err = call("agents", *words)
    assert (code, err) == (0, "")
    return out


def test_every_agent_is_listed_once_with_idea_provenance_and_what_it_ignores():
    listed = {agent.name: agent for agent in listed_agents()}
    assert list(listed) == sorted(registered_agents())
    for agent in listed.values():
        assert min(len(agent.idea), len(agent.provenance), len(agent.ignores)) > 8, agent
        assert agent.group in ORDER


def test_agents_stand_in_their_groups():
    groups = {}
    for agent in listed_agents():
        groups.setdefault(agent.group, []).append(agent.name)
    assert groups["baselines"] == ["cutoff", "random"]
    assert groups["networks"] == ["npz", "ppo"]
    assert groups["closing rules"] == ["end_ahead", "end_below", "end_by_risk", "end_never"]
    assert groups["personas"] == [name.removesuffix("_agent") for name in personas.__all__]
    assert groups["seers"] == ["own_seer", "table_seer"]
    assert {"columns", "denier", "expectation", "expert", "greedy"} <= set(groups["heuristics"])
    assert [agent.name for agent in listed_agents() if agent.sees_hidden_cards] == groups["seers"]


def test_the_list_is_for_reading():
    text = printed()
    headings = [line for line in text.splitlines() if line and not line.startswith(" ") and ":" in line]
    assert [line.partition(":")[0] for line in headings[:-1]] == [
        group.upper() for group in ORDER if group != "other packages"
    ]
    assert "SEERS: upper bounds: they see hidden cards, and can only be simulated" in headings
    assert "\n  end_below(base, points=8)\n" in text
    assert "\n  cutoff(cutoff=2)\n      take the discard if it is at most `cutoff`. A card" in text
    assert max(map(len, text.splitlines())) <= 110
    assert text.splitlines()[-1].startswith(f"{len(registered_agents())} agents. Numbers may be left out")


def test_json_has_the_same():
    listed = json.loads(printed("--json"))
    assert [agent["name"] for agent in listed] == sorted(registered_agents())
    below = next(agent for agent in listed if agent["name"] == "end_below")
    assert below["parameters"] == {"base": None, "points": 8}
    assert (below["usage"], below["group"]) == ("end_below(base, points=8)", "closing rules")
    assert below["idea"].startswith("play as `base`, but end the round as soon as")


@pytest.mark.parametrize("words", [["--jsno"], ["greedy"]])
def test_wrong_options_are_refused(words):
    code, out, err = call("agents", *words)
    assert (code, out) == (2, "")
    assert err.startswith("skyjo: error: ")
