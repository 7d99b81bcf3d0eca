"""Game records, many at once, as the states that the oracle gives (`tests.naive.NaiveGame.state`)."""

import numpy as np

from skyjo_sim.kernels.actions import PHASE_NAMES, ROUND_OVER
from skyjo_sim.kernels.cards import CLEARED, HIDDEN, LOWEST_CARD, N_SLOTS, NO_CARD

MEMBERS = [[member for member in range(N_SLOTS) if mask >> member & 1] for mask in range(1 << N_SLOTS)]
SLOTS = np.arange(N_SLOTS)


def _entries():
    """Return the entries of a grid: 15 face up, 15 hidden, cleared."""
    values = range(LOWEST_CARD, LOWEST_CARD + 15)
    entries = np.empty(31, object)
    entries[:] = [("up", card) for card in values] + [("hidden", card) for card in values] + [("cleared",)]
    return entries


ENTRIES = _entries()


def _or_none(numbers, none=-1):
    return [None if number == none else number for number in numbers.tolist()]


def _bits(masks):
    return masks[..., None] >> SLOTS & 1 != 0


def grids_of(records, n_players):
    """Return the grids; check that what is seen is true."""
    table, cards = records["table"], records["secret"]["cards"][:, :n_players, :N_SLOTS].astype(int)
    hidden, cleared = _bits(table["hidden"][:, :n_players]), _bits(table["cleared"][:, :n_players])
    assert not (hidden & cleared).any(), "a slot is both hidden and cleared"
    expected = np.where(cleared, CLEARED, np.where(hidden, HIDDEN, cards))
    assert (table["visible"][:, :n_players, :N_SLOTS] == expected).all(), "what is seen is not true"
    assert (table["visible"][:, :n_players, N_SLOTS:] == CLEARED).all(), "the padding was written to"
    places = np.where(cleared, 30, cards - LOWEST_CARD + 15 * hidden)
    return ENTRIES[places].tolist()


def discards_of(records):
    """Return the discard piles; check their tops."""
    sizes = records["table"]["n_discard"].tolist()
    piles = [pile[:n].tolist() for pile, n in zip(records["secret"]["discard"], sizes, strict=True)]
    tops = [pile[-1] if pile else NO_CARD for pile in piles]
    assert tops == records["table"]["discard_top"].tolist(), "the discard top is not the top of the pile"
    return piles


def piles_of(records, shuffles):
    """Return the draw piles in the order they will be drawn, by the independent luck.

    `shuffles` has the order and the piles (`tests.plain_luck.shuffle`) of the deal and of each reshuffle. Each
    pile must lie as the lazy shuffle has left it.
    """
    table = records["table"]
    piles = []
    for number, n, stored in zip(
        table["n_reshuffles"].tolist(), table["n_pile"].tolist(), records["secret"]["pile"], strict=True
    ):
        order, lying = shuffles[number]
        assert stored[:n].tobytes() == lying[n], "the draw pile does not lie as luck has left it"
        piles.append(order[len(order) - n :])
    return piles


def chosen_of(records, n_players):
    """Return the opening choices; those of the seat to decide stand in the table."""
    table, chosen = records["table"], records["secret"]["chosen"][:, :n_players].copy()
    rows = np.flatnonzero(table["seat"] >= 0)
    seats = table["seat"][rows]
    assert not chosen[rows, seats].any(), "choices of the seat to decide stand in the secret record too"
    chosen[rows, seats] = table["chosen"][rows]
    return [[MEMBERS[mask] for mask in masks] for masks in chosen.tolist()]


def results_of(table, n_players):
    """Return raw scores, scores and winners; None before there are any."""
    is_over = (table["phase"] >= ROUND_OVER).tolist()
    raw, score = table["raw"][:, :n_players].tolist(), table["score"][:, :n_players].tolist()
    return {
        "raw": [points if over else None for points, over in zip(raw, is_over, strict=True)],
        "score": [points if over else None for points, over in zip(score, is_over, strict=True)],
        "winners": [MEMBERS[mask] if mask else None for mask in table["winners"].tolist()],
        "totals": table["totals"][:, :n_players].tolist(),
    }


def _pools_of(table):
    pools = zip(table["pool"][:, :15].tolist(), table["n_reshuffles"].tolist(), strict=True)
    return [pool if n_reshuffles else None for pool, n_reshuffles in pools]


def states_of(records, n_players, shuffles):
    """Return one state for each record of a round."""
    table = records["table"]
    columns = {
        "phase": [PHASE_NAMES[phase] for phase in table["phase"].tolist()],
        "seat": _or_none(table["seat"]),
        "starter": _or_none(table["starter"]),
        "round": table["round_index"].tolist(),
        "turns": table["turns"].tolist(),
        "ender": _or_none(table["ender"]),
        "last_turns_left": table["last_turns_left"].tolist(),
        "grids": grids_of(records, n_players),
        "drawn": _or_none(table["drawn"], NO_CARD),
        "chosen": chosen_of(records, n_players),
        "asked": _or_none(table["asked"]),
        "kept": [[MEMBERS[mask] for mask in masks] for masks in table["kept"][:, :n_players].tolist()],
        "discard": discards_of(records),
        "pile": piles_of(records, shuffles),
        "seen": table["seen"][:, :15].tolist(),
        "pool": _pools_of(table),
        "reshuffles": table["n_reshuffles"].tolist(),
        "lines_cleared": table["n_lines_cleared"][:, :n_players].tolist(),
        "hidden_at_end": table["hidden_at_end"][:, :n_players].tolist(),
        "doubled": (table["is_doubled"] != 0).tolist(),
        "abandoned": (table["is_abandoned"] != 0).tolist(),
        "game_abandoned": (table["is_game_abandoned"] != 0).tolist(),
        "extra_rounds": table["extra_rounds"].tolist(),
        **results_of(table, n_players),
    }
    return [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
