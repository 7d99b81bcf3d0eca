"""The table of docs/networks.md names what is in a network file."""

import numpy as np
import pytest

from skyjo_agents import Layer, Network, save_network
from skyjo_agents.network_files import FORMAT
from skyjo_agents.networks import n_inputs
from skyjo_sim.kernels.flat import FLAT_VERSION
from tests.markdown_tables import tables_with

(ENTRIES,) = tables_with("networks.md", "entry", "type")
KINDS = {"int": "iu", "bool": "b", "str": "U"}


@pytest.fixture
def entries(tmp_path):
    """Return the arrays of a file with two layers."""
    layers = (Layer(np.zeros((n_inputs(2), 5), np.float32), np.zeros(5, np.float32)),)
    layers += (Layer(np.zeros((5, 37), np.float32), np.zeros(37, np.float32)),)
    save_network(Network(layers=layers, activation="relu", players=2), tmp_path / "network.npz")
    with np.load(tmp_path / "network.npz", allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def test_the_entries_are_those_of_a_file(entries):
    documented = {name.strip("`") for row in ENTRIES for name in row["entry"].split(", ") if name != "..."}
    assert documented == set(entries)


def test_the_types_are_those_of_a_file(entries):
    for row in ENTRIES:
        array = entries[row["entry"].split(", ")[0].strip("`")]
        if row["type"] in KINDS:
            assert array.shape == ()
            assert array.dtype.kind in KINDS[row["type"]]
        else:
            assert array.dtype == np.float32
            assert array.ndim == row["type"].count("n_")


def test_the_versions_are_the_codes():
    versions = {row["entry"]: row["meaning"] for row in ENTRIES}
    assert versions["format"].endswith(f": {FORMAT}")
    assert versions["observation_version"].endswith(f": {FLAT_VERSION}")
