"""``skyjo agents``: the agents that can be named."""

import inspect
import re
import textwrap

import typer

from skyjo_sim.agent_names import registered_agents, usage

_IDEA = re.compile(r"^Idea: (.*?)(?=^\w[\w ]*: |^$|\Z)", re.DOTALL | re.MULTILINE)


def list_agents() -> None:
    """List the agents with their parameters and their idea."""
    for name, point in sorted(registered_agents().items()):
        factory = point.load()
        idea = _IDEA.search(inspect.getdoc(factory) or "")
        typer.echo(usage(name, factory))
        typer.echo(
            textwrap.fill(
                " ".join(idea[1].split()) if idea else "", 100, initial_indent="    ", subsequent_indent="    "
            )
        )
