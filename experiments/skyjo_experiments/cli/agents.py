"""``skyjo agents``: the agents that can be named."""

import inspect

import typer

from skyjo_sim.agent_names import registered_agents, usage


def list_agents() -> None:
    """List the agents with their parameters and their idea."""
    for name, point in sorted(registered_agents().items()):
        factory = point.load()
        lines = (inspect.getdoc(factory) or "").splitlines()
        idea = next((line.removeprefix("Idea: ") for line in lines if line.startswith("Idea: ")), "")
        typer.echo(f"{usage(name, factory):20} {idea}")
