"""Pages of the documentation, each made of a stored run.

::

    TO/ID.md, TO/index.md
    TO/data/ID.csv, TO/data/ID.json                the stored run
    TO/../figures/experiments/ID.svg
"""

from pathlib import Path

from skyjo_experiments.experiment.report import facts_of
from skyjo_experiments.experiment.stored import Stored, read_stored
from skyjo_experiments.experiment.tables import markdown_table
from skyjo_sim.errors import RunError
from skyjo_sim.whole_files import reason_of, write_whole

__all__ = ["index_page", "page_of", "read_pages", "write_pages"]

_FIGURES = "figures/experiments"


def page_of(stored: Stored) -> str:
    """Return the page of a stored run as Markdown."""
    experiment = stored.experiment
    lines = [f"# {experiment.title}", "", experiment.question, "", "## Answer", ""]
    for paragraph in experiment.answer(stored.frame).split("\n"):
        lines += [paragraph, ""]
    lines += [f"![{experiment.title}](../{_FIGURES}/{experiment.id}.svg)", ""]
    lines += ["## How to read it", "", experiment.reading, ""]
    for title, table in experiment.tables(stored.frame).items():
        lines += [f"## {title or 'Table'}", "", markdown_table(table), ""]
    lines += ["## Design", "", experiment.design, "", "## How it was run", ""]
    lines += ["```text", stored.manifest["command"], "```", ""]
    lines += [f"- {name}: {value}" for name, value in facts_of(stored) if name != "command"]
    return "\n".join(lines) + "\n"


def index_page(runs: list[Stored]) -> str:
    """Return the page that lists the others."""
    lines = ["# Experiments", "", "Every page is made by its command from a stored run; intervals are 95 %.", ""]
    for stored in runs:
        lines += [f"- [{stored.experiment.title}]({stored.experiment.id}.md): {stored.experiment.question}"]
    lines += ["", "```{toctree}", ":hidden:", "", *(stored.experiment.id for stored in runs), "```"]
    return "\n".join(lines) + "\n"


def read_pages(to: Path) -> list[Stored]:
    """Return the stored runs of all pages, by name.

    Raises
    ------
    RunError
        If one is damaged.
    """
    names = sorted(path.stem for path in (to / "data").glob("*.json"))
    return [read_stored(to / "data", f"{name}.json", f"{name}.csv") for name in names]


def write_pages(runs: list[Stored], to: Path) -> list[Path]:
    """Write pages, stored runs and figures of runs, and the index of all; return the pages' files.

    Raises
    ------
    RunError
        If a run is not complete, or something cannot be written.
    """
    figures = to.parent / _FIGURES
    for stored in runs:
        if stored.svg is None:
            raise RunError(f"the run of {stored.experiment.id} was interrupted: a page needs a complete one")
    try:
        for folder in (to / "data", figures):
            folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"folder {str(to)!r} cannot be used: {reason_of(error)}") from None
    pages = []
    for stored in runs:
        name = stored.experiment.id
        write_whole(to / "data" / f"{name}.csv", stored.csv())
        write_whole(to / "data" / f"{name}.json", stored.json())
        write_whole(figures / f"{name}.svg", stored.svg or b"")
        pages.append(to / f"{name}.md")
        write_whole(pages[-1], page_of(stored).encode())
    write_whole(to / "index.md", index_page(read_pages(to)).encode())
    return pages
