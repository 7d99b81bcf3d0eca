"""The end of a turn, of a round and of the game (RULES.md 5 to 7, 9.8 and 9.9)."""

from tests import naive
from tests.naive_action.final import score, treat
from tests.naive_action.hands import unlocked
from tests.naive_action.table import estimate


def end_turn(game):
    """Undo locks, then find out whether the round is being ended or over, and whose turn is next."""
    table, rules = game.table, game.rules
    table.hands = [unlocked(hand, "turn" if seat == table.seat else "stolen") for seat, hand in enumerate(table.hands)]
    table.star_rights = 0
    table.turns += 1
    if table.ender is not None:
        end_last_turn(game)
    elif any(not naive.hidden_slots(grid) for grid in table.grids):
        end_round_by(game, table.seat)
    elif table.turns >= rules["turn_limit"] * rules["players"]:
        table.abandoned = True
        finish_round(game)
    elif table.pending_turns:
        table.pending_turns -= 1
        table.count("extra_turns", table.seat)
    else:
        pass_on(table)


def pass_on(table):
    """Let the left neighbour move."""
    table.seat = (table.seat + 1) % len(table.grids)


def end_round_by(game, seat):
    """Note who ends the round; begin the last turns."""
    table = game.table
    table.ender, table.pending_turns = seat, 0
    table.ended_by_other = bool(naive.hidden_slots(table.grids[seat]))
    looks = [estimate(table, other, game.rules["unused_action_penalty"]) for other in range(len(table.grids))]
    table.lead = min(looks[:seat] + looks[seat + 1 :]) - looks[seat]
    if game.rules["last_turns"] == "none":
        finish_round(game)
    else:
        table.last_turns_left = len(table.grids) - 1
        pass_on(table)


def end_last_turn(game):
    """Count a last turn."""
    table = game.table
    table.last_turns_left -= 1
    if game.rules["final_reveal_timing"] == "after_own_last_turn":
        treat(game, table.seat)
    if table.last_turns_left == 0:
        finish_round(game)
    else:
        pass_on(table)


def finish_round(game):
    """Turn up what is hidden, clear, score, and find out whether the game is over."""
    table = game.table
    for seat in range(len(table.grids)):
        if seat not in game.treated:
            treat(game, seat)
    table.raw = score(game)
    table.score, table.doubled = naive.score_round(table.raw, table.ender, game.rules)
    game.totals = [total + points for total, points in zip(game.totals, table.score, strict=True)]
    table.seat, table.pending_turns = None, 0
    game.extra_rounds += game.target_reached  # the round just scored was one
    game.target_reached = game.target_reached or naive.is_target_reached(game.totals, game.rules)
    over, game.winners = naive.game_end(game.totals, game.rules, game.extra_rounds)
    game.game_abandoned = not game.target_reached and game.round + 1 >= naive.MAX_ROUNDS
    table.phase = "game_over" if over or game.game_abandoned else "round_over"
