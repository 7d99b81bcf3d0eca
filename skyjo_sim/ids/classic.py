"""The ids that both games have, and those that the classic game has alone."""

from collections.abc import Iterator

from skyjo_sim.ids.meaning import SLOTS, Meaning
from skyjo_sim.kernels.actions import CLEAR_LINE, DRAW, FLIP, FLIP_INSTEAD, KEEP_LINE, PASS, PUT, TAKE
from skyjo_sim.rules import Rules
from skyjo_sim.switches import ColumnRule, FlipAfterDiscard

FLIP_NOTHING = "throw the drawn card away and flip nothing"
INSTEAD = "leave the discard where it is and flip {}"


def shared_meanings(rules: Rules) -> Iterator[Meaning]:
    """Yield the ids that mean the same in both games."""
    yield Meaning.one(DRAW, "draw the top card of the draw pile", "source")
    yield Meaning.many(TAKE, "take the top discard and put it at {}", ["source"], SLOTS)
    yield Meaning.many(PUT, "put the drawn card at {}", ["place"], SLOTS)
    if rules.initial_flips:
        yield Meaning.many(FLIP, "choose {} to be flipped", ["opening"], SLOTS)
    yield Meaning.many(FLIP, "throw the drawn card away and flip {}", ["place"], SLOTS)


def classic_meanings(rules: Rules) -> Iterator[Meaning]:
    """Yield the ids of the classic game that house rules add."""
    if rules.flip_after_discard == FlipAfterDiscard.OPTIONAL:
        yield Meaning.one(PASS, FLIP_NOTHING, "place")
    if rules.discard_take_then_flip:
        yield Meaning.many(FLIP_INSTEAD, INSTEAD, ["source"], SLOTS)
    if rules.column_rule == ColumnRule.OPTIONAL:
        yield Meaning.one(CLEAR_LINE, "clear the column asked about", "clear")
        yield Meaning.one(KEEP_LINE, "keep the column asked about", "clear")
