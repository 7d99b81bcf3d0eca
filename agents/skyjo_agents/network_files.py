"""Policy networks as .npz files: arrays only, no pickle, readable by numpy everywhere.

``format`` is the version of the file; ``weights_0``, ``biases_0``, ``weights_1`` ... are the layers; the other entries are
the fields of `skyjo_agents.networks.Network`.
"""

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skyjo_agents.network_header import MOST_LAYERS
from skyjo_agents.networks import Layer, Network
from skyjo_sim.errors import InputError
from skyjo_sim.rules_text import show_path
from skyjo_sim.whole_files import reason_of, target_of, write_whole

__all__ = ["FORMAT", "load_network", "network_bytes", "save_network"]

FORMAT = 1
_SETTINGS = {
    "activation": str,
    "players": int,
    "optional_flip": bool,
    "take_then_flip": bool,
    "optional_clearing": bool,
    "observation": str,
    "observation_version": int,
}
_KINDS = {str: "U", int: "iu", bool: "b"}


def save_network(network: Network, path: str | Path) -> None:
    """Write a network as an .npz file; the file appears whole or not at all.

    Raises
    ------
    InputError
        If the path is none, or that of something else than a file.
    RunError
        If it cannot be written.
    """
    try:
        target_of(Path(path))
    except (FileExistsError, ValueError) as error:
        raise InputError(f"network {show_path(path)} cannot be written: {reason_of(error)}") from None
    write_whole(Path(path), network_bytes(network))


def network_bytes(network: Network) -> bytes:
    """Return a network as the content of an .npz file; of equal networks the same."""
    entries: dict[str, Any] = {"format": FORMAT}
    entries |= {name: getattr(network, name) for name in _SETTINGS}
    for number, layer in enumerate(network.layers):
        entries |= {f"weights_{number}": layer.weights, f"biases_{number}": layer.biases}
    buffer = BytesIO()
    np.savez(buffer, **entries)
    return buffer.getvalue()


def load_network(path: str | Path) -> Network:
    """Read a network from an .npz file.

    Raises
    ------
    InputError
        If the file cannot be read, is no network of this version, or its layers do not fit.
    """
    name = f"network {str(path)!r}"
    try:
        content = Path(path).read_bytes()
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        hint = "; relative paths count from the current folder" if _is_missing(path, error) else ""
        raise InputError(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}{hint}") from None
    entries = _read_entries(name, content)
    try:
        return _network_from(entries)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None


def _is_missing(path: str | Path, error: Exception) -> bool:
    """Tell whether a file may be missed because a relative path was meant from elsewhere."""
    return isinstance(error, FileNotFoundError) and not Path(path).is_absolute()


def _read_entries(name: str, content: bytes) -> dict[str, NDArray[Any]]:
    """Return the arrays of an .npz file by name."""
    try:
        with np.load(BytesIO(content), allow_pickle=False) as file:
            return {entry: file[entry] for entry in file.files}
    except Exception:  # a damaged archive raises errors of zipfile, zlib, struct, numpy ...
        raise InputError(f"{name} is damaged or no .npz file of arrays") from None


def _network_from(entries: dict[str, NDArray[Any]]) -> Network:
    """Return the network that a file's arrays describe."""
    version = _read_value(entries, "format", int)
    if version != FORMAT:
        raise InputError(f"format must be {FORMAT}, got {version}")
    settings = {name: _read_value(entries, name, kind) for name, kind in _SETTINGS.items()}
    n_layers = sum(name.startswith("weights_") for name in entries)
    if not 1 <= n_layers <= MOST_LAYERS:
        raise InputError(f"a network must have 1 to {MOST_LAYERS} layers, got {n_layers}")
    layers = tuple(
        Layer(_read_array(entries, f"weights_{number}"), _read_array(entries, f"biases_{number}"))
        for number in range(n_layers)
    )
    return Network(layers=layers, **settings)


def _read_array(entries: dict[str, NDArray[Any]], name: str) -> NDArray[Any]:
    if name not in entries:
        raise InputError(f"{name} is missing")
    return entries[name]


def _read_value(entries: dict[str, NDArray[Any]], name: str, kind: type) -> Any:
    """Return a single value of the type `kind`."""
    array = _read_array(entries, name)
    if array.shape != () or array.dtype.kind not in _KINDS[kind]:
        raise InputError(f"{name} must be one {kind.__name__}, got {array.dtype} of shape {array.shape}")
    return kind(array[()])
