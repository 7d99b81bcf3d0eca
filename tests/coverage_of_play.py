"""Count the rare events of recorded rounds, so that a comparison cannot go blind unnoticed."""

from collections import Counter

import numpy as np

from skyjo_sim.kernels.actions import CLEAR, CLEAR_LINE, FLIP_INSTEAD, GAME_OVER, KEEP_LINE, PASS, PHASE_NAMES

EVENTS = (
    *(f"phase {name}" for name in PHASE_NAMES),
    *(f"{players} players" for players in range(2, 9)),
    "reshuffle keep_top",
    "reshuffle take_all",
    "several reshuffles",
    "round abandoned",
    "round ended at the turn limit",
    "column asked about",
    "column cleared on request",
    "column kept",
    "two columns asked about in a turn",
    "kept column asked about again",
    "row of four cleared",
    "row of three cleared",
    "row and column together",
    "cascade",
    "ender doubled",
    "ender doubled on a tie",
    "ender not doubled on a tie",
    "ender at 0",
    "ender below 0",
    "ender below 0 doubled",
    "flat penalty",
    "grid empty in play",
    "round ended with an empty grid",
    "tie for the start drawn",
    "tie for the start without flips",
    "extra round played",
    "several extra rounds played",
    "game over by an extra round",
    "win shared",
    "column cleared at the final reveal",
    "column kept at the final reveal",
    "negative column cleared",
    "early reveal",
    "opening column cleared in play",
    "flip declined",
    "flip instead of taking",
    "no hidden card in the last turns",
    "starter is not the ender",
    "opening decides a later round",
)


def count_round(events, records, answers, rules, states, ties):
    """Add the events of one round: `records` and `states` before and after each of the `answers`."""
    table, last = records["table"], records["table"][-1]
    n_players = rules.players
    events[f"{n_players} players"] += 1
    for phase in np.unique(table["phase"]).tolist():
        events[f"phase {PHASE_NAMES[phase]}"] += 1
    kind = "keep_top" if rules.reshuffle == "keep_top" else "take_all"
    events[f"reshuffle {kind}"] += last["n_reshuffles"] > 0
    events["several reshuffles"] += last["n_reshuffles"] > 1
    at_limit = (table["ender"] >= 0) & (table["turns"] == rules.turn_limit * n_players)
    events["round ended at the turn limit"] += bool((at_limit[1:] & (table["ender"][:-1] < 0)).any())
    events["tie for the start drawn"] += ties > 0 and rules.initial_flips > 0
    events["tie for the start without flips"] += ties > 0 and rules.initial_flips == 0
    events["flip declined"] += bool((answers == PASS).any())
    events["flip instead of taking"] += bool(((answers >= FLIP_INSTEAD) & (answers < CLEAR_LINE)).any())
    _count_grids(events, table, n_players)
    _count_questions(events, table, answers)
    _count_clearing(events, records, states)
    _count_end(events, states, rules)


def _count_grids(events, table, n_players):
    """Count empty grids, and seats that ran out of hidden cards though they are not the ender."""
    in_play = table[table["phase"] < 4]
    cleared = in_play["cleared"][:, :n_players]
    events["grid empty in play"] += bool((cleared == 0xFFF).any())
    ender = table["ender"][-1]
    if ender >= 0:
        events["round ended with an empty grid"] += bool(cleared[-1, ender] == 0xFFF)
        others = np.delete(in_play["hidden"][:, :n_players], ender, axis=1)
        events["no hidden card in the last turns"] += bool((others == 0).any())


def _count_questions(events, table, answers):
    """Count what became of optional columns."""
    asked = table["phase"][:-1] == CLEAR
    if not asked.any():
        return
    events["column asked about"] += 1
    events["column cleared on request"] += bool((answers[asked] == CLEAR_LINE).any())
    events["column kept"] += bool((answers[asked] == KEEP_LINE).any())
    events["two columns asked about in a turn"] += bool((asked[1:] & asked[:-1]).any())
    questions = [(int(row["seat"]), int(row["asked"])) for row in table[:-1][asked]]
    kept = [question for question, answer in zip(questions, answers[asked], strict=True) if answer == KEEP_LINE]
    events["kept column asked about again"] += any(questions.count(question) > 1 for question in kept)


def _count_clearing(events, records, states):
    """Look at each decision that cleared lines on the mover's own turn."""
    table = records["table"]
    changed = table["cleared"][1:] & ~table["cleared"][:-1]
    for index, seat in np.argwhere(changed).tolist():
        if seat != table["seat"][index] or states[index + 1]["phase"] in ("round_over", "game_over"):
            continue
        before, after = states[index], states[index + 1]
        new = [slot for slot in range(12) if changed[index, seat] >> slot & 1]
        columns = [column for column in range(4) if {3 * column + row for row in range(3)} <= set(new)]
        rows = [
            row
            for row in range(3)
            if all(after["grids"][seat][3 * column + row] == ("cleared",) for column in range(4))
            and any(slot % 3 == row for slot in new)
        ]
        discards = after["discard"]
        is_row = len(new) != 3 * len(columns)
        if is_row and columns and rows:
            events["row and column together" if discards[-1] == discards[-4] else "cascade"] += 1
        elif is_row:
            events["row of four cleared" if len(new) == 4 else "row of three cleared"] += 1
        elif columns:
            events["negative column cleared"] += discards[-1] < 0
            was_complete = len({before["grids"][seat][slot] for slot in new}) == 1
            events["opening column cleared in play"] += was_complete and before["phase"] != "clear"


def _count_end(events, states, rules):
    """Look at the end of the round."""
    before, last = states[-2], states[-1]
    ender = last["ender"]
    events["early reveal"] += before["ender"] is not None and any(before["hidden_at_end"])
    n_more = sum(last["lines_cleared"]) - sum(before["lines_cleared"])
    events["column cleared at the final reveal"] += n_more > 1
    complete = any(
        grid[3 * c] == grid[3 * c + 1] == grid[3 * c + 2] != ("cleared",) for grid in last["grids"] for c in range(4)
    )
    events["column kept at the final reveal"] += rules.column_rule == "optional" and complete
    events["round abandoned"] += last["abandoned"]
    n_extra = last["extra_rounds"]
    events["extra round played"] += n_extra > 0
    events["several extra rounds played"] += n_extra > 1
    events["game over by an extra round"] += n_extra > 0 and last["phase"] == PHASE_NAMES[GAME_OVER]
    events["win shared"] += len(last["winners"] or ()) > 1
    events["opening decides a later round"] += last["round"] > 0 and states[0]["starter"] is None
    if ender is not None:
        events["starter is not the ender"] += last["starter"] != ender
        _count_penalty(events, last, rules)


def _count_penalty(events, last, rules):
    """Look at the ender's score."""
    raw, ender = last["raw"], last["ender"]
    lowest_other = min(points for seat, points in enumerate(raw) if seat != ender)
    is_tie = lowest_other == raw[ender]
    events["ender doubled"] += last["doubled"]
    events["ender doubled on a tie"] += last["doubled"] and is_tie
    events["ender not doubled on a tie"] += is_tie and raw[ender] > 0 and not last["doubled"]
    events["ender at 0"] += raw[ender] == 0
    events["ender below 0"] += raw[ender] < 0
    events["ender below 0 doubled"] += raw[ender] < 0 and last["doubled"]
    events["flat penalty"] += last["doubled"] and rules.flat_penalty > 0


def missing_events(events: Counter) -> list:
    """Return the events that never happened."""
    return [event for event in EVENTS if not events[event]]
