"""Count rare events of recorded rounds of Skyjo Action, so that a comparison cannot go blind unnoticed."""

from collections import Counter

from tests.action_line_events import count_end, count_questions
from tests.naive_action import ids
from tests.naive_action.cards import BLANK, DRAW_THREE, KINDS, METEOR, REACTIVATE, STEAL, SWAP_PLAYERS

CHOICES = ("star_right", "lines", "stars", "player", "slot", "face", "line", "kind", "keep", "order", "flip_one")
N_IDS = 118
EMPTY = [("cleared",)] * 12
EVENTS = (
    *(f"id {number}" for number in range(N_IDS)),
    *(f"choice {name}" for name in CHOICES),
    *(f"{players} players" for players in range(2, 9)),
    *(f"{KINDS[kind]} reactivated" for kind in range(BLANK)),
    "chain of two Reactivations",
    "chain of three Reactivations",
    *(f"{KINDS[kind]} blocked" for kind in (SWAP_PLAYERS, STEAL, METEOR)),
    "two Defences against one attack",
    "stolen card locked in the extra turn",
    "stolen card stolen again while locked",
    "three pending turns",
    "pending turns lost",
    "abandoned with pending turns",
    "ended by another's card",
    "laid face down before all",
    "shown card turned up again",
    "known card moved",
    "known to all but not shown to all",
    "kept column asked about again",
    "two star rights at once",
    "star rights at the setup",
    "star of a swap",
    "star of a meteor",
    "star kept of three",
    "optional lines declined",
    "optional column cleared",
    "optional column kept",
    "row and column of stars together",
    "line excludes another",
    "all-star line cleared",
    "rows after no column",
    "cascade",
    "row of three cleared",
    "row and column together",
    "lines cleared at the final reveal",
    "star line cleared at the final reveal",
    "line kept at the final reveal",
    "bonus for a line of stars",
    "bonus for several lines of stars",
    "unused action cards",
    "market not full",
    "market empty",
    "action reshuffle",
    "two action reshuffles",
    "reshuffle",
    "two reshuffles",
    "reshuffle while three are drawn",
    "reshuffle in a meteor shower",
    "grid empty in play",
    "no card to draw",
    "fewer than three drawn",
    "no hidden card left to flip",
    "round abandoned",
    "early reveal",
    "last turns left out",
    "ender doubled",
    "ender below 0",
    "ender below 0 doubled",
    "win shared",
    "extra round",
    "later round opened by its cards",
)


def count_round(events: Counter, answers, legal_ids, rules, states):
    """Add the events of one round: `states` before and after each of the `answers`, ids that were legal before each."""
    events[f"{rules['players']} players"] += 1
    for before, answer, after in zip(states, answers, states[1:], strict=False):
        events[f"id {answer}"] += 1
        if before["phase"] == "choice":
            _count_choice(events, before, answer, after)
        elif before["phase"] == "source":
            _count_source(events, before, after)
        elif before["phase"] == "place" and answer == ids.PASS:
            events["no hidden card left to flip"] += rules["flip_after_discard"] == "mandatory"
        _count_turn(events, before, after)
    count_questions(events, answers, legal_ids, states)
    count_end(events, rules, states)


def _count_choice(events, before, answer, after):
    """Look at a decision in the phase CHOICE."""
    choice, seat = before["choice"], before["seat"]
    events[f"choice {choice}"] += 1
    if choice == "star_right":
        events["two star rights at once"] += before["star_rights"] > 1
        events["star rights at the setup"] += before["setup_left"] > 0
    elif choice == "kind" and before["in_play"][-1] == REACTIVATE:
        kind = answer - ids.KIND
        events[f"{KINDS[kind]} reactivated"] += 1
        n_chained = before["in_play"].count(REACTIVATE)
        events["chain of two Reactivations"] += kind != REACTIVATE and n_chained == 2
        events["chain of three Reactivations"] += kind != REACTIVATE and n_chained == 3
    elif choice == "kind":
        events["stolen card stolen again while locked"] += before["stolen"][before["target"]][answer - ids.KIND] > 0
    if before["in_play"] and before["in_play"][-1] in (DRAW_THREE, METEOR):
        name = {DRAW_THREE: "star kept of three", METEOR: "star of a meteor"}[before["in_play"][-1]]
        events[name] += choice == "slot" and after["choice"] == "star_right"
        events["reshuffle in a meteor shower"] += after["reshuffles"] > before["reshuffles"]
    elif choice in ("face", "slot"):
        events["star of a swap"] += after["choice"] == "star_right"
    _count_knowledge(events, before, after, seat)


def _count_knowledge(events, before, after, seat):
    """Look at what became of known hidden cards."""
    n_players = len(before["grids"])
    for owner in range(n_players):
        if before["knowers"][owner] is after["knowers"][owner] or before["choice"] not in ("face", "slot", "line"):
            continue
        public, knowers = after["public"][owner], after["knowers"][owner]
        events["laid face down before all"] += len(public) > len(before["public"][owner])
        for slot in range(12):
            if knowers[slot] and before["choice"] != "line" and knowers[slot] != before["knowers"][owner][slot]:
                events["known card moved"] += slot not in public
            events["known to all but not shown to all"] += len(knowers[slot]) == n_players and slot not in public


def _count_source(events, before, after):
    """Look at the beginning of a turn."""
    seat = before["seat"]
    events["three pending turns"] += before["pending_turns"] >= 3
    events["stolen card locked in the extra turn"] += any(before["stolen"][seat])
    events["market not full"] += len(before["market"]) < 4
    events["market empty"] += not before["market"] and bool(before["action_discard"])
    events["grid empty in play"] += EMPTY in before["grids"]
    events["no card to draw"] += len(before["pile"]) + len(before["discard"]) < 2
    if after["choice"] == "keep" and after["reshuffles"] > before["reshuffles"]:
        drawn = [card for card in after["three"] if card is not None]
        events["reshuffle while three are drawn"] += 0 < len(before["pile"]) < len(drawn)
    events["fewer than three drawn"] += after["choice"] == "keep" and None in after["three"]


def _count_turn(events, before, after):
    """Look at what any decision may lead to."""
    seat = before["seat"]
    for kind in (SWAP_PLAYERS, STEAL, METEOR):
        n = after["blocked"][seat][kind] - before["blocked"][seat][kind]
        if n:
            events[f"{KINDS[kind]} blocked"] += 1
            events["two Defences against one attack"] += n > 1
    if after["ender"] is not None and before["ender"] is None:
        events["pending turns lost"] += before["pending_turns"] > 0
        events["ended by another's card"] += after["ended_by_other"]
    events["abandoned with pending turns"] += after["abandoned"] and before["pending_turns"] > 0
    is_shown = [
        slot in shown and after["grids"][owner][slot][0] == "up"
        for owner, shown in enumerate(before["public"])
        for slot in shown
    ]
    events["shown card turned up again"] += any(is_shown)


def missing_events(events: Counter) -> list:
    """Return the events that never happened."""
    return [event for event in EVENTS if not events[event]]
