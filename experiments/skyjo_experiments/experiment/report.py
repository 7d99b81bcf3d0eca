"""Reports: one HTML file that stands alone, readable light and dark and on a phone."""

import base64
from collections.abc import Sequence
from importlib import resources
from typing import Any

from skyjo_experiments.experiment.stored import Stored
from skyjo_experiments.experiment.tables import html_table

__all__ = ["facts_of", "report_html"]


def facts_of(stored: Stored) -> list[tuple[str, str]]:
    """Return how a run was made: command, settings, seed, n, versions."""
    manifest = stored.manifest
    settings = ", ".join(f"{name} = {value}" for name, value in manifest["settings"].items())
    return [
        ("command", manifest["command"]),
        ("settings", settings),
        ("seed", str(manifest["seed"])),
        ("n", f"{stored.n} {stored.experiment.unit} a row"),
        ("intervals", "95 %"),
        ("versions", ", ".join(f"{name} {number}" for name, number in manifest["versions"].items())),
    ]


def report_html(runs: Sequence[Stored]) -> str:
    """Return the report of one or several runs as the content of an HTML file without anything outside it."""
    from jinja2 import Environment

    template = resources.files(__package__).joinpath("report.html").read_text(encoding="utf-8")
    entries = [_entry(stored) for stored in runs]
    heading = entries[0]["title"] if len(entries) == 1 else "Experiments with Skyjo"
    content: str = Environment(autoescape=True).from_string(template).render(heading=heading, entries=entries)
    return content


def _entry(stored: Stored) -> dict[str, Any]:
    """Return what the template shows of a run."""
    from markupsafe import Markup

    experiment, frame = stored.experiment, stored.frame
    is_complete = stored.manifest["state"] == "complete"
    svg = stored.svg
    figure = "" if svg is None else f"data:image/svg+xml;base64,{base64.b64encode(svg).decode()}"
    found = experiment.tables(frame) if is_complete else {"": frame}
    tables = [(title or "Table", Markup(html_table(table))) for title, table in found.items() if len(table.columns)]
    return {
        "anchor": f"{experiment.id}-seed{stored.manifest['seed']}",
        "title": experiment.title,
        "question": experiment.question,
        "design": experiment.design,
        "reading": experiment.reading,
        "answer": experiment.answer(frame).split("\n"),
        "figure": figure,
        "tables": tables,
        "facts": facts_of(stored),
        "is_complete": is_complete,
    }
