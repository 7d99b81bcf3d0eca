"""The two games, by the word that names them in rules, on the command line and in folders of runs."""

from enum import StrEnum


class Game(StrEnum):
    """A game of the family."""

    CLASSIC = "classic"
    ACTION = "action"


TITLES = {Game.CLASSIC: "classic Skyjo", Game.ACTION: "Skyjo Action"}
"""What each game is called in messages."""

OPPONENTS = {Game.CLASSIC: "cutoff(2)", Game.ACTION: "action_cutoff"}
"""Who is played against in each game where nobody is named."""
