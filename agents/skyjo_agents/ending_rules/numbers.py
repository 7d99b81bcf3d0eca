"""The parameters of ending rules: which number stands where."""

__all__ = ["AHEAD", "BELOW", "FIRST", "NEVER", "PATIENCE", "RULE", "SECOND"]

RULE = 0
FIRST = 1
SECOND = 2

NEVER = 0.0
BELOW = 1.0
AHEAD = 2.0
"""Kinds of rule."""

PATIENCE = 40
"""After so many turns of each seat the base decides alone: no round is endless because of a rule."""
