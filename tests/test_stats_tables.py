"""Tables at which agents met."""

import numpy as np
import pytest

from skyjo_experiments.statistics.tables import Tables, wins_alone, wins_of_pairs
from skyjo_sim import InputError


def test_entries_are_table_by_table():
    tables = Tables.of([[1, 0, 3], [0, 2, 2]])
    assert tables.table.tolist() == [0, 0, 1, 1]
    assert tables.agent.tolist() == [0, 2, 1, 2]
    assert tables.seats.tolist() == [1, 3, 2, 2]
    assert (tables.n_tables, tables.n_agents, tables.starts.tolist()) == (2, 3, [0, 2])
    entries = np.array([[1.0, 2, 4, 8]])
    assert tables.by_table(entries).tolist() == [[3, 12]]
    assert tables.by_agent(entries).tolist() == [[1, 4, 10]]


def test_pairs_stand_once():
    wins = np.arange(18.0).reshape(2, 3, 3)
    entries, tables = wins_of_pairs(wins)
    assert tables.table.tolist() == [0, 0, 1, 1, 2, 2]
    assert tables.agent.tolist() == [0, 1, 0, 2, 1, 2]
    assert entries[0].tolist() == [1, 3, 2, 6, 5, 7]


def test_alone_the_field_wins_the_rest():
    wins = np.array([[[0, 1], [3, 0]]] * 2, float)
    entries, tables = wins_alone(wins, 4, 4)
    assert tables.seats.tolist() == [1, 3, 3, 1]
    assert tables.agent.tolist() == [0, 1, 0, 1]
    assert entries[0].tolist() == [1, 3, 1, 3]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Tables.of([[1, -1]]), "seats must be at least 0, got -1"),
        (lambda: Tables.of([[1, 1], [0, 2]]), "table 1 must seat at least 2 agents"),
        (lambda: Tables.of([[1, 1, 0]]), "agent 2 must sit at some table"),
        (lambda: wins_of_pairs(np.ones((2, 3, 2))), "wins must be .* got the shape"),
        (lambda: wins_alone(np.full((2, 2, 2), 5.0), 4, 4), "wins must be at most n_games, 4, got 5"),
        (lambda: wins_alone(np.ones((2, 2, 2)), 4, 1), "players must be an integer of at least 2, got 1"),
    ],
)
def test_bad_input_is_refused(make, message):
    with pytest.raises(InputError, match=f"^{message}"):
        make()
