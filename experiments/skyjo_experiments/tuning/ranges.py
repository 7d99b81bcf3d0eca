"""Where the packaged agents' parameters are looked for, unless told otherwise."""

__all__ = ["RANGES"]

_PAIR, _DENIAL = (0.0, 5.0), (0.0, 2.0)

RANGES: dict[str, dict[str, tuple[float, float]]] = {
    "cutoff": {"cutoff": (-2.0, 12.0)},
    "columns": {"pair": _PAIR},
    "denier": {"pair": _PAIR, "denial": _DENIAL},
    "expectation": {
        "hope": (-2.0, 3.0),
        "hope_per_turn": (-0.5, 0.5),
        "hope_per_hidden": (-0.3, 0.3),
        "pair": _PAIR,
        "pair_points": (-5.0, 5.0),
        "discount": (0.0, 1.0),
        "discount_from": (0.0, 12.0),
        "haste": (-1.0, 2.0),
        "risk": (0.0, 4.0),
        "end": (-4.0, 4.0),
        "end_per_hidden": (-1.0, 2.0),
        "denial": _DENIAL,
        "turns": (-1.0, 4.0),
        "last_gain": (0.0, 1.5),
        "last_spread": (1.0, 6.0),
    },
    "action_cutoff": {
        "cutoff": (-2.0, 4.0),
        "take_action": (-3.0, 5.0),
        "end_margin": (-4.0, 14.0),
        "attack": (0.0, 2.0),
        "hidden_points": (-2.0, 2.0),
        "haste": (-1.0, 4.0),
        "pair_share": (0.0, 1.0),
        "far_share": (0.0, 0.5),
        "star_points": (-2.0, 6.0),
        "feed": (0.0, 1.0),
        "eager": (0.0, 12.0),
        "spread": (1.0, 25.0),
        "penalty": (0.0, 15.0),
        "pace": (0.3, 3.0),
        "trust": (0.0, 1.5),
        "protection": (0.0, 8.0),
    },
}
"""Lowest and highest value by agent and parameter; a parameter that is not named stays as it is."""
