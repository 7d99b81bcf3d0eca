"""The numbers that docs/when_to_end.md gives in short are those of the stored run."""

from pathlib import Path

from skyjo_experiments.experiment.stored import read_frame
from tests.markdown_tables import tables_with

DOCS = Path(__file__).parents[1] / "docs"


def test_the_rule_in_short_is_that_of_the_stored_run():
    frame = read_frame(DOCS / "experiments" / "data" / "close_or_wait.csv")
    rules = frame[(frame["part"] == "rule") & (frame["name"] == "two numbers")]
    expected = [
        [
            str(row.players),
            f"{row.most_points:g}",
            f"{row.least_lead:g}",
            f"{row.value:.2f} [{row.value_low:.2f}, {row.value_high:.2f}]",
        ]
        for row in rules.itertuples()
    ]
    (table,) = tables_with("when_to_end.md", "players", "your points at most")
    assert [list(row.values()) for row in table] == expected
