"""Records of Skyjo Action, many at once, as the states that its oracle gives."""

from functools import lru_cache

import numpy as np

from skyjo_sim.kernels.action.actions import CHOICE_NAMES, PHASE_NAMES
from skyjo_sim.kernels.action.cards import STAR
from skyjo_sim.kernels.action.layout import UNNAMED
from skyjo_sim.kernels.cards import CLEARED, HIDDEN, LOWEST_CARD, N_SLOTS, NO_CARD
from tests.naive_action import attacks
from tests.naive_action.lines import ALL_LINES
from tests.naive_action.table import NOBODY
from tests.naive_states import MEMBERS, chosen_of, discards_of, piles_of, results_of

N_KINDS = 10
N_FACES = STAR - LOWEST_CARD + 1
FACES = range(LOWEST_CARD, STAR + 1)
SLOTS = np.arange(N_SLOTS)
LINE_SETS = [sorted(ALL_LINES[line] for line in MEMBERS[mask]) for mask in range(128)]


ENTRIES = np.empty(2 * N_FACES + 1, object)
ENTRIES[:] = [("up", card) for card in FACES] + [("hidden", card) for card in FACES] + [("cleared",)]


def _or_none(numbers, none=-1):
    return [None if number == none else number for number in numbers.tolist()]


def _bits(masks):
    return masks[..., None] >> SLOTS & 1 != 0


def grids_of(records, n_players):
    """Return the grids; check that what is seen, and what the seat to decide knows, is true."""
    table, cards = records["table"], records["secret"]["cards"][:, :n_players, :N_SLOTS].astype(int)
    hidden, cleared = _bits(table["hidden"][:, :n_players]), _bits(table["cleared"][:, :n_players])
    assert not (hidden & cleared).any(), "a slot is both hidden and cleared"
    expected = np.where(cleared, CLEARED, np.where(hidden, HIDDEN, cards))
    assert (table["visible"][:, :n_players, :N_SLOTS] == expected).all(), "what is seen is not true"
    assert (table["visible"][:, :n_players, N_SLOTS:] == CLEARED).all(), "the padding was written to"
    seats = table["seat"]
    knows = table["knows"][np.arange(len(seats)), seats, :n_players] * (seats >= 0)[:, None]
    known = np.where(_bits(knows), cards, HIDDEN)
    assert (table["known"][:, :n_players, :N_SLOTS] == known).all(), "what is known is not true"
    places = np.where(cleared, 2 * N_FACES, cards - LOWEST_CARD + N_FACES * hidden)
    return ENTRIES[places].tolist()


@lru_cache(maxsize=10_000)
def _knowers(knows, n_players):
    """Return who knows which hidden card, by owner and slot."""
    masks = np.frombuffer(knows, np.uint16).reshape(n_players, n_players)
    known = _bits(masks)
    return [
        [frozenset(np.flatnonzero(known[:, owner, slot]).tolist()) or NOBODY for slot in range(N_SLOTS)]
        for owner in range(n_players)
    ]


def knowers_of(table, n_players):
    """Return who knows which hidden card, record by record."""
    knows = np.ascontiguousarray(table["knows"][:, :n_players, :n_players])
    if not knows.any():
        return [_knowers(knows[0].tobytes(), n_players)] * len(knows)
    return [_knowers(masks.tobytes(), n_players) for masks in knows]


def action_piles_of(records, shuffles):
    """Return the action piles in the order they will be drawn, by the independent luck."""
    table = records["table"]
    sizes = zip(table["n_action_reshuffles"].tolist(), table["n_action_pile"].tolist(), strict=True)
    piles = []
    for (number, n), stored in zip(sizes, records["secret"]["action_pile"], strict=True):
        if not shuffles:
            assert n == 0, "there are action cards in a game without them"
            piles.append([])
            continue
        order, lying = shuffles[number]
        assert stored[:n].tobytes() == lying[n], "the action pile does not lie as luck has left it"
        piles.append(order[len(order) - n :])
    return piles


def _cut(arrays, sizes):
    return [array[:n] for array, n in zip(arrays.tolist(), sizes.tolist(), strict=True)]


def _chosen(table, name):
    return [[number for number in numbers if number >= 0] for numbers in table[name].tolist()]


def effects_of(table, n_players):
    """Return what has been chosen for the turn's option and its clearing step."""
    targets = table["targets"][:, :n_players].tolist()
    named = {-1: None, UNNAMED: attacks.UNNAMED}
    kinds_in_play = _cut(table["in_play"], table["n_in_play"])
    cards = [kinds[-1] if kinds else -1 for kinds in kinds_in_play]
    assert table["card"].tolist() == cards, "the card in question is not the innermost in play"
    return {
        "in_play": kinds_in_play,
        "target": _or_none(table["target"]),
        "seats_chosen": _chosen(table, "seats_chosen"),
        "slots_chosen": _chosen(table, "slots_chosen"),
        "first_face": _or_none(table["first_face"]),
        "swaps_left": table["swaps_left"].tolist(),
        "meteor_slots": [[named.get(slot, slot) for slot in slots] for slots in targets],
        "three": [[None if card == NO_CARD else card for card in cards[:3]] for cards in table["three"].tolist()],
        "kept_of_three": _or_none(table["kept_of_three"]),
        "lines_chosen": [LINE_SETS[lines] for lines in table["lines_chosen"].tolist()],
        "rows_only": (table["rows_only"] != 0).tolist(),
        "asked": [None if line < 0 else ALL_LINES[line] for line in table["asked"].tolist()],
        "stars_asked": [LINE_SETS[lines] for lines in table["stars_asked"].tolist()],
        "stars_on_top": [LINE_SETS[lines] for lines in table["stars_on_top"].tolist()],
    }


def hands_of(records, n_players, action_shuffles):
    """Return the action cards, wherever they are."""
    table = records["table"]
    assert (table["held"].sum(axis=2) == table["n_held"])[:, :n_players].all(), "action cards are miscounted"
    columns = {name: table[name][:, :n_players, :N_KINDS].tolist() for name in ("held", "locked", "stolen")}
    return columns | {
        "market": _cut(table["market"], table["n_market"]),
        "action_discard": _cut(table["action_discard"], table["n_action_discard"]),
        "action_pile": action_piles_of(records, action_shuffles),
        "action_reshuffles": table["n_action_reshuffles"].tolist(),
    }


COUNTERS = {
    "taken": "n_taken",
    "for_stars": "n_for_stars",
    "stolen_cards": "n_stolen",
    "reactivated": "n_reactivated",
    "extra_turns": "n_extra_turns",
    "lines_cleared": "n_lines_cleared",
    "columns_cleared": "n_columns",
    "rows_cleared": "n_rows",
    "star_lines_cleared": "n_star_lines",
    "hidden_at_end": "hidden_at_end",
    "stars_left": "n_stars",
    "star_bonus": "star_bonus",
    "held_at_end": "n_held_at_end",
}
NUMBERS = {
    "round": "round_index",
    "turns": "turns",
    "last_turns_left": "last_turns_left",
    "lead": "lead",
    "reshuffles": "n_reshuffles",
    "pending_turns": "pending_turns",
    "star_rights": "star_rights",
    "setup_left": "setup_left",
    "extra_rounds": "extra_rounds",
}
FLAGS = {
    "doubled": "is_doubled",
    "abandoned": "is_abandoned",
    "game_abandoned": "is_game_abandoned",
    "has_knowledge": "has_knowledge",
    "ended_by_other": "ended_by_other",
}


def states_of(records, n_players, luck):
    """Return one state for each record of a round."""
    table = records["table"]
    pools = zip(table["pool"][:, :16].tolist(), table["n_reshuffles"].tolist(), strict=True)
    columns = {
        "phase": [PHASE_NAMES[phase] for phase in table["phase"].tolist()],
        "choice": [CHOICE_NAMES[choice] if choice else None for choice in table["choice"].tolist()],
        "seat": _or_none(table["seat"]),
        "starter": _or_none(table["starter"]),
        "ender": _or_none(table["ender"]),
        "grids": grids_of(records, n_players),
        "chosen": chosen_of(records, n_players),
        "kept": [[MEMBERS[mask] for mask in masks] for masks in table["kept"][:, :n_players].tolist()],
        "public": [[MEMBERS[mask] for mask in masks] for masks in table["public"][:, :n_players].tolist()],
        "knowers": knowers_of(table, n_players),
        "drawn": _or_none(table["drawn"], NO_CARD),
        "discard": discards_of(records),
        "pile": piles_of(records, luck.shuffles),
        "seen": table["seen"][:, :16].tolist(),
        "pool": [pool if n_reshuffles else None for pool, n_reshuffles in pools],
        **hands_of(records, n_players, luck.action_shuffles),
        **effects_of(table, n_players),
        **{name: table[field].tolist() for name, field in NUMBERS.items()},
        **{name: (table[field] != 0).tolist() for name, field in FLAGS.items()},
        **{name: table[field][:, :n_players].tolist() for name, field in COUNTERS.items()},
        **{name: table[name][:, :n_players, :N_KINDS].tolist() for name in ("played", "thrown", "blocked")},
        **results_of(table, n_players),
    }
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
