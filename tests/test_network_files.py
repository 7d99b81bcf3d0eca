"""Networks as files: there and back, and what is said about files that are none."""

import re

import numpy as np
import pytest

from skyjo_agents import load_network, save_network
from skyjo_agents.network_files import FORMAT
from skyjo_sim import InputError, RunError
from tests.random_networks import random_network

pytestmark = pytest.mark.small


@pytest.fixture
def path(tmp_path):
    """Return where a network lies."""
    save_network(random_network(2, (3,)), tmp_path / "right.npz")
    return tmp_path / "right.npz"


@pytest.mark.parametrize(
    "network",
    [
        random_network(),
        random_network(8, (), activation="tanh", seed=4),
        random_network(3, (5, 4, 3), n_actions=52, optional_flip=True, take_then_flip=True, optional_clearing=True),
    ],
)
def test_a_network_comes_back_as_it_was(network, tmp_path):
    path = tmp_path / "a, (b).npz"
    save_network(network, path)
    again = load_network(str(path))
    assert len(again.layers) == len(network.layers)
    for one, other in zip(again.layers, network.layers, strict=True):
        assert np.array_equal(one.weights, other.weights)
        assert np.array_equal(one.biases, other.biases)
    for name in (
        "activation",
        "players",
        "optional_flip",
        "take_then_flip",
        "optional_clearing",
        "observation_version",
    ):
        assert getattr(again, name) == getattr(network, name)
        assert type(getattr(again, name)) is type(getattr(network, name))


def test_saving_replaces_a_file_and_leaves_nothing_beside_it(path):
    save_network(random_network(4, seed=9), path)
    assert load_network(path).players == 4
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_file_that_cannot_be_written_is_named_and_the_old_one_stays(path, monkeypatch):
    before = path.read_bytes()
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(RunError, match=r"right\.npz cannot be written: No space left on device"):
        save_network(random_network(4), path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    with pytest.raises(RunError, match="cannot be written: No such file or directory"):
        save_network(random_network(), path.parent / "missing" / "x.npz")


@pytest.mark.parametrize("name", [".", "/", "", "nu\0ll.npz"])
def test_a_path_that_cannot_be_that_of_a_file_is_refused(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=f"^network {re.escape(repr(name))} cannot be written: ."):
        save_network(random_network(), name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["missing.npz", ".", "nu\0ll.npz"])
def test_a_file_that_cannot_be_read_is_named(tmp_path, name):
    place = f"{tmp_path}/{name}"
    with pytest.raises(InputError, match=f"^network {re.escape(repr(place))} cannot be read: ."):
        load_network(place)


def test_a_missing_relative_path_is_said_to_count_from_the_current_folder(tmp_path):
    with pytest.raises(InputError) as caught:
        load_network("networks/none.npz")
    reason = "No such file or directory; relative paths count from the current folder"
    assert str(caught.value) == f"network 'networks/none.npz' cannot be read: {reason}"
    with pytest.raises(InputError, match=r"No such file or directory$"):
        load_network(tmp_path / "none.npz")


@pytest.mark.parametrize("content", [b"", b"PK", b"\x93NUMPY", b"no archive at all", None])
def test_a_file_that_is_no_archive_of_arrays_is_refused(path, content):
    whole = path.read_bytes()
    path.write_bytes(whole[:-40] if content is None else content)
    with pytest.raises(InputError, match=r"right\.npz' is damaged or no \.npz file of arrays$"):
        load_network(path)


def test_a_single_array_and_a_pickle_are_refused(path):
    np.save(path.with_name("array.npy"), np.zeros(3))
    np.savez(path.with_name("pickle.npz"), format=np.array([{}], object))
    for name in ("array.npy", "pickle.npz"):
        with pytest.raises(InputError, match=r"is damaged or no \.npz file of arrays$"):
            load_network(path.with_name(name))


def test_a_flipped_bit_in_the_weights_is_found(path):
    content = bytearray(path.read_bytes())
    content[content.index(b"weights_0.npy") + 300] ^= 1
    path.write_bytes(bytes(content))
    with pytest.raises(InputError, match=r"is damaged or no \.npz file of arrays$"):
        load_network(path)


CHANGES = {
    f"format must be {FORMAT}, got 2": {"format": 2},
    "format must be one int, got <U1 of shape ()": {"format": "1"},
    "activation must be one str, got int64 of shape ()": {"activation": np.int64(1)},
    "players must be one int, got int64 of shape (2,)": {"players": np.array([2, 2])},
    "optional_flip must be one bool, got int64 of shape ()": {"optional_flip": np.int64(1)},
    "players must be an integer in 2..8, got 9": {"players": 9},
    "the observation must be flat, version 1, got flat, version 7": {"observation_version": 7},
    "layer 0: weights must have the shape (172, 3), got (133, 3)": {"players": 3},
    "layer 1: biases must be finite numbers, got inf": {"biases_1": np.full(37, np.inf, np.float32)},
    "layer 1: weights must be a float32 array of 2 dimensions, got float64 of shape (3, 37)": {
        "weights_1": np.zeros((3, 37))
    },
    "weights_0 is missing": {"weights_0": None, "weights_5": np.zeros(1)},
    "biases_1 is missing": {"biases_1": None},
    "players is missing": {"players": None},
    "a network must have 1 to 10 layers, got 0": {"weights_0": None, "weights_1": None},
    "a network must have 1 to 10 layers, got 14": {f"weights_{number}": np.zeros(1) for number in range(2, 14)},
}


@pytest.mark.parametrize("message", CHANGES)
def test_a_file_with_something_wrong_in_it_is_named_with_the_reason(path, message):
    with np.load(path) as file:
        entries = dict(file) | CHANGES[message]
    np.savez(path, **{name: value for name, value in entries.items() if value is not None})
    with pytest.raises(InputError, match=f"^network {re.escape(repr(str(path)))}: {re.escape(message)}"):
        load_network(path)
