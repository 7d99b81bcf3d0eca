"""The ids that Skyjo Action has alone."""

from collections.abc import Iterator

from skyjo_sim.action_rules import ActionRules
from skyjo_sim.action_rules_record import copies_of_kinds
from skyjo_sim.action_switches import ClearedStarOrder, StarBonusSource
from skyjo_sim.ids.classic import FLIP_NOTHING, INSTEAD
from skyjo_sim.ids.meaning import SLOTS, Meaning, numbered
from skyjo_sim.kernels.action import actions
from skyjo_sim.kernels.action.cards import KIND_NAMES, N_DRAWN, N_EFFECTS, N_MARKET
from skyjo_sim.kernels.cards import N_COLUMNS, N_ROWS
from skyjo_sim.switches import ColumnRule, FlipAfterDiscard, RowRule


def action_meanings(rules: ActionRules) -> Iterator[Meaning]:
    """Yield the ids that action cards, stars and house rules add."""
    kinds = {kind: KIND_NAMES[kind] for kind, n_copies in enumerate(copies_of_kinds(rules)) if n_copies}
    yield from _passing(rules)
    if rules.use_actions:
        yield from _taking(rules)
        yield Meaning.many(actions.PLAY, "play {}", ["source"], _with_effect(kinds))
        yield Meaning.many(actions.THROW, "throw {} away without effect", ["source"], kinds)
        yield from _choices(rules, kinds)
        if "draw_three" in kinds.values():
            yield from _three(rules)
    yield from _lines(rules)
    if rules.discard_take_then_flip:
        yield Meaning.many(actions.FLIP_INSTEAD, INSTEAD, ["source"], SLOTS)


def _with_effect(kinds: dict[int, str]) -> dict[int, str]:
    """Return the kinds that can be played; the blank ones cannot."""
    return {kind: name for kind, name in kinds.items() if kind < N_EFFECTS}


def _gives_star_rights(rules: ActionRules) -> bool:
    triggers = (
        rules.star_bonus_reveal,
        rules.star_bonus_from_discard,
        rules.star_bonus_from_draw,
        rules.star_bonus_at_setup,
    )
    return rules.use_stars and rules.use_actions and any(triggers)


def _taking(rules: ActionRules) -> Iterator[Meaning]:
    """Yield the ids that take an action card."""
    gives = ["star_right"] if _gives_star_rights(rules) else []
    yield Meaning.many(actions.TAKE_MARKET, "take the action card at {} of the market", ["source", *gives], _PLACES)
    unseen = [] if rules.star_bonus_source == StarBonusSource.MARKET_ONLY else gives
    yield Meaning.one(actions.TAKE_PILE, "take the top card of the action pile unseen", "source", *unseen)


_PLACES = numbered("place", N_MARKET)


def _choices(rules: ActionRules, kinds: dict[int, str]) -> Iterator[Meaning]:
    """Yield the ids that choose what an action card does."""
    in_deck = set(kinds.values())
    if in_deck & {"swap_own", "swap_players", "draw_three", "meteor"}:
        yield Meaning.many(actions.CHOOSE_SLOT, "choose {} of the grid in question", ["slot"], SLOTS)
    if in_deck & {"reveal", "swap_players", "steal"}:
        text = "choose the player {} places to the left, 0 being yourself"
        yield Meaning.many(actions.CHOOSE_PLAYER, text, ["player"], numbered("", rules.players))
    if "reveal" in in_deck:
        yield Meaning.many(actions.CHOOSE_COLUMN, "look at {}", ["line"], numbered("column", N_COLUMNS))
        yield Meaning.many(actions.CHOOSE_ROW, "look at {}", ["line"], numbered("row", N_ROWS))
    if in_deck & {"steal", "reactivate"}:
        named = kinds if "steal" in in_deck else _with_effect(kinds)
        yield Meaning.many(actions.CHOOSE_KIND, "choose {}", ["kind"], named)
    if in_deck & {"swap_own", "swap_players"} and rules.swap_face_choice:
        yield Meaning.one(actions.FACE_UP, "lay the card face up", "face")
        yield Meaning.one(actions.FACE_DOWN, "lay the card face down", "face")


def _three(rules: ActionRules) -> Iterator[Meaning]:
    """Yield the ids that deal with three cards drawn."""
    yield Meaning.many(actions.CHOOSE_DRAWN, "keep {} of the three", ["keep"], numbered("card", N_DRAWN))
    text = "discard {} of the three next"
    yield Meaning.many(actions.CHOOSE_DRAWN, text, ["order"], numbered("card", N_DRAWN))
    yield Meaning.many(actions.CHOOSE_SLOT, "flip {}", ["flip_one"], SLOTS)
    yield Meaning.one(actions.PASS, "keep none of the three cards", "keep")
    if rules.flip_after_discard == FlipAfterDiscard.OPTIONAL:
        yield Meaning.one(actions.PASS, "flip nothing", "flip_one")


def _passing(rules: ActionRules) -> Iterator[Meaning]:
    """Yield the other ids that do nothing."""
    if rules.use_actions or rules.flip_after_discard == FlipAfterDiscard.OPTIONAL:
        # Only an action card of somebody else takes the last hidden card of a player who has a turn left.
        yield Meaning.one(actions.PASS, FLIP_NOTHING, "place")
    if _gives_star_rights(rules):
        yield Meaning.one(actions.PASS, "take no action card for a star", "star_right")


def _lines(rules: ActionRules) -> Iterator[Meaning]:
    """Yield the ids that clear lines by choice."""
    columns = (rules.use_stars and rules.column_rule != ColumnRule.OFF) or rules.column_rule == ColumnRule.OPTIONAL
    rows = rules.use_stars and rules.row_rule != RowRule.OFF
    if columns:
        yield Meaning.many(actions.CHOOSE_COLUMN, "clear {}", ["lines"], numbered("column", N_COLUMNS))
    if rows:
        yield Meaning.many(actions.CHOOSE_ROW, "clear {}", ["lines"], numbered("row", N_ROWS))
    if columns or rows:
        yield Meaning.one(actions.PASS, "clear no further line", "lines")
    if rules.use_stars and rules.cleared_star_order == ClearedStarOrder.OWNER_CHOICE:
        yield Meaning.one(actions.STARS_UNDER, "discard the stars of a line under its numbers", "stars")
        yield Meaning.one(actions.STARS_ON_TOP, "discard the stars of a line on top of its numbers", "stars")
