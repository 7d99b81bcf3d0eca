"""Forked rollouts: the same position played on in several ways, on common re-deals of what is not known.

`collect_positions` plays rounds and keeps decisions that match; `play_forks` plays each on, once for every `Fork`.
"""

from skyjo_experiments.forks.collecting import collect_positions
from skyjo_experiments.forks.continuing import MEASURES
from skyjo_experiments.forks.features import FEATURES
from skyjo_experiments.forks.fork import (
    Fork,
    first_hidden,
    flip_hidden,
    highest_face_up,
    legal_at,
    put_on_hidden,
    put_on_highest,
    take_to_hidden,
    take_to_highest,
)
from skyjo_experiments.forks.playing import play_forks
from skyjo_experiments.forks.positions import Positions, positions_of
from skyjo_experiments.forks.results import ForkResult

__all__ = [
    "FEATURES",
    "MEASURES",
    "Fork",
    "ForkResult",
    "Positions",
    "collect_positions",
    "first_hidden",
    "flip_hidden",
    "highest_face_up",
    "legal_at",
    "play_forks",
    "positions_of",
    "put_on_hidden",
    "put_on_highest",
    "take_to_hidden",
    "take_to_highest",
]
