"""Every stored page of an experiment is what its stored run makes, and has its figure."""

import pytest

from skyjo_experiments.experiment import experiment_ids
from skyjo_experiments.experiment.docs_pages import index_page, page_of, read_pages
from tests.markdown_tables import DOCS

PAGES = DOCS / "experiments"
STORED = read_pages(PAGES)


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: stored.experiment.id)
def test_a_page_is_what_its_stored_run_makes(stored):
    name = stored.experiment.id
    assert (PAGES / f"{name}.md").read_text(encoding="utf-8") == page_of(stored)
    assert (DOCS / "figures" / "experiments" / f"{name}.svg").is_file()
    assert stored.manifest["state"] == "complete"
    assert stored.manifest["size"] == "full"
    assert stored.manifest["n_rows"] == len(stored.frame)


def test_the_index_lists_all_pages():
    assert (PAGES / "index.md").read_text(encoding="utf-8") == index_page(STORED)
    pages = {path.stem for path in PAGES.glob("*.md")} - {"index"}
    assert pages == {stored.experiment.id for stored in STORED}
    assert pages <= set(experiment_ids())
