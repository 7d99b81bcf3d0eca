"""The tables of a documentation page, so that tests can hold them against the code."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def cells(line):
    """Return the cells of a table's line, with code signs taken off where they enclose a whole cell."""
    texts = [cell.strip() for cell in line.strip().strip("|").split("|")]
    return [text[1:-1] if re.fullmatch(r"`[^`]*`", text) else text for text in texts]


def tables_of(page):
    """Return the tables of a page in order: each a list of rows, dicts by the names in its head."""
    text = re.sub(r"^```.*?^```$", "", (DOCS / page).read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        head, _, *lines = block.splitlines()
        found.append([dict(zip(cells(head), cells(line), strict=True)) for line in lines])
    return found


def tables_with(page, *columns):
    """Return the tables of a page whose first columns have these names."""
    return [rows for rows in tables_of(page) if rows and list(rows[0])[: len(columns)] == list(columns)]


def headings(page):
    """Return the headings of the second level of a page."""
    return re.findall(r"^## (.*)$", (DOCS / page).read_text(encoding="utf-8"), re.MULTILINE)
