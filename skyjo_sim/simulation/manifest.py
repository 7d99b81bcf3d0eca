"""The manifest of a run folder: what it says, and the check of every field."""

import hashlib
import math
import shlex
import sys
from collections.abc import Callable, Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from skyjo_sim.agent import Agent
from skyjo_sim.errors import RunError
from skyjo_sim.rules_text import show
from skyjo_sim.seer import Seer
from skyjo_sim.simulation.plan import Plan

FORMAT = 1
STATES = ("running", "interrupted", "failed", "complete")


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_optional_text(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_truth(value: object) -> bool:
    return isinstance(value, bool)


def _is_seconds(value: object) -> bool:
    return _is_integer(value) or (isinstance(value, float) and math.isfinite(value) and value >= 0)


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _are_named_texts(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(text, str) for text in value.values())


def _is_state(value: object) -> bool:
    return value in STATES


_EXPECTED: dict[Callable[[object], bool], str] = {
    _is_text: "a text",
    _is_optional_text: "a text or null",
    _is_integer: "an integer",
    _is_truth: "true or false",
    _is_seconds: "a number of seconds",
    _are_texts: "a list of texts",
    _are_named_texts: "an object of texts",
    _is_state: f"one of {', '.join(STATES)}",
}

_FIELDS = {
    "state": _is_state,
    "error": _is_optional_text,
    "agents": _are_texts,
    "agent_file": _is_optional_text,
    "agent_file_sha256": _is_optional_text,
    "weights_sha256": _are_named_texts,
    "rules": _is_text,
    "rules_digest": _is_text,
    "unit": _is_text,
    "n_units": _is_integer,
    "seed": _is_integer,
    "rotate": _is_truth,
    "rows": _is_truth,
    "hash_rows": _is_truth,
    "rows_sha256": _is_optional_text,
    "cpu_seconds": _is_seconds,
    "wall_seconds": _is_seconds,
    "command": _is_text,
    "versions": _are_named_texts,
}

_LATER_FIELDS: dict[str, Any] = {"weights_sha256": {}}
"""What a manifest without these fields means: runs of older versions have none."""


def file_sha256(path: str | Path) -> str:
    """Return the SHA-256 of a file's content.

    Raises
    ------
    RunError
        If it cannot be read.
    """
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except OSError as error:
        raise RunError(f"agent file {str(path)!r} cannot be read: {error.strerror or error}") from None


def weights_sha256(agents: Iterable[Agent | Seer]) -> dict[str, str]:
    """Return the hash of each agent whose name alone does not say how it plays, by name."""
    return {agent.name: agent.content_sha256 for agent in agents if agent.content_sha256 is not None}


def new_manifest(plan: Plan, keeps_rows: bool, hashes_rows: bool, agent_file: str | None) -> dict[str, Any]:
    """Return the manifest of a run that begins."""
    return {
        "format": FORMAT,
        "state": "running",
        "error": None,
        "agents": [agent.name for agent in plan.agents],
        "agent_file": None if agent_file is None else str(Path(agent_file).resolve()),
        "agent_file_sha256": None if agent_file is None else file_sha256(agent_file),
        "weights_sha256": weights_sha256(plan.agents),
        "rules": plan.rules.text(),
        "rules_digest": plan.rules.digest(),
        "unit": plan.unit,
        "n_units": plan.n_units,
        "seed": plan.seed,
        "rotate": plan.is_rotating,
        "rows": keeps_rows,
        "hash_rows": hashes_rows,
        "rows_sha256": None,
        "cpu_seconds": 0.0,
        "wall_seconds": 0.0,
        "command": shlex.join(sys.argv),
        "versions": {name: version(name) for name in ("skyjo-sim", "numpy", "numba")},
    }


def check_manifest(content: object, path: Path) -> dict[str, Any]:
    """Return the content of a manifest if every field is what it must be.

    Raises
    ------
    RunError
        If it is not; the message names the field.
    """
    if not isinstance(content, dict) or not _is_integer(content.get("format")) or content["format"] != FORMAT:
        raise RunError(f"{path} is not the manifest of a Skyjo run of format {FORMAT}")
    content = _LATER_FIELDS | content
    for name, is_right in _FIELDS.items():
        if name not in content:
            raise RunError(f"{path} is damaged: {name} is missing")
        if not is_right(content[name]):
            raise RunError(f"{path} is damaged: {name} must be {_EXPECTED[is_right]}, got {show(content[name])}")
    return content
