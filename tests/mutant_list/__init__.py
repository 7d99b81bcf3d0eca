"""The mutants as data: small changes of the sources, each of which makes the package play, measure or show wrongly.

`tests.mutants` applies them one at a time and demands that the tests notice. A mutant's old text must occur in its
file exactly as often as stated, so that the list cannot rot when the sources change. Numbers in brackets are sections
and questions of RULES.md.
"""

from tests.mutant_list import (
    action,
    episodes,
    lines,
    luck,
    measures,
    networks,
    play,
    rewards,
    scoring,
    self_play,
    start,
    steps,
    turns,
    views,
)

MUTANTS = (
    *scoring.PENALTY,
    *scoring.REVEAL,
    *scoring.GAME_END,
    *lines.CLEARING,
    *turns.DECISIONS,
    *turns.ROUND_END,
    *start.START,
    *luck.PILES,
    *luck.LUCK,
    *play.PLAY,
    *measures.MEASURES,
    *views.VIEWS,
    *rewards.REWARDS,
    *episodes.EPISODES,
    *steps.STEPS,
    *self_play.SELF_PLAY,
    *self_play.REDEALING,
    *networks.NETWORKS,
    *action.CARDS,
    *action.EFFECTS,
    *action.STARS,
    *action.ENDS,
    *action.KNOWLEDGE,
)
"""All mutants; names are unique."""
